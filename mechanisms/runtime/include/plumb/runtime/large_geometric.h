// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Geometric noise of any scale, as integers of any size: exact and slow.
///
/// For scales that `NoiseScale` refuses because samples would not fit `Wide`.
/// The algorithm is that of `ReferenceOneSidedGeometric`, on GMP's integers.

#ifndef PLUMB_RUNTIME_LARGE_GEOMETRIC_H
#define PLUMB_RUNTIME_LARGE_GEOMETRIC_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/natural.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/reference_one_sided_geometric.h"

#include <utility>

namespace plumb::runtime {

/// Mass (1 - e^(-1/b)) e^(-x/b) on the integers x >= 0, for any rational b > 0.
///
/// Immutable; may be shared between threads. The time of a sample grows with
/// the square of the length of b, and depends on its value.
class LargeOneSidedGeometric {
public:
  /// An error value unless scale > 0.
  static Expected<LargeOneSidedGeometric> create(const Exact &scale) {
    if (scale.sign() <= 0)
      return Error{"scale of the noise is " + scale.text() + "; it must be positive"};
    return LargeOneSidedGeometric(scale);
  }

  /// \return an integer >= 0.
  template <BitSource Bits> Natural sample(Bits &bits) const { return oneSidedGeometric(s, t, bits); }

private:
  explicit LargeOneSidedGeometric(const Rational &scale)
      : s(Natural::copyOf(scale.denominator())), t(Natural::copyOf(scale.numerator())) {}

  Natural s, t;
};

/// Mass (1-r)/(1+r) r^|x| on all integers x, r = e^(-1/b), for any rational
/// b > 0. Costs and threads as for `LargeOneSidedGeometric`.
class LargeTwoSidedGeometric {
public:
  /// An error value unless scale > 0.
  static Expected<LargeTwoSidedGeometric> create(const Exact &scale) {
    auto half = LargeOneSidedGeometric::create(scale);
    if (!half)
      return half.error();
    return LargeTwoSidedGeometric(*std::move(half));
  }

  /// The difference of two one-sided samples, as an integral rational.
  template <BitSource Bits> Rational sample(Bits &bits) const {
    const Rational up = Rational::copyOf(half.sample(bits).get());
    return up - Rational::copyOf(half.sample(bits).get());
  }

private:
  explicit LargeTwoSidedGeometric(LargeOneSidedGeometric oneSided) : half(std::move(oneSided)) {}

  LargeOneSidedGeometric half;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_LARGE_GEOMETRIC_H
