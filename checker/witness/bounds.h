// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/bounds.h - A number between two doubles --*- C++ -*-===//
///
/// \file
/// Numbers that are known to lie between two doubles. Every operation rounds the lower end down and the upper
/// end up, and an end is exact where a double holds it, so that integers stay what they are. Fast enough for
/// some hundred thousand cells.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_BOUNDS_H
#define PLUMB_CHECKER_WITNESS_BOUNDS_H

#include "checker/interpreter/exact.h"

namespace plumb::witness {

/// low <= x <= high for some real x of interest; an end may be infinite.
struct Bounds {
  double low = 0, high = 0;

  Bounds() = default;
  Bounds(double value) : low(value), high(value) {}
  Bounds(double least, double most) : low(least), high(most) {}
  explicit Bounds(const interpreter::Exact &value);

  Bounds operator-() const { return {-high, -low}; }
};

Bounds operator+(const Bounds &a, const Bounds &b);
Bounds operator*(const Bounds &a, const Bounds &b);
/// \pre 0 is not in \p b.
Bounds operator/(const Bounds &a, const Bounds &b);
/// e^x.
Bounds exponential(const Bounds &x);
/// 1 - e^-x, without cancellation. \pre x >= 0.
Bounds oneMinusExponential(const Bounds &x);
/// ln x. Infinite where x is too large or too small. \pre x > 0.
Bounds logarithm(const Bounds &x);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_BOUNDS_H
