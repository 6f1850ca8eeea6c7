// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/exit_code.h - What the shell is told ---------*- C++ -*-===//
///
/// \file
/// What the shell is told (README.md). The codes are part of the interface and never change their meaning.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_EXIT_CODE_H
#define PLUMB_TOOLS_PLUMB_EXIT_CODE_H

#include <cstdint>

namespace plumb::tool {

enum class ExitCode : std::uint8_t {
  /// Everything is proved; what is assumed for it is listed.
  Proved = 0,
  /// The command line, a file that cannot be read, a folder that cannot be written, too little memory.
  Environment = 1,
  /// A text is no program.
  NotAProgram = 2,
  /// A violation of a guarantee was confirmed.
  NotPrivate = 3,
  /// Something is open, vacuous, assumed where nothing may be, or not emittable.
  NotProved = 4,
  /// A bug in Plumb.
  Bug = 70,
};

/// The one to tell of two: in the order 70, 1, 2, 3, 4, 0.
ExitCode worse(ExitCode a, ExitCode b);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_EXIT_CODE_H
