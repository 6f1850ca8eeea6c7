// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Two-sided geometric noise: the integer form of Laplace noise.

#ifndef PLUMB_RUNTIME_TWO_SIDED_GEOMETRIC_H
#define PLUMB_RUNTIME_TWO_SIDED_GEOMETRIC_H

#include "plumb/runtime/one_sided_geometric.h"

namespace plumb::runtime {

/// Mass (1-r)/(1+r) r^|x| on all integers x, with r = e^(-1/b) for a scale b;
/// the law is exact, with no floating point and no truncation.
///
/// The magnitude has P[|X| >= j] = 2 r^j / (1+r) for j >= 1, and given that it
/// is not 0, both signs are equally likely: one word holds a sign and 63 bits
/// for the table of the magnitudes. Beyond its end J >= 1 the magnitude is J
/// plus a one-sided sample, since P[|X| >= J + i | |X| >= J] = r^i. For
/// b > 256 the table stops at J = 1.
///
/// Costs and threads as for `OneSidedGeometric`, one word more if b > 256.
class TwoSidedGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<TwoSidedGeometric> create(const Exact &scale);

  /// \return |x| < 2^97.
  template <BitSource Bits> Wide sample(Bits &bits) const {
    const std::uint64_t word = bits.next_u64();
    const std::size_t first = table.draw(word >> 1, bits);
    Wide magnitude = static_cast<Wide>(first);
    if (first == table.length()) [[unlikely]]
      magnitude += beyond.sample(bits);
    // -x = ~x + 1 without a branch, which a fair sign would mislead.
    const Wide negative = -static_cast<Wide>(word & 1);
    return (magnitude ^ negative) - negative;
  }

private:
  TwoSidedGeometric(const Rational &scale, OneSidedGeometric oneSided);

  ThresholdTable table;
  OneSidedGeometric beyond;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_TWO_SIDED_GEOMETRIC_H
