// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/exclusive_draws.h"

#include "checker/relational/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;

bool ExclusiveDraws::areExclusive(const ir::Sample &one, const ir::Sample &other) const {
  const Sides &others = around.at(&other);
  return llvm::any_of(around.at(&one), [&](const auto &side) {
    const auto same = others.find(side.first);
    return same != others.end() && same->second != side.second;
  });
}

void ExclusiveDraws::block(const ir::Block &statements, const Sides &sides) {
  for (const auto &statement : statements) {
    if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      for (const bool holds : {true, false}) {
        Sides more = sides;
        more[branch] = holds;
        block(holds ? branch->thenBlock : branch->elseBlock, more);
      }
      continue;
    }
    relational::forEachIn(*statement, [&](const ir::Statement &inner) {
      if (const auto *sample = dyn_cast<ir::Sample>(&inner))
        around[sample] = sides;
    });
  }
}

} // namespace plumb::synthesis
