// SPDX-License-Identifier: Apache-2.0
//===- checker/report/sensitivity_check.h - Pairs on trial ------*- C++ -*-===//
///
/// \file
/// The second opinion on a pair of records that the solver found: the exact interpreter evaluates it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SENSITIVITY_CHECK_H
#define PLUMB_CHECKER_REPORT_SENSITIVITY_CHECK_H

#include "checker/interpreter/exact.h"
#include "checker/proof/sensitivity.h"

#include <optional>
#include <utility>

namespace plumb::report {

/// Evaluated by the exact interpreter, which shares no code with the formulas: the requirements and premises
/// hold, the records are neighbours in the stated direction, and \p witness lists the answers that change.
/// \pre \p neighbourhood has a recordAdjacency.
bool confirms(const ir::Neighbourhood &neighbourhood, const proof::RecordWitness &witness);

/// What the records of \p witness add to that answer of \p query of which they move most, 0 for one that is
/// not there. Nothing if that has no value. \pre \p witness is confirmed.
std::optional<std::pair<interpreter::Exact, interpreter::Exact>>
farthestShares(const ir::Neighbourhood &neighbourhood, const proof::RecordWitness &witness,
               const ir::Variable &query);

/// What the solver derives, its pairs confirmed so. \pre as above.
proof::Sensitivity sensitivityOf(const ir::Neighbourhood &neighbourhood,
                                 const proof::EngineMaker &makeEngine);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SENSITIVITY_CHECK_H
