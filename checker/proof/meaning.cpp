// SPDX-License-Identifier: Apache-2.0
// What can be asked of a mechanism whose alignments are left open: whether its runs are defined.
#include "checker/inference/invariants.h"
#include "checker/proof/prover.h"
#include "checker/relational/walk.h"

namespace plumb::proof {

using relational::Goal;
using relational::LoopInvariants;
using relational::Segment;
using relational::TwoRun;
using smt::Term;

Proof proveMeaning(const ir::Mechanism &mechanism, const EngineMaker &makeEngine) {
  return Prover(mechanism, makeEngine).meaning();
}

/// The verdict stays NotProved: of privacy nothing is asked.
Proof Prover::meaning() {
  termination();
  records();
  if (allProved()) {
    runsHaveMeaning();
    shapesAreDefined();
    guaranteeIsDefined();
    neighboursExist();
  }
  proof.words = std::move(symbols.vocabulary());
  proof.counters = solver.statistics();
  return std::move(proof);
}

/// Most runs are defined by what is tested beside each place; what a loop keeps is looked for if not.
void Prover::runsHaveMeaning() {
  std::size_t loops = 0;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    loops += llvm::isa<ir::For>(statement) ? 1 : 0;
  });
  bool isKnown = true;
  forEachMeaning(LoopInvariants(loops), [&](const Goal &goal, const Segment &, const std::vector<Term> &) {
    isKnown = isKnown && solver.proves(goal.formula).outcome == smt::Outcome::Proved;
  });
  if (!isKnown)
    forEachMeaning(inference::findInvariants(context, solver, TwoRun::Mode::Meaning),
                   [&](const Goal &goal, const Segment &segment, const std::vector<Term> &facts) {
                     inquiry.ask(goal.condition, goal.subject, goal.range, facts, goal.formula).reasons =
                         segment.reasons;
                   });
}

/// Calls \p visit with each goal by which a run is defined, and with what the solver is told of its path.
void Prover::forEachMeaning(
    const LoopInvariants &invariants,
    llvm::function_ref<void(const Goal &, const Segment &, const std::vector<Term> &)> visit) {
  TwoRun run(context, invariants, TwoRun::Mode::Meaning);
  if (!run.execute())
    return;
  for (const Segment &segment : run.segments()) {
    std::vector<const Goal *> goals;
    std::vector<Term> formulas;
    for (const Goal &goal : segment.goals)
      if (goal.condition == Condition::Defined || goal.condition == Condition::SameLaw) {
        goals.push_back(&goal);
        formulas.push_back(goal.formula);
      }
    if (goals.empty())
      continue;
    // Contradictory facts prove each goal: no run goes there.
    const std::vector<Term> facts = withLemmas(segment.facts, formulas);
    smt::Solver::Scope scope(solver, facts);
    for (const Goal *goal : goals)
      visit(*goal, segment, facts);
  }
}

} // namespace plumb::proof
