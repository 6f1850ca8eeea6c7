// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/read_file.h"

#include "frontend/parse/scan.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plumb::tool {

namespace {

class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  const int number;
};

ReadText refused(const std::string &path, const std::string &reason) {
  return {{}, Diagnostic{DiagnosticKind::CannotRead, {}, {path, reason}, {}, {}}};
}

ReadText tooLarge(std::size_t size) {
  return {{},
          Diagnostic{DiagnosticKind::TextTooLarge,
                     {},
                     {std::to_string(size), std::to_string(maximalTextSize)},
                     {},
                     "keep one mechanism, or a few, in a file"}};
}

} // namespace

ReadText readFile(const std::string &path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (file.number < 0 || fstat(file.number, &about) != 0)
    return refused(path, std::strerror(errno));
  if (S_ISDIR(about.st_mode))
    return refused(path, "it is a folder");
  if (!S_ISREG(about.st_mode))
    return refused(path, "it is no regular file");
  if (static_cast<std::uint64_t>(about.st_size) > maximalTextSize)
    return tooLarge(static_cast<std::size_t>(about.st_size));

  ReadText result;
  result.text.resize(maximalTextSize + 1);
  std::size_t length = 0;
  while (length < result.text.size()) {
    ssize_t count = read(file.number, result.text.data() + length, result.text.size() - length);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return refused(path, std::strerror(errno));
    if (count == 0)
      break;
    length += static_cast<std::size_t>(count);
  }
  if (length > maximalTextSize)
    return tooLarge(length);
  result.text.resize(length);
  // Thousands of small texts may be kept.
  result.text.shrink_to_fit();
  return result;
}

} // namespace plumb::tool
