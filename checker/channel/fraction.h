// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/fraction.h - Quotients of polynomials ----*- C++ -*-===//
///
/// \file
/// Exact quotients of polynomials, as which entries of a channel's table are compared: cross-multiplied,
/// with the positivity of each divisor kept apart as an obligation.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_FRACTION_H
#define PLUMB_CHECKER_CHANNEL_FRACTION_H

#include "checker/channel/polynomial.h"

#include <set>

namespace plumb::channel {

/// numerator / denominator, where the denominator is a product of divisors. All that is said of a Fraction
/// holds where every divisor is positive; that they are is an obligation of its own.
struct Fraction {
  Polynomial numerator;
  Polynomial denominator;
  /// Polynomials whose being positive makes the denominator positive and the term defined.
  std::set<Polynomial> divisors;

  static Fraction of(Polynomial polynomial);

  Fraction operator+(const Fraction &other) const;
  Fraction operator-(const Fraction &other) const;
  Fraction operator*(const Fraction &other) const;
  /// The numerator of \p other becomes a divisor.
  Fraction operator/(const Fraction &other) const;

  /// The numerator of this - other over a common positive denominator, with positive divisors cancelled:
  /// it has the sign of the difference.
  Polynomial signOfDifference(const Fraction &other) const;

private:
  Fraction with(const Fraction &other, Polynomial newNumerator, Polynomial newDenominator) const;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_FRACTION_H
