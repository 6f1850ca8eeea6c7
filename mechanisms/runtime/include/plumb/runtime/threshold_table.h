// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Inversion of a survival function by a table of certified thresholds.
///
/// Let U be uniform on [0, 1). The number of j >= 1 with U < S(j) has the law
/// P[X >= j] = S(j). The table holds T(j) = floor(2^w S(j)), where w is the
/// number of leading bits of U that one draw provides. If the leading bits are
/// below T(j), then U < S(j); if above, then U > S(j); if equal (probability
/// 2^-w per entry) further words of U are drawn and compared with further
/// digits of S(j). So the law is exact, although the table is finite.

#ifndef PLUMB_RUNTIME_THRESHOLD_TABLE_H
#define PLUMB_RUNTIME_THRESHOLD_TABLE_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/geometric_survival.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plumb::runtime {

/// Draws min(X, length()), X with the given survival function.
///
/// Immutable; may be shared between threads.
class ThresholdTable {
public:
  /// The table for \p survival with \p wordBits in a first word. It ends at the
  /// first S(j) below 2^-12, or at \p maximalLength entries.
  ///
  /// \pre 32 <= wordBits <= 64, 1 <= maximalLength < 2^16.
  ThresholdTable(const GeometricSurvival &survival, unsigned wordBits, std::size_t maximalLength);

  /// J >= 1; `draw` returns J for every X >= J.
  std::size_t length() const { return thresholds.size() - 1; }

  /// T(j). \pre 1 <= j <= length().
  std::uint64_t threshold(std::size_t j) const { return thresholds[j - 1]; }

  /// \param word the first word of U: uniform below 2^wordBits, fresh.
  template <BitSource Bits> std::size_t draw(std::uint64_t word, Bits &bits) const {
    std::size_t j = guide[word >> guideShift];
    // Most buckets of the guide hold at most one threshold: no branch for it.
    j += static_cast<std::size_t>(word < thresholds[j]);
    while (word < thresholds[j])
      ++j;
    if (word == thresholds[j]) [[unlikely]]
      return refine(word, j, bits);
    return j;
  }

private:
  /// `draw` where U < S(j) is known and the first word ties with T(j + 1).
  template <BitSource Bits> std::size_t refine(std::uint64_t word, std::size_t j, Bits &bits) const {
    std::vector<std::uint64_t> words{word};
    while (j < length() && isBelow(words, j + 1, bits))
      ++j;
    return j;
  }

  /// U < S(j), where \p words are the words of U so far; appends to them.
  template <BitSource Bits> bool isBelow(std::vector<std::uint64_t> &words, std::size_t j, Bits &bits) const {
    for (std::size_t block = 0;; ++block) {
      if (block == words.size())
        words.push_back(bits.next_u64());
      const std::uint64_t digits = law.digits(j, leadingBits, block);
      if (words[block] != digits)
        return words[block] < digits;
    }
  }

  static constexpr unsigned guideBits = 12;

  void fillThresholds(std::size_t maximalLength);
  void fillGuide();

  GeometricSurvival law;
  unsigned leadingBits;
  unsigned guideShift;
  /// T(1), ..., T(J), then 0, which stops the search.
  std::vector<std::uint64_t> thresholds;
  /// For each value g of a word's first 12 bits the number of j with
  /// T(j) > every word that begins with g.
  std::array<std::uint16_t, std::size_t{1} << guideBits> guide;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_THRESHOLD_TABLE_H
