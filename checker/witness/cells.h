// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/cells.h - How likely a run is, by cells --*- C++ -*-===//
///
/// \file
/// The probability of a run from outside: the axis of a draw is cut into cells; in each the draw is anywhere,
/// so that what is left falls apart into draws that know nothing of each other, and these are bounded the
/// same way. Cells that surely belong to the run count for the lower bound, those that may belong to it for
/// the upper one, and those in doubt are cut again. Nothing is integrated.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_CELLS_H
#define PLUMB_CHECKER_WITNESS_CELLS_H

#include "checker/witness/mass.h"
#include "checker/witness/runs.h"

namespace plumb::witness {

/// Counts draws that were bounded, never time.
struct CellBudget {
  std::uint64_t left;
};

/// How precise bounds have to be: low and high differ by \c relative times the larger of \c high and \c
/// floor, unless the budget is spent before. They are bounds all the same.
struct Precision {
  double relative;
  double floor;
};

/// Bounds on how likely it is that a run follows \p run, for each unit of the windows that were solved for.
/// Nothing if a law is unknown here, or numbers are too long for doubles.
std::optional<Bounds> likelihood(const Run &run, const Precision &precision, CellBudget &budget);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_CELLS_H
