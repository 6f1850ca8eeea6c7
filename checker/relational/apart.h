// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/apart.h - Branches that runs go apart --*- C++ -*-===//
///
/// \file
/// At a branch that publishes or draws the second run is led: it goes the way of the first, and that it would
/// do so by itself is to be proved. A branch that asks about the data alone, `if f[i] <= 0`, can often not be
/// decided alike on D and on D'. Where its sides only assign and publish, the second run may go its own way
/// instead: then what both publish there has to be the same, whichever ways they go.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_APART_H
#define PLUMB_CHECKER_RELATIONAL_APART_H

#include "frontend/ir/program.h"

#include <set>
#include <vector>

namespace plumb::relational {

using ApartBranches = std::set<const ir::If *>;

/// Those at which the runs may go apart, in the order of the text: the outermost branches whose condition
/// reads no noise, and whose sides assign and publish, at least once, and announce nothing. Branches inside
/// of their sides belong to them.
std::vector<const ir::If *> branchesThatMayPart(const ir::Mechanism &mechanism);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_APART_H
