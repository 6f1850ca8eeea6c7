// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Geometric noise of scale 1 / (k ln(t)), where t is a quotient over powers of e: P[x] is proportional to
/// r^x with r = t^-k, which is drawn exactly though the scale is no fraction.
///
/// As in constant_work_geometric.h, binary digit i of a one-sided sample is 1 with probability
/// r^(2^i) / (1 + r^(2^i)), and independent of the others and of what is above them. These are quotients over
/// powers of e again, and each is a coin of local/coins.h. There are n digits, the least n with
/// r^(2^n) <= 2^-64; what is above them is the number of successes of a coin of r^(2^n) before the first
/// failure.
///
/// A sample takes n + 1 words and compares each with one threshold, whatever its value is; more work has a
/// probability below (n + 2) 2^-64.

#ifndef PLUMB_RUNTIME_LOGARITHMIC_GEOMETRIC_H
#define PLUMB_RUNTIME_LOGARITHMIC_GEOMETRIC_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/fatal.h"
#include "plumb/runtime/local/coins.h"
#include "plumb/runtime/logarithm.h"
#include "plumb/runtime/wide.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// Mass (1 - r) r^x on the integers x >= 0, r = e^(-times budget); exact.
///
/// Immutable; may be shared between threads. Construction takes some milliseconds for ln(1 + e^eps).
class LogarithmicOneSidedGeometric {
public:
  /// An error value unless 1 <= times <= 64, \p budget > 0, and the law is one of polynomials of at most
  /// `mostTerms` terms: for ln(1 + e^eps) it is, and it is not where r is near 1, that is for a small budget,
  /// or where the exponents have a small common measure.
  static Expected<LogarithmicOneSidedGeometric> create(const Logarithm &budget, unsigned times);
  static constexpr std::size_t mostTerms = 1025;

  /// n + 1.
  std::size_t wordsPerSample() const { return digits.size() + 1; }

  /// \return 0 <= x < 2^97.
  template <BitSource Bits> Wide sample(Bits &bits) const {
    WideUnsigned value = 0;
    for (std::size_t i = 0; i < digits.size(); ++i)
      value |= static_cast<WideUnsigned>(digits[i].sample(bits)) << i;
    WideUnsigned high = 0;
    while (beyond.sample(bits))
      [[unlikely]] if (++high >> 24U != 0) // probability below 2^(-64 * 2^24)
          abortWith("a coin of bias 2^-64 came up true 2^24 times in a row");
    return static_cast<Wide>(value + (high << digits.size()));
  }

private:
  LogarithmicOneSidedGeometric(std::vector<local::Coins> lowest, local::Coins rest)
      : digits(std::move(lowest)), beyond(std::move(rest)) {}

  /// Of r^(2^i) / (1 + r^(2^i)).
  std::vector<local::Coins> digits;
  /// Of r^(2^n).
  local::Coins beyond;
};

/// Mass (1 - r) r^-x on the integers x <= 0; exact.
class LogarithmicMirroredGeometric {
public:
  /// As for `LogarithmicOneSidedGeometric`.
  static Expected<LogarithmicMirroredGeometric> create(const Logarithm &budget, unsigned times) {
    auto image = LogarithmicOneSidedGeometric::create(budget, times);
    if (!image)
      return image.error();
    return LogarithmicMirroredGeometric(*std::move(image));
  }

  /// \return -2^97 < x <= 0.
  template <BitSource Bits> Wide sample(Bits &bits) const { return -mirrored.sample(bits); }

private:
  explicit LogarithmicMirroredGeometric(LogarithmicOneSidedGeometric image) : mirrored(std::move(image)) {}

  LogarithmicOneSidedGeometric mirrored;
};

/// Mass (1 - r)/(1 + r) r^|x| on all integers x; exact, as the difference of two one-sided samples.
class LogarithmicTwoSidedGeometric {
public:
  /// As for `LogarithmicOneSidedGeometric`.
  static Expected<LogarithmicTwoSidedGeometric> create(const Logarithm &budget, unsigned times) {
    auto half = LogarithmicOneSidedGeometric::create(budget, times);
    if (!half)
      return half.error();
    return LogarithmicTwoSidedGeometric(*std::move(half));
  }

  /// \return |x| < 2^97.
  template <BitSource Bits> Wide sample(Bits &bits) const {
    const Wide up = half.sample(bits);
    return up - half.sample(bits);
  }

private:
  explicit LogarithmicTwoSidedGeometric(LogarithmicOneSidedGeometric oneSided) : half(std::move(oneSided)) {}

  LogarithmicOneSidedGeometric half;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_LOGARITHMIC_GEOMETRIC_H
