// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/within_limits.h - What is cut off ------------*- C++ -*-===//
///
/// \file
/// Work on one declaration, within the memory that the system gives, the time that is allowed, and numbers
/// that are not too long. What is cut off has no outcome.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WITHIN_LIMITS_H
#define PLUMB_TOOLS_PLUMB_WITHIN_LIMITS_H

#include "frontend/support/diagnostic.h"
#include "frontend/support/time_allowed.h"
#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace plumb::tool {

/// What did not suffice.
struct Lack {
  /// "to check it takes more than 120 seconds of computing"
  std::string why, help;
  ExitCode code = ExitCode::NotProved;
};

/// As much of the processor as all questions about one declaration may take by the command line.
std::chrono::seconds timeForOne(const Options &options);

/// Does \p action. \returns what did not suffice for it, if it was cut off.
std::optional<Lack> withinLimits(const Options &options, const std::function<void()> &action);

/// Of the declaration called \p name there: nothing is known of it.
Diagnostic nothingKnown(const std::string &name, SourceRange range, Lack lack);

/// Tells stderr that the command got no end within the time, or the length of numbers, and ends the process.
/// Safe in a signal handler.
[[noreturn]] void endWithoutTime();
[[noreturn]] void endOfNumbers();

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_WITHIN_LIMITS_H
