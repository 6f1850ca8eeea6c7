// SPDX-License-Identifier: Apache-2.0
//===- checker/run/support.h - What noise can be ----------------*- C++ -*-===//

#ifndef PLUMB_CHECKER_RUN_SUPPORT_H
#define PLUMB_CHECKER_RUN_SUPPORT_H

#include "checker/run/exact.h"
#include "frontend/ir/statement.h"

namespace plumb::run {

/// Can a sample of this law and sort be \p value? Laplace: any; Exponential: >= 0;
/// NegExponential: <= 0; over Int only integers.
bool inSupport(ir::Law law, ir::Sort sort, const Exact &value);

} // namespace plumb::run

#endif // PLUMB_CHECKER_RUN_SUPPORT_H
