// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/neighbours.h"

#include "checker/proof/lemmas.h"
#include "checker/proof/record_trials.h"
#include "checker/proof/record_values.h"

#include <algorithm>

namespace plumb::proof {

using smt::Outcome;
using smt::Term;

namespace {

/// What is asked of one mechanism, alone.
struct Asking {
  Asking(const ir::Mechanism &mechanism, const EngineMaker &makeEngine, smt::TermStore &ofTerms)
      : store(ofTerms), solver(ofTerms, makeEngine(ofTerms)), symbols(mechanism, ofTerms), products(ofTerms),
        scales(symbols, products, ofTerms), context{store, symbols, products, scales} {}

  smt::TermStore &store;
  smt::Solver solver;
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
  relational::Context context;
};

} // namespace

bool RecordValues::areProved() const {
  return std::all_of(evidence.begin(), evidence.end(), [](const Evidence &one) { return one.isProved(); });
}

RecordValues recordValuesOf(const ir::Mechanism &mechanism, const EngineMaker &makeEngine) {
  RecordValues values{std::make_unique<smt::TermStore>(), {}};
  Asking asking(mechanism, makeEngine, *values.store);
  verdict::Inquiry inquiry(asking.store, asking.solver, values.evidence);
  askRecordValues(asking.context, asking.solver, inquiry);
  return values;
}

DifferenceProperty haveNoNeighbours(const ir::Mechanism &mechanism, const EngineMaker &makeEngine,
                                    const WitnessCheck &check) {
  if (!recordValuesOf(mechanism, makeEngine).areProved())
    return {Outcome::Unknown, std::nullopt};
  smt::TermStore store;
  Asking asking(mechanism, makeEngine, store);
  relational::State state = relational::startState(asking.context);
  relational::Evaluator(asking.context, state).instantiation().atRecords();
  const Term nobody = store.boolean(false);
  {
    smt::Solver::Scope scope(asking.solver, withLemmas(asking.context, state.facts, {nobody}));
    if (asking.solver.proves(nobody).outcome == Outcome::Proved)
      return {Outcome::Proved, std::nullopt};
  }
  auto pair = RecordTrials(asking.context, asking.solver, check).find([&](const ConcreteRecords &) {
    return store.boolean(true);
  });
  return {pair ? Outcome::Refuted : Outcome::Unknown, std::move(pair)};
}

} // namespace plumb::proof
