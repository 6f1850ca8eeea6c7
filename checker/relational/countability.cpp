// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/countability.h"

#include "frontend/ir/walk.h"

#include "llvm/Support/Casting.h"

namespace plumb::relational {
namespace {

/// A formula has two values, so whatever stands inside one is only compared.
const ir::Expression *numericOutput(const ir::Expression &expression) {
  if (expression.sort() == ir::Sort::Bool)
    return nullptr;
  bool output = llvm::isa<ir::CellRead>(expression) || llvm::isa<ir::ResultRead>(expression);
  if (output && expression.sort() == ir::Sort::Real)
    return &expression;
  const ir::Expression *found = nullptr;
  ir::forEachOperand(expression, [&](const ir::Expression &operand) {
    if (!found)
      found = numericOutput(operand);
  });
  return found;
}

} // namespace

const ir::Expression *uncountableUse(const ir::Sample &sample, const ir::Mechanism &mechanism) {
  bool continuous = false;
  for (const auto &variable : mechanism.variables)
    continuous |= variable->role == ir::Variable::Role::Sample && variable->sort == ir::Sort::Real;
  return continuous ? numericOutput(*sample.aligned) : nullptr;
}

} // namespace plumb::relational
