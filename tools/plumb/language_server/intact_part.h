// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/intact_part.h - Without mistakes -*- C++ -*-===//
///
/// \file
/// What is left of a text that can be read if each declaration with a mistake of names or sorts in it is
/// taken out, and so is what depends on it; of a text that cannot be read, nothing. The rest is a program of
/// its own, of which every rule of the language is asked. What was taken out may have declared what the rest
/// speaks of; so whatever has a word that something taken out declares, or that is declared twice, is taken
/// out as well. Then each verdict is one of the text as it was written.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_INTACT_PART_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_INTACT_PART_H

#include "frontend/ir/program.h"
#include "frontend/support/diagnostic.h"

#include <string>
#include <vector>

namespace plumb::tool::language_server {

struct IntactPart {
  /// As long as the whole text, with space where something was taken out: places are the same.
  std::string text;
  /// What \ref text says; empty if nothing is left that could be proved.
  ir::Program program;
};

/// \param mistakes those of \p source, of which one is an error.
IntactPart intactPart(const SourceFile &source, const std::vector<Diagnostic> &mistakes);

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_INTACT_PART_H
