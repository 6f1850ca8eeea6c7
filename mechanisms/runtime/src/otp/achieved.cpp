// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/achieved.h"

namespace plumb::runtime::otp {

namespace {

Interval ceiling(const Rational &value) {
  mpz_t whole;
  mpz_init(whole);
  mpz_cdiv_q(whole, value.numerator(), value.denominator());
  const Interval result = Interval::ofInteger(whole);
  mpz_clear(whole);
  return result;
}

} // namespace

Interval achievedByExponential(const Rational &gap, const NoiseScale &scale) {
  if (gap.sign() <= 0)
    return Interval(0);
  return -expMinusOne(Interval(-(gap / scale.value())));
}

Interval achievedByGeometric(const Rational &gap, const NoiseScale &scale) {
  if (gap.sign() <= 0)
    return Interval(0);
  return -expMinusOne(-(ceiling(gap) / Interval(scale.value())));
}

} // namespace plumb::runtime::otp
