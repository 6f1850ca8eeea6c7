// SPDX-License-Identifier: Apache-2.0
//===- checker/policy/pairs.h - Records that are asked for ------*- C++ -*-===//
///
/// \file
/// Sets of pairs (r, r') of records, put together piece by piece: those of which a formula holds, those that
/// a relation allows or forbids, those that agree but for some elements. Such a set is an adjacency like any
/// other, so that the prover and the interpreter, which know adjacencies, need to know nothing new.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_POLICY_PAIRS_H
#define PLUMB_CHECKER_POLICY_PAIRS_H

#include "frontend/ir/program.h"
#include "frontend/ir/substitution.h"

#include <memory>
#include <string>
#include <vector>

namespace plumb::policy {

/// One element of a field, or all of them.
struct Element {
  const ir::Field *field;
  /// Over sizes and indices of Pairs; empty for all elements.
  std::vector<const ir::Expression *> indices;
};

/// One way in which r' may not stand where r is.
struct Breach {
  /// An element that changes though it may not. Null: the formula of the relation does not hold.
  const ir::Field *field;
  /// Says when that element may change. Null: never, or as `when` of the relation says.
  const ir::Attribute *attribute;
};

/// \p relation, a Replace, says by one formula which r' may stand where r is. It need not allow r itself.
bool relatesByFormula(const ir::RecordAdjacency &relation);

/// The ways in which \p relation, a Replace, can be broken: r' may stand where r is exactly if none is met.
/// None for a relation that allows everything.
std::vector<Breach> breachesOf(const ir::RecordAdjacency &relation);

class Pairs {
public:
  /// All pairs of records. Both outlive this.
  Pairs(const ir::Program &program, const ir::Record &record);
  Pairs(Pairs &&) = default;

  /// r; what stands in formulas for it.
  const ir::RecordVariable &subject() const { return *head().recordAdjacency->pair; }

  /// A new int that stands for any index: 0 <= it < each of \p extents, where \p known is put in.
  const ir::Variable &index(const std::string &name, const std::vector<const ir::Expression *> &extents,
                            const ir::Substitution &known = {});
  /// New indices for the subscripts of \p field, called as \p names if it has any.
  std::vector<const ir::Variable *> indicesOf(const ir::Field &field,
                                              const std::vector<const ir::Variable *> &names = {});

  /// Keeps the pairs of which \p formula holds; it is about subject().
  void keep(ir::ExpressionPtr formula);
  /// Keeps the pairs that differ in this element.
  void keepChanged(const ir::Field &field, const std::vector<const ir::Variable *> &indices);
  /// Keeps the pairs in which this element is none of \p elements.
  void keepOther(const ir::Field &field, const std::vector<const ir::Variable *> &indices,
                 const std::vector<Element> &elements);
  /// Keeps the pairs of those sizes at which the range of \p field has more than one value.
  void keepSeveralValues(const ir::Field &field);
  /// Keeps the pairs that \p relation allows. \pre a Replace; no relation was kept before, nor keepElsewhere.
  /// \p known is put into its formulas.
  void keepAllowed(const ir::RecordAdjacency &relation, const ir::Substitution &known = {});
  /// Keeps the pairs that break \p relation in this way.
  void keepBroken(const ir::RecordAdjacency &relation, const Breach &breach, ir::Substitution known = {});
  /// Keeps the pairs that agree in all elements but these. \pre no relation was kept before.
  void keepElsewhere(const std::vector<Element> &changed);

  /// \p formula with r's bare name, \p about, made subject().
  ir::ExpressionPtr aboutSubject(const ir::Expression &formula, const ir::RecordVariable &about,
                                 const ir::Substitution &known, bool isPrimed = false);

  /// The set as the adjacency of a neighbourhood that asks nothing. Lives as long as this.
  const ir::Neighbourhood &neighbourhood() const { return head(); }

private:
  ir::Neighbourhood &head() const { return *result; }

  const ir::Program *program;
  const ir::Record *record;
  std::unique_ptr<ir::Neighbourhood> result;
  /// Indices are sizes that no file declares: policies may read them.
  std::vector<std::unique_ptr<ir::Variable>> sizes;
  std::vector<std::unique_ptr<ir::Policy>> policies;
  ir::BoundVariables bound;
};

/// Where \p formula, of a mechanism, reads its own name for a size of the file, the size itself is meant.
void addFileSizes(const ir::Expression &formula, ir::Substitution &known);

/// Reads \p variable.
ir::ExpressionPtr readOf(const ir::Variable &variable);
ir::ExpressionPtr negation(ir::ExpressionPtr formula);

} // namespace plumb::policy

#endif // PLUMB_CHECKER_POLICY_PAIRS_H
