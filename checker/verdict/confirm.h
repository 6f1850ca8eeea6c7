// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/confirm.h - Before something is proved ---*- C++ -*-===//
///
/// \file
/// The last thing that is done for a proof: each answer of a solver that it rests on is asked for once more,
/// of another one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_CONFIRM_H
#define PLUMB_CHECKER_VERDICT_CONFIRM_H

#include "checker/verdict/evidence.h"

#include <vector>

namespace plumb::verdict {

/// Asks each of \p evidence that a solver has proved afresh (smt::Afresh), with the formulas that stand in
/// it: at once what has the same hypotheses, and where that has no answer, one by one. What is not proved
/// then is open. Throws smt::Disagreement.
void confirm(std::vector<Evidence> &evidence);

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_CONFIRM_H
