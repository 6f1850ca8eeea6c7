// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/mass.h"

#include <algorithm>
#include <cmath>

namespace plumb::witness {

std::optional<Noise> Noise::create(ir::Law law, ir::Sort sort, const interpreter::Exact &scale) {
  // Where doubles pass over integers, such a draw is hardly ever.
  constexpr std::int64_t widest = std::int64_t(1) << 40;
  if (sort == ir::Sort::Int && scale > widest)
    return std::nullopt;
  switch (law) {
  case ir::Law::Laplace:
  case ir::Law::Exponential:
  case ir::Law::NegExponential:
    return Noise(law, sort, scale);
  case ir::Law::Gumbel:
  case ir::Law::Logistic:
    break;
  }
  return std::nullopt;
}

Noise::Noise(ir::Law of, ir::Sort over, const interpreter::Exact &at)
    : law(of), sort(over), scale(at), ratio(oneMinusExponential(Bounds(1.0) / scale)), weight(1.0) {
  if (ir::row(law).support != ir::Support::AllNumbers)
    return;
  // (1 - q) / (1 + q) * q^|x| over the integers, with q = 1 - ratio.
  weight = isInteger() ? Bounds(1.0) / (Bounds(2.0) + -ratio) : Bounds(0.5);
}

Cell Noise::support() const {
  switch (ir::row(law).support) {
  case ir::Support::AllNumbers:
    break;
  case ir::Support::NonNegative:
    return {0, Cell().high};
  case ir::Support::NonPositive:
    return {Cell().low, 0};
  }
  return {};
}

Bounds Noise::massOfHalf(double from, double to) const {
  const Bounds start = exponential(-(Bounds(from) / scale));
  if (std::isinf(to))
    return start;
  const Bounds width = Bounds(to) + -Bounds(from) + (isInteger() ? 1.0 : 0.0);
  return start * oneMinusExponential(width / scale);
}

Bounds Noise::densityOfHalf(double place) const {
  const Bounds power = exponential(-(Bounds(place) / scale));
  return isInteger() ? power * ratio : power / scale;
}

Bounds Noise::mass(const Cell &cell) const {
  const Cell on = support();
  const double low = std::max(cell.low, on.low), high = std::min(cell.high, on.high);
  if (low > high)
    return 0.0;
  // The place 0 is counted once.
  const double first = isInteger() && on.high > 0 ? 1 : 0;
  Bounds all = 0.0;
  if (on.high > 0 && high >= 0)
    all = all + massOfHalf(std::max(low, 0.0), high);
  if (on.low < 0 && -low >= first)
    all = all + massOfHalf(std::max(-high, first), -low);
  return weight * all;
}

Bounds Noise::density(const Bounds &places) const {
  const Cell on = support();
  if (places.high < on.low || places.low > on.high)
    return 0.0;
  const bool isSurelyInside = on.low <= places.low && places.high <= on.high;
  const double nearest = places.low > 0 ? places.low : places.high < 0 ? -places.high : 0;
  const double farthest = std::max(std::abs(places.low), std::abs(places.high));
  const double low = isSurelyInside && !std::isinf(farthest) ? densityOfHalf(farthest).low : 0;
  return weight * Bounds(low, densityOfHalf(nearest).high);
}

} // namespace plumb::witness
