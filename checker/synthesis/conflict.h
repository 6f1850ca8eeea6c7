// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/conflict.h - Why nothing was found -----*- C++ -*-===//
///
/// \file
/// The smallest set of runs whose demands no assignment meets, told to a reader: each run with the shifts
/// that the runs before it ask for, and how they fail on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_CONFLICT_H
#define PLUMB_CHECKER_SYNTHESIS_CONFLICT_H

#include "checker/synthesis/search.h"

namespace plumb::synthesis {

/// A sentence for each run of the conflict. They speak of what was tried, and never say that there is no
/// alignment. \pre search.next() was empty at once.
std::vector<std::string> conflictOf(Search &search, Table &table);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_CONFLICT_H
