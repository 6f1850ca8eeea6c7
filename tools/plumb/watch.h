// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/watch.h - Files that somebody edits ----------*- C++ -*-===//
///
/// \file
/// What `plumb check --watch` waits for: a program of its command line that is another one than before.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WATCH_H
#define PLUMB_TOOLS_PLUMB_WATCH_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace plumb::tool {

/// When a file was changed last, also in name or rights, in nanoseconds, its size and its number; zeros where
/// there is none.
struct FileState {
  std::int64_t changed = 0;
  std::uint64_t size = 0, inode = 0;

  bool operator==(const FileState &) const = default;
};

/// The programs of \p words (programsOf()) as they are now. Taken before they are read: a change that comes
/// in between is then seen as one.
std::map<std::string, FileState> statesOf(const std::vector<std::string> &words);

/// Waits until \p words are others than \p before; for ever, if they never are.
void waitForChange(const std::vector<std::string> &words, const std::map<std::string, FileState> &before);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_WATCH_H
