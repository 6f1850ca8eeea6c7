// SPDX-License-Identifier: Apache-2.0
//===- kernel/fraction.h - Scales and budgets, multiplied out ---*- C++ -*-===//
///
/// \file
/// Quotients of polynomials, so that scales are compared and costs added up without a division by an unknown.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_FRACTION_H
#define PLUMB_KERNEL_FRACTION_H

#include "kernel/polynomial.h"

#include <optional>

namespace plumb::kernel {

/// numerator / denominator; whether the denominator is 0 is for others to ask.
struct Fraction {
  Polynomial numerator, denominator{1, {}};
};

// All are paid for before they are made.

Fraction sum(const Terms &terms, const Fraction &a, const Fraction &b);
Fraction product(const Terms &terms, const Fraction &a, const Fraction &b);
inline Fraction quotient(const Terms &terms, const Fraction &a, const Fraction &b) {
  return product(terms, a, {b.denominator, b.numerator});
}
/// The number k > 0 with a = k * b wherever both are defined, if there is one.
std::optional<mpq_class> ratioOf(const Terms &terms, const Fraction &a, const Fraction &b);

/// The largest monomial that divides both, or every one of \p polynomial; and what is left of them.
Monomial common(const Monomial &a, const Monomial &b);
Monomial commonFactor(const Polynomial &polynomial);
Polynomial divided(const Polynomial &polynomial, const Monomial &divisor);
/// \p polynomial, whose atoms are Reals, as a term.
Term termOf(Terms &terms, const Polynomial &polynomial);

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_FRACTION_H
