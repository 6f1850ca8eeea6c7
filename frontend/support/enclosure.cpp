// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/enclosure.h"

#include <algorithm>
#include <cassert>

namespace plumb {

namespace {

constexpr unsigned bits = 128;

Rational ceiling(const Rational &value) {
  return -Rational(floorOf(-value));
}

/// The next multiples of 2^-bits.
Rational roundedDown(const Rational &value) {
  Rational grid = Integer(1) << bits;
  return Rational(floorOf(value * grid)) / grid;
}
Rational roundedUp(const Rational &value) {
  Rational grid = Integer(1) << bits;
  return ceiling(value * grid) / grid;
}

/// 0 <= y <= 1/2.
Enclosure alternatingSeries(const Rational &y) {
  const Rational negligible = Rational(1) / Rational(Integer(1) << bits);
  Rational term = 1, sum = 1, before = 1;
  for (unsigned n = 1; term > negligible; ++n) {
    term = term * y / n;
    before = sum;
    sum += n % 2 == 1 ? Rational(-term) : term;
  }
  return {roundedDown(std::min(sum, before)), roundedUp(std::max(sum, before))};
}

} // namespace

Enclosure operator*(const Enclosure &a, const Enclosure &b) {
  assert(sgn(a.low) >= 0 && sgn(b.low) >= 0);
  return {a.low * b.low, a.high * b.high};
}

Enclosure exponentialOfMinus(const Rational &x) {
  assert(sgn(x) >= 0);
  // e^-80 < 2^-115.
  if (x >= 80)
    return {0, Rational(1) / Rational(Integer(1) << 115)};
  Rational y = x;
  unsigned squarings = 0;
  for (; y > Rational(1, 2); y /= 2)
    ++squarings;
  Enclosure power = alternatingSeries(y);
  for (; squarings > 0; --squarings)
    power = {roundedDown(power.low * power.low), roundedUp(power.high * power.high)};
  return power;
}

Enclosure exponentialOf(const Rational &x) {
  assert(sgn(x) >= 0 && x < 80);
  Enclosure inverse = exponentialOfMinus(x);
  assert(sgn(inverse.low) > 0);
  return {Rational(1) / inverse.high, Rational(1) / inverse.low};
}

Enclosure exponentialOf(const Enclosure &x) {
  const auto at = [](const Rational &end) {
    return sgn(end) < 0 ? exponentialOfMinus(-end) : exponentialOf(end);
  };
  return {at(x.low).low, at(x.high).high};
}

} // namespace plumb
