// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The price of being right without a direction: which delta wanted error
/// probabilities need under (eps, delta)-DP.

#ifndef PLUMB_RUNTIME_OTP_SMALLEST_DELTA_H
#define PLUMB_RUNTIME_OTP_SMALLEST_DELTA_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// The least delta with p_k >= 1 - beta, p_k as in `approximateDpUpperBound`:
/// condition (9) of "Asymmetric Differential Privacy" (ICDM 2022), tightened.
/// p_k rises with delta; the least one is found by bisection, each step decided
/// by an interval. Any delta at or above the upper end is enough, any below the
/// lower end is not. An error value for k = 0, where delta does not help.
Expected<Interval> smallestDelta(const Epsilon &eps, std::uint64_t steps, const Probability &alpha,
                                 const Probability &beta);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_SMALLEST_DELTA_H
