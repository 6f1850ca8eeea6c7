// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How often a "true" must be missed.
///
/// A mechanism is (alpha, beta)-one-sided for a yes-no question if it is wrongly
/// "true" with probability at most alpha and misses a "true" with probability at
/// most beta (Definition II.6 of "Asymmetric Differential Privacy", ICDM 2022).
/// Privacy forces beta up. The functions enclose the least beta that is possible
/// at distance k: quote the lower end, beta cannot be smaller. Distances and
/// parameters are those of `upper_bounds.h`.

#ifndef PLUMB_RUNTIME_OTP_ONE_SIDEDNESS_H
#define PLUMB_RUNTIME_OTP_ONE_SIDEDNESS_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// (1 - alpha) e^(-k eps), Proposition IV.7. Reached: say "true" with probability
/// alpha whatever the data, and otherwise what one-sided noise says.
Interval leastMissedUnderAdp(const Epsilon &eps, std::uint64_t steps, const Probability &alpha);

/// 1 - p_k of the recursion started at alpha: the tight form of condition (9).
/// Reached on a chain of datasets.
Interval leastMissedUnderApproximateDp(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                                       const Probability &alpha);

/// The same with delta = 0.
Interval leastMissedUnderDp(const Epsilon &eps, std::uint64_t steps, const Probability &alpha);

/// max(1 - alpha e^(k eps), (1 - alpha) e^(-k eps)), condition (7): valid for
/// eps-DP and at most `leastMissedUnderDp`. Each term uses one of the two
/// inequalities of the definition in all k steps.
Interval condition7(const Epsilon &eps, std::uint64_t steps, const Probability &alpha);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_ONE_SIDEDNESS_H
