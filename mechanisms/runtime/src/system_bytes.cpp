// SPDX-License-Identifier: Apache-2.0

#include "system_bytes.h"

#include "plumb/runtime/fatal.h"

#include <cerrno>
#include <sys/random.h>

namespace plumb::runtime {

void fillFromSystem(unsigned char *bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t got = getrandom(bytes, count, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      abortWith("getrandom failed; no noise without entropy");
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
}

} // namespace plumb::runtime
