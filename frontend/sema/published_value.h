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

/// Does it depend on \p parameter who the neighbours of \p mechanism are?
bool decidesNeighbours(const ir::Mechanism &mechanism, const ir::Variable &parameter);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_PUBLISHED_VALUE_H
