// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/log_concave.h - Between known heights ----*- C++ -*-===//
///
/// \file
/// Bounds on the integral of a function whose logarithm is concave, from its heights at some places. Between
/// two places such a function is nowhere below the exponential function through both heights; and beyond two
/// places it is nowhere above the one through them. So the bounds meet with the square of the distance of
/// the places, whatever the function is.
///
/// The densities of many laws over the reals are such functions (Noise::isLogConcave); so is a product of two
/// of them, what is left of one where linear comparisons hold, and (Prekopa) its integral over some of its
/// draws.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_LOG_CONCAVE_H
#define PLUMB_CHECKER_WITNESS_LOG_CONCAVE_H

#include "checker/witness/bounds.h"

#include <vector>

namespace plumb::witness {

/// What is known of a function at one place.
struct Height {
  double place;
  Bounds value;
};

/// The integral from \p heights[i] to the next one. The upper bound is infinite where too little is known.
/// \pre in ascending order of the places.
Bounds integralBetween(const std::vector<Height> &heights, std::size_t i);

/// From the last place on, and as far as the first one. Not above what is said.
double mostBehind(const std::vector<Height> &heights);
double mostBefore(const std::vector<Height> &heights);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_LOG_CONCAVE_H
