// SPDX-License-Identifier: Apache-2.0

#include "state_location.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace plumb::runtime {

Error failure(const std::string &what) {
  return Error{what + ": " + std::strerror(errno)};
}

Expected<StateLocation> StateLocation::of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (name.empty() || name == "." || name == ".." || path.find('\0') != std::string::npos)
    return Error{"`" + path + "` names no file"};
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.isOpen())
    return failure("the folder of `" + path + "` cannot be opened");
  return StateLocation(path, name, std::move(opened));
}

Descriptor StateLocation::open(std::string_view suffix, int flags) const {
  constexpr mode_t readAndWrittenByOwner = 0600;
  return Descriptor(::openat(folder.get(), with(suffix).c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                             readAndWrittenByOwner));
}

bool StateLocation::rename(std::string_view from, std::string_view to) const {
  return ::renameat(folder.get(), with(from).c_str(), folder.get(), with(to).c_str()) == 0;
}

bool StateLocation::remove(std::string_view suffix) const {
  return ::unlinkat(folder.get(), with(suffix).c_str(), 0) == 0;
}

bool StateLocation::exists(std::string_view suffix) const {
  struct stat there {};
  return ::fstatat(folder.get(), with(suffix).c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
}

bool StateLocation::isAt(std::string_view suffix, const Descriptor &opened) const {
  struct stat there {
  }, here{};
  return ::fstatat(folder.get(), with(suffix).c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
         ::fstat(opened.get(), &here) == 0 && there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

bool StateLocation::sync() const {
  return ::fsync(folder.get()) == 0;
}

} // namespace plumb::runtime
