// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/one_sidedness.h"

#include "dp_recursion.h"

namespace plumb::runtime::otp {

Interval leastMissedUnderAdp(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  // Not one minus the upper bound: that would lose the digits of a small beta.
  return Interval(Rational(1) - alpha.value()) * exp(Interval(-(Rational(steps) * eps.value())));
}

Interval leastMissedUnderApproximateDp(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                                       const Probability &alpha) {
  return dpRecursion(eps, delta, steps, alpha).missed;
}

Interval leastMissedUnderDp(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  return leastMissedUnderApproximateDp(eps, Probability(), steps, alpha);
}

Interval condition7(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  const Interval grown = Interval(alpha.value()) * exp(Interval(Rational(steps) * eps.value()));
  return max(Interval(1) - grown, leastMissedUnderAdp(eps, steps, alpha));
}

} // namespace plumb::runtime::otp
