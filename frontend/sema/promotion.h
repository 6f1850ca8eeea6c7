// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/promotion.h - From Int to Real -------------*- C++ -*-===//
///
/// \file
/// The one implicit conversion of the language: a public Int where a Real is wanted. Data are never
/// converted by themselves.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_PROMOTION_H
#define PLUMB_FRONTEND_SEMA_PROMOTION_H

#include "frontend/ir/expression.h"

namespace plumb::sema {

/// True if \p term is an Int whose value is public, or a choice between such: it turns into a
/// Real wherever one is wanted.
bool isPromotable(const ir::Expression &term);

/// \p term as a Real. Literals become Real literals and choices are promoted branch by
/// branch, so that what is printed without a conversion reads back as the same term.
/// \pre \p term is an Int.
ir::ExpressionPtr promote(ir::ExpressionPtr term);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_PROMOTION_H
