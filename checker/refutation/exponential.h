// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/exponential.h - e^-x between bounds ---*- C++ -*-===//

#ifndef PLUMB_CHECKER_REFUTATION_EXPONENTIAL_H
#define PLUMB_CHECKER_REFUTATION_EXPONENTIAL_H

#include "frontend/support/rational.h"

namespace plumb::refutation {

/// low <= x <= high for some real x of interest.
struct Enclosure {
  Rational low;
  Rational high;
};

/// e^-x for x >= 0. Denominators are at most 2^128. For x <= 50 the bounds are within a relative
/// 2^-40 of each other; from x = 80 on the lower bound is 0.
///
/// With y = x / 2^k <= 1/2 the partial sums of e^-y alternate around it (its terms fall), and
/// e^-x = (e^-y)^(2^k), squared with both bounds rounded outward.
Enclosure exponentialOfMinus(const Rational &x);

/// e^x for 0 <= x < 80.
Enclosure exponentialOf(const Rational &x);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_EXPONENTIAL_H
