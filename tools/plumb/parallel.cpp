// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/parallel.h"

#include "tools/plumb/bug_trap.h"
#include "tools/plumb/large_pages.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <pthread.h>
#include <sys/resource.h>
#include <system_error>
#include <vector>

namespace plumb::tool {

namespace {

/// A proof recurses once for each statement of a path, and a text may have some 200,000 of them. Pages that
/// are not used cost nothing, but count where the address space is limited: all \p workers together take no
/// more than a quarter of it.
std::size_t stackSize(std::size_t workers) {
  constexpr std::size_t most = std::size_t{512} << 20, least = std::size_t{8} << 20;
  constexpr rlim_t share = 4;
  rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return most;
  return std::clamp<std::size_t>(space.rlim_cur / share / std::max<std::size_t>(workers, 1), least, most);
}

/// A thread with a large stack, or with the usual one where the system grants no more.
class Worker {
public:
  Worker(std::function<void()> newWork, std::size_t stack) : work(std::move(newWork)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    int error = pthread_create(&thread, &attributes, run, this);
    pthread_attr_destroy(&attributes);
    if (error != 0)
      error = pthread_create(&thread, nullptr, run, this);
    if (error != 0)
      throw std::system_error(error, std::generic_category(), "no thread");
  }
  ~Worker() { pthread_join(thread, nullptr); }
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

private:
  static void *run(void *self) {
    ThreadBugTrap trap;
    useLargePages();
    static_cast<Worker *>(self)->work();
    return nullptr;
  }

  std::function<void()> work;
  pthread_t thread{};
};

} // namespace

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
  {
    std::vector<std::unique_ptr<Worker>> workers;
    const std::size_t most = std::min<std::size_t>(jobs, count);
    for (std::size_t i = 0; i < most; ++i)
      workers.push_back(std::make_unique<Worker>(work, stackSize(most)));
  }
  for (const std::exception_ptr &exception : thrown)
    if (exception)
      std::rethrow_exception(exception);
}

} // namespace plumb::tool
