// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/declarations.h - Files without a mechanism ---*- C++ -*-===//
///
/// \file
/// For sub-commands that ask about records and policies, and not about mechanisms: to them a file of
/// declarations is complete.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_DECLARATIONS_H
#define PLUMB_TOOLS_PLUMB_DECLARATIONS_H

#include "tools/plumb/batch.h"

namespace plumb::tool {

/// Takes back that a file of \p batch lacks a mechanism: what it declares is its program, and the exit code
/// is that of what is left to say.
void acceptDeclarations(Batch &batch);

/// Has \p file no mistake, so that all that it declares is its program? A warning is none.
bool isUnderstood(const BatchFile &file);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_DECLARATIONS_H
