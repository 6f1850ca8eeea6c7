// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/one_sidedness.h"

#include "plumb/runtime/otp/upper_bounds.h"

namespace plumb::runtime::otp {

Interval leastMissedUnderAdp(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  // Not one minus the upper bound: that would lose the digits of a small beta.
  return Interval(Rational(1) - alpha.value()) * exp(Interval(-(Rational(steps) * eps.value())));
}

Interval leastMissedUnderApproximateDp(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                                       const Probability &alpha) {
  return Interval(1) - approximateDpUpperBound(eps, delta, steps, alpha);
}

Interval leastMissedUnderDp(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  return leastMissedUnderApproximateDp(eps, Probability(), steps, alpha);
}

Interval condition7(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  const Interval grown = Interval(alpha.value()) * exp(Interval(Rational(steps) * eps.value()));
  return max(Interval(1) - grown, leastMissedUnderAdp(eps, steps, alpha));
}

} // namespace plumb::runtime::otp
