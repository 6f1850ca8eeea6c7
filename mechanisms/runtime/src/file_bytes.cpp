// SPDX-License-Identifier: Apache-2.0

#include "file_bytes.h"

#include <cerrno>
#include <unistd.h>

namespace plumb::runtime {

std::optional<std::string> readAll(int file) {
  std::string bytes;
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::pread(file, buffer, sizeof buffer, static_cast<off_t>(bytes.size()));
    if (got < 0 && errno == EINTR)
      continue;
    if (got > 0 && bytes.size() > maximalFileSize)
      errno = EFBIG;
    if (got < 0 || bytes.size() > maximalFileSize)
      return std::nullopt;
    if (got == 0)
      return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
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
