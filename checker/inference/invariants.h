// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/invariants.h - Loop invariants, found --*- C++ -*-===//
///
/// \file
/// The door of this room: loop invariants for a mechanism whose author wrote none, or too few. Nothing here
/// has to be believed: every invariant is asked again in the proof.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_INVARIANTS_H
#define PLUMB_CHECKER_INFERENCE_INVARIANTS_H

#include "checker/relational/two_run.h"
#include "checker/smt/solver.h"

namespace plumb::inference {

/// The largest set of candidates that is inductive, beside the written invariants (which are kept, and
/// assumed here; whether they hold is for the proof to say). Houdini: drop what fails, until nothing does
/// (Flanagan and Leino, FME 2001).
///
/// The result is a proposal: the proof asks for every invariant again.
relational::LoopInvariants findInvariants(relational::Context context, smt::Solver &solver,
                                          relational::TwoRun::Mode mode);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_INVARIANTS_H
