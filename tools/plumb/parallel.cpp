// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/parallel.h"

#include "tools/plumb/bug_trap.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace plumb::tool {

void forEachInParallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)> &task) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> thrown(count);
  const auto work = [&] {
    for (std::size_t number = next++; number < count; number = next++) {
      try {
        task(number);
      } catch (...) {
        thrown[number] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t extra = 1; extra < std::min<std::size_t>(jobs, count); ++extra)
    threads.emplace_back([&] {
      ThreadBugTrap trap;
      work();
    });
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (const std::exception_ptr &exception : thrown)
    if (exception)
      std::rethrow_exception(exception);
}

} // namespace plumb::tool
