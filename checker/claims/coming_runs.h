// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/coming_runs.h - Which runs come to a place -*- C++ -*-===//
///
/// \file
/// Whether a place of a program is one to which every run comes.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_COMING_RUNS_H
#define PLUMB_CHECKER_CLAIMS_COMING_RUNS_H

#include "checker/claims/given_values.h"

#include <optional>
#include <vector>

namespace plumb::claims {

/// If all of these are true, every run of \p mechanism comes to the first place of \p transcript, if it has
/// one: no run ends before, and they are what `while` asks there, with what was assigned until then. Terms
/// over parameters, where nothing else decides them. Nothing if it is not known when every run comes. \pre
/// What fills \p transcript stands outside of branches.
std::optional<std::vector<ir::ExpressionPtr>> comingIf(const ir::Mechanism &mechanism,
                                                       const ir::Transcript &transcript);

/// Are they true at \p values?
bool everyRunComes(const ir::Mechanism &mechanism, const ir::Transcript &transcript,
                   const GivenValues &values);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_COMING_RUNS_H
