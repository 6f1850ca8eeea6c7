// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What a release publishes: an integer of 128 bits that is not narrowed by accident.

#ifndef PLUMB_RUNTIME_INTEGER_H
#define PLUMB_RUNTIME_INTEGER_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/format_as_text.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/wide.h"

#include <compare>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace plumb::runtime {

/// A noisy value. Nearly all fit into 64 bits; `int64()` says so or gives an error
/// value. A value type, in size and speed a Wide.
class Integer {
public:
  /// Zero.
  constexpr Integer() = default;
  template <WholeNumber Number> constexpr Integer(Number number) : value(static_cast<Wide>(number)) {}
  constexpr Integer(Wide number) : value(number) {}
  template <std::floating_point Real> Integer(Real) = delete;
  Integer(bool) = delete;

  constexpr Wide wide() const { return value; }
  /// An error value if it needs more than 64 bits.
  Expected<std::int64_t> int64() const {
    if (const auto narrow = static_cast<std::int64_t>(value); Wide{narrow} == value)
      return narrow;
    return Error{text() + " needs more than 64 bits"};
  }
  Rational rational() const { return Rational(value); }
  /// Rounded, for estimates and plots.
  explicit constexpr operator double() const { return static_cast<double>(value); }
  /// Decimal.
  std::string text() const { return toText(value); }

  /// \pre the result has 128 bits; aborts otherwise.
  friend Integer operator+(Integer left, Integer right) {
    if (__builtin_add_overflow(left.value, right.value, &left.value))
      abortWith("a sum of integers needs more than 128 bits");
    return left;
  }
  friend Integer operator-(Integer left, Integer right) {
    if (__builtin_sub_overflow(left.value, right.value, &left.value))
      abortWith("a difference of integers needs more than 128 bits");
    return left;
  }
  friend Integer operator-(Integer number) { return Integer() - number; }

  friend constexpr bool operator==(Integer left, Integer right) = default;
  friend constexpr std::strong_ordering operator<=>(Integer left, Integer right) {
    return left.value < right.value   ? std::strong_ordering::less
           : left.value > right.value ? std::strong_ordering::greater
                                      : std::strong_ordering::equal;
  }

  /// Writes `text()`.
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &stream,
                                                      const Integer &number) {
    return stream << number.text().c_str();
  }

private:
  Wide value = 0;
};

// What cells carry, as text.
inline std::string textOf(bool value) {
  return value ? "true" : "false";
}
inline std::string textOf(std::int64_t value) {
  return std::to_string(value);
}
inline std::string textOf(Integer value) {
  return value.text();
}

} // namespace plumb::runtime

PLUMB_FORMAT_AS_TEXT(plumb::runtime::Integer);

#endif // PLUMB_RUNTIME_INTEGER_H
