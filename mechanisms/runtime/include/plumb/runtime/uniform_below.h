// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A uniform number below n, exactly, from random bits: for samplers and channels; nothing is rounded.

#ifndef PLUMB_RUNTIME_UNIFORM_BELOW_H
#define PLUMB_RUNTIME_UNIFORM_BELOW_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/natural.h"

#include <algorithm>

namespace plumb::runtime {

/// Draws each of 0 .. n-1 with probability 1/n.
///
/// Takes just enough bits for n - 1, rejects what is not below n (fewer than
/// two rounds expected) and rounds each chunk up to a byte. No bits if n = 1.
///
/// \tparam Number `WideUnsigned` or `Natural`.
/// \pre n >= 1.
template <class Number, BitSource Bits> Number uniformBelow(const Number &n, Bits &bits) {
  const unsigned length = bitLength(n - Number(1));
  for (;;) {
    Number candidate(0);
    for (unsigned missing = length; missing > 0;) {
      const unsigned chunk = std::min(missing, 8U);
      const unsigned byte = bits.next_byte();
      candidate = (candidate << chunk) + Number(byte >> (8 - chunk));
      missing -= chunk;
    }
    if (candidate < n)
      return candidate;
  }
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_UNIFORM_BELOW_H
