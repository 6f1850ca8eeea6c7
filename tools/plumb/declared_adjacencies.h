// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/declared_adjacencies.h - Files of declarations -*- C++ -*-===//
///
/// \file
/// A file that declares records, policies and queries but no mechanism is no program, and still
/// says who neighbours are. For each policy, and for each record without one, a mechanism
/// that publishes nothing is written behind the text, so that names, sorts and sizes
/// mean there what they mean in every mechanism.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_DECLARED_ADJACENCIES_H
#define PLUMB_TOOLS_PLUMB_DECLARED_ADJACENCIES_H

#include "frontend/ir/program.h"
#include "frontend/support/diagnostic.h"

#include <vector>

namespace plumb::tool {

struct DeclaredAdjacencies {
  /// Its mechanisms are `replace R under p` and `replace R` with all queries about R; a record about which
  /// nothing is asked has none.
  ir::Program program;
  /// About the declarations.
  std::vector<Diagnostic> diagnostics;
  /// There is something besides mechanisms in the text.
  bool hasDeclarations = false;
};

/// \pre \p file is in the language but for the mechanism that it lacks.
DeclaredAdjacencies declaredAdjacencies(const SourceFile &file);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_DECLARED_ADJACENCIES_H
