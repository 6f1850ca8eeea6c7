// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/quotient.h - Quotients in lowest terms ---*- C++ -*-===//
///
/// \file
/// Quotients of polynomials without common factors, and where equations in them have their roots. For what is
/// looked for in a channel and proved afterwards: unlike a Fraction, a Quotient says nothing of where it has
/// a value.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_QUOTIENT_H
#define PLUMB_CHECKER_CHANNEL_QUOTIENT_H

#include "checker/channel/polynomial.h"

#include <optional>
#include <vector>

namespace plumb::channel {

/// A polynomial that divides both, of the highest degree there is, by Euclid's algorithm in one variable
/// after the other. Throws TooLarge. \pre not both are 0.
Polynomial commonDivisor(const Polynomial &a, const Polynomial &b);

/// The polynomial whose square it is, if there is one.
std::optional<Polynomial> squareRoot(const Polynomial &square);

/// By powers of the variable, from 0: polynomials in the others.
std::vector<Polynomial> coefficientsIn(const Polynomial &polynomial, std::size_t variable);

/// above / below in lowest terms; the leading coefficient of below is 1, so that equal ones look alike.
struct Quotient {
  Polynomial above, below;

  /// Throws TooLarge. \pre divisor is not 0.
  static Quotient of(const Polynomial &dividend, const Polynomial &divisor);

  /// Nothing where it has none.
  std::optional<Rational> at(const std::vector<Rational> &values) const;
  /// With \p other in the place of the variable; nothing if that is a division by 0. Throws TooLarge.
  std::optional<Quotient> with(std::size_t variable, const Quotient &other) const;
  bool mentions(std::size_t variable) const {
    return above.degreeIn(variable) > 0 || below.degreeIn(variable) > 0;
  }
  friend bool operator==(const Quotient &, const Quotient &) = default;
};

/// What the variable is where \p polynomial is 0: of degree 1, and of degree 2 if the root of the
/// discriminant is a polynomial. Throws TooLarge.
std::vector<Quotient> zeros(const Polynomial &polynomial, std::size_t variable);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_QUOTIENT_H
