// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Geometric noise whose time tells nothing about its value.
///
/// Let X be one-sided geometric with P[X >= x] = r^x, r = e^(-1/b). Its mass at
/// x is (1-r) r^x, and r^x is the product of r^(2^i) over the binary digits of x
/// that are 1. So the n lowest digits and H = floor(X / 2^n) are independent:
/// digit i is 1 with probability r^(2^i) / (1 + r^(2^i)) = 1 / (1 + e^(2^i/b)),
/// and H is geometric of scale b / 2^n. With n the least such that
/// 2^n >= 45 b, H is not 0 with probability at most e^-45 < 2^-64.
///
/// A sample therefore takes n + 1 words, one for each digit and one for H, and
/// compares each with one threshold. It looks nothing up at a place that depends
/// on the value, and branches on it nowhere, except where a word agrees with the
/// 64 leading digits of its probability: then more digits decide, as in
/// `FiniteTable`. That has probability (n + 1) 2^-64 for a sample, and is the
/// price of an exact law: no fixed number of bits yields irrational
/// probabilities.

#ifndef PLUMB_RUNTIME_CONSTANT_WORK_GEOMETRIC_H
#define PLUMB_RUNTIME_CONSTANT_WORK_GEOMETRIC_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/exp_ratio.h"
#include "plumb/runtime/one_sided_geometric.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// Mass (1 - e^(-1/b)) e^(-x/b) on the integers x >= 0, for a scale b; exact.
///
/// Immutable; may be shared between threads. Construction takes some
/// ten microseconds for each digit.
class ConstantWorkOneSidedGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<ConstantWorkOneSidedGeometric> create(const Exact &scale);

  /// n + 1, at most 71: 7 for b = 1, 10 for b = 10, 14 for b = 100.
  std::size_t wordsPerSample() const { return thresholds.size() + 1; }

  /// \return 0 <= x < 2^97.
  template <BitSource Bits> Wide sample(Bits &bits) const {
    WideUnsigned value = 0;
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
      const std::uint64_t word = bits.next_u64();
      auto digit = static_cast<WideUnsigned>(word < thresholds[i]);
      if (word == thresholds[i]) [[unlikely]]
        digit = static_cast<WideUnsigned>(refine(i, bits));
      value |= digit << i;
    }
    return static_cast<Wide>(value) + (high.sample(bits) << thresholds.size());
  }

private:
  ConstantWorkOneSidedGeometric(const NoiseScale &scale, unsigned digits);

  /// Digit i, given that the leading word met its threshold.
  template <BitSource Bits> bool refine(std::size_t i, Bits &bits) const {
    for (std::size_t block = 1;; ++block) {
      const std::uint64_t word = bits.next_u64();
      const std::uint64_t digits = laws[i].digits(64, 64, block);
      if (word != digits)
        return word < digits;
    }
  }

  /// 1 / (1 + e^(2^i/b)) for each digit i.
  std::vector<ExpRatio> laws;
  /// floor(2^64 laws[i]).
  std::vector<std::uint64_t> thresholds;
  /// H: one word, and its table has the single threshold 0.
  OneSidedGeometric high;
};

/// Mass (1 - e^(-1/b)) e^(x/b) on the integers x <= 0, for a scale b; exact.
class ConstantWorkMirroredGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<ConstantWorkMirroredGeometric> create(const Exact &scale) {
    auto image = ConstantWorkOneSidedGeometric::create(scale);
    if (!image)
      return image.error();
    return ConstantWorkMirroredGeometric(*std::move(image));
  }

  std::size_t wordsPerSample() const { return mirrored.wordsPerSample(); }

  /// \return -2^97 < x <= 0.
  template <BitSource Bits> Wide sample(Bits &bits) const { return -mirrored.sample(bits); }

private:
  explicit ConstantWorkMirroredGeometric(ConstantWorkOneSidedGeometric image) : mirrored(std::move(image)) {}

  ConstantWorkOneSidedGeometric mirrored;
};

/// Mass (1-r)/(1+r) r^|x| on all integers x, r = e^(-1/b); exact.
///
/// It is the law of the difference of two independent one-sided samples: for
/// x >= 0 the sum over y of (1-r) r^(x+y) (1-r) r^y is (1-r)^2 r^x / (1-r^2).
class ConstantWorkTwoSidedGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<ConstantWorkTwoSidedGeometric> create(const Exact &scale) {
    auto half = ConstantWorkOneSidedGeometric::create(scale);
    if (!half)
      return half.error();
    return ConstantWorkTwoSidedGeometric(*std::move(half));
  }

  std::size_t wordsPerSample() const { return 2 * half.wordsPerSample(); }

  /// \return |x| < 2^97.
  template <BitSource Bits> Wide sample(Bits &bits) const {
    const Wide up = half.sample(bits);
    return up - half.sample(bits);
  }

private:
  explicit ConstantWorkTwoSidedGeometric(ConstantWorkOneSidedGeometric oneSided)
      : half(std::move(oneSided)) {}

  ConstantWorkOneSidedGeometric half;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_CONSTANT_WORK_GEOMETRIC_H
