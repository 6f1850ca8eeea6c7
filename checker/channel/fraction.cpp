// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/fraction.h"

namespace plumb::channel {

namespace {

bool isConstant(const Polynomial &polynomial) {
  return polynomial == Polynomial::constant(polynomial.variableCount(), polynomial.constantTerm());
}

} // namespace

Fraction Fraction::of(Polynomial polynomial) {
  const std::size_t count = polynomial.variableCount();
  return {std::move(polynomial), Polynomial::constant(count, 1), {}};
}

/// Divisors that numerator and denominator have in common are cancelled: they are positive where anything
/// is said of the fraction.
Fraction Fraction::with(const Fraction &other, Polynomial newNumerator, Polynomial newDenominator) const {
  Fraction result{std::move(newNumerator), std::move(newDenominator), divisors};
  result.divisors.insert(other.divisors.begin(), other.divisors.end());
  for (const Polynomial &divisor : result.divisors) {
    while (!isConstant(divisor) && !result.numerator.isZero()) {
      const auto above = result.numerator.dividedBy(divisor), below = result.denominator.dividedBy(divisor);
      if (!above || !below)
        break;
      result.numerator = *above;
      result.denominator = *below;
    }
  }
  return result;
}

Fraction Fraction::operator+(const Fraction &other) const {
  if (denominator == other.denominator)
    return with(other, numerator + other.numerator, denominator);
  return with(other, numerator * other.denominator + other.numerator * denominator,
              denominator * other.denominator);
}

Fraction Fraction::operator-(const Fraction &other) const {
  Fraction negative = other;
  negative.numerator = other.numerator * Rational(-1);
  return *this + negative;
}

Fraction Fraction::operator*(const Fraction &other) const {
  return with(other, numerator * other.numerator, denominator * other.denominator);
}

Fraction Fraction::operator/(const Fraction &other) const {
  Fraction divisor = other;
  divisor.divisors.insert(other.numerator);
  return with(divisor, numerator * other.denominator, denominator * other.numerator);
}

Polynomial Fraction::signOfDifference(const Fraction &other) const {
  Polynomial sign = (*this - other).numerator;
  std::set<Polynomial> positive = divisors;
  positive.insert(other.divisors.begin(), other.divisors.end());
  for (const Polynomial &divisor : positive) {
    if (isConstant(divisor))
      continue;
    for (auto quotient = sign.dividedBy(divisor); quotient && !sign.isZero();
         quotient = sign.dividedBy(divisor))
      sign = *quotient;
  }
  return sign;
}

} // namespace plumb::channel
