// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/range.h"

#include <algorithm>

namespace plumb::plan {

Integer powerOfTwo(unsigned exponent) {
  return Integer(1) << exponent;
}

Integer Range::magnitude() const {
  return std::max<Integer>(abs(low), abs(high));
}

Range symmetric(const Integer &bound) {
  return {-bound, bound};
}

Range words() {
  return {-powerOfTwo(63), powerOfTwo(63) - 1};
}

Range indices(const Range &low, const Range &high) {
  return {low.low, std::max<Integer>(low.high, high.high - 1)};
}

Range join(const Range &a, const Range &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range operator+(const Range &a, const Range &b) {
  return {a.low + b.low, a.high + b.high};
}

Range operator-(const Range &a, const Range &b) {
  return {a.low - b.high, a.high - b.low};
}

Range operator*(const Range &a, const Range &b) {
  const Integer corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

Range operator-(const Range &a) {
  return {-a.high, -a.low};
}

Range absolute(const Range &a) {
  if (a.low >= 0)
    return a;
  if (a.high <= 0)
    return -a;
  return {0, a.magnitude()};
}

Range minimum(const Range &a, const Range &b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

Range maximum(const Range &a, const Range &b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

Range quotient(const Range &a, const Range &b) {
  if (a.low >= 0 && b.low >= 0)
    return {0, a.high};
  return symmetric(a.magnitude());
}

Range remainder(const Range &, const Range &b) {
  return {0, std::max<Integer>(0, b.magnitude() - 1)};
}

static bool isWithin(const Range &range, const Integer &low, const Integer &high) {
  return low <= range.low && range.high <= high;
}

bool fitsLiteral(const Range &range) {
  return isWithin(range, 1 - powerOfTwo(31), powerOfTwo(31) - 1);
}

bool fitsWord(const Range &range) {
  return isWithin(range, words().low, words().high);
}

bool fitsWide(const Range &range) {
  return isWithin(range, 1 - powerOfTwo(127), powerOfTwo(127) - 1);
}

} // namespace plumb::plan
