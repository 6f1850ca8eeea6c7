// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Integers of a program that is replayed: 128 bits, and undefined beyond.

#ifndef PLUMB_RUNTIME_REPLAY_CHECKED_INT_H
#define PLUMB_RUNTIME_REPLAY_CHECKED_INT_H

#include "plumb/runtime/integer.h"
#include "plumb/runtime/wide.h"

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>

namespace plumb::runtime::replay {

using runtime::Wide;

/// Thrown by a term of the program that has no value.
struct Undefined {
  const char *why;
};

/// An integer of the program. Its arithmetic never wraps: what leaves 128 bits is undefined.
class Int {
public:
  Int() = default;
  template <std::integral Number>
  requires(sizeof(Number) <= 8) Int(Number number) : value(static_cast<Wide>(number)) {}
  Int(Wide number) : value(number) {}
  Int(runtime::Integer number) : value(number.wide()) {}

  Wide wide() const { return value; }
  /// \pre the value fits; checked.
  std::int64_t word() const {
    if (value != static_cast<std::int64_t>(value))
      throw Undefined{"a number does not fit into 64 bits"};
    return static_cast<std::int64_t>(value);
  }
  std::string text() const { return runtime::toText(value); }

  friend Int operator+(Int a, Int b) {
    Int sum;
    return __builtin_add_overflow(a.value, b.value, &sum.value) ? tooLarge() : sum;
  }
  friend Int operator-(Int a, Int b) {
    Int difference;
    return __builtin_sub_overflow(a.value, b.value, &difference.value) ? tooLarge() : difference;
  }
  friend Int operator-(Int a) { return Int(0) - a; }
  friend Int operator*(Int a, Int b) {
    // By hand: not every compiler's library has the product of 128 bits that tells of an overflow.
    const auto x = magnitude(a), y = magnitude(b), largest = runtime::WideUnsigned{1} << 126;
    const bool isLarge = (x >> 62) != 0 || (y >> 62) != 0;
    return isLarge && x != 0 && y > largest / x ? tooLarge() : Int(a.value * b.value);
  }
  friend auto operator<=>(Int, Int) = default;

private:
  static runtime::WideUnsigned magnitude(Int number) {
    const auto bits = static_cast<runtime::WideUnsigned>(number.value);
    return number.value < 0 ? -bits : bits;
  }
  static Int tooLarge() { throw Undefined{"a value leaves 128 bits"}; }

  Wide value = 0;
};

inline Int integer(const char *text) {
  return Int(*runtime::parseWide(text));
}

/// The integer q with a = q * b + r and 0 <= r < |b|.
inline Int quotient(Int a, Int b) {
  if (b == 0)
    throw Undefined{"a division by zero"};
  const Wide truncated = a.wide() / b.wide();
  if (a.wide() % b.wide() >= 0)
    return truncated;
  return b > 0 ? truncated - 1 : truncated + 1;
}
/// That r.
inline Int remainder(Int a, Int b) {
  return a - quotient(a, b) * b;
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHECKED_INT_H
