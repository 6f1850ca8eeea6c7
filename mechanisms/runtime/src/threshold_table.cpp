// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/threshold_table.h"

namespace plumb::runtime {

namespace {

/// floor(left * right / 2^128).
WideUnsigned highProduct(WideUnsigned left, WideUnsigned right) {
  const WideUnsigned mask = ~std::uint64_t{0};
  const WideUnsigned leftLow = left & mask, leftHigh = left >> 64;
  const WideUnsigned rightLow = right & mask, rightHigh = right >> 64;
  // The three terms of `middle` are below 2^64, 2^128 - 2^65 + 2 and 2^64.
  const WideUnsigned cross = leftLow * rightHigh;
  const WideUnsigned middle = ((leftLow * rightLow) >> 64) + leftHigh * rightLow + (cross & mask);
  return leftHigh * rightHigh + (cross >> 64) + (middle >> 64);
}

} // namespace

ThresholdTable::ThresholdTable(const GeometricSurvival &survival, unsigned wordBits,
                               std::size_t maximalLength)
    : law(survival), leadingBits(wordBits), guideShift(wordBits - guideBits) {
  fillThresholds(maximalLength);
  fillGuide();
}

/// With s = S(j), r = e^(-1/b) and R = floor(2^128 r), let
///
///     A(1) = floor(2^128 S(1)),  A(j+1) = floor(A(j) R / 2^128).
///
/// Then A(j) <= 2^128 S(j) < A(j) + 2j: true for j = 1, and if it is true for
/// j, then A(j) R / 2^128 <= 2^128 s r < (A(j) + 2j) (R + 1) / 2^128
/// <= A(j) R / 2^128 + A(j) / 2^128 + 2j < A(j+1) + 1 + 1 + 2j.
///
/// So the leading digits of A(j) are those of 2^128 S(j) unless adding 2j - 1
/// carries into them; where it does, MPFR decides.
void ThresholdTable::fillThresholds(std::size_t maximalLength) {
  const WideUnsigned ratio = law.ratio128();
  const unsigned spareBits = 128 - leadingBits;
  WideUnsigned lower = law.first128();
  for (std::size_t j = 1;; ++j) {
    const WideUnsigned upper = lower + (2 * j - 1);
    std::uint64_t threshold = static_cast<std::uint64_t>(lower >> spareBits);
    // `upper` may wrap where S(j) is close to 1; the digits differ then too.
    if (threshold != static_cast<std::uint64_t>(upper >> spareBits))
      threshold = law.digits(j, leadingBits, 0);
    thresholds.push_back(threshold);
    if (j == maximalLength || threshold >> guideShift == 0)
      break;
    lower = highProduct(lower, ratio);
  }
  thresholds.push_back(0);
}

void ThresholdTable::fillGuide() {
  std::size_t j = 0;
  for (std::size_t bucket = guide.size(); bucket-- > 0;) {
    const WideUnsigned end = static_cast<WideUnsigned>(bucket + 1) << guideShift;
    while (thresholds[j] >= end)
      ++j;
    guide[bucket] = static_cast<std::uint16_t>(j);
  }
}

} // namespace plumb::runtime
