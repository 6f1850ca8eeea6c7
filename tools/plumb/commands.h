// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/commands.h - The sub-commands -------------*- C++ -*-===//
///
/// \file
/// The sub-commands of `plumb`, one file each. Verdicts go to the one stream, messages to the other;
/// nothing is printed before everything is decided.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_COMMANDS_H
#define PLUMB_TOOLS_PLUMB_COMMANDS_H

#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <iosfwd>

namespace plumb::tool {

// One file each. Verdicts and programs go to `out`, messages and statistics to `err`; nothing is
// written to `out` before everything is decided.
ExitCode runCheck(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runEmit(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runFill(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runFormat(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runPrint(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runExplain(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runPolicy(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runSensitivity(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runReplay(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runLearn(const Options &options, std::ostream &out, std::ostream &err);
ExitCode runBounds(const Options &options, std::ostream &out, std::ostream &err);
/// Tells at once where it serves, and writes nothing to `out`.
ExitCode runServe(const Options &options, std::ostream &out, std::ostream &err);
/// Talks on the standard input and output, and writes to neither stream.
ExitCode runLsp(const Options &options, std::ostream &out, std::ostream &err);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_COMMANDS_H
