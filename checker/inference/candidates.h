// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/candidates.h - Possible invariants -----*- C++ -*-===//
///
/// \file
/// Templates for loop invariants: relations between the two runs' values of a
/// variable, bounds by parameters and by the loop variable, movement bounded by
/// counters. Candidates are guesses; whatever survives is proved like a written
/// invariant.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_CANDIDATES_H
#define PLUMB_CHECKER_INFERENCE_CANDIDATES_H

#include "checker/relational/two_run.h"

namespace plumb::inference {

/// For each loop of the mechanism: the written invariants, then the candidates.
relational::LoopInvariants candidates(relational::Context context, relational::TwoRun::Mode mode);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_CANDIDATES_H
