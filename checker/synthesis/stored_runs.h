// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/stored_runs.h - Runs that decide -------*- C++ -*-===//
///
/// \file
/// First runs on small inputs, with the neighbouring data beside them: what an alignment has to follow. They
/// are drawn by a fixed generator, so that the same program always has the same ones.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_STORED_RUNS_H
#define PLUMB_CHECKER_SYNTHESIS_STORED_RUNS_H

#include "checker/interpreter/execute.h"
#include "checker/refutation/trial.h"

#include <cstdint>
#include <vector>

namespace plumb::synthesis {

/// Runs of more steps are not stored and not followed.
inline constexpr std::uint64_t longestRun = 2000;

struct StoredRun {
  interpreter::Instance instance;
  interpreter::Numbers first, second;
  interpreter::Execution run;
};

/// Runs of the program text alone: no alignment is looked at.
std::vector<StoredRun> storedRuns(const ir::Mechanism &mechanism);

/// Some with equal parameters, of which the sizes are large: there a cost that grows with them is more than
/// one that does not. Empty if no such runs are found.
std::vector<StoredRun> largeRuns(const ir::Mechanism &mechanism);

/// The first run of \p trial.
StoredRun storedRun(const refutation::Trial &trial);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_STORED_RUNS_H
