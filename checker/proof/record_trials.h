// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/record_trials.h - Pairs that refute --------*- C++ -*-===//
///
/// \file
/// The search for concrete records that show how much one record can change: models of the solver at small
/// sizes, each confirmed by the exact interpreter before it is believed. For `plumb sensitivity` and its
/// relatives; no proof rests on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_RECORD_TRIALS_H
#define PLUMB_CHECKER_PROOF_RECORD_TRIALS_H

#include "checker/proof/concrete_records.h"
#include "checker/proof/sensitivity.h"

namespace plumb::proof {

/// Looks for concrete pairs of neighbouring records, at small sizes first.
class RecordTrials {
public:
  /// All arguments outlive this.
  RecordTrials(relational::Context of, smt::Solver &asked, const WitnessCheck &confirms)
      : context(of), solver(asked), check(confirms), any(of.store.freshVariable("M", smt::Sort::Int)) {}

  /// What a pair is wanted for, as a formula.
  using Wanted = std::function<smt::Term(const ConcreteRecords &)>;

  /// A confirmed pair for which \p wanted holds, as simple as can be said. Right after it the solver's
  /// values are those of the pair.
  std::optional<RecordWitness> find(const Wanted &wanted);
  /// Pairs for which the largest of \p differences grows without bound.
  std::optional<RecordFamily>
  grow(const std::function<std::vector<smt::Term>(const ConcreteRecords &)> &differences);

private:
  using Values = std::unordered_map<smt::Term, smt::Term, smt::TermHash>;

  const std::vector<ConcreteRecords> &trials();
  std::optional<Sizes> sizesOfSolver();
  std::optional<RecordWitness> find(const ConcreteRecords &records, smt::Term wanted);
  std::optional<RecordWitness> confirmed(const ConcreteRecords &records, const Values &values,
                                         smt::Term wanted);
  bool simplify(const ConcreteRecords &records, std::vector<smt::Term> kept);
  std::optional<Values> valuesNow(const ConcreteRecords &records);
  std::optional<RecordFamily> growFrom(const ConcreteRecords &records, const RecordWitness &pair,
                                       const std::vector<smt::Term> &differences);
  bool differsByAnything(const ConcreteRecords &records, const Values &values,
                         const std::vector<smt::Term> &differences);
  bool isConfirmed(const ConcreteRecords &records, const Values &values);
  smt::Term replaced(smt::Term term, const Values &values);

  relational::Context context;
  smt::Solver &solver;
  const WitnessCheck &check;
  /// M, an int without bounds.
  smt::Term any;
  std::optional<std::vector<ConcreteRecords>> made;
};

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_RECORD_TRIALS_H
