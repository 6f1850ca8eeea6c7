// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/stated_neighbours.h - Whose neighbours? ------*- C++ -*-===//
///
/// \file
/// Whether a composition says itself who neighbours are. Its head then has the adjacency as it is written,
/// and the premises that the composition requires; else both are what the parts have in common.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_STATED_NEIGHBOURS_H
#define PLUMB_FRONTEND_IR_STATED_NEIGHBOURS_H

#include "frontend/ir/program.h"

namespace plumb::ir {

/// An adjacency that only repeats the kind of change of the parts has no record to speak of.
inline bool statesNeighbours(const Composition &composition) {
  const auto &adjacency = composition.head.recordAdjacency;
  return adjacency && adjacency->pair;
}

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_STATED_NEIGHBOURS_H
