// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/engines.h"

namespace plumb::tool {

proof::EngineMaker engines(const Options &options) {
  smt::Budget budget;
  if (options.resourceLimit)
    budget.resourceUnits = *options.resourceLimit;
  return [budget](smt::TermStore &) { return smt::makeZ3Engine(budget); };
}

} // namespace plumb::tool
