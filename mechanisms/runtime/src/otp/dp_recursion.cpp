// SPDX-License-Identifier: Apache-2.0

#include "dp_recursion.h"

#include <algorithm>

namespace plumb::runtime::otp {

namespace {

/// The recursion in closed form, with a given number of binary digits.
class Recursion {
public:
  Recursion(const Epsilon &epsilon, const Probability &deltaOfDp, std::uint64_t distance,
            const Probability &startsAt, unsigned precision)
      : steps(distance), bits(precision), one(Rational(1), bits), eps(epsilon.value(), bits),
        delta(deltaOfDp.value(), bits), alpha(startsAt.value(), bits), growth(expMinusOne(eps)),
        drift(delta / growth) {}

  TwoSides sides() const;

private:
  struct Range {
    std::uint64_t least, most;
  };

  /// A^j(p) and 1 - A^j(p), p the start.
  TwoSides rising(std::uint64_t j) const {
    const Interval exponent = Interval(Rational(j), bits) * eps;
    const Interval truth = exp(exponent) * alpha + drift * expMinusOne(exponent);
    return {truth, one - truth};
  }

  /// j more steps of B.
  TwoSides closing(const TwoSides &from, std::uint64_t j) const {
    if (j == 0)
      return from;
    const Interval exponent = -(Interval(Rational(j), bits) * eps);
    const Interval missed = exp(exponent) * from.missed + drift * expMinusOne(exponent);
    return {one - missed, missed};
  }

  TwoSides switchedAfter(std::uint64_t m) const { return closing(rising(m), steps - m); }

  /// p* - p.
  Interval missing() const { return (one - delta) / (growth + one + one) - alpha; }

  /// Where the number of steps with branch A lies for certain.
  Range risingSteps() const;

  std::uint64_t steps;
  unsigned bits;
  Interval one, eps, delta, alpha;
  /// e^eps - 1.
  Interval growth;
  /// d.
  Interval drift;
};

Recursion::Range Recursion::risingSteps() const {
  if (missing().below(0))
    return {0, 0};
  // The last real j with A^j(p) <= p*. More than k steps are the same as k.
  const Interval crossing = logOnePlus(missing() / (alpha + drift)) / eps;
  const auto toSteps = [&](std::optional<Wide> floor, Wide otherwise) {
    const Wide most = static_cast<Wide>(steps);
    return static_cast<std::uint64_t>(std::clamp<Wide>(floor.value_or(otherwise), -1, most - 1) + 1);
  };
  return {toSteps(crossing.floorOfLower(), crossing.above(0) ? static_cast<Wide>(steps) : -1),
          toSteps(crossing.floorOfUpper(), crossing.below(0) ? -1 : static_cast<Wide>(steps))};
}

/// Within 0 and 1.
Interval asProbability(const Interval &value) {
  return max(Interval(0), min(Interval(1), value));
}

TwoSides Recursion::sides() const {
  // Any order of the branches is an upper bound of p_k and the right one is p_k, so where two numbers are
  // left for m the smaller of their values is p_k.
  const Range m = risingSteps();
  const TwoSides first = switchedAfter(m.least), second = switchedAfter(m.most);
  Interval truth = asProbability(min(first.truth, second.truth));
  Interval missed = asProbability(max(first.missed, second.missed));
  if (m.most - m.least <= 1)
    return {truth, missed};
  return {Interval::hull(Interval(0), truth), Interval::hull(missed, Interval(1))};
}

constexpr unsigned wantedBits = 128, mostBits = 1U << 13;

} // namespace

TwoSides dpRecursion(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                     const Probability &alpha) {
  // Exact, and what no number of digits would find out.
  if (steps == 0 || alpha.value() == 1 || (alpha.value().sign() == 0 && delta.value().sign() == 0))
    return {Interval(alpha.value()), Interval(Rational(1) - alpha.value())};
  if (delta.value() == 1)
    return {Interval(1), Interval(0)};
  for (unsigned bits = Interval::fewestBits;; bits *= 2) {
    const TwoSides sides = Recursion(eps, delta, steps, alpha, bits).sides();
    if (bits >= mostBits || (sides.truth.isWithin(wantedBits) && sides.missed.isWithin(wantedBits)))
      return sides;
  }
}

} // namespace plumb::runtime::otp
