// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/draw_counts.h - How often is drawn ----*- C++ -*-===//
///
/// \file
/// How often each sample statement draws at most, read off the ranges of the loops around it, measured as
/// what is moved at its scale is. For whoever makes candidates of amounts; nothing rests on them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_DRAW_COUNTS_H
#define PLUMB_CHECKER_RELATIONAL_DRAW_COUNTS_H

#include "checker/relational/context.h"
#include "checker/relational/polynomial.h"

#include <vector>

namespace plumb::relational {

/// Of one sample statement: polynomials of the scalar parameters, times the weight of its scale in its class;
/// 1 for one outside of all loops at the largest scale. The first is how often the loops around it run;
/// others put what a guard, as `hits < c`, compares with in the place of the range of its loop.
using DrawCounts = std::vector<Polynomial>;

/// For each class of scales those of its sample statements, in the order of the text and each once; of draws
/// in loops whose ranges are no such polynomials, nothing.
std::vector<std::vector<DrawCounts>> drawCounts(Context context);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_DRAW_COUNTS_H
