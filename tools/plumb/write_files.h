// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/write_files.h - All files or none ------------*- C++ -*-===//
///
/// \file
/// Several files written at once, all of them or none.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WRITE_FILES_H
#define PLUMB_TOOLS_PLUMB_WRITE_FILES_H

#include "frontend/support/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

struct OutputFile {
  /// Without a folder.
  std::string name, text;
};

/// Writes \p files into \p folder, which is made if it does not exist. Each is written under a temporary
/// name first, and renamed when all of them are on the disk. After a failure the folder is as before: files
/// that were to be replaced are the old ones, and what was not there is not there. A file that is read-only is
/// not replaced, and one with several names keeps them.
std::optional<Diagnostic> writeFiles(const std::string &folder, const std::vector<OutputFile> &files);

/// The same for one file. A path without a folder is one in the current folder.
std::optional<Diagnostic> writeFile(const std::string &path, std::string text);

/// The same where \p text is what was made of the text of \p path. What is open already has no beginning to
/// write at, and is refused.
std::optional<Diagnostic> writeInPlace(const std::string &path, std::string text);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_WRITE_FILES_H
