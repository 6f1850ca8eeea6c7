// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A uniform number below n in constant work, exactly.
///
/// floor(U n) for a uniform U in [0, 1) has each of 0 .. n-1 with probability
/// 1/n. After two words of U it is decided, unless the digits not yet drawn may
/// still carry into it: probability 2^-64, and then one word more is drawn each
/// time. Rejection (`uniformBelow`) takes fewer bits, in a time that varies.

#ifndef PLUMB_RUNTIME_CONSTANT_WORK_UNIFORM_H
#define PLUMB_RUNTIME_CONSTANT_WORK_UNIFORM_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/wide.h"

#include <cstdint>
#include <limits>

namespace plumb::runtime {

/// floor(U n), where \p draw gives the digits of U in base 2^w.
///
/// After each digit, U n = candidate + (fraction + rest) / 2^w, fraction being
/// an integer below 2^w. The next digit d adds floor(d n / 2^w) to the fraction,
/// and what is behind it at most 1. So the candidate is settled if that overflows,
/// or if it stays below 2^w - 1.
///
/// \tparam Digit an unsigned type of w bits.
/// \tparam Product an unsigned type of at least 2w bits.
template <class Digit, class Product, class Draw> Digit floorOfUniformTimes(Digit n, const Draw &draw) {
  constexpr unsigned w = std::numeric_limits<Digit>::digits;
  constexpr Digit greatest = std::numeric_limits<Digit>::max();
  const Product first = static_cast<Product>(static_cast<Product>(draw()) * n);
  auto candidate = static_cast<Digit>(first >> w);
  auto fraction = static_cast<Digit>(first);
  for (;;) {
    const Product next = static_cast<Product>(static_cast<Product>(draw()) * n);
    const auto sum = static_cast<Product>(static_cast<Product>(fraction) + (next >> w));
    candidate = static_cast<Digit>(candidate + static_cast<Digit>(sum >> w));
    if (static_cast<Digit>(sum) != greatest || sum >> w != 0) [[likely]]
      return candidate;
    fraction = static_cast<Digit>(next);
  }
}

/// Draws each of 0 .. n-1 with probability 1/n: two words, two multiplications.
///
/// \pre n >= 1.
template <BitSource Bits> std::uint64_t constantWorkUniformBelow(std::uint64_t n, Bits &bits) {
  return floorOfUniformTimes<std::uint64_t, WideUnsigned>(n, [&] { return bits.next_u64(); });
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_CONSTANT_WORK_UNIFORM_H
