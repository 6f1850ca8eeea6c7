// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/options.h - What the user asked for ----------*- C++ -*-===//

#ifndef PLUMB_TOOLS_PLUMB_OPTIONS_H
#define PLUMB_TOOLS_PLUMB_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

enum class Command : std::uint8_t { Check, Emit, Print, Explain };
enum class Format : std::uint8_t { Text, Json, Markdown, Html };

struct Options {
  Command command = Command::Check;
  /// For Explain codes of messages may stand among them.
  std::vector<std::string> files;
  Format format = Format::Text;
  bool stats = false;
  bool noAssumptions = false;
  /// Proofs at the same time; at least 1.
  unsigned jobs = 1;
  /// Solver resource units for each question; 0: unlimited; nothing: the default.
  std::optional<std::uint32_t> resourceLimit;
  /// Empty: no dump.
  std::string dumpFolder;
  /// For Emit.
  std::string outputFolder;
  /// For Explain; empty: the standard output.
  std::string outputFile;
};

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_OPTIONS_H
