// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/short_memory.h"

#include "frontend/support/time_allowed.h"
#include "tools/plumb/exit_code.h"

#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <gmp.h>
#include <new>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace plumb::tool {

/// Since the process began.
static std::atomic<bool> wasRefused{false};

[[noreturn]] static void refuse() {
  wasRefused = true;
  throw std::bad_alloc();
}

static void *allocated(std::size_t size) {
  spendTimeOnNumber(size);
  if (void *memory = std::malloc(size))
    return memory;
  refuse();
}

static void *reallocated(void *memory, std::size_t, std::size_t size) {
  spendTimeOnNumber(size);
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

/// In bytes, since the process began; 0 where the system does not tell.
static std::size_t mostAddressSpace() {
  std::array<char, 4096> status{};
  const int file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  const ssize_t size = ::read(file, status.data(), status.size());
  ::close(file);
  constexpr std::string_view label = "VmPeak:";
  const std::string_view text(status.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
  std::size_t place = text.find(label);
  if (place == std::string_view::npos)
    return 0;
  place = text.find_first_of("0123456789", place);
  std::size_t kibibytes = 0;
  if (place != std::string_view::npos)
    std::from_chars(text.data() + place, text.data() + text.size(), kibibytes);
  return kibibytes << 10;
}

bool isMemoryShort() {
  if (wasRefused)
    return true;
  // Z3 keeps to itself that it was refused some, and what other threads have given back since is free again.
  constexpr std::size_t asked = std::size_t{16} << 20;
  rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
      mostAddressSpace() + asked > space.rlim_cur)
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

/// What libraries set up in front of `main` may find no memory either, and nobody catches that there. Later
/// the trap for bugs takes its place.
[[gnu::constructor(101)]] static void endWithoutMemoryBeforeMain() {
  std::set_terminate(endWithoutMemory);
}

} // namespace plumb::tool
