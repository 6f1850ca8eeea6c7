// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/exact.h - A rational number, fast when small -*- C++ -*-===//
///
/// \file
/// The numbers of the interpreter. A search replays a mechanism tens of thousands
/// of times on numbers of one digit, where GMP spends its time in the allocator;
/// so a fraction of two machine words is kept inline, and GMP takes over when one
/// of them overflows. The value is the same either way.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_EXACT_H
#define PLUMB_CHECKER_INTERPRETER_EXACT_H

#include "frontend/support/rational.h"

#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace plumb::interpreter {

/// An exact rational of any size, in lowest terms. Truth values are 0 and 1.
class Exact {
public:
  Exact() = default;
  Exact(std::int64_t value) : numerator(value) {
    if (value == smallest)
      keepBig(value);
  }
  explicit Exact(const Rational &value);

  Exact(const Exact &other) : numerator(other.numerator), denominator(other.denominator) {
    if (other.big)
      big = std::make_unique<Rational>(*other.big);
  }
  Exact(Exact &&other) noexcept = default;
  Exact &operator=(const Exact &other);
  Exact &operator=(Exact &&other) noexcept = default;
  ~Exact() = default;

  Rational rational() const;
  /// -1, 0 or 1.
  int sign() const { return big ? sgn(*big) : numerator < 0 ? -1 : numerator > 0 ? 1 : 0; }
  bool isZero() const { return !big && numerator == 0; }
  bool isIntegral() const { return big ? plumb::isIntegral(*big) : denominator == 1; }
  /// Of numerator and denominator, if they are longer than a machine word; else 0.
  std::size_t bits() const;
  /// Nothing if the value is no integer or does not fit.
  std::optional<std::int64_t> toInt64() const {
    return big || denominator != 1 ? std::nullopt : std::optional(numerator);
  }
  Exact absolute() const { return sign() < 0 ? -*this : *this; }

  Exact operator-() const { return big ? opposite() : Exact(-numerator, denominator); }
  friend Exact operator+(const Exact &a, const Exact &b) {
    std::int64_t sum = 0;
    if (!a.big && !b.big && a.denominator == 1 && b.denominator == 1 &&
        !__builtin_add_overflow(a.numerator, b.numerator, &sum))
      return sum;
    return a.plus(b);
  }
  friend Exact operator-(const Exact &a, const Exact &b) {
    std::int64_t difference = 0;
    if (!a.big && !b.big && a.denominator == 1 && b.denominator == 1 &&
        !__builtin_sub_overflow(a.numerator, b.numerator, &difference))
      return difference;
    return a.plus(-b);
  }
  friend Exact operator*(const Exact &a, const Exact &b) {
    std::int64_t product = 0;
    if (!a.big && !b.big && a.denominator == 1 && b.denominator == 1 &&
        !__builtin_mul_overflow(a.numerator, b.numerator, &product))
      return product;
    return a.times(b);
  }
  /// \pre b is not zero.
  friend Exact operator/(const Exact &a, const Exact &b);

  friend std::strong_ordering operator<=>(const Exact &a, const Exact &b) {
    return !a.big && !b.big && a.denominator == b.denominator ? a.numerator <=> b.numerator : a.compared(b);
  }
  /// Both in lowest terms.
  friend bool operator==(const Exact &a, const Exact &b) {
    return !a.big && !b.big ? a.numerator == b.numerator && a.denominator == b.denominator
                            : a.compared(b) == 0;
  }

  /// The integer q with a = q * b + r and 0 <= r < |b|. \pre both integral, b not zero.
  friend Exact euclideanQuotient(const Exact &a, const Exact &b);
  /// That r.
  friend Exact euclideanRemainder(const Exact &a, const Exact &b);

private:
  // The value is *big if that is set, else numerator / denominator with denominator > 0. A value
  // that fits is never kept in `big`, and neither word is ever the smallest std::int64_t, so that
  // negation and absolute values cannot overflow.
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  std::unique_ptr<Rational> big;

  static constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  /// \pre in lowest terms, and neither is the smallest.
  Exact(std::int64_t above, std::int64_t below) : numerator(above), denominator(below) {}
  void keepBig(std::int64_t value);
  Exact opposite() const;
  Exact plus(const Exact &other) const;
  Exact times(const Exact &other) const;
  std::strong_ordering compared(const Exact &other) const;
  static std::optional<Exact> small(std::int64_t numerator, std::int64_t denominator);
};

Exact euclideanQuotient(const Exact &a, const Exact &b);
Exact euclideanRemainder(const Exact &a, const Exact &b);

/// What a division of \p a by \p b takes, in steps of a run; 0 for short numbers. A quotient of long numbers
/// may be short, and takes the more time the longer both are.
std::uint64_t stepsToDivide(const Exact &a, const Exact &b);

/// "12" or "-3/4".
std::string toString(const Exact &value);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_EXACT_H
