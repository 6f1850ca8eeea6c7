// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/published_value.h - What later parts may read -*- C++ -*-===//
///
/// \file
/// The number that a part of a composition publishes, for the arguments of later parts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_PUBLISHED_VALUE_H
#define PLUMB_FRONTEND_SEMA_PUBLISHED_VALUE_H

#include "frontend/ir/program.h"

#include <optional>
#include <vector>

namespace plumb::sema {

/// The sort of the one number or truth value that every run of \p mechanism publishes: `output z` outside of
/// all loops, or `return z`. Nothing if it publishes anything else, or if some run publishes nothing. What is
/// announced is no publication here, wherever it stands.
std::optional<ir::Sort> publishedSort(const ir::Mechanism &mechanism);

/// The tags of the one cell that every run of \p mechanism publishes outside of all loops. None if it
/// publishes anything else, or if some run publishes nothing. Announcements are no publications here either.
std::vector<const ir::Tag *> publishedTags(const ir::Mechanism &mechanism);

/// The loops, outermost first, of the only cells that runs of \p mechanism publish, if these have the shape
/// of an array whose lengths its parameters tell: each loop begins at a number and ends at a term over scalar
/// parameters. None otherwise. Cells of iterations that do not run are in the array, too.
std::vector<const ir::For *> publishedLoops(const ir::Mechanism &mechanism);

/// The sort of the one number or truth value that each iteration of these loops publishes that does not end
/// the run, or a loop. Nothing if it publishes anything else, or if some iteration publishes nothing.
std::optional<ir::Sort> publishedElement(const ir::Mechanism &mechanism);

/// Does it depend on \p parameter who the neighbours of \p mechanism are?
bool decidesNeighbours(const ir::Mechanism &mechanism, const ir::Variable &parameter);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_PUBLISHED_VALUE_H
