// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Many rare events at once: which of up to 64 uniform numbers begin with zeros.

#ifndef PLUMB_RUNTIME_ZERO_PREFIXES_H
#define PLUMB_RUNTIME_ZERO_PREFIXES_H

#include "plumb/runtime/bit_source.h"

#include <cstdint>

namespace plumb::runtime {

/// A set of the numbers 0 .. count-1, each in it with probability 2^-zeros,
/// independently: those whose first \p zeros binary digits are all 0.
///
/// Word number i holds digit i of all of them, and the set is what no word has
/// struck out. It ends as soon as none is left, since further digits would
/// change nothing: about log2(count) + 1.3 words however large \p zeros is.
///
/// \pre 1 <= count <= 64.
template <BitSource Bits> std::uint64_t zeroPrefixes(unsigned zeros, unsigned count, Bits &bits) {
  std::uint64_t left = ~std::uint64_t{0} >> (64 - count);
  for (unsigned digit = 0; digit < zeros && left != 0; ++digit)
    left &= bits.next_u64();
  return left;
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_ZERO_PREFIXES_H
