// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/logarithm.h"

#include <cassert>

namespace plumb::channel {

namespace {

Rational unit(unsigned bits) {
  return Rational(1) / Rational(Integer(1) << bits);
}

Rational roundedDown(const Rational &value, unsigned bits) {
  return Rational(floorOf(value / unit(bits))) * unit(bits);
}
Rational roundedUp(const Rational &value, unsigned bits) {
  return -roundedDown(-value, bits);
}

/// 2 artanh z for 0 <= z <= 1/3.
Enclosure twiceArtanh(const Rational &z, unsigned bits) {
  const Rational square = z * z, negligible = unit(bits);
  Rational low = 0, high = 0, powerLow = z, powerHigh = z;
  for (unsigned n = 1; powerHigh > negligible; n += 2) {
    low += roundedDown(powerLow / n, bits);
    high += roundedUp(powerHigh / n, bits);
    powerLow = roundedDown(powerLow * square, bits);
    powerHigh = roundedUp(powerHigh * square, bits);
  }
  // What is left is at most its first term times 1 / (1 - z^2) <= 9/8.
  return {2 * low, 2 * (high + powerHigh * 9 / 8)};
}

} // namespace

Enclosure naturalLogarithm(const Rational &x, unsigned bits) {
  assert(sgn(x) > 0);
  const unsigned precision = bits + 16;
  Rational y = x;
  long twos = 0;
  for (; y > Rational(4, 3); y /= 2)
    ++twos;
  for (; y <= Rational(2, 3); y *= 2)
    --twos;
  const Rational z = (y - 1) / (y + 1);
  const Enclosure near = twiceArtanh(abs(z), precision), two = twiceArtanh(Rational(1, 3), precision);
  const Rational low = sgn(z) < 0 ? Rational(-near.high) : near.low;
  const Rational high = sgn(z) < 0 ? Rational(-near.low) : near.high;
  if (sgn(z) == 0)
    return {twos * (twos < 0 ? two.high : two.low), twos * (twos < 0 ? two.low : two.high)};
  return {roundedDown(low + twos * (twos < 0 ? two.high : two.low), precision),
          roundedUp(high + twos * (twos < 0 ? two.low : two.high), precision)};
}

bool isLogarithmAtLeast(const Rational &x, const Rational &c, bool strictly) {
  if (x == 1)
    return strictly ? sgn(c) < 0 : sgn(c) <= 0;
  for (unsigned bits = 64;; bits *= 2) {
    const Enclosure value = naturalLogarithm(x, bits);
    if (value.low > c)
      return true;
    if (value.high < c)
      return false;
  }
}

std::string decimalBelow(const Rational &number) {
  const bool isNegative = sgn(number) < 0;
  const Integer millionths = isNegative ? Integer(-floorOf(number * 1000000)) : floorOf(number * 1000000);
  std::string digits = millionths.get_str();
  digits.insert(0, digits.size() < 7 ? 7 - digits.size() : 0, '0');
  return (isNegative ? "-" : "") + digits.substr(0, digits.size() - 6) + "." +
         digits.substr(digits.size() - 6);
}

} // namespace plumb::channel
