// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/apart.h"

#include "checker/relational/dependents.h"
#include "checker/relational/fork.h"
#include "checker/relational/walk.h"
#include "frontend/ir/announcement.h"

#include <utility>

namespace plumb::relational {

using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What may depend on noise.
Dependents ofNoise(const ir::Mechanism &mechanism) {
  std::set<const ir::Variable *> draws;
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      draws.insert(&sample->target);
  });
  return {mechanism, std::move(draws)};
}

bool assignsAndPublishes(const ir::If &branch) {
  bool fits = true, publishes = false;
  forEachIn(branch, [&](const ir::Statement &statement) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    publishes = publishes || output;
    fits = fits && (isa<ir::Assign>(statement) || isa<ir::If>(statement) ||
                    (output && !ir::isAnnounced(output->tag)));
  });
  return fits && publishes;
}

void addBranches(const ir::Block &block, const Dependents &noisy, std::vector<const ir::If *> &all) {
  for (const auto &statement : block)
    if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
      addBranches(loop->body, noisy, all);
    } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      if (assignsAndPublishes(*branch) && !noisy.isRead(*branch->condition)) {
        all.push_back(branch);
        continue;
      }
      addBranches(branch->thenBlock, noisy, all);
      addBranches(branch->elseBlock, noisy, all);
    }
}

} // namespace

std::vector<const ir::If *> branchesThatMayPart(const ir::Mechanism &mechanism) {
  std::vector<const ir::If *> all;
  addBranches(mechanism.body, ofNoise(mechanism), all);
  return all;
}

} // namespace plumb::relational
