// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The set bits of a packed row, in order and without looking at the others: for counting marks.

#ifndef PLUMB_RUNTIME_ESTIMATE_SET_BITS_H
#define PLUMB_RUNTIME_ESTIMATE_SET_BITS_H

#include <bit>
#include <cstdint>
#include <span>

namespace plumb::runtime::estimate {

/// Calls \p visit with each set bit from \p first on, in ascending order.
template <class Visit>
void forEachSetBit(std::span<const std::uint64_t> words, std::size_t first, Visit visit) {
  for (std::size_t i = first / 64; i < words.size(); ++i) {
    std::uint64_t word = words[i];
    if (i == first / 64)
      word &= ~std::uint64_t{0} << (first % 64);
    for (; word != 0; word &= word - 1)
      visit(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
  }
}

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_SET_BITS_H
