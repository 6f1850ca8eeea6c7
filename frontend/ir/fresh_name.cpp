// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/fresh_name.h"

#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

static bool isTaken(const Mechanism &mechanism, const std::string &name) {
  const auto isCalledSo = [&](const auto &thing) { return thing->name == name; };
  const auto isBound = [&](const Expression &part) {
    const auto *forall = llvm::dyn_cast<Forall>(&part);
    return forall && forall->variable.name == name;
  };
  const auto &elsewhere = mechanism.namesElsewhere;
  return std::any_of(mechanism.variables.begin(), mechanism.variables.end(), isCalledSo) ||
         std::any_of(mechanism.tags.begin(), mechanism.tags.end(), isCalledSo) ||
         std::find(elsewhere.begin(), elsewhere.end(), name) != elsewhere.end() ||
         std::any_of(mechanism.claims.begin(), mechanism.claims.end(),
                     [&](const Claim &claim) { return anyPart(*claim.formula, isBound); });
}

std::string freshName(const Mechanism &mechanism, const std::string &wanted) {
  std::string name = wanted;
  while (isTaken(mechanism, name))
    name += "_";
  return name;
}

} // namespace plumb::ir
