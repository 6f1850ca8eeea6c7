// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/open_part.h - `requires eps1 = ?` ------------*- C++ -*-===//
///
/// \file
/// A part of what is guaranteed that the text leaves open: a parameter without a value. Until it is filled
/// its requirement is the equation of the parameter and itself in the second run. No text says that, since
/// public parameters have no prime; it is true, so that nothing is assumed by it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_OPEN_PART_H
#define PLUMB_FRONTEND_IR_OPEN_PART_H

#include "frontend/ir/program.h"

namespace plumb::ir {

/// \param parameter scalar, sort Real.
ExpressionPtr openEquation(const Variable &parameter, SourceRange equation, SourceRange hole);

/// The parameter of \p requirement if that is such an equation, else null.
const Variable *openPart(const Expression &requirement);

/// Where the question mark stands. \pre openPart
SourceRange holeOf(const Expression &requirement);

/// "eps1 + eps2 <= eps", or "eps1 = ?" for one that is left open.
std::string printRequirement(const Expression &requirement);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_OPEN_PART_H
