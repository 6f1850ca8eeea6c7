// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/joint.h - Draws, and what ties them -----*- C++ -*-===//
///
/// \file
/// The joint density of the draws of a path: a function of each draw, and comparisons of two of them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_JOINT_H
#define PLUMB_CHECKER_DISPROOF_JOINT_H

#include "checker/disproof/piecewise.h"

#include <map>

namespace plumb::disproof {

/// a x + b y + c >= 0, or > 0.
template <class A> struct Tie {
  std::size_t x, y;
  typename A::Place a, b, c;
  bool isStrict;
};

template <class A> struct Joint {
  using Place = typename A::Place;

  /// Of each free draw.
  std::map<std::size_t, Piecewise<A>> functions;
  std::vector<Tie<A>> ties;
  typename A::Number factor;
  bool isImpossible = false;

  /// a x + c >= 0, or > 0.
  void demand(PiecewiseAlgebra<A> &algebra, std::size_t x, const Place &a, const Place &c, bool isStrict) {
    Place bound = -c / a;
    Piecewise<A> &f = functions.at(x);
    const bool isLower = Place(0) < a;
    if (f.isDiscrete && isLower)
      bound = isStrict ? A::floor(bound) + Place(1) : A::ceiling(bound);
    else if (f.isDiscrete)
      bound = isStrict ? A::ceiling(bound) - Place(1) : A::floor(bound);
    f = isLower ? algebra.restriction(f, bound, std::nullopt) : algebra.restriction(f, std::nullopt, bound);
  }
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_JOINT_H
