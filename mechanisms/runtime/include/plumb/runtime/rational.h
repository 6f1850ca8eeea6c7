// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Exact rationals for public parameters: eps, sensitivities, scales.
///
/// "0.1" is 1/10, and 3 / eps is what it says. There is no conversion from or
/// to floating point. Values are in lowest terms with a positive denominator
/// from construction on; the arithmetic is GMP's.

#ifndef PLUMB_RUNTIME_RATIONAL_H
#define PLUMB_RUNTIME_RATIONAL_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/wide.h"

#include <compare>
#include <concepts>
#include <gmp.h>
#include <string>
#include <string_view>

namespace plumb::runtime {

/// An exact rational number of any size. A value type; not for private data,
/// because the time of its operations depends on their operands.
class Rational {
public:
  /// Zero.
  Rational() { mpq_init(number); }

  /// Integers convert implicitly, so that `Rational(c) / eps` and `2 * b` read
  /// as in the paper. Booleans and floating point do not.
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool> && sizeof(Integer) <= 8) Rational(Integer value)
      : Rational(static_cast<Wide>(value)) {}
  Rational(Wide value);
  template <std::floating_point Real> Rational(Real) = delete;
  Rational(bool) = delete;

  Rational(const Rational &other) {
    mpq_init(number);
    mpq_set(number, other.number);
  }
  Rational(Rational &&other) noexcept {
    mpq_init(number);
    mpq_swap(number, other.number);
  }
  Rational &operator=(const Rational &other) {
    mpq_set(number, other.number);
    return *this;
  }
  Rational &operator=(Rational &&other) noexcept {
    mpq_swap(number, other.number);
    return *this;
  }
  ~Rational() { mpq_clear(number); }

  /// The integer \p value.
  static Rational copyOf(mpz_srcptr value) {
    Rational copy;
    mpq_set_z(copy.number, value);
    return copy;
  }

  /// numerator / denominator in lowest terms; an error value if the
  /// denominator is 0.
  static Expected<Rational> fraction(Wide numerator, Wide denominator);

  /// Reads "-3", "1/2" or "0.125": an optional sign, then digits, or digits
  /// '/' digits, or digits '.' digits. No blanks, no exponents; at most
  /// `maximalTextLength` characters.
  static Expected<Rational> parse(std::string_view text);
  static constexpr std::size_t maximalTextLength = 2048;

  /// -1, 0 or 1.
  int sign() const { return mpq_sgn(number); }
  /// Borrowed views, valid as long as this object and unchanged by others.
  mpz_srcptr numerator() const { return mpq_numref(number); }
  mpz_srcptr denominator() const { return mpq_denref(number); }

  /// "-3" or "1/2"; `parse` reads it back.
  std::string text() const;

  friend Rational operator+(const Rational &left, const Rational &right);
  friend Rational operator-(const Rational &left, const Rational &right);
  friend Rational operator*(const Rational &left, const Rational &right);
  /// \pre right != 0; aborts with a message otherwise. For divisors that are
  /// not known to be positive there is `checkedDivide`.
  friend Rational operator/(const Rational &left, const Rational &right);
  friend Rational operator-(const Rational &value);
  Rational &operator+=(const Rational &right);
  Rational &operator-=(const Rational &right);
  Rational &operator*=(const Rational &right);
  /// \pre right != 0; aborts with a message otherwise.
  Rational &operator/=(const Rational &right);

  friend bool operator==(const Rational &left, const Rational &right) {
    return mpq_equal(left.number, right.number) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational &left, const Rational &right) {
    return mpq_cmp(left.number, right.number) <=> 0;
  }

private:
  mpq_t number;
};

/// left / right, or an error value if right is 0.
Expected<Rational> checkedDivide(const Rational &left, const Rational &right);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_RATIONAL_H
