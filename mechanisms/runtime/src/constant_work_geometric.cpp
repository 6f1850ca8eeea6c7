// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/constant_work_geometric.h"

namespace plumb::runtime {

namespace {

Rational powerOfTwo(unsigned exponent) {
  return Rational(Wide{1} << exponent);
}

/// The least n with 2^n >= 45 b; at most 70, since b <= 2^64.
unsigned digitsFor(const Rational &scale) {
  unsigned digits = 0;
  while (powerOfTwo(digits) < 45 * scale)
    ++digits;
  return digits;
}

} // namespace

Expected<ConstantWorkOneSidedGeometric> ConstantWorkOneSidedGeometric::create(const Exact &scale) {
  const Expected<NoiseScale> checked = NoiseScale::create(scale);
  if (!checked)
    return checked.error();
  return ConstantWorkOneSidedGeometric(*checked, digitsFor(scale));
}

ConstantWorkOneSidedGeometric::ConstantWorkOneSidedGeometric(const NoiseScale &scale, unsigned digits)
    : high(scale.beyond(digits)) {
  const ExpPolynomial one(1), oneAndE = one + ExpPolynomial::power(1);
  for (unsigned i = 0; i < digits; ++i) {
    laws.emplace_back(one, oneAndE, powerOfTwo(i) / scale.value());
    thresholds.push_back(laws.back().digits(64, 64, 0));
  }
}

} // namespace plumb::runtime
