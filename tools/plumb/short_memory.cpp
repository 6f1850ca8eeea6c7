// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/short_memory.h"

#include "tools/plumb/exit_code.h"

#include <atomic>
#include <cstdlib>
#include <gmp.h>
#include <new>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace plumb::tool {

/// Since the process began.
static std::atomic<bool> wasRefused{false};

[[noreturn]] static void refuse() {
  wasRefused = true;
  throw std::bad_alloc();
}

static void *allocated(std::size_t size) {
  if (void *memory = std::malloc(size))
    return memory;
  refuse();
}

static void *reallocated(void *memory, std::size_t, std::size_t size) {
  if (void *larger = std::realloc(memory, size))
    return larger;
  refuse();
}

static void freed(void *memory, std::size_t) {
  std::free(memory);
}

void throwWhereMemoryEnds() {
  mp_set_memory_functions(allocated, reallocated, freed);
  std::set_new_handler(refuse);
}

bool isMemoryShort() {
  if (wasRefused)
    return true;
  constexpr std::size_t some = std::size_t{8} << 20;
  void *memory = ::mmap(nullptr, some, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return true;
  ::munmap(memory, some);
  return false;
}

void endWithoutMemory() {
  // Several threads may come here.
  static std::atomic_flag isTold = ATOMIC_FLAG_INIT;
  if (isTold.test_and_set())
    for (;;)
      ::pause();
  constexpr std::string_view line =
      "plumb: the memory does not suffice, and no verdict was reached; allow more, "
      "or check fewer programs in one call\n";
  const ssize_t ignored = ::write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(ignored);
  _exit(static_cast<int>(ExitCode::Environment));
}

} // namespace plumb::tool
