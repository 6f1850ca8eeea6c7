// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/walk.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/record.h"

#include <llvm/Support/Casting.h>

namespace plumb::ir {

using llvm::cast;
using Visit = llvm::function_ref<void(const Expression &)>;

static void visitAll(const std::vector<ExpressionPtr> &operands, Visit visit) {
  for (const ExpressionPtr &operand : operands)
    visit(*operand);
}

void forEachOperand(const Expression &expression, Visit visit) {
  switch (expression.kind()) {
  case Expression::Kind::Number:
  case Expression::Kind::Boolean:
  case Expression::Kind::Cost:
    return;
  case Expression::Kind::Read:
    return visitAll(cast<Read>(expression).indices, visit);
  case Expression::Kind::Unary:
    return visit(*cast<Unary>(expression).operand);
  case Expression::Kind::Binary:
    visit(*cast<Binary>(expression).left);
    return visit(*cast<Binary>(expression).right);
  case Expression::Kind::Conditional:
    visit(*cast<Conditional>(expression).condition);
    visit(*cast<Conditional>(expression).whenTrue);
    return visit(*cast<Conditional>(expression).whenFalse);
  case Expression::Kind::Extremum:
    visit(*cast<Extremum>(expression).left);
    return visit(*cast<Extremum>(expression).right);
  case Expression::Kind::TopK:
    return visit(*cast<TopK>(expression).count);
  case Expression::Kind::CellTest:
    return visitAll(cast<CellTest>(expression).indices, visit);
  case Expression::Kind::CellRead:
    return visitAll(cast<CellRead>(expression).indices, visit);
  case Expression::Kind::ResultRead:
    if (const ExpressionPtr &position = cast<ResultRead>(expression).position)
      visit(*position);
    return;
  case Expression::Kind::Membership:
    return visit(*cast<Membership>(expression).element);
  case Expression::Kind::Forall:
    visit(*cast<Forall>(expression).low);
    visit(*cast<Forall>(expression).high);
    return visit(*cast<Forall>(expression).body);
  case Expression::Kind::Aggregate:
    visit(*cast<Aggregate>(expression).low);
    visit(*cast<Aggregate>(expression).high);
    if (const ExpressionPtr &filter = cast<Aggregate>(expression).filter)
      visit(*filter);
    return visit(*cast<Aggregate>(expression).body);
  case Expression::Kind::Moved:
    return visit(*cast<Moved>(expression).scale);
  case Expression::Kind::FieldRead:
    return visitAll(cast<FieldRead>(expression).indices, visit);
  case Expression::Kind::NoneTest:
    return visit(*cast<NoneTest>(expression).operand);
  case Expression::Kind::FieldComparison:
    visit(*cast<FieldComparison>(expression).left);
    return visit(*cast<FieldComparison>(expression).right);
  }
}

static bool isPublicLeaf(const Expression &expression) {
  switch (expression.kind()) {
  case Expression::Kind::Read: {
    Variable::Role role = cast<Read>(expression).variable.role;
    return role == Variable::Role::Parameter || role == Variable::Role::LoopIndex ||
           role == Variable::Role::Bound;
  }
  case Expression::Kind::TopK:
  case Expression::Kind::CellTest:
  case Expression::Kind::CellRead:
  case Expression::Kind::ResultRead:
  case Expression::Kind::Membership:
  case Expression::Kind::Moved:
  case Expression::Kind::Cost:
  case Expression::Kind::FieldRead:
    return false;
  default:
    return true;
  }
}

bool isSignedLiteral(const Expression &expression) {
  const auto *unary = llvm::dyn_cast<Unary>(&expression);
  if (unary && unary->op == UnaryOperator::Negate)
    return isSignedLiteral(*unary->operand);
  return llvm::isa<Number>(expression);
}

bool isPublic(const Expression &expression) {
  bool all = isPublicLeaf(expression);
  forEachOperand(expression, [&](const Expression &operand) { all = all && isPublic(operand); });
  return all;
}

} // namespace plumb::ir
