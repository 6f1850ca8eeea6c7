// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Exact arithmetic with powers of e, for the entries of local mechanisms.
///
/// Let the exponents of a mechanism be rational. All of them are whole multiples
/// of one unit g, so all entries are quotients P(E)/Q(E) with E = e^g:
///
///     auto powers = Powers::create({eps, eps / 2}).value();   // g = eps / 2
///     Number root = powers.exp(eps / 2);
///     Number entry = root / (root + 1);
///
/// For g != 0 the number E is transcendental (Lindemann), so two quotients are
/// the same number only if they are the same quotient of polynomials; for g = 0
/// every power is 1. Both ways equality and signs are decided, never guessed.

#ifndef PLUMB_RUNTIME_LOCAL_POWERS_H
#define PLUMB_RUNTIME_LOCAL_POWERS_H

#include "plumb/runtime/exp_polynomial.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace plumb::runtime::local {

/// P(E)/Q(E), or undefined: what a division by zero gives, and what is computed
/// from that. A value type.
class Number {
public:
  /// Zero.
  Number() : Number(Rational(0)) {}
  Number(const Rational &value) : quotient{{value, ExpPolynomial(1)}} {}
  /// Only where it is written out, as for a Rational: the entry 1 / 4, which would be 0, does not compile. In
  /// arithmetic with a Number, integers stand for themselves: `1 - q`, `root + 1`.
  template <WholeNumber Integer>
  requires true explicit Number(Integer value) : Number(Rational(value)) {}
  template <WholeNumber Integer> Number(Integer) = delete;

  explicit Number(ExpPolynomial value) : quotient{{std::move(value), ExpPolynomial(1)}} {}

  static Number undefined() { return Number(std::nullopt); }
  /// E^k. \pre |k| <= 2^16.
  static Number power(long k);

  bool isDefined() const { return quotient.has_value(); }
  /// P and Q. Q is not the zero polynomial and may be negative at E.
  /// \pre isDefined().
  const ExpPolynomial &above() const { return quotient->above; }
  const ExpPolynomial &below() const { return quotient->below; }

  friend Number operator+(const Number &left, const Number &right);
  friend Number operator-(const Number &left, const Number &right);
  friend Number operator*(const Number &left, const Number &right);
  friend Number operator/(const Number &left, const Number &right);
  template <WholeNumber Integer> friend Number operator+(const Number &left, Integer right) {
    return left + Number(right);
  }
  template <WholeNumber Integer> friend Number operator+(Integer left, const Number &right) {
    return Number(left) + right;
  }
  template <WholeNumber Integer> friend Number operator-(const Number &left, Integer right) {
    return left - Number(right);
  }
  template <WholeNumber Integer> friend Number operator-(Integer left, const Number &right) {
    return Number(left) - right;
  }
  template <WholeNumber Integer> friend Number operator*(const Number &left, Integer right) {
    return left * Number(right);
  }
  template <WholeNumber Integer> friend Number operator*(Integer left, const Number &right) {
    return Number(left) * right;
  }
  template <WholeNumber Integer> friend Number operator/(const Number &left, Integer right) {
    return left / Number(right);
  }
  template <WholeNumber Integer> friend Number operator/(Integer left, const Number &right) {
    return Number(left) / right;
  }
  friend Number operator-(const Number &value) { return Number(0) - value; }
  /// Both are defined and the same quotient.
  friend bool operator==(const Number &left, const Number &right);
  template <WholeNumber Integer> friend bool operator==(const Number &left, Integer right) {
    return left == Number(right);
  }

  /// base^k; undefined for 0 to a negative power.
  friend Number power(const Number &base, long k);

private:
  struct Quotient {
    ExpPolynomial above, below;
  };
  explicit Number(std::optional<Quotient> value) : quotient(std::move(value)) {}
  static Number of(ExpPolynomial above, ExpPolynomial below);

  std::optional<Quotient> quotient;
};

Number power(const Number &base, long k);

/// The unit g of some exponents. Immutable.
class Powers {
public:
  /// An error value if an exponent is beyond 4096 or has more than 4096 bits
  /// above or below its bar, or if one is more than 4096 units.
  static Expected<Powers> create(const std::vector<Rational> &exponents);

  /// g >= 0; 0 if all exponents are.
  const Rational &unit() const { return measure; }

  /// e^exponent. \pre it is a whole multiple of g, such as the exponents given
  /// to `create`; aborts otherwise.
  Number exp(const Rational &exponent) const;

  /// -1, 0 or 1, certified. \pre value.isDefined().
  int sign(const Number &value) const;

  /// Rationals on both sides of ln(value), close to it unless terms of \p value cancel. An error value unless
  /// \p value is defined and positive.
  struct Bracket {
    Rational below, above;
  };
  Expected<Bracket> logarithm(const Number &value) const;

  /// False if a side is undefined.
  bool isBelow(const Number &left, const Number &right) const;
  bool isAtMost(const Number &left, const Number &right) const;
  bool isEqual(const Number &left, const Number &right) const;

private:
  explicit Powers(Rational unit) : measure(std::move(unit)) {}

  Rational measure;
};

/// e^x a < b, e^x a <= b and e^x a = b, for rational a and b and whatever x;
/// false if a side is undefined, or x is beyond what `Powers` takes.
/// \pre no power of e stands in a and b.
bool isPowerBelow(const Rational &x, const Number &a, const Number &b);
bool isPowerAtMost(const Rational &x, const Number &a, const Number &b);
bool isPowerEqual(const Rational &x, const Number &a, const Number &b);

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_POWERS_H
