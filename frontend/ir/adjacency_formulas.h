// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/adjacency_formulas.h - What an adjacency says -*- C++ -*-===//
///
/// \file
/// The formulas by which an adjacency, or a policy, says which record may stand where another one is. Who
/// looks for what such a formula speaks of asks here, so that no form of an adjacency is overlooked.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_ADJACENCY_FORMULAS_H
#define PLUMB_FRONTEND_IR_ADJACENCY_FORMULAS_H

#include "frontend/ir/schema.h"

#include <vector>

namespace plumb::ir {

/// The formula of both records, then those of attributes.
std::vector<const Expression *> formulasOf(const Policy &policy);

/// Its own, then those of its policy.
std::vector<const Expression *> formulasOf(const RecordAdjacency &adjacency);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_ADJACENCY_FORMULAS_H
