// SPDX-License-Identifier: Apache-2.0
//
// This program defines pthread_create itself, ahead of the C library's.

#include "mechanisms/runtime/src/estimate/in_parallel.h"

#include <catch2/catch.hpp>
#include <cerrno>
#include <dlfcn.h>
#include <pthread.h>
#include <vector>

namespace {

/// How many threads still begin; all, if it is negative.
int allowed = -1;

using Begin = void *(void *);
using Create = int(pthread_t *, const pthread_attr_t *, Begin *, void *);

} // namespace

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, Begin *begin,
                              void *argument) noexcept {
  if (allowed == 0)
    return EAGAIN;
  allowed -= allowed > 0 ? 1 : 0;
  static auto *const create = reinterpret_cast<Create *>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, begin, argument);
}

TEST_CASE("each part is worked on once, however many threads begin") {
  for (const int some : {-1, 0, 1, 2}) {
    INFO(some << " threads");
    std::vector<int> times(100);
    allowed = some;
    plumb::runtime::estimate::inParallel(4, times.size(), [&](std::size_t part) { ++times[part]; });
    allowed = -1;
    CHECK(times == std::vector<int>(100, 1));
  }
}
