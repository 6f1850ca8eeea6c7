// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/read_file.h - A text from the disk -----------*- C++ -*-===//
///
/// \file
/// Texts from the disk, with one message for each way in which that can fail.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_READ_FILE_H
#define PLUMB_TOOLS_PLUMB_READ_FILE_H

#include "frontend/support/diagnostic.h"

#include <optional>
#include <string>

namespace plumb::tool {

struct ReadText {
  std::string text;
  /// Set if there is no text: the file is missing, unreadable, no regular file, or too large (that is then
  /// known from its size and not from its bytes).
  std::optional<Diagnostic> problem;
};

/// Never blocks on a pipe or a device, and reads at most maximalTextSize bytes.
ReadText readFile(const std::string &path);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_READ_FILE_H
