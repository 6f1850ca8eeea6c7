// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/quotient.h"

#include <utility>

namespace plumb::channel {

namespace {

Polynomial powerOf(const Polynomial &base, unsigned exponent) {
  Polynomial product = Polynomial::constant(base.variableCount(), 1);
  for (unsigned i = 0; i < exponent; ++i)
    product = product * base;
  return product;
}

/// The last variable of any of the two.
std::optional<std::size_t> lastVariable(const Polynomial &a, const Polynomial &b) {
  for (std::size_t i = a.variableCount(); i > 0; --i)
    if (a.degreeIn(i - 1) > 0 || b.degreeIn(i - 1) > 0)
      return i - 1;
  return std::nullopt;
}

/// The common divisor of its coefficients as a polynomial in the variable.
Polynomial content(const Polynomial &polynomial, std::size_t variable) {
  Polynomial common(polynomial.variableCount());
  for (const Polynomial &coefficient : coefficientsIn(polynomial, variable))
    if (!coefficient.isZero())
      common = common.isZero() ? coefficient : commonDivisor(common, coefficient);
  return common;
}

Polynomial primitivePart(const Polynomial &polynomial, std::size_t variable) {
  return polynomial.isZero() ? polynomial : *polynomial.dividedBy(content(polynomial, variable));
}

/// What is left of a power of the leading coefficient of \p b times \p a, divided by \p b.
Polynomial pseudoRemainder(Polynomial a, const Polynomial &b, std::size_t variable) {
  const std::size_t count = a.variableCount();
  const Polynomial leading = coefficientsIn(b, variable).back();
  while (!a.isZero() && a.degreeIn(variable) >= b.degreeIn(variable)) {
    const Polynomial first = coefficientsIn(a, variable).back() *
                             Polynomial::power(count, variable, a.degreeIn(variable) - b.degreeIn(variable));
    a = a * leading - b * first;
  }
  return a;
}

} // namespace

std::vector<Polynomial> coefficientsIn(const Polynomial &polynomial, std::size_t variable) {
  const std::size_t count = polynomial.variableCount();
  std::vector<Polynomial> coefficients(polynomial.degreeIn(variable) + 1, Polynomial(count));
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Polynomial term = Polynomial::constant(count, coefficient);
    for (std::size_t i = 0; i < count; ++i)
      if (i != variable && monomial[i] > 0)
        term = term * Polynomial::power(count, i, monomial[i]);
    coefficients[monomial[variable]] = coefficients[monomial[variable]] + term;
  }
  return coefficients;
}

Polynomial commonDivisor(const Polynomial &a, const Polynomial &b) {
  if (a.isZero() || b.isZero())
    return a.isZero() ? b : a;
  const auto variable = lastVariable(a, b);
  if (!variable)
    return Polynomial::constant(a.variableCount(), 1);
  const Polynomial common = commonDivisor(content(a, *variable), content(b, *variable));
  Polynomial greater = primitivePart(a, *variable), lesser = primitivePart(b, *variable);
  if (greater.degreeIn(*variable) < lesser.degreeIn(*variable))
    std::swap(greater, lesser);
  while (lesser.degreeIn(*variable) > 0) {
    Polynomial rest = primitivePart(pseudoRemainder(greater, lesser, *variable), *variable);
    greater = std::exchange(lesser, std::move(rest));
  }
  return lesser.isZero() ? common * greater : common;
}

// The leading term of what is left, divided by twice that of the root, is the next term of the root.
std::optional<Polynomial> squareRoot(const Polynomial &square) {
  const std::size_t count = square.variableCount();
  if (square.isZero())
    return square;
  Polynomial root(count), rest = square;
  std::optional<Polynomial> twice;
  // Each step settles a monomial of the root, which has no more of them than this.
  for (std::size_t steps = 0; steps <= square.terms().size() * 2 && !rest.isZero(); ++steps) {
    const auto &[monomial, coefficient] = *rest.terms().rbegin();
    Polynomial leading = Polynomial::constant(count, coefficient);
    for (std::size_t i = 0; i < count; ++i)
      leading = leading * Polynomial::power(count, i, monomial[i]);
    Polynomial next(count);
    if (!twice) {
      if (sgn(coefficient) < 0 || mpz_perfect_square_p(coefficient.get_num().get_mpz_t()) == 0 ||
          mpz_perfect_square_p(coefficient.get_den().get_mpz_t()) == 0)
        return std::nullopt;
      next = Polynomial::constant(count, Rational(sqrt(coefficient.get_num()), sqrt(coefficient.get_den())));
      for (std::size_t i = 0; i < count; ++i) {
        if (monomial[i] % 2 != 0)
          return std::nullopt;
        next = next * Polynomial::power(count, i, monomial[i] / 2);
      }
      twice = next * Rational(2);
    } else {
      const auto quotient = leading.dividedBy(*twice);
      if (!quotient)
        return std::nullopt;
      next = *quotient;
    }
    rest = rest - next * (root * Rational(2) + next);
    root = root + next;
  }
  if (!rest.isZero())
    return std::nullopt;
  return root;
}

Quotient Quotient::of(const Polynomial &dividend, const Polynomial &divisor) {
  const std::size_t count = divisor.variableCount();
  if (dividend.isZero())
    return {dividend, Polynomial::constant(count, 1)};
  const Polynomial common = commonDivisor(dividend, divisor);
  const Polynomial below = *divisor.dividedBy(common);
  const Rational leading = 1 / below.terms().rbegin()->second;
  return {*dividend.dividedBy(common) * leading, below * leading};
}

std::optional<Rational> Quotient::at(const std::vector<Rational> &values) const {
  const Rational divisor = below.at(values);
  if (sgn(divisor) == 0)
    return std::nullopt;
  return above.at(values) / divisor;
}

/// The polynomial with other in the place of the variable, times as high a power of other.below as \p degree.
static Polynomial substituted(const Polynomial &polynomial, std::size_t variable, const Quotient &other,
                              unsigned degree) {
  Polynomial sum(polynomial.variableCount());
  const std::vector<Polynomial> coefficients = coefficientsIn(polynomial, variable);
  for (unsigned i = 0; i < coefficients.size(); ++i)
    if (!coefficients[i].isZero())
      sum = sum + coefficients[i] * powerOf(other.above, i) * powerOf(other.below, degree - i);
  return sum;
}

std::optional<Quotient> Quotient::with(std::size_t variable, const Quotient &other) const {
  const unsigned degree = std::max(above.degreeIn(variable), below.degreeIn(variable));
  const Polynomial divisor = substituted(below, variable, other, degree);
  if (divisor.isZero())
    return std::nullopt;
  return of(substituted(above, variable, other, degree), divisor);
}

std::vector<Quotient> zeros(const Polynomial &polynomial, std::size_t variable) {
  const std::vector<Polynomial> c = coefficientsIn(polynomial, variable);
  const Rational minus(-1);
  if (c.size() == 2)
    return {Quotient::of(c[0] * minus, c[1])};
  if (c.size() != 3)
    return {};
  const auto root = squareRoot(c[1] * c[1] - c[0] * c[2] * Rational(4));
  if (!root)
    return {};
  return {Quotient::of(*root - c[1], c[2] * Rational(2)),
          Quotient::of(c[1] * minus - *root, c[2] * Rational(2))};
}

} // namespace plumb::channel
