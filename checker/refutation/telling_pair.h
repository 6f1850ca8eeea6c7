// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/telling_pair.h - Runs worth seeing ----*- C++ -*-===//
///
/// \file
/// Two aligned runs to be shown to a reader: of a good alignment, a small input on which much of the program
/// happens and noise is moved. It shows how the alignment works, and proves nothing.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_TELLING_PAIR_H
#define PLUMB_CHECKER_REFUTATION_TELLING_PAIR_H

#include "checker/refutation/trial.h"

namespace plumb::refutation {

/// Of some hundred small inputs whose data differ, and in whose runs nothing fails, the one that says most.
/// Always the same one. Nothing if there was none.
///
/// \pre No alignment is left open.
std::optional<Trial> findTellingPair(const ir::Mechanism &mechanism);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_TELLING_PAIR_H
