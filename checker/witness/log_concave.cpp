// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/log_concave.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb::witness {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

Bounds distance(double from, double to) {
  return Bounds(to) + -Bounds(from);
}

/// The integral of e^(t s) for s from 0 to 1: (e^t - 1) / t.
Bounds meanOfExponential(double t) {
  constexpr double tiny = 1e-12, huge = 500;
  if (std::abs(t) < tiny)
    return {1 - 2 * tiny, 1 + 2 * tiny};
  if (t > huge)
    return {1, unbounded};
  const double fall = std::abs(t);
  const Bounds falling = oneMinusExponential(fall) / Bounds(fall);
  return t < 0 ? falling : exponential(t) * falling;
}

/// The exponential function through two heights: its mean between them.
double leastMean(double a, double b) {
  if (!(a > 0 && b > 0))
    return 0;
  // The larger one, times what falls by as much as it may.
  const double most = std::max(a, b);
  const double fall = logarithm(Bounds(most) / Bounds(std::min(a, b))).high;
  return std::isinf(fall) ? 0 : (Bounds(most) * meanOfExponential(-std::max(fall, 0.0))).low;
}

/// How fast a function may grow at most, as a rate, when it is followed from one height through another one.
double mostGrowth(const Height &from, const Height &through) {
  if (!(from.value.low > 0 && through.value.high > 0))
    return unbounded;
  const Bounds apart = distance(std::min(from.place, through.place), std::max(from.place, through.place));
  const Bounds growth = logarithm(Bounds(through.value.high) / Bounds(from.value.low));
  return apart.low > 0 ? (Bounds(growth.high) / apart).high : unbounded;
}

/// What starts at \p height and grows at \p rate, over \p width. An infinite rate: anything.
double mostUnder(double height, double rate, const Bounds &width) {
  const double growth = (Bounds(rate) * width).high;
  return std::isinf(growth) ? unbounded
                            : (Bounds(height) * Bounds(width.high) * meanOfExponential(growth)).high;
}

/// Two functions from either end: where they meet, roughly.
double meeting(const Height &a, double growthOfA, const Height &b, double growthOfB) {
  if (std::isinf(growthOfA))
    return a.place;
  if (std::isinf(growthOfB))
    return b.place;
  const double width = b.place - a.place, sum = growthOfA + growthOfB;
  const double difference = std::log(b.value.high) - std::log(a.value.high);
  // Falling away from both ends: either function will do.
  const double place = sum > 0 ? a.place + (difference + growthOfB * width) / sum : a.place + width / 2;
  return std::isfinite(place) ? std::clamp(place, a.place, b.place) : a.place + width / 2;
}

double mostOfTail(const Height &end, double growth) {
  return growth < 0 ? (Bounds(end.value.high) / Bounds(-growth)).high : unbounded;
}

} // namespace

Profile::Profile(std::vector<Height> of) : list(std::move(of)), firstSure(list.size()) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].value.low > 0) {
      firstSure = std::min(firstSure, i);
      lastSure = i;
    }
}

bool Profile::hasEnded(std::size_t i) const {
  return list[i].value.high <= 0 && firstSure < i;
}

bool Profile::hasNotBegun(std::size_t i) const {
  return list[i].value.high <= 0 && lastSure && *lastSure > i;
}

/// The growth to the right at \p i, by a height on its left that is about as far away as \p width: those that
/// are much closer tell less than they blur.
double Profile::growthFromLeft(std::size_t i, double width) const {
  if (i == 0)
    return unbounded;
  std::size_t from = i - 1;
  while (from > 0 && list[i].place - list[from].place < width / 2)
    --from;
  return mostGrowth(list[from], list[i]);
}

double Profile::growthFromRight(std::size_t i, double width) const {
  if (i + 1 == list.size())
    return unbounded;
  std::size_t from = i + 1;
  while (from + 1 < list.size() && list[from].place - list[i].place < width / 2)
    ++from;
  return mostGrowth(list[from], list[i]);
}

Bounds Profile::between(std::size_t i) const {
  const Height &a = list[i], &b = list[i + 1];
  if (hasEnded(i) || hasNotBegun(i + 1))
    return 0.0;
  const Bounds width = distance(a.place, b.place);
  const double least = (Bounds(leastMean(a.value.low, b.value.low)) * Bounds(width.low)).low;
  const double growthOfA = growthFromLeft(i, width.low);
  const double growthOfB = growthFromRight(i + 1, width.low);
  if (std::isinf(growthOfA) && std::isinf(growthOfB))
    return {least, unbounded};
  // Each of the two is above the function everywhere, so that any place will do.
  const double place = meeting(a, growthOfA, b, growthOfB);
  const double left = place > a.place ? mostUnder(a.value.high, growthOfA, distance(a.place, place)) : 0;
  const double right = place < b.place ? mostUnder(b.value.high, growthOfB, distance(place, b.place)) : 0;
  return {least, (Bounds(left) + Bounds(right)).high};
}

double Profile::mostBehind() const {
  const std::size_t last = list.size() - 1;
  return hasEnded(last) ? 0 : mostOfTail(list[last], growthFromLeft(last, 0));
}

double Profile::mostBefore() const {
  return hasNotBegun(0) ? 0 : mostOfTail(list.front(), growthFromRight(0, 0));
}

} // namespace plumb::witness
