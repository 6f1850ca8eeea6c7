// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Certified binary digits of a probability P(E)/Q(E), E = e^eps.
///
/// For rational eps != 0 the number E is transcendental (Lindemann). So P(E) =
/// c Q(E) with a rational c holds only if P = c Q as polynomials, which is
/// decided on the coefficients. Otherwise the quotient is irrational, no digit
/// of it is undecided for ever, and a uniform U never equals it.

#ifndef PLUMB_RUNTIME_EXP_RATIO_H
#define PLUMB_RUNTIME_EXP_RATIO_H

#include "plumb/runtime/exp_polynomial.h"
#include "plumb/runtime/rational.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace plumb::runtime {

/// -1, 0 or 1: the sign of P(e^eps), certified.
int signAt(const ExpPolynomial &polynomial, const Rational &eps);

/// The number P(e^eps)/Q(e^eps) in [0, 1). Immutable.
class ExpRatio {
public:
  /// \pre Q(e^eps) > 0 and 0 <= P(e^eps) < Q(e^eps).
  ExpRatio(ExpPolynomial p, ExpPolynomial q, const Rational &eps);

  /// In binary the number is 0.d0 d1 d2 ..., d0 having \p leadingBits binary
  /// digits and every later block \p laterBits. Returns block number \p block.
  ///
  /// \pre 1 <= leadingBits, laterBits <= 64.
  std::uint64_t digits(unsigned leadingBits, unsigned laterBits, std::size_t block) const;

  /// All digits after the first \p bits are 0.
  bool endsWithin(std::size_t bits) const;

private:
  ExpPolynomial numerator, denominator;
  Rational exponent;
  /// The value, where it is rational.
  std::optional<Rational> constant;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_EXP_RATIO_H
