// SPDX-License-Identifier: Apache-2.0

#include "wiped_pages.h"

#include "plumb/runtime/fatal.h"

#include <sys/mman.h>

namespace plumb::runtime {

namespace {

/// Imitations of the kernel (user mode of QEMU before 7.1) say yes to every advice and follow none; they say
/// it to one that does not exist, too.
bool isWipedOnFork(void *start, std::size_t size) {
  constexpr int noAdvice = -1;
  return madvise(start, size, noAdvice) != 0 && madvise(start, size, MADV_WIPEONFORK) == 0;
}

} // namespace

WipedPages WipedPages::map(std::size_t size) {
  void *const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    abortWith("no memory for what a child of fork must not see");
  madvise(start, size, MADV_DONTDUMP);
  return {start, isWipedOnFork(start, size)};
}

} // namespace plumb::runtime
