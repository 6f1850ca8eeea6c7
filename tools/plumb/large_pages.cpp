// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/large_pages.h"

#include <array>
#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace plumb::tool {

#ifdef __GLIBC__

/// Larger blocks than this may not lie in a heap of the C library, which takes 64 MiB where the heap is not
/// that of the main thread.
static constexpr int largestOfAHeap = 32 << 20;

void keepFreedMemory() {
  constexpr int neverGivenBack = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, largestOfAHeap);
  mallopt(M_TRIM_THRESHOLD, neverGivenBack);
}

void useLargePages() {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  // Together no more than a heap.
  std::array<void *, 2> blocks;
  for (void *&block : blocks) {
    constexpr std::size_t size = largestOfAHeap - (2 << 20);
    block = std::malloc(size);
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(block) + page - 1) / page * page;
    if (block)
      ::madvise(reinterpret_cast<void *>(begin), size - page, MADV_HUGEPAGE);
  }
  for (void *block : blocks)
    std::free(block);
}

#else

void keepFreedMemory() {}
void useLargePages() {}

#endif

} // namespace plumb::tool
