// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/open_part.h"

#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

static const Read *holeIn(const Expression &requirement) {
  const auto *equation = llvm::dyn_cast<Binary>(&requirement);
  const auto *right = equation && equation->op == BinaryOperator::Equal
                          ? llvm::dyn_cast<Read>(equation->right.get())
                          : nullptr;
  return right && right->primed && right->variable.role == Variable::Role::Parameter ? right : nullptr;
}

ExpressionPtr openEquation(const Variable &parameter, SourceRange equation, SourceRange hole) {
  return std::make_unique<Binary>(
      BinaryOperator::Equal, Sort::Bool,
      std::make_unique<Read>(parameter, false, std::vector<ExpressionPtr>(), equation),
      std::make_unique<Read>(parameter, true, std::vector<ExpressionPtr>(), hole), equation);
}

const Variable *openPart(const Expression &requirement) {
  const Read *hole = holeIn(requirement);
  return hole ? &hole->variable : nullptr;
}

SourceRange holeOf(const Expression &requirement) {
  assert(openPart(requirement) && "a requirement that is left open");
  return holeIn(requirement)->range();
}

std::string printRequirement(const Expression &requirement) {
  const Variable *part = openPart(requirement);
  return part ? part->name + " = ?" : print(requirement);
}

} // namespace plumb::ir
