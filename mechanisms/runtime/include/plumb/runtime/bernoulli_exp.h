// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A coin of bias exp(-p/q), exactly, from coins of rational bias.
///
/// Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential
/// privacy", NeurIPS 2020, Algorithm 1 (after von Neumann).

#ifndef PLUMB_RUNTIME_BERNOULLI_EXP_H
#define PLUMB_RUNTIME_BERNOULLI_EXP_H

#include "plumb/runtime/bernoulli.h"
#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/fatal.h"

#include <cstdint>

namespace plumb::runtime {

/// The rest of the loop below when its first k - 1 coins came up true.
///
/// Let x = p/q <= 1 and flip coins of bias x, x/2, x/3, ... up to the first
/// false. It is the k-th with probability x^(k-1)/(k-1)! - x^k/k!, and summed
/// over the odd k this gives 1 - x + x^2/2 - ... = exp(-x).
///
/// \pre 0 <= p <= q, q > 0; for `WideUnsigned` also q < 2^64.
template <class Number, BitSource Bits>
bool bernoulliExpFrom(std::uint64_t k, const Number &p, const Number &q, Bits &bits) {
  while (bernoulli(p, Number(q * Number(k)), bits))
    if (++k >> 32 != 0) // probability below 1/(2^32)!
      abortWith("a coin came up true 2^32 times in a row");
  return k % 2 == 1;
}

/// True with probability exp(-p/q), at most e coins of rational bias expected
/// if p <= q, and less than 5 in any case.
///
/// \tparam Number `WideUnsigned` or `Natural`.
/// \pre p >= 0, q > 0; for `WideUnsigned` also q < 2^64.
template <class Number, BitSource Bits> bool bernoulliExp(const Number &p, const Number &q, Bits &bits) {
  // exp(-p/q) = exp(-1)^floor(p/q) * exp(-(p mod q)/q)
  const Number one(1);
  for (Number whole = p / q; whole != Number(0); whole = whole - one)
    if (!bernoulliExpFrom(1, one, one, bits))
      return false;
  return bernoulliExpFrom(1, Number(p % q), q, bits);
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_BERNOULLI_EXP_H
