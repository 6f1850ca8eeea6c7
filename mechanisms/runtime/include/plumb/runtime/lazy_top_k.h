// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The k largest noisy counts, without drawing noise that cannot matter.
///
/// Same distribution as adding noise to every count and calling `top_k`. Let U_i
/// be the uniform number behind the noise X_i of count i, so that X_i >= g if and
/// only if U_i < S(g), S(g) = P[X >= g]. While the items are gone through in order, the
/// k-th largest noisy value so far is the bar. An equal value comes too late, so item i can
/// still be selected only if X_i >= g = bar - count_i + 1, and if S(g) <= 2^-z, only
/// if the first z binary digits of U_i are 0. So of a block of items, for which z is chosen before any of
/// their digits are drawn, the digits come first:
///
///  - where one of the z digits is 1, the item is not selected, whatever the rest
///    of U_i may be. The rest is not drawn, and the selection does not depend on it;
///  - where all are 0, the rest of U_i is drawn, and with it X_i.
///
/// Items near the bar, as their counts alone decide, are drawn in full beside.
///
/// The selection is a function of U_1, ..., U_n that reads fewer digits than full draws, and
/// those it reads are independent and fair. So it has the same law, exactly.
/// `zeroPrefixes` gives the first digits of 64 items at once and leads
/// directly to the next item that is left.
///
/// The time depends on the counts, as it does with full draws and `top_k`, but
/// more so: it shows roughly how many counts are near the k-th largest. Where
/// somebody may measure it, draw in full.

#ifndef PLUMB_RUNTIME_LAZY_TOP_K_H
#define PLUMB_RUNTIME_LAZY_TOP_K_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/top_k.h"
#include "plumb/runtime/zero_prefixes.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace plumb::runtime {

/// A sample whose first digits are known to be zeros; a function, so that tests
/// can see which.
template <BitSource Bits> Wide noiseAfterZeros(const OneSidedGeometric &noise, unsigned zeros, Bits &bits) {
  return noise.sampleAfterZeros(zeros, bits);
}

/// A block of at most 64 counts below a bar.
struct LazyBlock {
  /// Bit i is set if item i is so near the bar that it is drawn in full.
  std::uint64_t near = 0;
  /// The largest of the other counts, or of all if there is no other.
  std::int64_t largestFar = 0;

  /// \param limit counts above it are near.
  LazyBlock(std::span<const std::int64_t> counts, Wide limit) {
    // As a count, so that the loop compares words of 64 bits.
    constexpr Wide least = std::numeric_limits<std::int64_t>::min();
    constexpr Wide most = std::numeric_limits<std::int64_t>::max();
    const auto cut = static_cast<std::int64_t>(std::clamp(limit, least, most));
    largestFar = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const bool isNear = counts[i] > cut;
      near |= std::uint64_t{isNear} << i;
      largestFar = std::max(largestFar, isNear ? largestFar : counts[i]);
    }
  }
};

/// `top_k` of counts[i] + X_i, where the X_i are independent samples of \p noise.
///
/// \pre k <= n, both public; aborts otherwise.
template <BitSource Bits>
TopK lazyTopK(std::size_t k, std::span<const std::int64_t> counts, const OneSidedGeometric &noise,
              Bits &bits) {
  constexpr std::size_t blockSize = 64;
  // A few items near the bar must not take the zeros from all of their block.
  constexpr unsigned zerosOfFarItems = 3;
  const Wide farGap = noise.gapWithZeros(zerosOfFarItems);
  TopKSelection selection(k, counts.size());
  std::size_t i = 0;
  for (; i < counts.size() && !selection.hasBar(); ++i)
    selection.offer(i, counts[i] + noise.sample(bits));
  while (i < counts.size() && k > 0) {
    const auto block = counts.subspan(i, std::min(blockSize, counts.size() - i));
    const Wide needed = selection.bar() + 1;
    LazyBlock split(block, needed - farGap);
    const unsigned zeros = noise.zerosBefore(needed - split.largestFar);
    const std::uint64_t far = zeroPrefixes(zeros, static_cast<unsigned>(block.size()), bits) & ~split.near;
    for (std::uint64_t left = far | split.near; left != 0; left &= left - 1) {
      const auto next = static_cast<unsigned>(std::countr_zero(left));
      const bool isNear = (split.near >> next & 1) != 0;
      selection.offer(i + next, block[next] + noiseAfterZeros(noise, isNear ? 0 : zeros, bits));
    }
    i += block.size();
  }
  return selection.result();
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_LAZY_TOP_K_H
