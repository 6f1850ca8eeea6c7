// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/occurrence.h"

#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::ir {

bool anyPart(const Expression &expression, llvm::function_ref<bool(const Expression &)> test) {
  bool found = test(expression);
  forEachOperand(expression, [&](const Expression &operand) { found = found || anyPart(operand, test); });
  return found;
}

bool reads(const Expression &expression, const Variable &variable) {
  return anyPart(expression, [&](const Expression &part) {
    const auto *name = llvm::dyn_cast<Read>(&part);
    return name && &name->variable == &variable;
  });
}

bool reads(const Expression &expression, Variable::Role role) {
  return anyPart(expression, [&](const Expression &part) {
    const auto *read = llvm::dyn_cast<Read>(&part);
    return read && read->variable.role == role;
  });
}

} // namespace plumb::ir
