// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/array_shape.h - Extents from loops ---------*- C++ -*-===//
///
/// \file
/// How long an array is that a mechanism fills: from the ranges of the loops in which its elements are
/// written. An array has no declaration of its own.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_ARRAY_SHAPE_H
#define PLUMB_FRONTEND_SEMA_ARRAY_SHAPE_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// Does \p loop run from 0 to what can be the length of an array?
bool coversArray(const syntax::Statement &loop, Scope &scope);

/// Checks the indices of one statement that writes an element (Sample or Assign with indices),
/// and finds the extents of its target or compares them with those found before.
///
/// \param loops the `for` statements around it, outermost first.
void findExtents(Elaboration &elaboration, const syntax::Statement &write, NameFacts &facts,
                 const std::vector<const syntax::Statement *> &loops);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_ARRAY_SHAPE_H
