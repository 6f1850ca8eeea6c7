// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/bounds.h"

#include "frontend/support/enclosure.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace plumb::witness {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Below it, errors of rounding are no longer small beside the number.
constexpr double least = 1e-280;

/// std::nextafter is a call, and these are half of the work.
double behind(double x);

double before(double x) {
  if (!(x > 0) || std::isinf(x))
    return x == 0 || std::isinf(x) ? std::nextafter(x, -infinity) : -behind(-x);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) - 1);
}

double behind(double x) {
  if (!(x > 0) || std::isinf(x))
    return x == 0 || std::isinf(x) ? std::nextafter(x, infinity) : -before(-x);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + 1);
}

/// Which are rounded to nearest, and by how much too large they are: a sum (Knuth), a product, a quotient.
struct Rounded {
  double value, error;
  double down() const { return error > 0 ? before(value) : value; }
  double up() const { return error < 0 ? behind(value) : value; }
};

Rounded sum(double a, double b) {
  const double value = a + b;
  // Beyond all doubles, unless an end is infinite by itself.
  if (std::isinf(value))
    return {value, std::isinf(a) || std::isinf(b) ? 0 : value};
  const double part = value - a;
  return {value, -((a - (value - part)) + (b - part))};
}

Bounds product(double a, double b) {
  // An end at infinity stands for numbers that are finite.
  if (a == 0 || b == 0)
    return 0.0;
  const double value = a * b;
  if (std::abs(value) < least)
    return value > 0 || (value == 0 && (a > 0) == (b > 0)) ? Bounds(0, least) : Bounds(-least, 0);
  if (std::isinf(value) && !std::isinf(a) && !std::isinf(b))
    return value > 0 ? Bounds(before(value), value) : Bounds(value, behind(value));
  if (std::isinf(value))
    return value;
  const Rounded rounded{value, -std::fma(a, b, -value)};
  return {rounded.down(), rounded.up()};
}

Bounds quotient(double a, double b) {
  if (a == 0 || std::isinf(a))
    return b > 0 ? a : -a;
  const double value = a / b;
  if (std::abs(value) < least)
    return (a > 0) == (b > 0) ? Bounds(0, least) : Bounds(-least, 0);
  if (std::isinf(value))
    return value > 0 ? Bounds(before(value), value) : Bounds(value, behind(value));
  const double rest = std::fma(value, b, -a);
  const Rounded rounded{value, b > 0 ? rest : -rest};
  return {rounded.down(), rounded.up()};
}

Bounds hull(const std::array<Bounds, 4> &ends) {
  Bounds all = ends.front();
  for (const Bounds &end : ends)
    all = {std::min(all.low, end.low), std::max(all.high, end.high)};
  return all;
}

constexpr int binaryPlaces = 32, digits = 11;

/// Of each digit d = 0, 1, .. of base 16: e^-(digit * 16^d / 2^32).
const std::array<std::array<Bounds, 16>, digits> &powers() {
  static const auto table = [] {
    std::array<std::array<Bounds, 16>, digits> made;
    for (int digit = 0; digit < digits; ++digit) {
      made[digit][0] = 1.0;
      const Enclosure one =
          exponentialOfMinus(Rational(std::ldexp(1.0, 4 * std::min(digit, digits - 2) - binaryPlaces)));
      Bounds factor(Bounds(interpreter::Exact(one.low)).low, Bounds(interpreter::Exact(one.high)).high);
      // An enclosure ends where the last digit would begin.
      if (digit == digits - 1)
        for (int square = 0; square < 4; ++square)
          factor = factor * factor;
      for (std::size_t i = 1; i < 16; ++i)
        made[digit][i] = made[digit][i - 1] * factor;
    }
    return made;
  }();
  return table;
}

/// \pre both are positive, and so large that no product of a few is small.
Bounds productOfPositives(const Bounds &a, const Bounds &b) {
  // Two roundings lose less than one of these.
  constexpr double less = 1 - 0x1p-51, more = 1 + 0x1p-51;
  return {a.low * b.low * less, a.high * b.high * more};
}

