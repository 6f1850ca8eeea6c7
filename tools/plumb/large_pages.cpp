// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/large_pages.h"

#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#endif

namespace plumb::tool {

#ifdef __GLIBC__

/// What the C library gives a thread that is not the main one: it begins at a multiple of this.
static constexpr std::uintptr_t heapOfAThread = 64 << 20;
/// Larger blocks may not lie in it.
static constexpr int largestBlock = heapOfAThread / 2;

/// What is reserved for threads and not used counts as well where the address space is limited.
static bool isScarce() {
  constexpr rlim_t plenty = rlim_t{1} << 30;
  rlimit space{};
  return ::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < plenty;
}

void keepFreedMemory() {
  if (isScarce()) {
    mallopt(M_ARENA_MAX, 1);
    return;
  }
  constexpr int neverGivenBack = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, largestBlock);
  mallopt(M_TRIM_THRESHOLD, neverGivenBack);
}

void useLargePages() {
  if (isScarce())
    return;
  constexpr std::uintptr_t largePage = 2 << 20, page = 4 << 10;
  void *first = std::malloc(page);
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  std::free(first);
  const std::uintptr_t heap = address / heapOfAThread * heapOfAThread;
  const std::uintptr_t used = address - heap;
  if (used + 2 * page > largePage)
    return;
  ::madvise(reinterpret_cast<void *>(heap + largePage), heapOfAThread - largePage, MADV_HUGEPAGE);
  // `volatile`, as a compiler may leave out what is only asked for. Pages that are in use stay small, and
  // with them all of a large one: what is left of the first is nobody's.
  [[maybe_unused]] static thread_local void *volatile rest;
  rest = std::malloc(largePage - used - page);
  // The heap grows at once; by itself it would page by page.
  constexpr std::size_t half = largestBlock - 2 * largePage;
  void *volatile blocks[] = {std::malloc(half), std::malloc(half)};
  for (void *block : blocks)
    std::free(block);
}

#else

void keepFreedMemory() {}
void useLargePages() {}

#endif

} // namespace plumb::tool
