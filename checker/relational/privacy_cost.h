// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/privacy_cost.h - The last step of the cost -*- C++ -*-===//
///
/// \file
/// sum over scales of moved_b / b <= epsilon.
///
/// Two steps, so that unknowns are multiplied in the last one only: at every exit
/// moved_b <= B_b for a bound B_b over public parameters (linear); then, about
/// parameters alone, sum_b B_b / b <= epsilon, multiplied out. Scales that differ by
/// a constant factor are bounded together.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_PRIVACY_COST_H
#define PLUMB_CHECKER_RELATIONAL_PRIVACY_COST_H

#include "checker/relational/evaluator.h"

#include <string>
#include <vector>

namespace plumb::relational {

/// An amount that something is moved by at most.
struct MovementBound {
  /// "2 * c", as it is printed.
  std::string text;
  Polynomial value;
  /// It is divided by a parameter.
  bool isShare = false;
};

/// A candidate for the total movement in one class of scales, measured at its base.
struct ExitBound {
  /// What is divided by has to be positive: costWithinEpsilon asks.
  RationalFunction value;
  /// Bounds of one family are multiples of one amount, growing; 0 is a family of its own.
  unsigned family = 0;
};

/// 1, and the bounds of the adjacency that are polynomials of the scalar parameters, each once. For records
/// also the numbers from which a bound is likely to be made: in scales, and in the ranges of fields.
std::vector<MovementBound> adjacencyBounds(Context context);

/// 0; then m*u/d for m from 1 to 8, m*u and m*u*p for m from 1 to 64, the adjacency bounds u, what the text
/// divides by, d, and the Int parameters p; then what the guarantee affords at a scale, and shares of it, or,
/// where it is open, multiples and sums of what the draws of each loop may move. Family by family.
std::vector<ExitBound> movementBounds(Context context);

/// sum_b B_b / b: what the alignment costs at most, hence the smallest epsilon for which the bounds make a
/// proof.
RationalFunction privacyCost(Context context, const std::vector<RationalFunction> &bounds);

/// privacyCost <= epsilon: with every factor and every denominator positive, the inequality multiplied out
/// and divided by what all its terms share. A factor that a bound shares with its scale is left out of both
/// and need not be positive: where the scale is not, nothing is drawn at it. \param bounds one for each class
/// of scales. \returns nothing if epsilon is no rational function of the scalar parameters.
std::optional<smt::Term> costWithinEpsilon(Context context, const std::vector<RationalFunction> &bounds);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_PRIVACY_COST_H
