// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/upper_bounds.h"

#include "dp_recursion.h"

namespace plumb::runtime::otp {

Interval adpUpperBound(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  // 1 - (1 - alpha) e^-x = alpha + (1 - alpha)(1 - e^-x): no cancellation for small x.
  const Interval reached = -expMinusOne(Interval(-(Rational(steps) * eps.value())));
  return min(Interval(1), Interval(alpha.value()) + Interval(Rational(1) - alpha.value()) * reached);
}

Interval approximateDpUpperBound(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                                 const Probability &alpha) {
  return dpRecursion(eps, delta, steps, alpha).truth;
}

Interval dpUpperBound(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  return approximateDpUpperBound(eps, Probability(), steps, alpha);
}

Interval theorem8Sum(const Epsilon &eps, const Probability &delta, std::uint64_t steps) {
  return Interval(delta.value()) * expMinusOne(Interval(Rational(steps) * eps.value())) /
         expMinusOne(Interval(eps.value()));
}

} // namespace plumb::runtime::otp
