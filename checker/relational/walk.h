// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/walk.h - Statements and subexpressions -*- C++ -*-===//
///
/// \file
/// Walks over all statements of a block and all parts of an expression, for questions like "which variables
/// does this loop change".
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_WALK_H
#define PLUMB_CHECKER_RELATIONAL_WALK_H

#include "frontend/ir/same_term.h"
#include "frontend/ir/statement.h"
#include "frontend/ir/walk.h"

#include "llvm/Support/Casting.h"

#include <set>
#include <vector>

namespace plumb::relational {

/// Calls \p visit(statement, loops) for every statement of \p block, nested ones included, in program
/// order; `loops` is the number of loops of \p block around it.
template <typename Visit>
void forEachStatement(const ir::Block &block, const Visit &visit, unsigned loops = 0) {
  for (const auto &statement : block) {
    visit(*statement, loops);
    if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      forEachStatement(branch->thenBlock, visit, loops);
      forEachStatement(branch->elseBlock, visit, loops);
    } else if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
      forEachStatement(loop->body, visit, loops + 1);
    }
  }
}

/// Calls \p visit(statement) for \p statement and every statement in it, in program order.
template <typename Visit> void forEachIn(const ir::Statement &statement, const Visit &visit) {
  const auto inside = [&](const ir::Statement &inner, unsigned) { visit(inner); };
  visit(statement);
  if (const auto *branch = llvm::dyn_cast<ir::If>(&statement)) {
    forEachStatement(branch->thenBlock, inside);
    forEachStatement(branch->elseBlock, inside);
  } else if (const auto *loop = llvm::dyn_cast<ir::For>(&statement)) {
    forEachStatement(loop->body, inside);
  }
}

/// Calls \p visit for \p expression and everything in it.
inline void forEachExpression(const ir::Expression &expression,
                              llvm::function_ref<void(const ir::Expression &)> visit) {
  visit(expression);
  ir::forEachOperand(expression, [&](const ir::Expression &operand) { forEachExpression(operand, visit); });
}

/// The expressions of \p statement itself, without those of statements in it.
std::vector<const ir::Expression *> expressionsOf(const ir::Statement &statement);

/// Is there a way through \p statement by which the run ends?
inline bool mayEndTheRun(const ir::Statement &statement) {
  bool may = false;
  forEachIn(statement, [&](const ir::Statement &inner) { may = may || llvm::isa<ir::Return>(inner); });
  return may;
}

/// Adds each variable that \p expression reads to \p variables, by its ir::identityOf.
inline void collectVariables(const ir::Expression &expression, std::set<const ir::Variable *> &variables) {
  forEachExpression(expression, [&](const ir::Expression &part) {
    if (const auto *read = llvm::dyn_cast<ir::Read>(&part))
      variables.insert(&ir::identityOf(read->variable));
  });
}

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_WALK_H
