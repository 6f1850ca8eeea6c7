// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/collection.h - What is drawn and assigned --*- C++ -*-===//
///
/// \file
/// The pass before statements are checked: which samples and locals a body has, of which sorts and lengths.
/// It lets an alignment name a draw that stands further down.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_COLLECTION_H
#define PLUMB_FRONTEND_SEMA_COLLECTION_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// Declares the samples and locals of \p body with their sorts and extents, so that a statement
/// may read what a later one writes (arrays start as zeros), and an alignment any sample.
///
/// An array is written element by element in loops `for i in 0 .. n` over its whole length: that
/// gives the extents. Reports names that are taken, samples drawn by two statements, and elements
/// written otherwise.
///
/// \pre the parameters are declared.
void collectNames(Elaboration &elaboration, const syntax::Block &body);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_COLLECTION_H
