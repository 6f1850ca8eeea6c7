// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/constant_work_geometric.h"

namespace plumb::runtime {

namespace {

Rational powerOfTwo(std::size_t exponent) {
  return Rational(Wide{1} << exponent);
}

/// The least n with 2^n >= 45 b; at most 70, since b <= 2^64.
std::size_t digitsFor(const Rational &scale) {
  std::size_t digits = 0;
  while (powerOfTwo(digits) < 45 * scale)
    ++digits;
  return digits;
}

} // namespace

Expected<ConstantWorkOneSidedGeometric> ConstantWorkOneSidedGeometric::create(const Rational &scale) {
  const Expected<NoiseScale> checked = NoiseScale::create(scale);
  if (!checked)
    return checked.error();
  const std::size_t digits = digitsFor(scale);
  auto beyond = OneSidedGeometric::create(scale / powerOfTwo(digits));
  if (!beyond)
    return beyond.error();
  return ConstantWorkOneSidedGeometric(scale, digits, *std::move(beyond));
}

ConstantWorkOneSidedGeometric::ConstantWorkOneSidedGeometric(const Rational &scale, std::size_t digits,
                                                             OneSidedGeometric beyond)
    : high(std::move(beyond)) {
  const ExpPolynomial one(1), oneAndE = one + ExpPolynomial::power(1);
  for (std::size_t i = 0; i < digits; ++i) {
    laws.emplace_back(one, oneAndE, powerOfTwo(i) / scale);
    thresholds.push_back(laws.back().digits(64, 64, 0));
  }
}

} // namespace plumb::runtime
