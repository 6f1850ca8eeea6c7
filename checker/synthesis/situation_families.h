// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/situation_families.h - Kinds of situations -*- C++ -*-===//
///
/// \file
/// What may tell the situations of a draw apart, one family for each reason. Those of a family exclude one
/// another in their order, and only the last has no condition; none at all if there is nothing to tell apart.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SITUATION_FAMILIES_H
#define PLUMB_CHECKER_SYNTHESIS_SITUATION_FAMILIES_H

#include "checker/synthesis/situations.h"

#include <vector>

namespace plumb::synthesis {

using Conditions = std::vector<Situation>;

/// What the iteration publishes: under which tag, and which of a few values.
Conditions byPublication(const ir::Mechanism &mechanism, const Draw &draw);
/// Whether the draw is that of what was chosen.
///
/// \param mechanism gets the variables that the conditions bind.
Conditions byWinner(ir::Mechanism &mechanism, const Draw &draw);
/// Whether the loop goes on: what is drawn for its next iteration is of no use where there is none.
Conditions byContinuing(const ir::Mechanism &mechanism, const Draw &draw);
/// What the next iteration publishes, where it decides from what is drawn in this one.
Conditions byNext(const ir::Mechanism &mechanism, const Draw &draw);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SITUATION_FAMILIES_H
