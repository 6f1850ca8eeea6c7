// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/multiple_below.h - Rounding to steps -----*- C++ -*-===//
///
/// \file
/// `(a div b) * b` is a - a mod b, and so hardly larger than a, whatever a and b are. Ranges of the factors
/// alone say that it may be as large as their product.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_MULTIPLE_BELOW_H
#define PLUMB_MECHANISMS_PLAN_MULTIPLE_BELOW_H

#include "frontend/ir/expression.h"

namespace plumb::plan {

/// The `a div b` of \p product, a multiple of the same b; null if it is another product, or none.
const ir::Binary *quotientOfMultiple(const ir::Binary &product);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_MULTIPLE_BELOW_H
