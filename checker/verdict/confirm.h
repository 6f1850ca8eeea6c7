// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/confirm.h - Before something is proved ---*- C++ -*-===//
///
/// \file
/// The last thing that is done for a proof: each answer of a solver that it rests on is asked for once more,
/// by itself.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_CONFIRM_H
#define PLUMB_CHECKER_VERDICT_CONFIRM_H

#include "checker/verdict/evidence.h"

#include <vector>

namespace plumb::verdict {

/// Asks each of \p evidence that a solver has proved afresh (smt::Afresh), with the formulas that stand in
/// it. What is not proved then is open. Throws smt::Disagreement. Questions are of \p store.
void confirm(smt::TermStore &store, std::vector<Evidence> &evidence);

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_CONFIRM_H
