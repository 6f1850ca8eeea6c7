// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/polynomial.h - Exact polynomials ---------*- C++ -*-===//
///
/// \file
/// Exact polynomials over the numbered variables of one channel (sizes, parameters, roots of e^eps), in
/// normal form. Operations give up by TooLarge instead of growing without end.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_POLYNOMIAL_H
#define PLUMB_CHECKER_CHANNEL_POLYNOMIAL_H

#include "frontend/support/rational.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

namespace plumb::channel {

/// The exponent of each variable; the same length for all monomials of one channel.
using Monomial = std::vector<std::uint16_t>;

/// Thrown by operations whose result would not be worth having: too many terms, or too high a degree. what()
/// says of what there is too much, and how much is allowed.
struct TooLarge : std::length_error {
  TooLarge();
  using std::length_error::length_error;
};

/// Throws TooLarge if a number has more digits than are worth computing with.
const Rational &requireShort(const Rational &number);

/// A polynomial with rational coefficients over numbered variables, in normal form: equal polynomials have
/// equal coefficients, and none of them is 0.
class Polynomial {
public:
  explicit Polynomial(std::size_t variableCount) : variables(variableCount) {}
  static Polynomial constant(std::size_t variableCount, const Rational &value);
  static Polynomial variable(std::size_t variableCount, std::size_t number);
  static Polynomial power(std::size_t variableCount, std::size_t number, unsigned exponent);

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  /// Throws TooLarge.
  Polynomial operator*(const Polynomial &other) const;
  Polynomial operator*(const Rational &factor) const;
  friend bool operator==(const Polynomial &, const Polynomial &) = default;
  friend bool operator<(const Polynomial &a, const Polynomial &b) { return a.coefficients < b.coefficients; }

  bool isZero() const { return coefficients.empty(); }
  std::size_t variableCount() const { return variables; }
  const std::map<Monomial, Rational> &terms() const { return coefficients; }
  Rational constantTerm() const;
  /// The highest exponent of the variable.
  unsigned degreeIn(std::size_t number) const;

  /// The highest sum of exponents of a monomial.
  unsigned degree() const;

  Rational at(const std::vector<Rational> &values) const;
  /// With variable + \p shift in the place of the variable.
  Polynomial shifted(std::size_t number, const Rational &shift) const;
  /// The quotient, if there is no remainder. \pre divisor is not zero.
  std::optional<Polynomial> dividedBy(const Polynomial &divisor) const;

private:
  void add(const Monomial &monomial, const Rational &coefficient);

  std::size_t variables;
  std::map<Monomial, Rational> coefficients;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_POLYNOMIAL_H
