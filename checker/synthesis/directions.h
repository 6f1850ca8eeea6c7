// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/directions.h - `adjacency f ? by 1` ----*- C++ -*-===//
///
/// \file
/// Finds the directions that an adjacency leaves open: both, if that is provable, else the one that is.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_DIRECTIONS_H
#define PLUMB_CHECKER_SYNTHESIS_DIRECTIONS_H

#include "checker/synthesis/synthesis.h"

namespace plumb::synthesis {

/// \pre the direction of some query is left open.
Synthesis findDirections(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                         const IsText &isText);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_DIRECTIONS_H
