// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/fatal.h"

#include <cstdio>
#include <cstdlib>

namespace plumb::runtime {

void abortWith(const char *reason) noexcept {
  std::fprintf(stderr, "plumb runtime: %s\n", reason);
  std::abort();
}

} // namespace plumb::runtime
