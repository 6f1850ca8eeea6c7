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

#include <optional>
#include <vector>

namespace plumb::witness {

/// What is known of a function at one place.
struct Height {
  double place;
  Bounds value;
};

/// Bounds on the integral of a log-concave function between some of its places, and beyond them.
class Profile {
public:
  /// \pre not empty, in ascending order of the places.
  explicit Profile(std::vector<Height> of);

  const std::vector<Height> &heights() const { return list; }
  /// From \p heights()[i] to the next one. The upper bound is infinite where too little is known.
  Bounds between(std::size_t i) const;
  /// From the last place on, and as far as the first one. Not above what is said.
  double mostBehind() const;
  double mostBefore() const;

private:
  // The function is 0 there, and not at some place before (behind) it: then it stays 0 on the other side.
  bool hasEnded(std::size_t i) const;
  bool hasNotBegun(std::size_t i) const;
  double growthFromLeft(std::size_t i, double width) const;
  double growthFromRight(std::size_t i, double width) const;

  std::vector<Height> list;
  /// The first and the last place where it is more than 0; if it is not known to be so anywhere, the size of
  /// the list and nothing.
  std::size_t firstSure;
  std::optional<std::size_t> lastSure;
};

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_LOG_CONCAVE_H
