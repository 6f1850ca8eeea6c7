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
  if (const auto decay = ir::row(law).decay)
    return Noise(law, sort, scale / interpreter::Exact(decay->value()));
  const bool isKnown = law == ir::Law::Gumbel || law == ir::Law::Logistic;
  return isKnown && sort == ir::Sort::Real ? std::optional(Noise(law, sort, scale)) : std::nullopt;
}

bool Noise::isLogConcave() const {
  return !isInteger() && (hasHalves() || law == ir::Law::Gumbel || law == ir::Law::Logistic);
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

Bounds Noise::below(double place) const {
  if (std::isinf(place))
    return place > 0 ? 1.0 : 0.0;
  const Bounds power = exponential(-(Bounds(std::abs(place)) / scale));
  if (law == ir::Law::Logistic)
    return (place > 0 ? Bounds(1.0) : power) / (Bounds(1.0) + power);
  return exponential(-exponential(-(Bounds(place) / scale)));
}

Bounds Noise::above(double place) const {
  if (law == ir::Law::Logistic)
    return below(-place);
  if (std::isinf(place))
    return place > 0 ? 0.0 : 1.0;
  return oneMinusExponential(exponential(-(Bounds(place) / scale)));
}

Bounds Noise::massWithoutHalves(const Cell &cell) const {
  // The nearer tail, as what is small is known well there.
  const Bounds difference =
      cell.low >= 0 ? above(cell.low) + -above(cell.high) : below(cell.high) + -below(cell.low);
  return {std::clamp(difference.low, 0.0, 1.0), std::clamp(difference.high, 0.0, 1.0)};
}

Bounds Noise::densityWithoutHalves(double place) const {
  const Bounds power = exponential(-(Bounds(place) / scale));
  if (law == ir::Law::Gumbel) {
    // u e^-u <= e^(-u/2), which is known also where u is beyond all doubles.
    const Bounds height = power * exponential(-power);
    const double most = exponential(-(Bounds(power.low) / Bounds(2.0))).high;
    return Bounds(height.low, std::min(height.high, most)) / scale;
  }
  // Even.
  const Bounds small = exponential(-(Bounds(std::abs(place)) / scale)), sum = Bounds(1.0) + small;
  return small / (sum * sum) / scale;
}

Bounds Noise::mass(const Cell &cell) const {
  if (!hasHalves())
    return cell.isEmpty() ? Bounds(0.0) : massWithoutHalves(cell);
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
  if (!hasHalves()) {
    // It rises to the place 0, and falls from there.
    const auto at = [this](double place) {
      return std::isinf(place) ? Bounds(0.0) : densityWithoutHalves(place);
    };
    const double most = places.low > 0 ? places.low : std::min(places.high, 0.0);
    return {std::min(at(places.low).low, at(places.high).low), at(most).high};
  }
  const double low = isSurelyInside && !std::isinf(farthest) ? densityOfHalf(farthest).low : 0;
  return weight * Bounds(low, densityOfHalf(nearest).high);
}

} // namespace plumb::witness
