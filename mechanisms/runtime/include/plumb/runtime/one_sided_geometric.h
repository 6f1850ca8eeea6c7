// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// One-sided geometric noise: the integer form of one-sided exponential noise.
///
/// Proved and emitted for one-sided adjacencies. Every sample is >= 0.

#ifndef PLUMB_RUNTIME_ONE_SIDED_GEOMETRIC_H
#define PLUMB_RUNTIME_ONE_SIDED_GEOMETRIC_H

#include "plumb/runtime/bernoulli_exp.h"
#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/fatal.h"
#include "plumb/runtime/noise_scale.h"
#include "plumb/runtime/threshold_table.h"
#include "plumb/runtime/wide.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace plumb::runtime {

/// Mass (1 - e^(-1/b)) e^(-x/b) on the integers x >= 0, for a scale b; the law
/// is exact, with no floating point and no truncation.
///
/// With M = 2^m the least power of two for which b/M <= 256, X = M H + L, where
///
///     P[H = h, L = l] is proportional to (e^(-M/b))^h (e^(-1/b))^l,
///
/// that is, H and L are independent, H is geometric of scale b/M and comes from
/// a table, and L < M has mass proportional to e^(-l/b): it is proposed
/// uniformly and kept with probability e^(-L/b) > 1 - 1/128. Beyond its end J
/// the table starts afresh, since P[H >= J + h | H >= J] = P[H >= h].
///
/// Construction takes a tenth of a millisecond and a sample some nanoseconds, so
/// keep the object across releases. Immutable; may be shared between threads.
/// The time of a sample is nearly but not exactly independent of its value.
class OneSidedGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts: from
  /// 2^-64 to 2^64, numerator and denominator below 2^4096.
  static Expected<OneSidedGeometric> create(const Exact &scale);
  /// For a scale that was checked.
  explicit OneSidedGeometric(const NoiseScale &checked);

  /// Uses one word, two if b > 256, and rarely more. \return 0 <= x < 2^97.
  template <BitSource Bits> Wide sample(Bits &bits) const { return sampleAfterZeros(0, bits); }

  /// The most z, below 64, for which it is known that a sample reaches \p gap only
  /// if the first z digits of its first word are 0. 0 if gap <= 0.
  ///
  /// X >= g needs H >= floor(g/M), which needs U < S(floor(g/M)); the first word of
  /// U is then at most the threshold.
  unsigned zerosBefore(Wide gap) const {
    if (gap <= 0)
      return 0;
    const Wide high = gap >> lowBits;
    if (high == 0)
      return 0;
    const auto length = static_cast<Wide>(table.length());
    const auto entry = static_cast<std::size_t>(high < length ? high : length);
    const int zeros = std::countl_zero(table.threshold(entry));
    return static_cast<unsigned>(zeros < 63 ? zeros : 63);
  }

  /// The least gap with zerosBefore(gap) >= zeros.
  ///
  /// \pre zeros <= 12, which the end of every table has.
  Wide gapWithZeros(unsigned zeros) const {
    std::size_t high = zeros == 0 ? 0 : 1;
    while (high < table.length() && static_cast<unsigned>(std::countl_zero(table.threshold(high))) < zeros)
      ++high;
    return static_cast<Wide>(high) << lowBits;
  }

  /// `sample`, given that the first \p zeros digits of the first word are 0.
  ///
  /// \pre zeros < 64.
  template <BitSource Bits> Wide sampleAfterZeros(unsigned zeros, Bits &bits) const {
    const Wide high = static_cast<Wide>(drawHigh(bits.next_u64() >> zeros, bits));
    if (lowBits == 0)
      return high;
    return (high << lowBits) + static_cast<Wide>(drawLow(bits));
  }

private:
  /// \param word the first word of U.
  template <BitSource Bits> std::uint64_t drawHigh(std::uint64_t word, Bits &bits) const {
    const std::size_t first = table.draw(word, bits);
    if (first != table.length()) [[likely]]
      return first;
    return drawBeyond(bits);
  }

  template <BitSource Bits> std::uint64_t drawBeyond(Bits &bits) const {
    std::uint64_t skipped = table.length();
    for (unsigned restarts = 1;; ++restarts) {
      const std::size_t next = table.draw(bits.next_u64(), bits);
      skipped += next;
      if (next != table.length())
        return skipped;
      if (restarts >> 24 != 0) // probability below 2^(-12 * 2^24)
        abortWith("a sample passed the end of its table 2^24 times");
    }
  }

  template <BitSource Bits> std::uint64_t drawLow(Bits &bits) const {
    for (;;) {
      const std::uint64_t word = bits.next_u64();
      const std::uint64_t low = word & ((std::uint64_t{1} << lowBits) - 1);
      // The other bits begin the U of the first coin of e^(-low/b), which is
      // false, so that low is kept, whenever U >= low/b.
      const std::uint64_t prefix = word >> lowBits;
      if (prefix >= surelyKept) [[likely]]
        return low;
      if (scale.narrow() ? keepLow(low, prefix, scale.narrowDenominator(), scale.narrowNumerator(), bits)
                         : keepLow(low, prefix, scale.denominator(), scale.numerator(), bits))
        return low;
    }
  }

  /// True with probability e^(-low s/t), if prefix is uniform.
  template <class Number, BitSource Bits>
  bool keepLow(std::uint64_t low, std::uint64_t prefix, const Number &s, const Number &t, Bits &bits) const {
    const Number p = Number(low) * s;
    if (!bernoulliFrom(prefix, 64 - lowBits, p, t, bits))
      return true;
    return bernoulliExpFrom(2, p, t, bits);
  }

  NoiseScale scale;
  /// m above, at most 56.
  unsigned lowBits;
  /// floor(2^(64-m) M/b) + 1, above the prefix of every low/b.
  std::uint64_t surelyKept;
  ThresholdTable table;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_ONE_SIDED_GEOMETRIC_H
