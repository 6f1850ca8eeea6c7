// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/two_sided_geometric.h"

#include <utility>

namespace plumb::runtime {

namespace {

constexpr std::size_t unlimitedLength = 4096;

/// Large scales only need to know whether the magnitude is 0.
std::size_t lengthFor(const Rational &scale) {
  return scale > 256 ? 1 : unlimitedLength;
}

} // namespace

Expected<TwoSidedGeometric> TwoSidedGeometric::create(const Exact &scale) {
  auto beyond = OneSidedGeometric::create(scale);
  if (!beyond)
    return beyond.error();
  return TwoSidedGeometric(scale, *std::move(beyond));
}

TwoSidedGeometric::TwoSidedGeometric(const Rational &scale, OneSidedGeometric oneSided)
    : table(GeometricSurvival(GeometricSurvival::Law::TwoSided, scale), 63, lengthFor(scale)),
      beyond(std::move(oneSided)) {}

} // namespace plumb::runtime
