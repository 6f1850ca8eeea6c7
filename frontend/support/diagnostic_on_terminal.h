// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/diagnostic_on_terminal.h - Messages of a width -*- C++ -*-===//
///
/// \file
/// Messages for a terminal, whose width is known: lines of a message are broken between words, and of a line
/// of the program so much is shown that the carets stand below their words.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_ON_TERMINAL_H
#define PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_ON_TERMINAL_H

#include "frontend/support/diagnostic.h"

#include <string>
#include <string_view>

namespace plumb {

/// render(), where a terminal shows \p columns; below 40 it is as for 40.
std::string renderOnTerminal(const Diagnostic &diagnostic, const SourceFile &file, unsigned columns);

/// \p line, which has no line feed, broken in the same way; ends with a line feed.
std::string brokenForTerminal(std::string_view line, unsigned columns);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_ON_TERMINAL_H
