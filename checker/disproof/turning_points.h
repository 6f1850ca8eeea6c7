// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/turning_points.h - Data where a run turns -*- C++ -*-===//
///
/// \file
/// A program that does something else from 8 people on does nothing else on 0 and 1. Where its comparisons
/// turn is found by running it: how far each comparison is from its other outcome, and by how much a step of
/// the data brings it closer. This is the branch distance of Korel, "Automated Software Test Data Generation"
/// (1990), with exact numbers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_TURNING_POINTS_H
#define PLUMB_CHECKER_DISPROOF_TURNING_POINTS_H

#include "checker/disproof/coordinates.h"

namespace plumb::disproof {

/// Coordinates at which a comparison of data alone turns, and close by on either side; also those at which a
/// comparison with draws is even, if it is far from that at the start. From each at which comparisons come
/// out in a new way it goes on, so that what stands behind a condition is found, too. The start is not among
/// them. Deterministic.
/// \param atEdges see comparisonsOn.
std::vector<interpreter::Numbers> turningPoints(const Coordinates &coordinates, Work &work, bool atEdges);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_TURNING_POINTS_H
