// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Exact values for the tests, as MPFR enclosures of 640 bits, written
/// independently of the code under test: r is computed once and raised to
/// powers, where the library evaluates or multiplies exponentials.

#ifndef PLUMB_TESTS_RUNTIME_ENCLOSURE_H
#define PLUMB_TESTS_RUNTIME_ENCLOSURE_H

#include "plumb/runtime/rational.h"

#include <cstdint>
#include <mpfr.h>
#include <stdexcept>
#include <vector>

namespace plumb::runtime::test {

/// A real number between two others.
class Enclosure {
public:
  static constexpr mpfr_prec_t precision = 640;

  Enclosure() {
    mpfr_init2(low, precision);
    mpfr_init2(high, precision);
  }
  explicit Enclosure(const Rational &value) : Enclosure() {
    mpfr_t divisor; // exact: test parameters have fewer than 640 bits
    mpfr_init2(divisor, precision);
    mpfr_set_z(divisor, value.denominator(), MPFR_RNDN);
    mpfr_set_z(low, value.numerator(), MPFR_RNDN);
    mpfr_div(high, low, divisor, MPFR_RNDU);
    mpfr_div(low, low, divisor, MPFR_RNDD);
    mpfr_clear(divisor);
  }
  Enclosure(const Enclosure &other) : Enclosure() {
    mpfr_set(low, other.low, MPFR_RNDN);
    mpfr_set(high, other.high, MPFR_RNDN);
  }
  Enclosure &operator=(const Enclosure &other) {
    mpfr_set(low, other.low, MPFR_RNDN);
    mpfr_set(high, other.high, MPFR_RNDN);
    return *this;
  }
  ~Enclosure() {
    mpfr_clear(low);
    mpfr_clear(high);
  }

  /// e^(-x), x >= 0.
  static Enclosure expOfMinus(const Rational &x) {
    const Enclosure exponent(-x);
    Enclosure result;
    mpfr_exp(result.low, exponent.low, MPFR_RNDD);
    mpfr_exp(result.high, exponent.high, MPFR_RNDU);
    return result;
  }

  /// For 0 <= this.
  Enclosure power(unsigned long exponent) const {
    Enclosure result;
    mpfr_pow_ui(result.low, low, exponent, MPFR_RNDD);
    mpfr_pow_ui(result.high, high, exponent, MPFR_RNDU);
    return result;
  }
  Enclosure operator+(const Enclosure &right) const {
    Enclosure result;
    mpfr_add(result.low, low, right.low, MPFR_RNDD);
    mpfr_add(result.high, high, right.high, MPFR_RNDU);
    return result;
  }
  Enclosure operator-(const Enclosure &right) const {
    Enclosure result;
    mpfr_sub(result.low, low, right.high, MPFR_RNDD);
    mpfr_sub(result.high, high, right.low, MPFR_RNDU);
    return result;
  }
  /// For non-negative factors.
  Enclosure operator*(const Enclosure &right) const {
    Enclosure result;
    mpfr_mul(result.low, low, right.low, MPFR_RNDD);
    mpfr_mul(result.high, high, right.high, MPFR_RNDU);
    return result;
  }
  /// For a non-negative dividend and a positive divisor.
  Enclosure operator/(const Enclosure &right) const {
    Enclosure result;
    mpfr_div(result.low, low, right.high, MPFR_RNDD);
    mpfr_div(result.high, high, right.low, MPFR_RNDU);
    return result;
  }

  double lower() const { return mpfr_get_d(low, MPFR_RNDD); }
  double upper() const { return mpfr_get_d(high, MPFR_RNDU); }

  /// Block \p block of the binary digits, the first one of \p leadingBits and
  /// the others of 64; for values in [0, 1).
  std::uint64_t digits(unsigned leadingBits, unsigned block) const {
    const unsigned long bits = leadingBits + 64UL * block;
    if (floorLowWord(low, bits) != floorLowWord(high, bits))
      throw std::logic_error("640 bits do not decide this digit");
    return floorLowWord(low, bits);
  }

private:
  static std::uint64_t floorLowWord(mpfr_srcptr value, unsigned long bits) {
    mpfr_t scaled;
    mpz_t whole;
    mpfr_init2(scaled, precision);
    mpz_init(whole);
    mpfr_mul_2ui(scaled, value, bits, MPFR_RNDN);
    mpfr_get_z(whole, scaled, MPFR_RNDD);
    const std::uint64_t word = mpz_get_ui(whole);
    mpfr_clear(scaled);
    mpz_clear(whole);
    return word;
  }

  mpfr_t low, high;
};

inline Enclosure one() {
  return Enclosure(Rational(1));
}

/// P[X >= j] of the one-sided geometric law of scale \p b.
inline Enclosure oneSidedSurvival(const Rational &b, unsigned long j) {
  return Enclosure::expOfMinus(1 / b).power(j);
}
/// P[X = x], x >= 0.
inline Enclosure oneSidedMass(const Rational &b, unsigned long x) {
  return (one() - Enclosure::expOfMinus(1 / b)) * oneSidedSurvival(b, x);
}
/// P[|X| >= j], j >= 1, of the two-sided geometric law.
inline Enclosure twoSidedSurvival(const Rational &b, unsigned long j) {
  const Enclosure r = Enclosure::expOfMinus(1 / b);
  return Enclosure(Rational(2)) * r.power(j) / (one() + r);
}
/// P[X = x] for |x| = magnitude.
inline Enclosure twoSidedMass(const Rational &b, unsigned long magnitude) {
  const Enclosure r = Enclosure::expOfMinus(1 / b);
  return (one() - r) / (one() + r) * r.power(magnitude);
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_ENCLOSURE_H
