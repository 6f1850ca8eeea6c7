// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/growth.h - One step of an assignment -----*- C++ -*-===//
///
/// \file
/// How much one assignment can make a variable larger, so that the range behind a loop of known length can
/// be bounded and no emitted integer overflows.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_GROWTH_H
#define PLUMB_MECHANISMS_PLAN_GROWTH_H

#include "mechanisms/plan/value_ranges.h"

namespace plumb::plan {

/// With M the largest magnitude in a circle of variables, a term e over them satisfies
/// |e| <= max(gain * M + step, base), where the first part is absent if gain is 0.
struct Growth {
  Integer gain = 0, step = 0, base = 0;
};

/// Nothing if no such bound is known: a product of two terms of the circle, an unbounded operand.
///
/// \param ranges knows all variables outside of \p circle.
std::optional<Growth> growth(const ir::Expression &term, const std::vector<const ir::Variable *> &circle,
                             const ValueRanges &ranges);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_GROWTH_H
