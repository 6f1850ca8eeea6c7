// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Numbers between bounds, of a channel or of a composition that defines some: rationals are exact, powers of
/// e and logarithms lie between two numbers of 384 bits. It shares no code with the arithmetic of emitted
/// code.

#ifndef PLUMB_RUNTIME_REPLAY_ENCLOSURE_H
#define PLUMB_RUNTIME_REPLAY_ENCLOSURE_H

#include "plumb/runtime/replay/terms.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mpfr.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// A bound, rounded.
class Bound {
public:
  Bound() { mpfr_init2(number, 384); }
  Bound(const Bound &other) : Bound() { mpfr_set(number, other.number, MPFR_RNDN); }
  Bound &operator=(const Bound &other) {
    mpfr_set(number, other.number, MPFR_RNDN);
    return *this;
  }
  ~Bound() { mpfr_clear(number); }
  operator mpfr_ptr() { return number; }
  operator mpfr_srcptr() const { return number; }

private:
  mpfr_t number;
};

/// A number that is known exactly, or lies between two bounds.
class Enclosure {
public:
  Enclosure(const Rational &value) : exact(value) {
    set(value, below, MPFR_RNDD);
    set(value, above, MPFR_RNDU);
  }
  Enclosure(int value) : Enclosure(Rational(value)) {}

  const std::optional<Rational> &exactly() const { return exact; }
  mpfr_srcptr low() const { return below; }
  mpfr_srcptr high() const { return above; }
  double estimate() const { return mpfr_get_d(below, MPFR_RNDN); }

  friend Enclosure operator+(const Enclosure &a, const Enclosure &b) {
    if (a.exact && b.exact)
      return *a.exact + *b.exact;
    Enclosure sum;
    mpfr_add(sum.below, a.below, b.below, MPFR_RNDD);
    mpfr_add(sum.above, a.above, b.above, MPFR_RNDU);
    return sum;
  }
  friend Enclosure operator-(const Enclosure &a) {
    if (a.exact)
      return -*a.exact;
    Enclosure negated;
    mpfr_neg(negated.below, a.above, MPFR_RNDD);
    mpfr_neg(negated.above, a.below, MPFR_RNDU);
    return negated;
  }
  friend Enclosure operator-(const Enclosure &a, const Enclosure &b) { return a + -b; }
  friend Enclosure operator*(const Enclosure &a, const Enclosure &b) {
    if ((a.exact && *a.exact == 0) || (b.exact && *b.exact == 0))
      return 0;
    if (a.exact && b.exact)
      return *a.exact * *b.exact;
    return spanned(a, b, mpfr_mul);
  }
  /// Throws Undefined if \p b may be 0.
  friend Enclosure operator/(const Enclosure &a, const Enclosure &b) {
    if (mpfr_sgn(b.low()) <= 0 && mpfr_sgn(b.high()) >= 0)
      throw Undefined{"a division by zero"};
    if (a.exact && (b.exact || *a.exact == 0))
      return b.exact ? *a.exact / *b.exact : Rational(0);
    return spanned(a, b, mpfr_div);
  }
  friend Enclosure exp(const Enclosure &a) {
    if (a.exact && *a.exact == 0)
      return 1;
    Enclosure power;
    mpfr_exp(power.below, a.below, MPFR_RNDD);
    mpfr_exp(power.above, a.above, MPFR_RNDU);
    return power;
  }
  /// Throws Undefined unless \p a is positive.
  friend Enclosure ln(const Enclosure &a) {
    if (mpfr_sgn(a.low()) <= 0)
      throw Undefined{"a logarithm of what is not positive"};
    if (a.exact && *a.exact == 1)
      return 0;
    Enclosure logarithm;
    mpfr_log(logarithm.below, a.below, MPFR_RNDD);
    mpfr_log(logarithm.above, a.above, MPFR_RNDU);
    return logarithm;
  }

  /// Negative, 0 or positive as the first is less, equal or greater. Throws Undefined if that is open.
  friend int compare(const Enclosure &a, const Enclosure &b) {
    if (a.exact && b.exact)
      return *a.exact < *b.exact ? -1 : *a.exact == *b.exact ? 0 : 1;
    if (mpfr_less_p(a.above, b.below))
      return -1;
    if (mpfr_greater_p(a.below, b.above))
      return 1;
    throw Undefined{"two numbers are too close to be compared"};
  }
  friend bool operator<(const Enclosure &a, const Enclosure &b) { return compare(a, b) < 0; }
  friend bool operator>(const Enclosure &a, const Enclosure &b) { return compare(a, b) > 0; }
  friend bool operator<=(const Enclosure &a, const Enclosure &b) { return compare(a, b) <= 0; }
  friend bool operator>=(const Enclosure &a, const Enclosure &b) { return compare(a, b) >= 0; }
  friend bool operator==(const Enclosure &a, const Enclosure &b) { return compare(a, b) == 0; }

