// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/occurrence.h - What stands in a term ---------*- C++ -*-===//
///
/// \file
/// Whether something occurs in an expression, in itself or at any depth below it: operands, subscripts, and
/// the bodies of what binds a variable.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_OCCURRENCE_H
#define PLUMB_FRONTEND_IR_OCCURRENCE_H

#include "frontend/ir/expression.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::ir {

/// Does \p expression or some part of it satisfy \p test?
bool anyPart(const Expression &expression, llvm::function_ref<bool(const Expression &)> test);

/// Is \p variable read in \p expression, in either run?
bool reads(const Expression &expression, const Variable &variable);
/// Is some variable of \p role read in \p expression, in either run?
bool reads(const Expression &expression, Variable::Role role);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_OCCURRENCE_H
