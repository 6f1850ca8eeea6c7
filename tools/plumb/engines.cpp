// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/engines.h"

#include "checker/smt/cvc5_engine.h"
#include "checker/smt/seeded_engine.h"

namespace plumb::tool {

std::unique_ptr<smt::Engine> makeEngine(const Options &options, const smt::Budget &budget) {
  switch (options.engine) {
  case EngineChoice::Z3:
    break;
  case EngineChoice::Cvc5:
    return smt::makeCvc5Engine(budget);
  case EngineChoice::Both:
    return smt::makeAgreeingEngine(smt::makeZ3Engine(budget, options.seed), smt::makeCvc5Engine(budget));
  }
  return smt::makeZ3Engine(budget, options.seed);
}

proof::EngineMaker engines(const Options &options) {
  smt::Budget budget;
  if (options.resourceLimit)
    budget.resourceUnits = *options.resourceLimit;
  if (options.timeLimit)
    budget.wallClock = std::chrono::seconds(*options.timeLimit);
  return [budget, options](smt::TermStore &) { return makeEngine(options, budget); };
}

std::string engineNames(const Options &options) {
  return makeEngine(options, {})->name();
}

} // namespace plumb::tool
