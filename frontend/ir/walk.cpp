// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/walk.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/record.h"

#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

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

ExpressionPtr rebuilt(const Expression &expression, SourceRange range,
                      llvm::function_ref<ExpressionPtr(const Expression &)> part) {
  using Kind = Expression::Kind;
  const auto one = [&](const ExpressionPtr &operand) { return operand ? part(*operand) : nullptr; };
  const auto all = [&](const std::vector<ExpressionPtr> &operands) {
    std::vector<ExpressionPtr> parts;
    for (const ExpressionPtr &operand : operands)
      parts.push_back(part(*operand));
    return parts;
  };
  switch (expression.kind()) {
  case Kind::Number:
    return std::make_unique<Number>(cast<Number>(expression).value, expression.sort(), range);
  case Kind::Boolean:
    return std::make_unique<Boolean>(cast<Boolean>(expression).value, range);
  case Kind::Read: {
    const auto &read = cast<Read>(expression);
    return std::make_unique<Read>(read.variable, read.primed, all(read.indices), range);
  }
  case Kind::Unary: {
    const auto &unary = cast<Unary>(expression);
    return std::make_unique<Unary>(unary.op, unary.sort(), one(unary.operand), range);
  }
  case Kind::Binary: {
    const auto &binary = cast<Binary>(expression);
    ExpressionPtr left = one(binary.left), right = one(binary.right);
    return std::make_unique<Binary>(binary.op, binary.sort(), std::move(left), std::move(right), range);
  }
  case Kind::Conditional: {
    const auto &choice = cast<Conditional>(expression);
    ExpressionPtr condition = one(choice.condition), whenTrue = one(choice.whenTrue);
    return std::make_unique<Conditional>(std::move(condition), std::move(whenTrue), one(choice.whenFalse),
                                         range);
  }
  case Kind::Extremum: {
    const auto &extremum = cast<Extremum>(expression);
    ExpressionPtr left = one(extremum.left), right = one(extremum.right);
    return std::make_unique<Extremum>(extremum.isMaximum, std::move(left), std::move(right), range);
  }
  case Kind::TopK: {
    const auto &chosen = cast<TopK>(expression);
    return std::make_unique<TopK>(one(chosen.count), chosen.array, chosen.primed, range);
  }
  case Kind::CellTest: {
    const auto &test = cast<CellTest>(expression);
    return std::make_unique<CellTest>(test.transcript, all(test.indices), test.tag, range);
  }
  case Kind::CellRead: {
    const auto &read = cast<CellRead>(expression);
    return std::make_unique<CellRead>(read.transcript, all(read.indices), read.tag, read.component,
                                      read.sort(), range);
  }
  case Kind::ResultRead: {
    const auto &read = cast<ResultRead>(expression);
    return std::make_unique<ResultRead>(read.part, one(read.position), read.sort(), range);
  }
  case Kind::Membership:
    return std::make_unique<Membership>(one(cast<Membership>(expression).element), range);
  case Kind::Forall: {
    const auto &forall = cast<Forall>(expression);
    ExpressionPtr low = one(forall.low), high = one(forall.high);
    return std::make_unique<Forall>(forall.variable, std::move(low), std::move(high), one(forall.body),
                                    range);
  }
  case Kind::Aggregate: {
    const auto &aggregate = cast<Aggregate>(expression);
    ExpressionPtr low = one(aggregate.low), high = one(aggregate.high), filter = one(aggregate.filter);
    return std::make_unique<Aggregate>(aggregate.which, aggregate.variable, std::move(low), std::move(high),
                                       std::move(filter), one(aggregate.body), range);
  }
  case Kind::Moved:
    return std::make_unique<Moved>(one(cast<Moved>(expression).scale), range);
  case Kind::Cost:
    return std::make_unique<Cost>(range);
  case Kind::FieldRead: {
    const auto &read = cast<FieldRead>(expression);
    return std::make_unique<FieldRead>(read.record, read.primed, read.field, all(read.indices), range);
  }
  case Kind::NoneTest:
    return std::make_unique<NoneTest>(one(cast<NoneTest>(expression).operand), range);
  case Kind::FieldComparison: {
    const auto &comparison = cast<FieldComparison>(expression);
    ExpressionPtr left = one(comparison.left), right = one(comparison.right);
    return std::make_unique<FieldComparison>(comparison.op, std::move(left), std::move(right), range);
  }
  }
  llvm_unreachable("all expressions are handled");
}

ExpressionPtr copyAt(const Expression &expression, SourceRange range) {
  return rebuilt(expression, range, [&](const Expression &operand) { return copyAt(operand, range); });
}

/// Apart from its operands. What is not known to be public is secret.
static bool isPublicLeaf(const Expression &expression) {
  switch (expression.kind()) {
  case Expression::Kind::Read: {
    Variable::Role role = cast<Read>(expression).variable.role;
    return role == Variable::Role::Parameter || role == Variable::Role::LoopIndex ||
           role == Variable::Role::Bound;
  }
  case Expression::Kind::Number:
  case Expression::Kind::Boolean:
  case Expression::Kind::Unary:
  case Expression::Kind::Binary:
  case Expression::Kind::Conditional:
  case Expression::Kind::Extremum:
  case Expression::Kind::Forall:
  case Expression::Kind::Aggregate:
  case Expression::Kind::NoneTest:
  case Expression::Kind::FieldComparison:
    return true;
  case Expression::Kind::TopK:
  case Expression::Kind::CellTest:
  case Expression::Kind::CellRead:
  case Expression::Kind::ResultRead:
  case Expression::Kind::Membership:
  case Expression::Kind::Moved:
  case Expression::Kind::Cost:
  case Expression::Kind::FieldRead:
    return false;
  }
  return false;
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
