// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/shares.h - What the text divides by ----*- C++ -*-===//
///
/// \file
/// The n of a mean: where an answer is divided by a public number, so is what it may change by. For whoever
/// makes candidates of amounts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_SHARES_H
#define PLUMB_CHECKER_RELATIONAL_SHARES_H

#include "checker/relational/context.h"
#include "checker/relational/scales.h"

#include <vector>

namespace plumb::relational {

/// 1 / d for each d, a term over scalar parameters and no number, that something which is not public is
/// divided by; each once.
std::vector<RationalFunction> sharesOf(Context context);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_SHARES_H
