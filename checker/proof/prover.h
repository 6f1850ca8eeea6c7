// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/prover.h - Discharges the obligations ------*- C++ -*-===//
///
/// \file
/// The conductor of one proof: finds invariants, walks both programs (relational::TwoRun), asks each
/// obligation, keeps the evidence, and at the end looks for gaps. The verdict is computed by conclude()
/// from the evidence and nowhere else.
///
/// prover.cpp has the order of things, meaning.cpp what can be asked without alignments; premises.cpp asks
/// whether anything is protected and reached, paths.cpp each piece of a path, draws.cpp the draws as a whole,
/// cost.cpp the cost, records.cpp what makes a neighbouring relation of records a meaningful one;
/// conclusion.cpp has the verdict.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_PROVER_H
#define PLUMB_CHECKER_PROOF_PROVER_H

#include "checker/proof/proof.h"
#include "checker/relational/privacy_cost.h"
#include "checker/relational/two_run.h"
#include "checker/verdict/inquiry.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <map>
#include <set>

namespace plumb::proof {

/// One use: make it, call run().
class Prover {
public:
  /// \param apart branches at which the runs go apart (relational/apart.h).
  Prover(const ir::Mechanism &mechanism, const EngineMaker &makeEngine, relational::ApartBranches apart = {});
  Proof run();
  /// See proveMeaning.
  Proof meaning();

private:
  /// Open for each place that is left open; records nothing of what is written. The guarantee comes last, in
  /// openGuarantee, as all but the ledger can be asked without it.
  void holes();
  void openGuarantee();
  void afford(const std::vector<std::vector<std::size_t>> &candidates,
              const std::vector<smt::Term> &premises);
  std::vector<LedgerEntry> ledgerOf(const std::vector<std::size_t> &chosen) const;
  std::vector<relational::RationalFunction> amountsOf(const std::vector<std::size_t> &chosen) const;
  void twoRuns();
  void runsHaveMeaning();
  void forEachMeaning(const relational::LoopInvariants &invariants,
                      llvm::function_ref<void(const relational::Goal &, const relational::Segment &,
                                              const std::vector<smt::Term> &facts)>
                          visit);
  bool isGivenUp();
  bool allProved() const;
  smt::Term neighboursDiffer();
  void keepParametersOfModel();
  const ir::Expression *withoutValue(const relational::TwoRun &run);
  std::string whyVacuous(const relational::TwoRun &run);
  const ir::Expression *firstContradiction();
  /// \returns what pairs of neighbours are looked for from here on: such as differ.
  smt::Term premises(const relational::TwoRun &run);
  bool segments(const relational::TwoRun &run, smt::Term witness);
  void segment(const relational::TwoRun &run, const relational::Segment &segment, smt::Term witness);
  bool speaksOfAll(const std::vector<smt::Term> &facts) const;
  smt::Satisfiability isOfSomeInput(const std::vector<smt::Term> &facts, smt::Term wanted);
  void reach(const relational::Segment &segment, const std::vector<smt::Term> &facts, smt::Term differs);
  void reachByOthers(const relational::Segment &segment, const std::vector<smt::Term> &facts);
  std::optional<std::vector<std::vector<smt::Term>>> waysAloneTo(const ir::Statement &statement);
  smt::Satisfiability isReachedWithoutRecordsAlone(const ir::Statement &statement);
  const relational::LoopInvariants &invariantsAlone();
  void deadPath(const relational::TwoRun &run, const relational::Segment &segment,
                const std::vector<smt::Term> &facts);
  /// \p isTaken: some run is known to take this piece; \p witness: by which pair, if a
  /// pair that differs does.
  void goals(const relational::TwoRun &run, const relational::Segment &segment,
             const std::vector<smt::Term> &facts, bool isTaken, const std::vector<smt::Term> &witness);
  std::vector<const relational::Goal *> openOf(llvm::ArrayRef<relational::Goal> goals, smt::Outcome together);
  /// What makes the adjacency of records a meaningful one (records.cpp).
  void records();
  void edgesAreSymmetric();
  void premisesAreFixed();
  void coverage(const relational::TwoRun &run);
  void reached();
  /// \returns the obligation that the statement is reached, though by no pair of neighbours that differ.
  Evidence &recordReached(const ir::Statement &statement, std::vector<smt::Term> asked, const char *whom);
  bool invariantIsOpen() const;
  void termination();
  void acyclicity(const relational::TwoRun &run);
  void countability();
  relational::State allowed();
  void shapesAreDefined();
  void guaranteeIsDefined();
  void neighboursExist();
  void cost(const relational::TwoRun &run);
  void claims();
  void remember(const relational::LoopInvariants &invariants);
  Verdict conclude() const;
  bool guaranteeIsProved() const;
  /// An `output`, or a `return` with a value.
  static bool publishes(const ir::Statement &statement);
  bool complete() const;

  /// Asks whether \p goal follows from \p hypotheses.
  Evidence &askAlone(Condition condition, std::string subject, SourceRange range,
                     const std::vector<smt::Term> &hypotheses, smt::Term goal);
  std::vector<smt::Term> withLemmas(std::vector<smt::Term> facts, const std::vector<smt::Term> &goals);

  smt::Term movedAt(const relational::Segment &exit, std::size_t scaleClass);
  const std::string &baseText(std::size_t scaleClass) const;
  std::vector<std::size_t> smallestThatHold(smt::Term moved, const std::vector<std::size_t> &from,
                                            std::size_t families);
  bool isOfFamily(std::size_t bound, std::size_t other) const;
  std::vector<std::size_t> leastOnes(const std::vector<std::size_t> &candidates,
                                     const std::vector<smt::Term> &premises);
  std::string conversions(std::size_t scaleClass) const;
  std::vector<std::vector<std::size_t>> movementAtExits(const std::vector<relational::Segment> &exits,
                                                        std::size_t families);
  std::optional<std::vector<std::size_t>> affordable(const std::vector<std::vector<std::size_t>> &candidates,
                                                     const std::vector<smt::Term> &premises);
  bool totalAtExits(const std::vector<relational::Segment> &exits);
  bool chargesParametersOnly(const std::vector<relational::Segment> &exits);
  void recordMovement(const std::vector<relational::Segment> &exits, const std::vector<std::size_t> &chosen);
  smt::Term atMost(smt::Term moved, std::size_t bound);

  const ir::Mechanism &mechanism;
  const relational::ApartBranches apart;
  Proof proof;
  smt::TermStore &store;
  smt::Solver solver;
  verdict::Inquiry inquiry;
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
  relational::Context context;
  std::vector<relational::ExitBound> bounds;
  /// Statements on a piece of a path that a differing pair can take, and on one that it perhaps can take.
  std::set<const ir::Statement *> reachedSites, doubtfulSites;
  /// Statements on a piece of a path that some pair takes, though none that differs; with the first such
  /// piece.
  std::map<const ir::Statement *, std::vector<smt::Term>> reachedByOthers;
  /// The premises are met by a whole input. Where none is known, none is looked for again on a piece of a
  /// path.
  bool someInputIsKnown = false;
  /// See invariantsAlone().
  std::optional<relational::LoopInvariants> foundAlone;
  /// What the scalar parameters of some such input are: where runs are only looked for, with these first.
  std::vector<smt::Term> ofSomeInput;
  bool isSaidToBeGivenUp = false;
  /// The ways of the segments that were gone so far, by fork.
  std::vector<std::vector<smt::Term>> ways;
  /// The exits of the pair run that some run can take.
  std::vector<relational::Segment> feasibleExits;
};

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_PROVER_H
