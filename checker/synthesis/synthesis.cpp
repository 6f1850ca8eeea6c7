// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/synthesis.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/directions.h"
#include "checker/synthesis/filling.h"
#include "checker/synthesis/open_amounts.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>

namespace plumb::synthesis {

std::vector<std::string> clauses(const std::vector<Found> &found) {
  std::vector<std::string> told;
  for (const Found &one : found)
    if (std::find(told.begin(), told.end(), one.clause) == told.end())
      told.push_back(one.clause);
  return told;
}

std::vector<Found> foundRanges(const ir::Mechanism &mechanism) {
  std::vector<Found> found;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *loop = llvm::dyn_cast<ir::For>(&statement);
    if (!loop || !loop->leftOut)
      return;
    const std::string head = "for " + loop->index.name + " in " + ir::print(*loop->low) + " .. " +
                             ir::print(*loop->high) + " while";
    found.push_back({*loop->leftOut, head + " " + ir::print(*loop->guard), head});
  });
  return found;
}

Synthesis synthesize(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText,
                     const FillingLimits &limits) {
  const auto isOpen = [](const ir::Difference &difference) { return difference.openDirection.isOpen; };
  Synthesis made;
  if (std::any_of(mechanism.adjacency.begin(), mechanism.adjacency.end(), isOpen))
    made = findDirections(mechanism, makeEngine, isText);
  else if (!mechanism.isStated())
    made = findAmounts(mechanism, makeEngine, isText);
  else
    made = fillAlignments(mechanism, makeEngine, isText, limits);
  std::stable_sort(made.found.begin(), made.found.end(),
                   [](const Found &a, const Found &b) { return a.range.begin < b.range.begin; });
  return made;
}

} // namespace plumb::synthesis
