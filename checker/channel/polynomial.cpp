// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/polynomial.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>

namespace plumb::channel {

namespace {

constexpr std::size_t termLimit = 3000;
constexpr unsigned degreeLimit = 60;

Rational powerOf(const Rational &base, unsigned exponent) {
  Rational result = 1;
  for (unsigned i = 0; i < exponent; ++i)
    result *= base;
  return result;
}

} // namespace

TooLarge::TooLarge()
    : std::length_error("an inequality has more than " + std::to_string(termLimit) +
                        " terms when it is multiplied out, or a power above " + std::to_string(degreeLimit)) {
}

const Rational &requireShort(const Rational &number) {
  constexpr std::size_t mostBits = 20000;
  if (mpz_sizeinbase(number.get_num_mpz_t(), 2) > mostBits ||
      mpz_sizeinbase(number.get_den_mpz_t(), 2) > mostBits)
    throw TooLarge("a number has more than 6000 digits");
  return number;
}

Polynomial Polynomial::constant(std::size_t variableCount, const Rational &value) {
  Polynomial result(variableCount);
  result.add(Monomial(variableCount, 0), value);
  return result;
}

Polynomial Polynomial::variable(std::size_t variableCount, std::size_t number) {
  return power(variableCount, number, 1);
}

Polynomial Polynomial::power(std::size_t variableCount, std::size_t number, unsigned exponent) {
  if (exponent > degreeLimit)
    throw TooLarge();
  Polynomial result(variableCount);
  Monomial monomial(variableCount, 0);
  monomial.at(number) = static_cast<std::uint16_t>(exponent);
  result.add(monomial, 1);
  return result;
}

void Polynomial::add(const Monomial &monomial, const Rational &coefficient) {
  assert(monomial.size() == variables);
  if (sgn(coefficient) == 0)
    return;
  Rational &sum = coefficients[monomial];
  sum += requireShort(coefficient);
  if (sgn(sum) == 0)
    coefficients.erase(monomial);
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : other.coefficients)
    result.add(monomial, coefficient);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial &other) const {
  return *this + other * Rational(-1);
}

Polynomial Polynomial::operator*(const Rational &factor) const {
  Polynomial result(variables);
  for (const auto &[monomial, coefficient] : coefficients)
    result.add(monomial, coefficient * factor);
  return result;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result(variables);
  for (const auto &[left, a] : coefficients) {
    for (const auto &[right, b] : other.coefficients) {
      Monomial product = left;
      for (std::size_t i = 0; i < variables; ++i) {
        product[i] = static_cast<std::uint16_t>(product[i] + right[i]);
        if (product[i] > degreeLimit)
          throw TooLarge();
      }
      result.add(product, a * b);
    }
    if (result.coefficients.size() > termLimit)
      throw TooLarge();
  }
  return result;
}

Rational Polynomial::constantTerm() const {
  const auto found = coefficients.find(Monomial(variables, 0));
  return found == coefficients.end() ? Rational(0) : found->second;
}

unsigned Polynomial::degreeIn(std::size_t number) const {
  unsigned degree = 0;
  for (const auto &[monomial, coefficient] : coefficients)
    degree = std::max<unsigned>(degree, monomial[number]);
  return degree;
}

unsigned Polynomial::degree() const {
  unsigned degree = 0;
  for (const auto &[monomial, coefficient] : coefficients)
    degree = std::max(degree, std::accumulate(monomial.begin(), monomial.end(), 0u));
  return degree;
}

Rational Polynomial::at(const std::vector<Rational> &values) const {
  assert(values.size() == variables);
  Rational sum = 0;
  for (const auto &[monomial, coefficient] : coefficients) {
    Rational product = coefficient;
    for (std::size_t i = 0; i < variables; ++i)
      if (monomial[i] != 0)
        product *= powerOf(values[i], monomial[i]);
    sum += product;
  }
  return sum;
}

/// (v + c)^k v^0 = sum over i of binomial(k, i) c^(k - i) v^i.
Polynomial Polynomial::shifted(std::size_t number, const Rational &shift) const {
  if (sgn(shift) == 0)
    return *this;
  Polynomial result(variables);
  for (const auto &[monomial, coefficient] : coefficients) {
    const unsigned exponent = monomial[number];
    Rational binomial = 1;
    Monomial lower = monomial;
    for (unsigned i = 0; i <= exponent; ++i) {
      lower[number] = static_cast<std::uint16_t>(i);
      result.add(lower, coefficient * binomial * powerOf(shift, exponent - i));
      binomial = binomial * (exponent - i) / (i + 1);
    }
  }
  return result;
}

/// Long division by the leading terms in the order of the map, which is compatible with products.
std::optional<Polynomial> Polynomial::dividedBy(const Polynomial &divisor) const {
  assert(!divisor.isZero());
  const auto &[leading, leadingCoefficient] = *divisor.coefficients.rbegin();
  Polynomial rest = *this, quotient(variables);
  while (!rest.isZero()) {
    const auto &[monomial, coefficient] = *rest.coefficients.rbegin();
    Polynomial step(variables);
    Monomial difference(variables);
    for (std::size_t i = 0; i < variables; ++i) {
      if (monomial[i] < leading[i])
        return std::nullopt;
      difference[i] = static_cast<std::uint16_t>(monomial[i] - leading[i]);
    }
    step.add(difference, coefficient / leadingCoefficient);
    quotient = quotient + step;
    rest = rest - step * divisor;
    if (rest.coefficients.size() > termLimit)
      return std::nullopt;
  }
  return quotient;
}

} // namespace plumb::channel
