// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/printable.h - Text on a terminal --------*- C++ -*-===//
///
/// \file
/// What of a text, and of the name of a file, is printed: nothing that could move the cursor of a terminal.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_PRINTABLE_H
#define PLUMB_FRONTEND_SUPPORT_PRINTABLE_H

#include <cstddef>
#include <string>
#include <string_view>

namespace plumb {

/// What is printed for one code point.
struct PrintedCell {
  std::string glyph;
  unsigned width;
  std::size_t begin;
};

/// Of the code point at byte \p at of \p text; a tab stays a tab.
PrintedCell printedCell(std::string_view text, std::size_t at);

/// \p text without control characters, except for line feeds and tabs, which long explanations contain.
std::string printable(std::string_view text);

/// \p path on one line: the name of a file must not be able to look like a message.
std::string printablePath(std::string_view path);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_PRINTABLE_H
