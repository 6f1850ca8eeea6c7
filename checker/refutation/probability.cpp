// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/probability.h"

#include <algorithm>
#include <cassert>

namespace plumb::refutation {

namespace {

__extension__ using Wide = unsigned __int128;

Integer ceilingOf(const Rational &value) {
  return -floorOf(-value);
}

std::uint64_t units(const Integer &value, std::uint64_t unit) {
  if (sgn(value) <= 0)
    return 0;
  return value.fits_ulong_p() ? std::min<std::uint64_t>(value.get_ui(), unit) : unit;
}

std::string decimal(const Integer &millionths) {
  std::string digits = millionths.get_str();
  if (digits.size() < 7)
    digits.insert(0, 7 - digits.size(), '0');
  return digits.insert(digits.size() - 6, ".");
}

} // namespace

Probability::Probability(const Enclosure &enclosure)
    : lowUnits(units(floorOf(enclosure.low * Rational(Integer(unit))), unit)),
      highUnits(units(ceilingOf(enclosure.high * Rational(Integer(unit))), unit)) {
  assert(lowUnits <= highUnits && "the lower bound comes first");
}

Probability Probability::operator*(const Probability &other) const {
  Wide low = Wide(lowUnits) * other.lowUnits;
  Wide high = Wide(highUnits) * other.highUnits + (unit - 1);
  return Probability(static_cast<std::uint64_t>(low >> 62), static_cast<std::uint64_t>(high >> 62));
}

Probability Probability::operator+(const Probability &other) const {
  // Both upper bounds are at most 2^62, so the sums fit.
  return Probability(std::min(lowUnits + other.lowUnits, unit), std::min(highUnits + other.highUnits, unit));
}

Rational Probability::low() const {
  return Rational(Integer(lowUnits)) / Rational(Integer(unit));
}
Rational Probability::high() const {
  return Rational(Integer(highUnits)) / Rational(Integer(unit));
}

std::string decimalBelow(const Rational &probability) {
  return decimal(floorOf(probability * 1'000'000));
}
std::string decimalAbove(const Rational &probability) {
  return decimal(ceilingOf(probability * 1'000'000));
}

} // namespace plumb::refutation
