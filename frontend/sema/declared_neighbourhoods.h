// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/declared_neighbourhoods.h - Without a program -*- C++ -*-===//
///
/// \file
/// A file that declares records, policies and queries but no mechanism says who neighbours are, and what is
/// asked of them. Both are known without a program that answers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_DECLARED_NEIGHBOURHOODS_H
#define PLUMB_FRONTEND_SEMA_DECLARED_NEIGHBOURHOODS_H

#include "frontend/ir/program.h"

#include <memory>
#include <vector>

namespace plumb {

/// For each policy of \p program, and for each record without one, `replace R under p` or `replace R` with
/// all queries about R and the sizes that these speak of. A record about which nothing is asked has none.
///
/// Each is what any mechanism has that asks all of it. Lives no
/// longer than \p program.
std::vector<std::unique_ptr<ir::Neighbourhood>> declaredNeighbourhoods(const ir::Program &program);

/// The same relations, whether or not something is asked.
std::vector<ir::RecordAdjacency> declaredRelations(const ir::Program &program);

} // namespace plumb

#endif // PLUMB_FRONTEND_SEMA_DECLARED_NEIGHBOURHOODS_H
