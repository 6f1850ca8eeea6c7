// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/filling.h"

#include "checker/refutation/counterexample.h"
#include "checker/refutation/trial.h"
#include "checker/synthesis/conflict.h"

#include <llvm/ADT/StringExtras.h>
#include <utility>

namespace plumb::synthesis {

namespace {

class Filling {
public:
  Filling(ir::Mechanism &of, const proof::EngineMaker &engines, const IsText &test,
          const FillingLimits &within)
      : mechanism(of), makeEngine(engines), isText(test), limits(within), table(of), search(table) {}

  Synthesis run() {
    for (std::vector<Choice> found = search.next(); !found.empty() && !isOver(); found = search.next())
      if (prove(found))
        return std::move(result);
    result.isCutShort = isOver();
    if (proofs == 0 && !limits.isForProofAlone)
      explain();
    table.clear();
    if (simplest) {
      table.apply(simplest->first);
      result.found = foundAlignments(table.samples());
      result.proof = std::move(simplest->second);
    }
    return std::move(result);
  }

private:
  bool isOver() const { return proofs >= limits.proofs || spent >= limits.resourceUnits; }

  void explain() {
    if (search.isSpent())
      result.conflict.push_back("the search was given up, with more to try than it may");
    else
      result.conflict = conflictOf(search, table);
  }

  /// Tries the assignments of one level.
  bool prove(const std::vector<Choice> &found) {
    unsigned here = 0;
    for (const Choice &choice : found) {
      if (here == mostProofsOfALevel || isOver())
        return false;
      if (!search.fits(choice))
        continue;
      table.apply(choice);
      if (!isText(mechanism))
        continue;
      ++here;
      ++proofs;
      proof::Proof proof = proof::prove(mechanism, makeEngine);
      if (proof.provesGuarantee()) {
        result.found = foundAlignments(table.samples());
        result.proof = std::move(proof);
        return true;
      }
      spent += proof.statistics().effort.resourceUnits;
      if (limits.isForProofAlone && isOver())
        return false;
      // A run on which it fails rules out more than it alone.
      refutation::CounterexampleLimits replayed;
      replayed.replays = 10'000;
      auto failure = refutation::findFailure(mechanism, replayed);
      if (failure)
        search.learn(storedRun(*failure));
      else if (isFollowedWhereSizesAreLarge(choice) && !simplest)
        simplest.emplace(choice, std::move(proof));
    }
    return false;
  }

  /// A cost that grows with a size may be too much only where that is larger than in all small runs.
  bool isFollowedWhereSizesAreLarge(const Choice &choice) {
    if (!std::exchange(knowsLargeRuns, true))
      for (StoredRun &run : largeRuns(mechanism))
        search.learn(std::move(run));
    return search.fits(choice);
  }

  ir::Mechanism &mechanism;
  const proof::EngineMaker &makeEngine;
  const IsText &isText;
  const FillingLimits &limits;
  Table table;
  Search search;
  Synthesis result;
  unsigned proofs = 0;
  std::uint64_t spent = 0;
  bool knowsLargeRuns = false;
  /// The first one that no run refutes, though it is not proved.
  std::optional<std::pair<Choice, proof::Proof>> simplest;
};

} // namespace

std::vector<Found> foundAlignments(const std::vector<ir::Sample *> &samples) {
  std::vector<Found> found;
  for (const ir::Sample *sample : samples)
    found.push_back(
        {sample->clause, ir::printAlignment(*sample), ir::printAlignment(*sample), false, sample});
  return found;
}

std::string toldTogether(const std::vector<Found> &found) {
  return llvm::join(clauses(found), ", ");
}

Synthesis fillAlignments(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText,
                         const FillingLimits &limits) {
  return Filling(mechanism, makeEngine, isText, limits).run();
}

} // namespace plumb::synthesis
