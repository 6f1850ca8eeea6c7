// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Exact rationals for public parameters: eps, sensitivities, scales.
///
/// `0.1_eps` and `Rational{1, 10}` are 1/10, and 3 / eps is what it says. There is
/// no conversion from or to floating point. Values are in lowest terms with a positive
/// denominator from construction on; the arithmetic is GMP's.
///
/// In C++ 3 / 2 is 1. So no integer becomes a Rational by itself, and what callers fill in (parameters,
/// budgets, amounts to spend, scales of samplers) has the type `Exact`, which no integer is converted to
/// at all. Who writes `Rational(3 / 2)` has asked for 1.

#ifndef PLUMB_RUNTIME_RATIONAL_H
#define PLUMB_RUNTIME_RATIONAL_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/format_as_text.h"
#include "plumb/runtime/wide.h"

#include <compare>
#include <concepts>
#include <gmp.h>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace plumb::runtime {

/// What stands for an integer beside a Rational: neither a truth value nor a
/// character.
template <class Number>
concept WholeNumber = std::same_as<Number, Wide> ||(std::integral<Number> && !std::same_as<Number, bool> &&
                                                    !std::same_as<Number, char> && sizeof(Number) <= 8);

/// An exact rational number of any size. A value type; not for private data,
/// because the time of its operations depends on their operands.
class Rational {
public:
  /// Zero.
  Rational() { mpq_init(number); }

  /// Only where it is written out: `Rational half = 1 / 2`, which would be 0, does not compile, and neither
  /// does `std::vector<Rational>{2}`. In arithmetic and comparisons with a Rational, integers stand for
  /// themselves: `2 * b`, `1 / eps`, `eps > 0`.
  template <WholeNumber Integer>
  requires true explicit Rational(Integer value) : Rational(static_cast<Wide>(value)) {}
  // Without this one the vector above would be two zeros.
  template <WholeNumber Integer> Rational(Integer) = delete;
  explicit Rational(Wide value);
  /// numerator / denominator in lowest terms.
  /// \pre denominator != 0; aborts with a message otherwise. For denominators
  /// that are not known there is `fraction`.
  template <WholeNumber Above, WholeNumber Below>
  Rational(Above numerator, Below denominator) : Rational(Rational(numerator) / Rational(denominator)) {}
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

  // Beside a Rational an integer is that rational number: 2 * b, 1 / eps, eps <= 0.
  template <WholeNumber Integer> friend Rational operator+(const Rational &left, Integer right) {
    return left + Rational(right);
  }
  template <WholeNumber Integer> friend Rational operator+(Integer left, const Rational &right) {
    return Rational(left) + right;
  }
  template <WholeNumber Integer> friend Rational operator-(const Rational &left, Integer right) {
    return left - Rational(right);
  }
  template <WholeNumber Integer> friend Rational operator-(Integer left, const Rational &right) {
    return Rational(left) - right;
  }
  template <WholeNumber Integer> friend Rational operator*(const Rational &left, Integer right) {
    return left * Rational(right);
  }
  template <WholeNumber Integer> friend Rational operator*(Integer left, const Rational &right) {
    return Rational(left) * right;
  }
  template <WholeNumber Integer> friend Rational operator/(const Rational &left, Integer right) {
    return left / Rational(right);
  }
  template <WholeNumber Integer> friend Rational operator/(Integer left, const Rational &right) {
    return Rational(left) / right;
  }

  template <WholeNumber Integer> Rational &operator+=(Integer right) { return *this += Rational(right); }
  template <WholeNumber Integer> Rational &operator-=(Integer right) { return *this -= Rational(right); }
  template <WholeNumber Integer> Rational &operator*=(Integer right) { return *this *= Rational(right); }
  template <WholeNumber Integer> Rational &operator/=(Integer right) { return *this /= Rational(right); }

  friend bool operator==(const Rational &left, const Rational &right) {
    return mpq_equal(left.number, right.number) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational &left, const Rational &right) {
    return mpq_cmp(left.number, right.number) <=> 0;
  }
  template <WholeNumber Integer> friend bool operator==(const Rational &left, Integer right) {
    return left == Rational(right);
  }
  template <WholeNumber Integer>
  friend std::strong_ordering operator<=>(const Rational &left, Integer right) {
    return left <=> Rational(right);
  }

  /// Writes `text()`.
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &stream,
                                                      const Rational &value) {
    return stream << value.text().c_str();
  }

private:
  mpq_t number;
};

/// A public value that a caller writes down: `eps = 3 / 2` and `spend("visits", 3 / 2)`,
/// which would be 1, do not compile, and neither does `eps = 1`. Write `3_eps / 2` or `Rational{3, 2}`.
class Exact : public Rational {
public:
  /// Zero.
  Exact() = default;
  Exact(const Rational &value) : Rational(value) {}
  Exact(Rational &&value) noexcept : Rational(std::move(value)) {}
  /// \pre denominator != 0; aborts with a message otherwise.
  template <WholeNumber Above, WholeNumber Below>
  Exact(Above numerator, Below denominator) : Rational(numerator, denominator) {}
  template <WholeNumber Integer> Exact(Integer) = delete;
  template <std::floating_point Real> Exact(Real) = delete;
  Exact(bool) = delete;
};

/// left / right, or an error value if right is 0.
Expected<Rational> checkedDivide(const Rational &left, const Rational &right);

/// `1_eps / 2`, `1 / 2_eps` and `0.5_eps` are 1/2.
namespace literals {

/// Digits, at most one point among them; anything else does not compile.
template <char... digits> Rational operator""_eps() {
  static constexpr char text[] = {digits...};
  constexpr std::string_view written(text, sizeof...(digits));
  static_assert(written.find_first_not_of("0123456789.") == std::string_view::npos &&
                    written.find('.') == written.rfind('.') && written.front() != '.' &&
                    written.back() != '.' &&
                    (written.size() == 1 || written.front() != '0' || written[1] == '.'),
                "write digits, with or without a point between them: 2_eps or 0.5_eps");
  return *Rational::parse(written);
}

} // namespace literals

} // namespace plumb::runtime

PLUMB_FORMAT_AS_TEXT(plumb::runtime::Rational);
PLUMB_FORMAT_AS_TEXT(plumb::runtime::Exact);

#endif // PLUMB_RUNTIME_RATIONAL_H
