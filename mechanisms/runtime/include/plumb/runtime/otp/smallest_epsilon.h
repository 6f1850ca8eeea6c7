// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The price of being right: which eps wanted error probabilities need.
///
/// Given alpha, beta and the distance k of `upper_bounds.h`, the functions
/// enclose the least eps >= 0 for which the condition of `one_sidedness.h` holds.
/// Any eps at or above the upper end fulfils it, any below the lower end does
/// not. An error value says that no eps does.

#ifndef PLUMB_RUNTIME_OTP_SMALLEST_EPSILON_H
#define PLUMB_RUNTIME_OTP_SMALLEST_EPSILON_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// (P, eps)-ADP: ln((1 - alpha) / beta) / k, or 0 if 1 - alpha <= beta; from
/// 1 - alpha <= e^(k eps) beta, Proposition IV.7 of "Asymmetric Differential
/// Privacy" (ICDM 2022).
Expected<Interval> smallestEpsilonUnderAdp(std::uint64_t steps, const Probability &alpha,
                                           const Probability &beta);

/// (eps, delta)-DP: the least eps with p_k >= 1 - beta, p_k as in
/// `approximateDpUpperBound`. Found by bisection, each step decided by an
/// interval; p_k rises with eps. The ends differ by less than one part in 2^60.
/// Beyond eps = 65536 it is not sought: the error value says so.
Expected<Interval> smallestEpsilonUnderApproximateDp(const Probability &delta, std::uint64_t steps,
                                                     const Probability &alpha, const Probability &beta);

/// The same with delta = 0.
Expected<Interval> smallestEpsilonUnderDp(std::uint64_t steps, const Probability &alpha,
                                          const Probability &beta);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_SMALLEST_EPSILON_H
