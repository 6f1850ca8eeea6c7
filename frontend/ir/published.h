// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/published.h - What parts pass on -------------*- C++ -*-===//
///
/// \file
/// Names of what a part of a composition publishes, `seen := daily(eps / 2)`, for arguments of later parts.
/// They are Parameters of the head, of which nothing is known: any value may come, and it is the same in both
/// runs, of which only those with the same outputs are compared. They are told apart by where they are
/// declared.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_PUBLISHED_H
#define PLUMB_FRONTEND_IR_PUBLISHED_H

#include "frontend/ir/program.h"

namespace plumb::ir {

/// Null if what \p part publishes has no name.
const Variable *publishedBy(const Composition &composition, const Part &part);

/// Is \p variable, of the head, what some part publishes?
bool isPublished(const Composition &composition, const Variable &variable);

/// Is \p variable, of the head, given by whoever runs the composition, and not published or defined by it?
bool isGiven(const Composition &composition, const Variable &variable);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PUBLISHED_H
