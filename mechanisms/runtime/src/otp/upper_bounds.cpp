// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/upper_bounds.h"

#include <algorithm>

namespace plumb::runtime::otp {

namespace {

/// The closed forms of the recursion's two branches.
class Branches {
public:
  Branches(const Epsilon &epsilon, const Probability &deltaOfDp)
      : eps(epsilon.value()), delta(deltaOfDp.value()), growth(expMinusOne(eps)), drift(delta / growth) {}

  /// A^j(p).
  Interval rising(const Interval &p, std::uint64_t j) const {
    const Interval exponent = Interval(Rational(j)) * eps;
    return exp(exponent) * p + drift * expMinusOne(exponent);
  }

  /// B^j(p).
  Interval closing(const Interval &p, std::uint64_t j) const {
    const Interval exponent = -(Interval(Rational(j)) * eps);
    const Interval missed = exp(exponent) * (Interval(1) - p) + drift * expMinusOne(exponent);
    return Interval(1) - missed;
  }

  /// The last real j with A^j(p) <= p*. \pre p <= p*, and p or delta is positive.
  Interval crossing(const Interval &p) const {
    const Interval missing = turningPoint() - p;
    return logOnePlus(missing / (p + drift)) / eps;
  }

  /// p*.
  Interval turningPoint() const { return (Interval(1) - delta) / (growth + Interval(2)); }

private:
  Interval eps, delta;
  /// e^eps - 1.
  Interval growth;
  /// d.
  Interval drift;
};

/// The number of steps with branch A if the crossing is at j with \p floorOfCrossing = floor(j).
std::uint64_t risingSteps(Wide floorOfCrossing, std::uint64_t steps) {
  return static_cast<std::uint64_t>(std::clamp<Wide>(floorOfCrossing + 1, 0, static_cast<Wide>(steps)));
}

} // namespace

Interval adpUpperBound(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  // 1 - (1 - alpha) e^-x = alpha + (1 - alpha)(1 - e^-x): no cancellation for small x.
  const Interval reached = -expMinusOne(Interval(-(Rational(steps) * eps.value())));
  return Interval(alpha.value()) + Interval(Rational(1) - alpha.value()) * reached;
}

Interval approximateDpUpperBound(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                                 const Probability &alpha) {
  if (alpha.value().sign() == 0 && delta.value().sign() == 0)
    return Interval(0);
  const Branches branches(eps, delta);
  const Interval start(alpha.value());
  const auto switchedAfter = [&](std::uint64_t rising) {
    return branches.closing(branches.rising(start, rising), steps - rising);
  };
  // More than k steps, or fewer than none, are the same as k or none.
  const Interval crossing = max(Interval(-1), min(branches.crossing(start), Interval(Rational(steps))));
  // Any order of the branches is an upper bound of p_k and the right one is p_k, so where the interval
  // leaves two candidates for m the smaller of their values is p_k.
  const Interval first = switchedAfter(risingSteps(crossing.floorOfLower(), steps));
  const Interval second = switchedAfter(risingSteps(crossing.floorOfUpper(), steps));
  return max(Interval(0), min(Interval(1), min(first, second)));
}

Interval dpUpperBound(const Epsilon &eps, std::uint64_t steps, const Probability &alpha) {
  return approximateDpUpperBound(eps, Probability(), steps, alpha);
}

Interval theorem8Sum(const Epsilon &eps, const Probability &delta, std::uint64_t steps) {
  return Interval(delta.value()) * expMinusOne(Interval(Rational(steps) * eps.value())) /
         expMinusOne(Interval(eps.value()));
}

} // namespace plumb::runtime::otp
