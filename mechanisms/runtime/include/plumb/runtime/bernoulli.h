// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A coin of rational bias, exactly: the piece of which every sampler is made. For samplers and
/// channels; no floating point.

#ifndef PLUMB_RUNTIME_BERNOULLI_H
#define PLUMB_RUNTIME_BERNOULLI_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/natural.h"

#include <cstdint>

namespace plumb::runtime {

/// True with probability p/q.
///
/// Decides U < p/q for a uniform U by comparing the digits of both, in base
/// 256, from the front: 256/255 bytes expected. None if p is 0 or q.
///
/// \tparam Number `WideUnsigned` or `Natural`.
/// \pre 0 <= p <= q, q > 0; for `WideUnsigned` also q < 2^120.
template <class Number, BitSource Bits> bool bernoulli(const Number &p, const Number &q, Bits &bits) {
  if (p == q)
    return true;
  for (Number rest = p; rest != Number(0);) {
    const Number scaled = rest << 8;
    const auto digit = static_cast<std::uint64_t>(scaled / q);
    const std::uint64_t byte = bits.next_byte();
    if (byte != digit)
      return byte < digit;
    rest = scaled % q;
  }
  return false; // U has reached p/q from above or exactly: not below it
}

/// `bernoulli`, for a U whose first \p known binary digits are \p prefix.
///
/// If prefix is uniform below 2^known, the result is true with probability p/q.
///
/// \pre as above, p < q, known < 64 and prefix < 2^known; for `WideUnsigned`
/// also p < 2^(128 - known).
template <class Number, BitSource Bits>
bool bernoulliFrom(std::uint64_t prefix, unsigned known, const Number &p, const Number &q, Bits &bits) {
  const Number scaled = p << known;
  const auto digits = static_cast<std::uint64_t>(scaled / q);
  if (prefix != digits)
    return prefix < digits;
  return bernoulli(Number(scaled % q), q, bits);
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_BERNOULLI_H
