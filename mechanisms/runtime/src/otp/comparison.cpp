// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/comparison.h"

namespace plumb::runtime::otp {

namespace {

bool isUpward(Comparison comparison) {
  return comparison == Comparison::Greater || comparison == Comparison::GreaterEqual;
}

bool isStrict(Comparison comparison) {
  return comparison == Comparison::Less || comparison == Comparison::Greater;
}

Rational ceiling(const Rational &value) {
  mpz_t whole;
  mpz_init(whole);
  mpz_cdiv_q(whole, value.numerator(), value.denominator());
  const Rational result = Rational::copyOf(whole);
  mpz_clear(whole);
  return result;
}

/// The least integer above \p value.
Rational following(const Rational &value) {
  return 1 - ceiling(-value);
}

/// 1 / (1 + q), q = e^(-1/b): what q^m is multiplied with in the two-sided geometric law.
Interval halfOfTwoSided(const NoiseLaw &law) {
  return Interval(1) / (Interval(1) + exp(Interval(-(1 / law.scale.value()))));
}

/// P[x >= m] for integers and P[x > m] for reals, with x >= 0 of the law's magnitude.
Interval oneSidedTail(const Rational &m, const NoiseLaw &law) {
  return m.sign() <= 0 ? Interval(1) : exp(Interval(-(m / law.scale.value())));
}

/// One minus it.
Interval oneSidedHead(const Rational &m, const NoiseLaw &law) {
  return m.sign() <= 0 ? Interval(0) : -expMinusOne(Interval(-(m / law.scale.value())));
}

/// P[x >= m] of the two-sided law, whose halves mirror each other.
Interval twoSidedTail(const Rational &m, const NoiseLaw &law) {
  const bool areReals = law.values == Values::Reals;
  const Interval half = areReals ? Interval(Rational(1) / 2) : halfOfTwoSided(law);
  if (m.sign() > 0)
    return half * oneSidedTail(m, law);
  return Interval(1) - half * oneSidedTail(areReals ? -m : 1 - m, law);
}

/// P[x >= m] for integers m, P[x > m] for reals.
Interval tail(const Rational &m, const NoiseLaw &law) {
  switch (law.side) {
  case Side::OneSided:
    return oneSidedTail(m, law);
  case Side::Mirrored:
    return oneSidedHead(law.values == Values::Reals ? -m : 1 - m, law);
  case Side::TwoSided:
    break;
  }
  return twoSidedTail(m, law);
}

NoiseLaw mirrored(const NoiseLaw &law) {
  const Side side = law.side == Side::OneSided   ? Side::Mirrored
                    : law.side == Side::Mirrored ? Side::OneSided
                                                 : Side::TwoSided;
  return {side, law.values, law.scale};
}

} // namespace

Rational gapOf(Comparison comparison, Values values, const Rational &answer, const Rational &threshold) {
  const Rational distance = isUpward(comparison) ? answer - threshold : threshold - answer;
  if (values == Values::Reals)
    return distance;
  return isStrict(comparison) ? ceiling(distance) : following(distance);
}

Interval probabilityThat(Comparison comparison, const Rational &answer, const Rational &threshold,
                         const NoiseLaw &law) {
  // answer + x is as far inside as the gap, less what x takes of it: true where -x < gap, or x < gap.
  const Rational gap = gapOf(comparison, law.values, answer, threshold);
  const NoiseLaw taken = isUpward(comparison) ? law : mirrored(law);
  return tail(law.values == Values::Reals ? -gap : 1 - gap, taken);
}

} // namespace plumb::runtime::otp
