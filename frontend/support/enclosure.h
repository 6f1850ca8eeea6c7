// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/enclosure.h - Reals between bounds ------*- C++ -*-===//
///
/// \file
/// Real numbers that are no rationals, between two that are. Every operation
/// rounds outward, so what is said of both bounds is true of the number.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_ENCLOSURE_H
#define PLUMB_FRONTEND_SUPPORT_ENCLOSURE_H

#include "frontend/support/rational.h"

namespace plumb {

/// low <= x <= high for some real x of interest.
struct Enclosure {
  Rational low;
  Rational high;
};

/// \pre no number of either is negative.
Enclosure operator*(const Enclosure &a, const Enclosure &b);

/// e^-x for x >= 0. Denominators are at most 2^128. For x <= 50 the bounds are within a relative
/// 2^-40 of each other; from x = 80 on the lower bound is 0.
///
/// With y = x / 2^k <= 1/2 the partial sums of e^-y alternate around it (its terms fall), and
/// e^-x = (e^-y)^(2^k), squared with both bounds rounded outward.
Enclosure exponentialOfMinus(const Rational &x);

/// e^x for 0 <= x < 80.
Enclosure exponentialOf(const Rational &x);

/// e^x for every x between the bounds. \pre x.high < 80.
Enclosure exponentialOf(const Enclosure &x);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_ENCLOSURE_H
