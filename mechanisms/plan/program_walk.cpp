// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/program_walk.h"

#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::cast;
using llvm::dyn_cast;
using Kind = ir::Statement::Kind;
using VisitStatement = llvm::function_ref<void(const ir::Statement &, const Nest &)>;
using VisitExpression = llvm::function_ref<void(const ir::Expression &)>;

std::vector<const ir::Block *> blocksOf(const ir::Statement &statement) {
  if (const auto *branch = dyn_cast<ir::If>(&statement))
    return {&branch->thenBlock, &branch->elseBlock};
  if (const auto *loop = dyn_cast<ir::For>(&statement))
    return {&loop->body};
  return {};
}

static void walk(const Released &released, const ir::Block &block, Nest &nest, VisitStatement visit) {
  for (const ir::Statement *statement : released.statementsOf(block)) {
    visit(*statement, nest);
    const auto *loop = dyn_cast<ir::For>(statement);
    if (loop)
      nest.push_back(loop);
    for (const ir::Block *inner : blocksOf(*statement))
      walk(released, *inner, nest, visit);
    if (loop)
      nest.pop_back();
  }
}

void forEachStatement(const Released &released, const ir::Block &block, VisitStatement visit) {
  Nest nest;
  walk(released, block, nest, visit);
}

void forEachStatement(const ir::Mechanism &mechanism, VisitStatement visit) {
  forEachStatement(Released(mechanism), mechanism.body, visit);
}

static void visitAll(const std::vector<ir::ExpressionPtr> &expressions, VisitExpression visit) {
  for (const auto &expression : expressions)
    visit(*expression);
}

void forEachExpression(const ir::Statement &statement, VisitExpression visit) {
  switch (statement.kind()) {
  case Kind::Sample:
    visitAll(cast<ir::Sample>(statement).indices, visit);
    return visit(*cast<ir::Sample>(statement).scale);
  case Kind::Assign:
    visitAll(cast<ir::Assign>(statement).indices, visit);
    return visit(*cast<ir::Assign>(statement).value);
  case Kind::If:
    return visit(*cast<ir::If>(statement).condition);
  case Kind::For:
    visit(*cast<ir::For>(statement).low);
    visit(*cast<ir::For>(statement).high);
    if (const auto &guard = cast<ir::For>(statement).guard)
      visit(*guard);
    return;
  case Kind::Output:
    return visitAll(cast<ir::Output>(statement).values, visit);
  case Kind::Return:
    if (const auto &value = cast<ir::Return>(statement).value)
      visit(*value);
    return;
  }
}

void forEachPart(const ir::Expression &expression, VisitExpression visit) {
  visit(expression);
  ir::forEachOperand(expression, [&](const ir::Expression &operand) { forEachPart(operand, visit); });
}

const ir::Variable *targetOf(const ir::Statement &statement) {
  if (const auto *sample = dyn_cast<ir::Sample>(&statement))
    return &sample->target;
  if (const auto *assign = dyn_cast<ir::Assign>(&statement))
    return &assign->target;
  return nullptr;
}

} // namespace plumb::plan
