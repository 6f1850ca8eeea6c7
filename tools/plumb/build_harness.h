// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/build_harness.h - From C++ to a run of it ----*- C++ -*-===//
///
/// \file
/// Compiles and runs a program that was just written: for `plumb replay`. The one place that starts a
/// compiler.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_BUILD_HARNESS_H
#define PLUMB_TOOLS_PLUMB_BUILD_HARNESS_H

#include "tools/plumb/write_files.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

/// Where the runtime is that emitted code includes and links to.
struct RuntimePlace {
  std::string includeFolder;
  /// With the headers that a harness includes besides, which no release may.
  std::string replayFolder;
  std::string library;
  /// What collectors of channels link to besides; it may be missing.
  std::string estimateLibrary;
};

/// In \p prefix, where it was installed; or if that is empty, in the build or the installation that this
/// program belongs to. Nothing if it is not there.
std::optional<RuntimePlace> findRuntime(const std::string &prefix);

/// What became of a program that was written, compiled and run.
struct HarnessRun {
  /// Why there was no run, for print; empty if there was one.
  std::string problem;
  int exitCode = 0;
  /// What the program printed.
  std::string output;
};

/// Writes \p files into a fresh folder, which is removed in the end, compiles \p source, one of them, with
/// $CXX or else `c++`, and runs the program.
HarnessRun runHarness(const std::vector<OutputFile> &files, const std::string &source,
                      const RuntimePlace &runtime, const std::vector<std::string> &arguments);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BUILD_HARNESS_H
