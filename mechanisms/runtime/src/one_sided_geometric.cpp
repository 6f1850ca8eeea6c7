// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/one_sided_geometric.h"

namespace plumb::runtime {

namespace {

constexpr unsigned maximalTableScale = 256;
/// More than 12 ln 2 * 256, where S falls below 2^-12.
constexpr std::size_t unlimitedLength = 4096;

unsigned lowBitsFor(const Rational &scale) {
  unsigned bits = 0;
  while (scale > Rational(Wide{maximalTableScale} << bits))
    ++bits;
  return bits;
}

Rational powerOfTwo(unsigned exponent) {
  return Rational(Wide{1} << exponent);
}

/// floor(2^(64-m) 2^m / b) + 1 = floor(2^64 s / t) + 1 for m > 0; below 2^57
/// because b > 256 then.
std::uint64_t surelyKeptFor(const NoiseScale &scale, unsigned lowBits) {
  if (lowBits == 0)
    return 0;
  return static_cast<std::uint64_t>((scale.denominator() << 64) / scale.numerator()) + 1;
}

} // namespace

Expected<OneSidedGeometric> OneSidedGeometric::create(const Exact &scale) {
  Expected<NoiseScale> checked = NoiseScale::create(scale);
  if (!checked)
    return checked.error();
  return OneSidedGeometric(*checked);
}

OneSidedGeometric::OneSidedGeometric(const NoiseScale &checked)
    : scale(checked), lowBits(lowBitsFor(scale.value())), surelyKept(surelyKeptFor(scale, lowBits)),
      table(GeometricSurvival(GeometricSurvival::Law::OneSided, scale.value() / powerOfTwo(lowBits)), 64,
            unlimitedLength) {}

} // namespace plumb::runtime
