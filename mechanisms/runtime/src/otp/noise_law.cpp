// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/noise_law.h"

#include "../real.h"

namespace plumb::runtime::otp {

namespace {

Interval scaleOf(const NoiseLaw &law) {
  return Interval(law.scale.value());
}

/// 1 / (1 - q) = 1 / (1 - e^(-1/b)).
Interval oneOverMissing(const NoiseLaw &law) {
  return Interval(1) / -expMinusOne(Interval(-(1 / law.scale.value())));
}

/// q = e^(-1/b).
Interval ratio(const NoiseLaw &law) {
  return exp(Interval(-(1 / law.scale.value())));
}

/// With the sign of the law, for a quantity of the law on x >= 0.
Interval turned(const NoiseLaw &law, const Interval &oneSided) {
  switch (law.side) {
  case Side::OneSided:
    return oneSided;
  case Side::Mirrored:
    return -oneSided;
  case Side::TwoSided:
    break;
  }
  return Interval(0);
}

/// floor(b ln 2). ln 2 is irrational and b is not, so that at some precision both
/// ends of the enclosure have the same floor.
Interval floorOfHalfLife(const Rational &b) {
  const Quotient scale(b);
  mpz_t low, high;
  mpz_init(low);
  mpz_init(high);
  mpfr_prec_t precision = 256;
  do {
    Real least(precision), largest(precision);
    mpfr_const_log2(least, MPFR_RNDD);
    mpfr_const_log2(largest, MPFR_RNDU);
    mpfr_mul_q(least, least, scale.get(), MPFR_RNDD);
    mpfr_mul_q(largest, largest, scale.get(), MPFR_RNDU);
    mpfr_get_z(low, least, MPFR_RNDD);
    mpfr_get_z(high, largest, MPFR_RNDD);
    precision *= 2;
  } while (mpz_cmp(low, high) != 0);
  mpfr_free_cache(); // the calling thread may end without doing so
  const Interval whole = Interval::ofInteger(low);
  mpz_clear(low);
  mpz_clear(high);
  return whole;
}

} // namespace

Interval mean(const NoiseLaw &law) {
  return turned(law, law.values == Values::Reals ? scaleOf(law) : ratio(law) * oneOverMissing(law));
}

Interval variance(const NoiseLaw &law) {
  const Interval oneSided = law.values == Values::Reals
                                ? scaleOf(law) * scaleOf(law)
                                : ratio(law) * oneOverMissing(law) * oneOverMissing(law);
  return law.side == Side::TwoSided ? Interval(2) * oneSided : oneSided;
}

Interval median(const NoiseLaw &law) {
  return turned(law, law.values == Values::Reals ? scaleOf(law) * log(Interval(2))
                                                 : floorOfHalfLife(law.scale.value()));
}

} // namespace plumb::runtime::otp