  /// Are they one number, as far as 200 binary digits say? Throws Undefined if fewer are known.
  friend bool agree(const Enclosure &a, const Enclosure &b) {
    if (a.exact && b.exact)
      return *a.exact == *b.exact;
    if (!a.isNarrow() || !b.isNarrow())
      throw Undefined{"a number is not known closely enough"};
    return mpfr_lessequal_p(a.below, b.above) && mpfr_lessequal_p(b.below, a.above);
  }

  /// The first \p count words of the binary digits, and in front of them `floor`, which is 0 for what is
  /// below 1. Nothing if they are open.
  std::optional<std::vector<std::uint64_t>> words(std::size_t count) const {
    if (exact)
      return wordsOf(*exact, count);
    std::vector<std::uint64_t> digits = wordsOf(below, count);
    return digits == wordsOf(above, count) ? std::optional(digits) : std::nullopt;
  }

private:
  Enclosure() = default;

  /// \pre not exact, or not 0.
  bool isNarrow() const {
    Bound width;
    mpfr_sub(width, above, below, MPFR_RNDU);
    mpfr_mul_2ui(width, width, 200, MPFR_RNDU);
    return mpfr_sgn(below.operator mpfr_srcptr()) * mpfr_sgn(above.operator mpfr_srcptr()) > 0 &&
           mpfr_cmpabs(width, mpfr_cmpabs(below, above) < 0 ? below : above) <= 0;
  }

  static void set(const Rational &value, Bound &bound, mpfr_rnd_t towards) {
    mpq_t quotient;
    mpq_init(quotient);
    mpz_set(mpq_numref(quotient), value.numerator());
    mpz_set(mpq_denref(quotient), value.denominator());
    mpfr_set_q(bound, quotient, towards);
    mpq_clear(quotient);
  }

  /// The least and the greatest of \p operation at the ends.
  template <class Operation>
  static Enclosure spanned(const Enclosure &a, const Enclosure &b, Operation operation) {
    Enclosure result;
    Bound candidate;
    bool isFirst = true;
    for (mpfr_srcptr left : {a.low(), a.high()})
      for (mpfr_srcptr right : {b.low(), b.high()}) {
        operation(candidate, left, right, MPFR_RNDD);
        if (isFirst || mpfr_less_p(candidate, result.below))
          result.below = candidate;
        operation(candidate, left, right, MPFR_RNDU);
        if (isFirst || mpfr_greater_p(candidate, result.above))
          result.above = candidate;
        isFirst = false;
      }
    return result;
  }

  static std::vector<std::uint64_t> wordsOf(mpz_ptr number, std::size_t count) {
    std::vector<std::uint64_t> words(count + 1);
    for (std::size_t i = count + 1; i-- > 0;) {
      words[i] = mpz_get_ui(number);
      mpz_fdiv_q_2exp(number, number, 64);
    }
    mpz_clear(number);
    return words;
  }
  static std::vector<std::uint64_t> wordsOf(const Bound &bound, std::size_t count) {
    Bound scaled;
    mpfr_mul_2ui(scaled, bound, 64 * count, MPFR_RNDD);
    mpz_t number;
    mpz_init(number);
    mpfr_get_z(number, scaled, MPFR_RNDD);
    return wordsOf(number, count);
  }
  static std::vector<std::uint64_t> wordsOf(const Rational &value, std::size_t count) {
    mpz_t number;
    mpz_init(number);
    mpz_mul_2exp(number, value.numerator(), 64 * count);
    mpz_fdiv_q(number, number, value.denominator());
    return wordsOf(number, count);
  }

  std::optional<Rational> exact;
  Bound below, above;
};

inline Enclosure over(const Enclosure &a, const Enclosure &b) {
  return a / b;
}
/// The fraction, or rounded.
inline std::string textOf(const Enclosure &value) {
  if (value.exactly())
    return value.exactly()->text();
  char text[32];
  std::snprintf(text, sizeof text, "about %.9g", value.estimate());
  return text;
}

/// Lies \p number between the bounds?
inline bool mayBe(const Enclosure &value, int number) {
  return mpfr_cmp_si(value.low(), number) <= 0 && mpfr_cmp_si(value.high(), number) >= 0;
}

/// Is \p measured, give or take \p slack, what \p law says?
inline bool isWithin(const Rational &measured, const Rational &slack, const Enclosure &law) {
  const Enclosure low(measured - slack), high(measured + slack);
  return mpfr_lessequal_p(low.low(), law.high()) && mpfr_greaterequal_p(high.high(), law.low());
}

/// Is \p rounded what \p value is: the same if that is a fraction, else no less, and above it by 2^-39 at
/// most?
inline bool isRoundedUp(const Rational &rounded, const Enclosure &value) {
  if (value.exactly())
    return rounded == *value.exactly();
  const Enclosure upper(rounded), lower(rounded - Rational(1) / Rational(Wide{1} << 39));
  return mpfr_greaterequal_p(upper.low(), value.high()) && mpfr_lessequal_p(lower.high(), value.low());
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_ENCLOSURE_H
