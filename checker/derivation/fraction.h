// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/fraction.h - Exact numbers, mostly small --*- C++ -*-===//
///
/// \file
/// Rationals for the simplex. Nearly all of its numbers fit into two words; GMP, which asks for memory for
/// each, takes over where one does not.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_FRACTION_H
#define PLUMB_CHECKER_DERIVATION_FRACTION_H

#include <cstdint>
#include <gmpxx.h>
#include <memory>

namespace plumb::derivation {

class Fraction {
public:
  // NOLINTNEXTLINE(google-explicit-constructor): a number is a fraction.
  Fraction(std::int64_t whole = 0) : above(whole) {}
  /// \pre \p number is in lowest terms, as GMP's operations leave it.
  explicit Fraction(const mpq_class &number);

  mpq_class exact() const;
  bool isZero() const { return !large && above == 0; }
  bool isWhole() const { return large ? large->get_den() == 1 : below == 1; }
  /// -1, 0 or 1.
  int sign() const { return large ? sgn(*large) : (above > 0) - (above < 0); }
  mpz_class floor() const;
  /// \pre it is not 0.
  Fraction inverse() const;

  friend Fraction operator-(const Fraction &number);
  friend Fraction operator+(const Fraction &one, const Fraction &other);
  friend Fraction operator*(const Fraction &one, const Fraction &other);
  Fraction &operator+=(const Fraction &other) { return *this = *this + other; }
  friend bool operator==(const Fraction &one, const Fraction &other);
  friend bool operator<(const Fraction &one, const Fraction &other);

private:
  Fraction(std::int64_t numerator, std::int64_t denominator) : above(numerator), below(denominator) {}

  /// In lowest terms, the denominator above 0; of no meaning beside `large`. No part is the least of its
  /// type, so that each has a negation.
  std::int64_t above = 0, below = 1;
  /// A number that has no parts of this size.
  std::shared_ptr<const mpq_class> large;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_FRACTION_H
