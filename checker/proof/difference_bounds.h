// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/difference_bounds.h - The least upper bound -*- C++ -*-===//
///
/// \file
/// Upper bounds of |d| and of sums of it, as small as can be found: numbers by bisection (for real answers
/// among the fractions that numbers of the text make likely), and otherwise terms made of sizes, parameters
/// and ranges of fields. A bound is proved for all sizes; that it is the least is shown by a pair that
/// attains it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_DIFFERENCE_BOUNDS_H
#define PLUMB_CHECKER_PROOF_DIFFERENCE_BOUNDS_H

#include "checker/proof/record_trials.h"

namespace plumb::proof {

using Queries = std::vector<const ir::Variable *>;

/// A bound together with what it is in formulas.
struct Bound {
  DifferenceBound told;
  /// Valid exactly if it is finite.
  smt::Term term;
};

/// An answer at indices of which nothing is known.
struct Somewhere {
  const ir::Variable *query;
  std::vector<smt::Term> indices;
  /// 0 if there is no such element.
  smt::Term difference;
};

/// Which queries \p count answers may belong to: each choice once, whatever its order.
std::vector<Queries> choices(const Queries &queries, std::size_t count);

/// The differences of all answers of \p queries.
std::vector<smt::Term> differencesOf(const ConcreteRecords &records, const Queries &queries);

class DifferenceBounds {
public:
  /// All arguments outlive this.
  DifferenceBounds(relational::Context of, smt::Solver &asked, RecordTrials &pairs);

  /// Of one |d|, over all elements of all \p queries.
  Bound largest(const Queries &queries);
  /// Of the sum of all |d|, if these are few answers, whatever the sizes; else nothing.
  std::optional<Bound> sumOfFew(const Queries &queries);
  /// Of any \p count + 1 different answers one does not change.
  bool changeAtMost(std::size_t count, const Queries &queries);
  /// The sum of all |d| again. \pre at most \p count answers change.
  Bound sumOf(std::size_t count, const Queries &queries);
  /// The same: the sum of what is found for each summand of what r adds, and r'. Undecided where that is no
  /// more than one of each, or one of them changes many answers.
  Bound sumOfSummands(const ir::Variable &query);
  /// The same, of an array along one index: \p largest, as many times as there are indices at which a record
  /// counts, or just one of both does; as `p.salary <= t` is true of one of two salaries at as many t as they
  /// are apart. Undecided where conditions say nothing of the index, or \p largest is no number.
  Bound sumOfCounted(const ir::Variable &query, const Bound &largest);
  /// The same: as many times \p largest as there are elements. \pre \p largest is finite.
  Bound sumOfAll(const ir::Variable &query, const Bound &largest);
  /// The same: the sum of the sums of each.
  Bound added(const Queries &queries, const std::vector<Bound> &sums);

  Somewhere somewhere(const ir::Variable &query, relational::State &state);
  /// They are the same answer.
  smt::Term areOne(const Somewhere &a, const Somewhere &b);
  bool proves(const std::vector<smt::Term> &facts, smt::Term goal);

private:
  /// \param summed the sum over \p queries is meant, else the largest.
  Bound least(const Queries &queries, bool summed, const std::vector<smt::Term> &facts,
              const std::vector<smt::Term> &quantities);
  Bound smaller(const std::vector<Bound> &proved, const std::vector<smt::Term> &facts);
  std::optional<Rational> leastSum(smt::Term share, const Somewhere &place, relational::State &state);
  /// The sum of all |d| of \p places, each answer once.
  smt::Term sumOnce(const std::vector<Somewhere> &places);
  /// Two of them are one, or one does not change.
  smt::Term areFewer(const std::vector<Somewhere> &places);
  std::optional<Rational> leastNumber(const std::vector<smt::Term> &quantities);
  Integer likelyDenominator() const;
  smt::Term areAtMost(const std::vector<smt::Term> &quantities, smt::Term bound);
  std::size_t degreeOf(const Queries &queries) const;
  std::vector<smt::Term> candidates(smt::Sort sort, std::size_t degree);
  /// How many indices there are below \p extent: a term that is never negative. Invalid if it cannot be
  /// printed.
  smt::Term lengthOf(smt::Term extent, const relational::State &state);
  /// Undecided if the term cannot be printed.
  Bound finite(smt::Term term);
  std::vector<smt::Term> unnamedSizes(const Bound &bound) const;
  bool attain(Bound &bound, const Queries &queries, bool summed);
  std::optional<std::vector<Subscripts>> fewElements(const ir::Variable &query, std::size_t most);

  relational::Context context;
  smt::Solver &solver;
  RecordTrials &trials;
  /// By the extent in normal form: a symbol, and what it stands for.
  std::unordered_map<smt::Term, smt::Term, smt::TermHash> lengths, meanings;
  /// What is printed for such a symbol.
  std::unordered_map<smt::Term, ir::ExpressionPtr, smt::TermHash> lengthTerms;
};

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_DIFFERENCE_BOUNDS_H
