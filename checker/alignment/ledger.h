// SPDX-License-Identifier: Apache-2.0
//===- checker/alignment/ledger.h - The last step of the cost ---*- C++ -*-===//
///
/// \file
/// sum over scales of moved_b / b <= epsilon.
///
/// Two steps, so that unknowns are multiplied in the last one only: at every exit
/// moved_b <= B_b for a bound B_b over public parameters (linear); then, about
/// parameters alone, sum_b B_b / b <= epsilon, multiplied out.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_ALIGNMENT_LEDGER_H
#define PLUMB_CHECKER_ALIGNMENT_LEDGER_H

#include "checker/alignment/evaluator.h"

#include <string>
#include <vector>

namespace plumb::alignment {

/// A candidate for the total movement at one scale.
struct MovementBound {
  /// "2 * c", as it is printed.
  std::string text;
  Polynomial value;
};

/// 1, and the bounds of the adjacency that are polynomials of the scalar parameters, each once.
std::vector<MovementBound> adjacencyBounds(Context context);

/// 0, then u, 2u, u*p, 2u*p for the adjacency bounds u and the Int parameters p, in this order.
std::vector<MovementBound> movementBounds(Context context);

/// With every factor positive, the inequality multiplied out and divided by what all its terms share.
/// \param bounds one for each scale. \returns nothing if epsilon is no rational function of the scalar
/// parameters.
std::optional<smt::Term> ledgerFormula(Context context, const std::vector<MovementBound> &bounds);

} // namespace plumb::alignment

#endif // PLUMB_CHECKER_ALIGNMENT_LEDGER_H
