// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/bad_parameters.h"

#include "checker/interpreter/neighbours.h"
#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"
#include "frontend/ir/print_expression.h"

namespace plumb::refutation {

std::optional<BadParameters> findNegativeBound(const ir::Mechanism &mechanism) {
  SmallInstances instances(mechanism);
  Budget budget(10'000);
  constexpr unsigned heaviest = 8;
  for (unsigned weight = 0; weight <= heaviest && !budget.isSpent(); ++weight)
    for (SmallInstance &small : instances.ofWeight(weight, budget))
      for (const ir::Difference &stated : mechanism.adjacency) {
        const interpreter::Instance &instance = small.instance();
        if (instance.place(*stated.query).size != 0 &&
            interpreter::differenceRange(instance, *stated.query).isEmpty())
          return BadParameters{"the bound `" + ir::printPromoted(*stated.bound) + "` of `" +
                                   stated.query->name + "` is met by no data",
                               namedParameters(instance)};
      }
  return std::nullopt;
}

} // namespace plumb::refutation
