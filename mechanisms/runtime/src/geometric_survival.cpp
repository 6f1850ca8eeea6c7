// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/geometric_survival.h"

#include "real.h"

namespace plumb::runtime {

namespace {

/// e^(-exponent), rounded in \p direction (down or up).
void expOfMinus(Real &result, const Quotient &exponent, mpfr_prec_t precision, mpfr_rnd_t direction) {
  // exp(-x) falls in x, so x is rounded the other way.
  const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
  Real minus(precision);
  mpfr_set_q(minus, exponent.get(), opposite);
  mpfr_neg(minus, minus, MPFR_RNDN); // exact
  mpfr_exp(result, minus, direction);
}

/// 2 e^(-j/b) / (1 + e^(-1/b)), rounded in \p direction.
void magnitudeSurvival(Real &result, const Quotient &exponent, const Quotient &first, mpfr_prec_t precision,
                       mpfr_rnd_t direction) {
  const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
  Real divisor(precision);
  expOfMinus(divisor, first, precision, opposite);
  mpfr_add_ui(divisor, divisor, 1, opposite);
  expOfMinus(result, exponent, precision, direction);
  mpfr_mul_2ui(result, result, 1, direction);
  mpfr_div(result, result, divisor, direction);
}

} // namespace

GeometricSurvival::GeometricSurvival(Law kind, const Rational &scale) : law(kind), inverseScale(1 / scale) {}

std::uint64_t GeometricSurvival::digits(std::size_t j, unsigned leadingBits, std::size_t block) const {
  const Quotient exponent(inverseScale * j);
  const Quotient first(inverseScale);
  const unsigned long bits = leadingBits + 64UL * block;
  for (auto precision = static_cast<mpfr_prec_t>(bits + 64);; precision *= 2) {
    Real low(precision), high(precision);
    if (law == Law::OneSided) {
      expOfMinus(low, exponent, precision, MPFR_RNDD);
      expOfMinus(high, exponent, precision, MPFR_RNDU);
    } else {
      magnitudeSurvival(low, exponent, first, precision, MPFR_RNDD);
      magnitudeSurvival(high, exponent, first, precision, MPFR_RNDU);
    }
    const Natural lowFloor = scaledFloor(low, bits);
    if (lowFloor == scaledFloor(high, bits)) {
      mpfr_free_cache(); // the calling thread may end without doing so
      return static_cast<std::uint64_t>(lowFloor);
    }
  }
}

WideUnsigned GeometricSurvival::ratio128() const {
  return GeometricSurvival(Law::OneSided, 1 / inverseScale).first128();
}

WideUnsigned GeometricSurvival::first128() const {
  return (static_cast<WideUnsigned>(digits(1, 64, 0)) << 64) | digits(1, 64, 1);
}

} // namespace plumb::runtime
