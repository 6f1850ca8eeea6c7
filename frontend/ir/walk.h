// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/walk.h - The parts of an expression ----------*- C++ -*-===//
///
/// \file
/// What can be said of an expression without knowing its kind: its operands, the
/// same with other operands, and whether it is public. A new kind of expression
/// gets its operands here, once for all who walk or copy.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_WALK_H
#define PLUMB_FRONTEND_IR_WALK_H

#include "frontend/ir/expression.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::ir {

/// Calls \p visit on the direct operands of \p expression, from left to right as printed.
void forEachOperand(const Expression &expression, llvm::function_ref<void(const Expression &)> visit);

/// \p expression once more, at \p range, with \p part of each operand in the operand's place, from left to
/// right. What binds a variable binds the same one.
ExpressionPtr rebuilt(const Expression &expression, SourceRange range,
                      llvm::function_ref<ExpressionPtr(const Expression &)> part);

/// A copy of \p expression of which every part stands at \p range.
ExpressionPtr copyAt(const Expression &expression, SourceRange range);

/// True if the value of \p expression cannot differ between the two runs because nothing but
/// literals, parameters, loop indices and bound variables stand in it. This is what may be
/// promoted from Int to Real without a word; a local is not public in this sense even if its
/// value happens to be.
bool isPublic(const Expression &expression);

/// `3`, `-3`, `-(-3)`.
bool isSignedLiteral(const Expression &expression);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_WALK_H
