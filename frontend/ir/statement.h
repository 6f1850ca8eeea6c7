// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/statement.h - Checked statements -------------*- C++ -*-===//
///
/// \file
/// The statements of a checked mechanism, and what they publish into: tags and transcripts. One class for
/// each kind, in program order, with no mistakes left in them; `while` conditions stand in For. A new kind
/// is answered by the compiler in each switch over Statement::Kind.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_STATEMENT_H
#define PLUMB_FRONTEND_IR_STATEMENT_H

#include "frontend/ir/expression.h"
#include "frontend/ir/hole.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::ir {

class Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

/// The laws that noise may have: law.h.
enum class Law : std::uint8_t;

/// What a publication can be. Tags with the same name in one mechanism are one Tag.
struct Tag {
  /// "above"; "value" for an untagged `output z`. "none" and "unreached" are the two tags that
  /// no statement publishes: an iteration that published nothing, and one that did not run.
  std::string name;
  std::vector<Sort> components;
  SourceRange range;
};

class For;

/// One cell for each iteration of a loop nest that publishes, or one cell if the publication
/// stands outside all loops. In programs `out[i]`, `out[t][l]`, `out`.
struct Transcript {
  /// The enclosing loops, outermost first; empty outside all loops.
  std::vector<const For *> loops;
  /// Something else than an announcement is published into it. If nothing is, nobody but the proof sees its
  /// cells, not even how many iterations there were.
  bool isSeen = false;
};

class Statement {
public:
  enum class Kind : std::uint8_t { Sample, Assign, If, For, Output, Return };

  virtual ~Statement() = default;
  Kind kind() const { return nodeKind; }
  SourceRange range() const { return nodeRange; }

protected:
  Statement(Kind kind, SourceRange range) : nodeKind(kind), nodeRange(range) {}

private:
  Kind nodeKind;
  SourceRange nodeRange;
};

/// lam ~ law(scale) align lam' = aligned, or `align ?`.
class Sample final : public Statement {
public:
  Sample(const Variable &newTarget, std::vector<ExpressionPtr> newIndices, Law newLaw, ExpressionPtr newScale,
         ExpressionPtr newAligned, SourceRange range)
      : Statement(Kind::Sample, range), target(newTarget), indices(std::move(newIndices)), law(newLaw),
        scale(std::move(newScale)), aligned(std::move(newAligned)) {}
  static bool classof(const Statement *s) { return s->kind() == Kind::Sample; }
  const Variable &target;
  /// The variables of the enclosing loops over which `target` is an array, as Reads.
  std::vector<ExpressionPtr> indices;
  Law law;
  /// Sort Real.
  ExpressionPtr scale;
  /// `laplace(?)`: the scale means nothing while this is open.
  Hole openScale;
  /// `laplace(? weight 2)`: what the variance of this draw counts beside those of the others; positive.
  /// Nothing: all draws get equal shares of the guarantee.
  std::optional<Rational> weight;
  /// lam' as a term; in it a program variable has its value just before this statement, and
  /// the unprimed target is the new sample itself. Same sort as the target. Null: a hole, an alignment that
  /// was left open and not found yet. No prover, replay or emission is given one: see isOpen below.
  ExpressionPtr aligned;
  /// Where the clause `align` stands in the text; empty, at the end of the statement, if there is none.
  SourceRange clause;
};

class Assign final : public Statement {
public:
  Assign(const Variable &newTarget, std::vector<ExpressionPtr> newIndices, ExpressionPtr newValue,
         SourceRange range)
      : Statement(Kind::Assign, range), target(newTarget), indices(std::move(newIndices)),
        value(std::move(newValue)) {}
  static bool classof(const Statement *s) { return s->kind() == Kind::Assign; }
  const Variable &target;
  std::vector<ExpressionPtr> indices;
  ExpressionPtr value;
};

class If final : public Statement {
public:
  If(ExpressionPtr newCondition, Block newThenBlock, Block newElseBlock, SourceRange range)
      : Statement(Kind::If, range), condition(std::move(newCondition)), thenBlock(std::move(newThenBlock)),
        elseBlock(std::move(newElseBlock)) {}
  static bool classof(const Statement *s) { return s->kind() == Kind::If; }
  ExpressionPtr condition;
  Block thenBlock, elseBlock;
};

/// for index in low .. high while guard { body }: high is excluded; low and high are evaluated once
/// at entry, the guard before each iteration.
class For final : public Statement {
public:
  For(const Variable &newIndex, ExpressionPtr newLow, ExpressionPtr newHigh, ExpressionPtr newGuard,
      std::vector<ExpressionPtr> newInvariants, Block newBody, SourceRange range)
      : Statement(Kind::For, range), index(newIndex), low(std::move(newLow)), high(std::move(newHigh)),
        guard(std::move(newGuard)), invariants(std::move(newInvariants)), body(std::move(newBody)) {}
  static bool classof(const Statement *s) { return s->kind() == Kind::For; }
  const Variable &index;
  ExpressionPtr low, high;
  /// Null if there is none.
  ExpressionPtr guard;
  /// As written; empty means: find them.
  std::vector<ExpressionPtr> invariants;
  Block body;
  /// The word `while` in the text, where the range is not written, but read off what the loop counts.
  std::optional<SourceRange> leftOut;
};

/// Publishes tag(values) in the cell of the current iteration of \c transcript.
class Output final : public Statement {
public:
  Output(const Transcript &newTranscript, const Tag &newTag, std::vector<ExpressionPtr> newValues,
         SourceRange range)
      : Statement(Kind::Output, range), transcript(newTranscript), tag(newTag), values(std::move(newValues)) {
  }
  static bool classof(const Statement *s) { return s->kind() == Kind::Output; }
  const Transcript &transcript;
  const Tag &tag;
  std::vector<ExpressionPtr> values;
};

/// Ends the mechanism. Without a value (`stop`): null.
class Return final : public Statement {
public:
  Return(ExpressionPtr newValue, SourceRange range)
      : Statement(Kind::Return, range), value(std::move(newValue)) {}
  static bool classof(const Statement *s) { return s->kind() == Kind::Return; }
  ExpressionPtr value;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_STATEMENT_H
