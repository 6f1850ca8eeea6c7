// SPDX-License-Identifier: Apache-2.0

#include "wiped_pages.h"

#include "plumb/runtime/fatal.h"

#include <sys/mman.h>

namespace plumb::runtime {

WipedPages WipedPages::map(std::size_t size) {
  void *const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    abortWith("no memory for what a child of fork must not see");
  madvise(start, size, MADV_DONTDUMP);
  return {start, madvise(start, size, MADV_WIPEONFORK) == 0};
}

} // namespace plumb::runtime
