// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/found_text.h - What was found, as text -------*- C++ -*-===//
///
/// \file
/// How something that a program leaves open is written into its text, by `plumb fill` and by editors alike.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_FOUND_TEXT_H
#define PLUMB_TOOLS_PLUMB_FOUND_TEXT_H

#include "checker/synthesis/synthesis.h"

#include <string>

namespace plumb::tool {

/// What takes the place of found.range. A clause that was left out stands apart from the law, a statement in
/// a line of its own.
inline std::string textInPlace(const synthesis::Found &found) {
  const bool isClause =
      found.range.begin == found.range.end && !found.text.starts_with('\n') && !found.isInFront;
  return (isClause ? "   " : "") + found.text;
}

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_FOUND_TEXT_H
