// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// One-sided geometric noise by the shortest exact route: integers and coins.
///
/// The reference that `OneSidedGeometric` is tested against; use that one in
/// releases, it is several times faster and has the same law.
///
/// Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential
/// privacy", NeurIPS 2020, Algorithm 2.

#ifndef PLUMB_RUNTIME_REFERENCE_ONE_SIDED_GEOMETRIC_H
#define PLUMB_RUNTIME_REFERENCE_ONE_SIDED_GEOMETRIC_H

#include "plumb/runtime/bernoulli_exp.h"
#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/noise_scale.h"
#include "plumb/runtime/uniform_below.h"
#include "plumb/runtime/wide.h"

#include <cstdint>
#include <utility>

namespace plumb::runtime {

/// A sample with P[X >= x] = exp(-x s/t) for x >= 0.
///
/// U, uniform below t and kept with probability exp(-U/t), is a geometric law
/// of ratio exp(-1/t) cut off at t; V, the number of true coins of bias exp(-1)
/// in a row, is the number of whole t's on top, by lack of memory. So
/// P[U + tV >= y] = exp(-y/t), and P[floor((U + tV)/s) >= x] = exp(-x s/t).
///
/// \tparam Number `WideUnsigned` or `Natural`.
/// \pre s, t >= 1 and t/s <= 2^64; for `WideUnsigned` also s, t < 2^64.
template <class Number, BitSource Bits>
Number oneSidedGeometric(const Number &s, const Number &t, Bits &bits) {
  const Number one(1);
  Number low = uniformBelow(t, bits);
  while (!bernoulliExp(low, t, bits))
    low = uniformBelow(t, bits);
  std::uint64_t high = 0;
  while (bernoulliExp(one, one, bits))
    if (++high >> 32 != 0) // probability e^(-2^32); see wide.h
      abortWith("a coin came up true 2^32 times in a row");
  return (low + t * Number(high)) / s;
}

/// Mass (1 - e^(-1/b)) e^(-x/b) on the integers x >= 0, for a scale b.
///
/// Immutable; may be shared between threads.
class ReferenceOneSidedGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<ReferenceOneSidedGeometric> create(const Rational &scale) {
    Expected<NoiseScale> checked = NoiseScale::create(scale);
    if (!checked)
      return checked.error();
    return ReferenceOneSidedGeometric(*std::move(checked));
  }

  template <BitSource Bits> Wide sample(Bits &bits) const {
    if (scale.narrow())
      return static_cast<Wide>(oneSidedGeometric(scale.narrowDenominator(), scale.narrowNumerator(), bits));
    return static_cast<Wide>(
        static_cast<WideUnsigned>(oneSidedGeometric(scale.denominator(), scale.numerator(), bits)));
  }

private:
  explicit ReferenceOneSidedGeometric(NoiseScale checked) : scale(std::move(checked)) {}

  NoiseScale scale;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_REFERENCE_ONE_SIDED_GEOMETRIC_H
