// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/program_walk.h - The code of a program ---*- C++ -*-===//
///
/// \file
/// Walks over what a release runs. Alignments, invariants and what works for announcements are proof, and
/// left out.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_PROGRAM_WALK_H
#define PLUMB_MECHANISMS_PLAN_PROGRAM_WALK_H

#include "mechanisms/plan/released.h"

#include <llvm/ADT/STLExtras.h>
#include <vector>

namespace plumb::plan {

/// The loops around a statement, outermost first.
using Nest = std::vector<const ir::For *>;

/// Calls \p visit for every statement of \p block that runs, nested ones included, in program order.
void forEachStatement(const Released &released, const ir::Block &block,
                      llvm::function_ref<void(const ir::Statement &, const Nest &)> visit);
/// The same of all of \p mechanism.
void forEachStatement(const ir::Mechanism &mechanism,
                      llvm::function_ref<void(const ir::Statement &, const Nest &)> visit);

/// The expressions that \p statement itself evaluates, without those of its blocks.
void forEachExpression(const ir::Statement &statement,
                       llvm::function_ref<void(const ir::Expression &)> visit);

/// \p expression and everything in it, outermost first.
void forEachPart(const ir::Expression &expression, llvm::function_ref<void(const ir::Expression &)> visit);

/// The blocks of an If or For; none for other statements.
std::vector<const ir::Block *> blocksOf(const ir::Statement &statement);

/// What \p statement assigns or draws, or null.
const ir::Variable *targetOf(const ir::Statement &statement);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_PROGRAM_WALK_H
