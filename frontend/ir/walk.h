// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/walk.h - The parts of an expression ----------*- C++ -*-===//

#ifndef PLUMB_FRONTEND_IR_WALK_H
#define PLUMB_FRONTEND_IR_WALK_H

#include "frontend/ir/expression.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::ir {

/// Calls \p visit on the direct operands of \p expression, from left to right as printed.
void forEachOperand(const Expression &expression, llvm::function_ref<void(const Expression &)> visit);

/// True if the value of \p expression cannot differ between the two runs because nothing but
/// literals, parameters, loop indices and bound variables stand in it. This is what may be
/// promoted from Int to Real without a word; a local is not public in this sense even if its
/// value happens to be.
bool isPublic(const Expression &expression);

/// `3`, `-3`, `-(-3)`.
bool isSignedLiteral(const Expression &expression);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_WALK_H
