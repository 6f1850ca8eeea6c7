// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/found_text.h - What was found, as text -------*- C++ -*-===//
///
/// \file
/// How something that a program leaves open is written into its text, by `plumb fill` and by editors alike.
/// Comments stay with their statements: one that trails a statement, and those in lines of their own right
/// above a draw that moves.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_FOUND_TEXT_H
#define PLUMB_TOOLS_PLUMB_FOUND_TEXT_H

#include "checker/synthesis/synthesis.h"
#include "frontend/parse/tokens.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::tool {

/// A text, and what it takes the place of.
struct TextChange {
  SourceRange range = {};
  std::string text = {};
};

/// What was found for one place. A clause that was left out stands apart from the law; a statement begins
/// with the end of the line in front of it.
struct FoundText {
  TextChange change = {};
  /// Of a draw that stands further down now, where it stood: there it is taken away.
  std::optional<SourceRange> from = {};
};

FoundText foundText(const synthesis::Found &found);
/// Those of them that write something; a draw that is gone is written where it stands now.
std::vector<FoundText> foundTexts(const std::vector<synthesis::Found> &found);

/// What writes all of \p found into \p text, ascending; lines end with '\n' in it.
/// \param tokens of \p text.
std::vector<TextChange> changesFor(const std::vector<FoundText> &found, std::string_view text,
                                   const std::vector<Token> &tokens);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_FOUND_TEXT_H
