// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/diagnostic_on_terminal.h - Messages of a width -*- C++ -*-===//
///
/// \file
/// Messages for a terminal, whose width is known: lines of a message are broken between words, and of a line
/// of the program so much is shown that the carets stand below their words. Where the terminal shows colours
/// they say what is what, and no word is said by colour alone.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_ON_TERMINAL_H
#define PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_ON_TERMINAL_H

#include "frontend/support/diagnostic.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb {

/// Where something is shown.
struct Terminal {
  /// 0: no terminal, or one that does not say how wide it is.
  unsigned columns = 0;
  bool hasColours = false;
};

/// As terminals of the last forty years have them.
enum class Style : std::uint8_t { Bold, Red, Green, Yellow };

/// \p text between the signs that begin and end \p style, where there are colours. \p text has none.
std::string styled(std::string_view text, Style style, bool hasColours);

/// render(), where \p terminal shows it; below 40 columns it is as for 40.
std::string renderOnTerminal(const Diagnostic &diagnostic, const SourceFile &file, const Terminal &terminal);

/// \p line, which has no line feed, broken in the same way; ends with a line feed. Signs of styled() take no
/// room.
std::string brokenForTerminal(std::string_view line, unsigned columns);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_ON_TERMINAL_H