/// \pre x <= 0.
Bounds exponentialOfNegative(const Bounds &x) {
  constexpr double smallest = -600;
  if (x.high < smallest)
    return {0, 1e-260};
  const double scaled = std::floor(std::ldexp(x.high, binaryPlaces));
  const Bounds rest = x + -std::ldexp(scaled, -binaryPlaces);
  if (rest.low < 0)
    return {exponentialOfNegative(x.low).low, exponentialOfNegative(x.high).high};
  // 1 + r <= e^r <= 1 + r + r^2 for 0 <= r < 1.
  const Bounds linear = Bounds(1.0) + rest;
  Bounds result(linear.low, (linear + rest * rest).high);
  auto left = static_cast<std::uint64_t>(-scaled);
  for (std::size_t digit = 0; left != 0; ++digit, left >>= 4)
    if ((left & 15) != 0)
      result = productOfPositives(result, powers()[digit][left & 15]);
  return result;
}

Bounds exponentialOfPositive(double x) {
  constexpr double largest = 600;
  if (x > largest)
    return {1e260, infinity};
  return Bounds(1.0) / exponentialOfNegative(-x);
}

/// The partial sums of x - x^2/2 + x^3/6 - .. lie around it.
Bounds oneMinusExponentialOf(double x) {
  constexpr double small = 1.0 / 64;
  if (x > small) {
    const Bounds result = Bounds(1.0) + -exponentialOfNegative(-x);
    return {std::max(result.low, 0.0), std::min(result.high, 1.0)};
  }
  Bounds partial[2];
  for (int terms : {4, 5}) {
    Bounds value = 1.0;
    for (int k = terms; k >= 2; --k)
      value = Bounds(1.0) + -(Bounds(x) / Bounds(k) * value);
    partial[terms - 4] = Bounds(x) * value;
  }
  return {std::max(partial[0].low, 0.0), partial[1].high};
}

/// The library's logarithm is a guess y that is put right by e^y: ln x = y + ln(1 + d), x = e^y (1 + d).
Bounds logarithmOf(double x) {
  constexpr double smallest = 1e-250, largest = 1e250;
  if (x < smallest)
    return {-infinity, -575};
  if (x > largest)
    return {575, infinity};
  const double guess = std::log(x);
  const Bounds quotient = Bounds(x) * exponential(-guess);
  if (!(quotient.low > 0.5))
    return {-infinity, infinity};
  // d / (1 + d) <= ln(1 + d) <= d
  const Bounds d = quotient + -Bounds(1.0);
  return {(Bounds(guess) + Bounds(d.low) / Bounds(quotient.low)).low, (Bounds(guess) + d).high};
}

} // namespace

Bounds::Bounds(const interpreter::Exact &value) {
  const Rational exact = value.rational();
  low = high = exact.get_d();
  const int order = std::isinf(low) ? 0 : cmp(Rational(low), exact);
  // Beyond all doubles: nothing is known.
  if (std::isinf(low))
    low = -infinity, high = infinity;
  else if (order < 0)
    high = behind(high);
  else if (order > 0)
    low = before(low);
}

Bounds operator+(const Bounds &a, const Bounds &b) {
  return {sum(a.low, b.low).down(), sum(a.high, b.high).up()};
}

Bounds operator*(const Bounds &a, const Bounds &b) {
  if (a.low >= 0 && b.low >= 0)
    return {product(a.low, b.low).low, product(a.high, b.high).high};
  return hull(
      {product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)});
}

Bounds operator/(const Bounds &a, const Bounds &b) {
  assert((b.low > 0 || b.high < 0) && "the caller has excluded 0");
  if (b.low == b.high)
    return b.low > 0 ? Bounds(quotient(a.low, b.low).low, quotient(a.high, b.low).high)
                     : Bounds(quotient(a.high, b.low).low, quotient(a.low, b.low).high);
  return hull(
      {quotient(a.low, b.low), quotient(a.low, b.high), quotient(a.high, b.low), quotient(a.high, b.high)});
}

Bounds exponential(const Bounds &x) {
  if (x.high <= 0)
    return exponentialOfNegative(x);
  return {x.low <= 0 ? exponentialOfNegative(x.low).low : exponentialOfPositive(x.low).low,
          exponentialOfPositive(x.high).high};
}

Bounds oneMinusExponential(const Bounds &x) {
  const Bounds least = oneMinusExponentialOf(x.low);
  return {least.low, x.low == x.high ? least.high : oneMinusExponentialOf(x.high).high};
}

Bounds logarithm(const Bounds &x) {
  return {logarithmOf(x.low).low, logarithmOf(x.high).high};
}

} // namespace plumb::witness
