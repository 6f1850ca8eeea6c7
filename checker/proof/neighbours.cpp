// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/neighbours.h"

#include "checker/proof/lemmas.h"
#include "checker/proof/record_trials.h"
#include "checker/proof/record_values.h"
#include "checker/proof/solver_context.h"

#include <algorithm>

namespace plumb::proof {

using smt::Outcome;
using smt::Term;

bool RecordValues::areProved() const {
  return std::all_of(evidence.begin(), evidence.end(), [](const Evidence &one) { return one.isProved(); });
}

RecordValues recordValuesOf(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine) {
  RecordValues values{std::make_unique<smt::TermStore>(), {}};
  SolverContext asked(ir::Setting::alone(neighbourhood), makeEngine, *values.store);
  verdict::Inquiry inquiry(asked.store, asked.solver, values.evidence);
  askRecordValues(asked.context, asked.solver, inquiry);
  return values;
}

DifferenceProperty haveNoNeighbours(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine,
                                    const WitnessCheck &check) {
  if (!recordValuesOf(neighbourhood, makeEngine).areProved())
    return {Outcome::Unknown, std::nullopt};
  smt::TermStore store;
  SolverContext asked(ir::Setting::alone(neighbourhood), makeEngine, store);
  relational::State state = relational::startState(asked.context);
  relational::Evaluator(asked.context, state).instantiation().atRecords();
  const Term nobody = store.boolean(false);
  {
    smt::Solver::Scope scope(asked.solver, withLemmas(asked.context, state.facts, {nobody}));
    if (asked.solver.proves(nobody).outcome == Outcome::Proved)
      return {Outcome::Proved, std::nullopt};
  }
  auto pair = RecordTrials(asked.context, asked.solver, check).find([&](const ConcreteRecords &) {
    return store.boolean(true);
  });
  return {pair ? Outcome::Refuted : Outcome::Unknown, std::move(pair)};
}

} // namespace plumb::proof
