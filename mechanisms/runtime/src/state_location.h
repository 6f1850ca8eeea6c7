// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Where a state file and its companions lie.

#ifndef PLUMB_RUNTIME_STATE_LOCATION_H
#define PLUMB_RUNTIME_STATE_LOCATION_H

#include "descriptor.h"
#include "plumb/runtime/expected.h"

#include <string>
#include <string_view>

namespace plumb::runtime {

/// The file P and what is called P and something more. The folder is found once: neither chdir nor renaming
/// it leads elsewhere.
class StateLocation {
public:
  /// An error value if \p path names no file or its folder cannot be opened.
  static Expected<StateLocation> of(const std::string &path);

  /// P and \p suffix, quoted as the caller wrote it.
  std::string shown(std::string_view suffix = {}) const { return "`" + path + std::string(suffix) + "`"; }

  /// openat, renameat, unlinkat in the folder: P with a suffix in place of a name. -1 or false, and errno,
  /// where they fail. No symbolic link is followed, and nothing is waited for.
  Descriptor open(std::string_view suffix, int flags) const;
  bool rename(std::string_view from, std::string_view to) const;
  bool remove(std::string_view suffix) const;
  /// Something of that name lies there.
  bool exists(std::string_view suffix) const;
  /// What lies there is the file that \p opened is.
  bool isAt(std::string_view suffix, const Descriptor &opened) const;
  /// Forces the names to disk.
  bool sync() const;

private:
  StateLocation(std::string written, std::string last, Descriptor opened)
      : path(std::move(written)), name(std::move(last)), folder(std::move(opened)) {}

  std::string with(std::string_view suffix) const { return name + std::string(suffix); }

  std::string path, name;
  Descriptor folder;
};

/// \p what, and what errno says.
Error failure(const std::string &what);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_STATE_LOCATION_H
