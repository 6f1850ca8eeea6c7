// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Two-sided geometric (discrete Laplace) noise from coins.
///
/// The reference that `TwoSidedGeometric` is tested against.
///
/// Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential
/// privacy", NeurIPS 2020, Algorithm 2.

#ifndef PLUMB_RUNTIME_REFERENCE_TWO_SIDED_GEOMETRIC_H
#define PLUMB_RUNTIME_REFERENCE_TWO_SIDED_GEOMETRIC_H

#include "plumb/runtime/reference_one_sided_geometric.h"

#include <utility>

namespace plumb::runtime {

/// A fair sign on a one-sided magnitude, drawn again at "-0": without that, 0
/// would have twice its mass. The mass is proportional to e^(-|x|/b).
///
/// \param magnitude any sampler of the one-sided law of scale b.
template <class Magnitude, BitSource Bits> Wide signedOrRedrawn(const Magnitude &magnitude, Bits &bits) {
  for (;;) {
    const bool negative = (bits.next_byte() & 1U) != 0;
    const Wide size = magnitude.sample(bits);
    if (!negative)
      return size;
    if (size != 0)
      return -size;
  }
}

/// Mass proportional to e^(-|x|/b) on all integers x, for a scale b.
///
/// Immutable; may be shared between threads.
class ReferenceTwoSidedGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<ReferenceTwoSidedGeometric> create(const Rational &scale) {
    auto magnitude = ReferenceOneSidedGeometric::create(scale);
    if (!magnitude)
      return magnitude.error();
    return ReferenceTwoSidedGeometric(*std::move(magnitude));
  }

  template <BitSource Bits> Wide sample(Bits &bits) const { return signedOrRedrawn(magnitude, bits); }

private:
  explicit ReferenceTwoSidedGeometric(ReferenceOneSidedGeometric size) : magnitude(std::move(size)) {}

  ReferenceOneSidedGeometric magnitude;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_REFERENCE_TWO_SIDED_GEOMETRIC_H
