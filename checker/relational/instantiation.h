// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/instantiation.h - Facts at triggers ---*- C++ -*-===//
///
/// \file
/// Ground instantiation. No question to the solver has a quantifier: what is known of all elements of an
/// array, of all ints, or of all records is kept apart from the other facts of a path, and is put at the
/// terms that the path meets, the *triggers*.
///
///     fact about                                    trigger                              function
///     every int in a range (`requires`, invariants) an int that is used as an index      at
///     every int and every record (premises)         an int, or two of them               at
///     the members of the selection that is z        an int that is used as an index      at
///     every index that an aggregate might choose    an int that is used as an index      at
///     every element of an array (invariants)        an element that a run reads          atElement
///     every element of a query (adjacency)          an element that the second run reads atDifference
///     every element of a field (range, policy)      an element that a formula reads      atField
///     the two records (formula, edge, premises)     any use of a query's definition      atRecords
///
/// Why this is sound: an instance follows from the fact of which it is one, whatever the trigger is. Each
/// instance carries the range of its quantifier as a condition, so nothing is said of elements that are not
/// there. Triggers decide only how much is proved; a term that is no trigger leaves a proof open.
///
/// Reference: Detlefs, Nelson, Saxe, "Simplify: a theorem prover for program checking", J. ACM 52(3), 2005,
/// on matching. Here triggers are met, not matched: the evaluator calls for them as it reads.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_INSTANTIATION_H
#define PLUMB_CHECKER_RELATIONAL_INSTANTIATION_H

#include "checker/relational/context.h"
#include "checker/smt/term.h"
#include "frontend/ir/program.h"

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace plumb::relational {

enum class Side : std::uint8_t;
struct State;

/// A fact about every element of an array.
struct PointwiseFact {
  const smt::Symbol *base;
  /// Adds to the state what the fact says of the element at these indices.
  std::function<void(State &, const std::vector<smt::Term> &)> instantiate;
};

/// A fact about every int.
struct IndexFact {
  /// Names what the fact is about: none is added twice.
  smt::Term about;
  /// Adds to the state what the fact says of this int.
  std::function<void(State &, smt::Term)> instantiate;
};

/// What is known of all elements or ints on one path, and where it was put so far. A part of State.
struct QuantifiedFacts {
  std::vector<PointwiseFact> pointwise;
  std::vector<IndexFact> ofInts;
  /// The ints met so far, each once, in the order in which they were met.
  std::vector<smt::Term> triggers;
  /// Which pointwise facts (by position) were instantiated at which indices (by the terms' ids).
  std::set<std::pair<std::size_t, std::vector<std::uint32_t>>> instantiated;
  /// The facts about the two records as wholes are among the facts.
  bool hasRecords = false;
  /// False: premises about records are not used (where it is asked whether they may be).
  bool usesPremises = true;

  // One instance may meet the trigger of another; these end the row.

  /// Premises are being instantiated: what is met meanwhile is no trigger.
  bool isBusy = false;
  /// How many facts about ints are being instantiated, one because of another.
  unsigned depth = 0;
  /// The elements of fields whose facts are being put together: a rule of a policy may read the field that
  /// it is about.
  std::vector<std::pair<const ir::Field *, std::vector<smt::Term>>> openFields;
};

/// Puts quantified facts at triggers, and the instances among the facts of a state. Made where it is used;
/// owns nothing.
class Instantiation {
public:
  Instantiation(Context context, State &state) : context(context), state(state) {}

  /// \p index is an int that is used as an index: a subscript, a loop variable, a member of the result.
  void at(smt::Term index);
  /// An element of the array whose unknown content is \p base is read.
  void atElement(const smt::Symbol &base, const std::vector<smt::Term> &indices);
  /// The second run's answer at \p indices is read. \p difference is f - f' there.
  /// \param isElement the indices lie in the query's extents.
  /// \param bound the value of the clause's bound.
  void atDifference(const ir::Difference &clause, smt::Term isElement, const std::vector<smt::Term> &indices,
                    smt::Term difference, smt::Term bound);
  /// An element of \p field is read, of r or of r'.
  void atField(const ir::Field &field, const std::vector<smt::Term> &indices);
  /// What holds of r and r' as wholes: the policy in formula form, the edge, premises without index.
  void atRecords();

private:
  void requirements(smt::Term index);
  void premises(smt::Term index);
  void premise(const ir::RecordPremise &premise, const std::vector<smt::Term> &at);
  void selection(smt::Term index);
  void factsOfInts(smt::Term index);
  void fieldRange(const ir::Field &field, const std::vector<smt::Term> &indices, Side record);
  void policyOfField(const ir::Field &field, const std::vector<smt::Term> &indices);
  void keptUnless(smt::Term sensitive, const ir::Field &field, const std::vector<smt::Term> &indices);

  Context context;
  State &state;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_INSTANTIATION_H
