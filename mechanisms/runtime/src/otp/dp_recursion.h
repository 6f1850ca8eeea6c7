// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The recursion behind the bounds of (eps, delta)-DP, with both of its sides.

#ifndef PLUMB_RUNTIME_SRC_OTP_DP_RECURSION_H
#define PLUMB_RUNTIME_SRC_OTP_DP_RECURSION_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// A probability and one minus it, each with its own digits: either may be close to 0.
struct TwoSides {
  Interval truth, missed;
};

/// p_k of `approximateDpUpperBound`, and 1 - p_k. Precision grows until either is known to 128 binary digits,
/// or to 2^13 bits; beyond, e^-eps against 1 is out of reach, and what is returned is a wide enclosure.
TwoSides dpRecursion(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                     const Probability &alpha);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_SRC_OTP_DP_RECURSION_H
