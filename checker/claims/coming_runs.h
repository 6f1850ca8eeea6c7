// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/coming_runs.h - Which runs come to a place -*- C++ -*-===//
///
/// \file
/// Whether a place of a program is one to which every run comes, at given numbers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_COMING_RUNS_H
#define PLUMB_CHECKER_CLAIMS_COMING_RUNS_H

#include "checker/claims/given_values.h"

namespace plumb::claims {

/// Does every run of \p mechanism come to the first place of \p transcript, if it has one? No run ends
/// before, and what a `while` asks there is true at \p values, whatever is drawn.
/// \pre What fills \p transcript stands outside of branches.
bool everyRunComes(const ir::Mechanism &mechanism, const ir::Transcript &transcript,
                   const GivenValues &values);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_COMING_RUNS_H
