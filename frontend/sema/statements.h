// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/statements.h - Bodies of mechanisms --------*- C++ -*-===//
///
/// \file
/// Written statements to checked ones, following every path once. What a proof relies on is refused here if
/// it fails: a value before it is read, at most one publication in a cell, an end on every path.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_STATEMENTS_H
#define PLUMB_FRONTEND_SEMA_STATEMENTS_H

#include "frontend/sema/counted_while.h"
#include "frontend/sema/expressions.h"

namespace plumb::sema {

/// Turns the body of a mechanism into checked statements. It follows every path once and knows
/// at each statement which scalars have a value, whether the cell of the current iteration is
/// already taken, and whether the mechanism has ended.
///
/// A statement with a mistake gives null or an incomplete node: the result is only of use if
/// nothing was reported. Alignments and invariants are left to Elaboration::deferred.
class StatementAnalysis {
public:
  /// \param result owns what is published.
  StatementAnalysis(Elaboration &shared, ir::Mechanism &result) : elaboration(shared), mechanism(result) {}

  /// \param end where the body ends, for a missing return.
  ir::Block body(const syntax::Block &written, SourceRange end);

private:
  using Written = syntax::Statement;
  using Node = std::unique_ptr<ir::Statement>;

  /// What is true at a place, besides which names are assigned.
  struct Flow {
    /// On some path the cell of this iteration is filled, here.
    std::optional<SourceRange> published;
    /// That is an announcement.
    bool isAnnounced = false;
    /// No path leads here.
    bool hasEnded = false;
  };
  /// One branch of an `if`: what it assigned, and the flow behind it.
  struct Branch {
    ir::Block block;
    std::set<std::string> assigned;
    Flow flow;
  };
  Branch follow(const syntax::Block &written);
  void join(Branch &a, Branch &b);

  ir::Block block(const syntax::Block &written);
  /// Adds what \p written stands for: most often one statement.
  void append(const Written &written, ir::Block &block);
  /// \param before what stands in front of it in its block.
  Node statement(const Written &written, const ir::Block &before);
  Node sample(const Written &written);
  Node assign(const Written &written);
  void sum(const Written &written, ir::Block &block);
  Node branch(const Written &written);
  Node loop(const Written &written);
  Node unboundedLoop(const Written &written, const ir::Block &before);
  Node countedLoop(const Written &written, const Rounds &rounds, const ir::Block &before);
  /// What is left of a loop when its head is known.
  std::unique_ptr<ir::For> loopOver(const ir::Variable &index, ir::ExpressionPtr low, ir::ExpressionPtr high,
                                    ir::ExpressionPtr guard, const Written &written);
  Node output(const Written &written);
  Node end(const Written &written);
  void returnTuple(const Written &written, ir::Block &block);

  ExpressionAnalysis program() { return ExpressionAnalysis(elaboration, Place::Program); }
  /// A law that has no draws of the sort of its noise.
  void reportOtherValues(const Written &sample, ir::Law law, ir::Sort sort);
  ir::ExpressionPtr scale(const Written &sample);
  std::optional<Rational> weight(const Written &sample);
  void checkAlignmentTarget(const Written &sample);
  void align(const Written &written, ir::Sample *node, const ir::Variable &target);
  ir::Block loopBody(const syntax::Block &written);
  /// What an assignment assigns; null after a report that it must not be.
  ir::Variable *assignable(const Written &assignment);
  /// \p value as \p target holds it, or null. Accepts and passes on null.
  ir::ExpressionPtr stored(ir::ExpressionPtr value, const ir::Variable &target);
  std::optional<std::vector<ir::ExpressionPtr>> elementIndices(const Written &written);
  /// Runs \p later, which analyses \p expression, when all statements are known: with the loops
  /// and names of now.
  void defer(const syntax::Expression &expression, std::function<void()> later);

  Publication &currentPublication();
  void claimCell(SourceRange range, bool isAnnouncement);
  const ir::Tag *publishedTag(const std::string &name, SourceRange range,
                              std::vector<ir::ExpressionPtr> &values);
  bool conformTo(const ir::Tag &tag, SourceRange range, std::vector<ir::ExpressionPtr> &values);
  ir::ExpressionPtr returnedValue(const syntax::Expression &written);
  ir::ExpressionPtr selection(const syntax::Expression &call);

  Elaboration &elaboration;
  ir::Mechanism &mechanism;
  Flow flow;
};

/// `x := sum(k in a .. b: e)`
bool isSum(const syntax::Statement &statement);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_STATEMENTS_H
