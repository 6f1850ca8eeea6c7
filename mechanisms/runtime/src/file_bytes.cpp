// SPDX-License-Identifier: Apache-2.0

#include "file_bytes.h"

#include <cerrno>
#include <cstdint>
#include <sys/stat.h>
#include <unistd.h>

namespace plumb::runtime {

std::optional<std::string> readAll(int file, std::size_t most) {
  struct stat about {};
  if (::fstat(file, &about) != 0)
    return std::nullopt;
  if (!S_ISREG(about.st_mode) || static_cast<std::uintmax_t>(about.st_size) > most) {
    errno = S_ISREG(about.st_mode) ? EFBIG : EINVAL;
    return std::nullopt;
  }
  std::string bytes;
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::pread(file, buffer, sizeof buffer, static_cast<off_t>(bytes.size()));
    if (got < 0 && errno == EINTR)
      continue;
    if (got == 0)
      return bytes;
    if (got > 0)
      bytes.append(buffer, static_cast<std::size_t>(got));
    if (bytes.size() > most)
      errno = EFBIG;
    if (got < 0 || bytes.size() > most)
      return std::nullopt;
  }
}

bool writeAll(int file, std::string_view bytes, off_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += written;
  }
  return true;
}

} // namespace plumb::runtime
