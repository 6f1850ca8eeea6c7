// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/published.h - What parts pass on -------------*- C++ -*-===//
///
/// \file
/// Names of what a part of a composition publishes, `seen := daily(eps / 2)`, for arguments of later parts.
/// They are Parameters of the head, of which nothing is known: any value may come, and it is the same in both
/// runs, of which only those with the same outputs are compared. They are told apart by where they are
/// declared. What a part publishes in loops is an array, with an element for each iteration.
///
/// Of a part that publishes cells with several tags or values there is one for each thing that is read of
/// them, and it is called like that: "seen is above", a truth value, and "seen.above.1", which is 0 or false
/// where the cell has another tag, or is none (Variable::cellPart). No two of them are known to exclude each
/// other.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_PUBLISHED_H
#define PLUMB_FRONTEND_IR_PUBLISHED_H

#include "frontend/ir/program.h"

namespace plumb::ir {

/// In the order of declaration; none if what \p part publishes has no name, or is not read.
std::vector<const Variable *> publishedBy(const Composition &composition, const Part &part);

/// Its one value. Null if it has no name, is read by tags, or is an array.
const Variable *valueOf(const Composition &composition, const Part &part);

/// "seen"; empty if there is none, or if nothing of a cell is read.
std::string publishedName(const Composition &composition, const Part &part);

/// Is \p variable, of the head, read by what \p part is given, or by how often it runs?
bool isReadBy(const Part &part, const Variable &variable);

/// Is \p variable, of the head, what some part publishes?
bool isPublished(const Composition &composition, const Variable &variable);

/// Is \p variable, of the head, given by whoever runs the composition, and not published or defined by it?
bool isGiven(const Composition &composition, const Variable &variable);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PUBLISHED_H
