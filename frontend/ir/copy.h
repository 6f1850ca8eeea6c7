// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/copy.h - The same term once more -------------*- C++ -*-===//

#ifndef PLUMB_FRONTEND_IR_COPY_H
#define PLUMB_FRONTEND_IR_COPY_H

#include "frontend/ir/expression.h"

namespace plumb::ir {

/// A copy of \p term that stands at \p range.
/// \pre \p term is the extent of an array: over scalar parameters.
ExpressionPtr copyOfExtent(const Expression &term, SourceRange range);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_COPY_H
