// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/command_line.h - Words to options ------------*- C++ -*-===//
///
/// \file
/// The command line of `plumb`, read and checked (CLI11).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_COMMAND_LINE_H
#define PLUMB_TOOLS_PLUMB_COMMAND_LINE_H

#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <iosfwd>
#include <variant>

namespace plumb::tool {

/// Reads the command line. Answers --help and --version on \p out and mistakes on \p err by itself.
///
/// \returns the options, or the exit code if there is nothing left to do.
std::variant<Options, ExitCode> readCommandLine(int argc, const char *const *argv, std::ostream &out,
                                                std::ostream &err);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_COMMAND_LINE_H
