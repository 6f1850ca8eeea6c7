// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/engines.h"

#include "checker/smt/seeded_engine.h"

namespace plumb::tool {

proof::EngineMaker engines(const Options &options) {
  smt::Budget budget;
  if (options.resourceLimit)
    budget.resourceUnits = *options.resourceLimit;
  if (options.timeLimit)
    budget.wallClock = std::chrono::seconds(*options.timeLimit);
  return [budget, seed = options.seed](smt::TermStore &) { return smt::makeZ3Engine(budget, seed); };
}

} // namespace plumb::tool
