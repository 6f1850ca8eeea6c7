// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/os_bits.h"

#include "plumb/runtime/fatal.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL
#include <cerrno>
#include <sys/random.h>
#else
#include <openssl/crypto.h>
#include <openssl/rand.h>
#endif

namespace plumb::runtime {

namespace {

void fillWithRandom(unsigned char *bytes, std::size_t count) {
#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL
  while (count > 0) {
    const ssize_t got = getrandom(bytes, count, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      abortWith("getrandom failed; no noise without entropy");
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
#else
  if (RAND_priv_bytes(bytes, static_cast<int>(count)) != 1)
    abortWith("RAND_priv_bytes failed; no noise without entropy");
#endif
}

void wipe(void *memory, std::size_t size) {
#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL
  explicit_bzero(memory, size);
#else
  OPENSSL_cleanse(memory, size);
#endif
}

} // namespace

/// The pool of one thread.
struct ThreadPool {
  OsBits::Pool *pool = nullptr;
  /// The process that the pooled bytes belong to.
  pid_t process = 0;
  /// The kernel wipes the pool in a child. If not, nothing is pooled.
  bool wipedOnFork = false;

  ThreadPool() = default;
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  ~ThreadPool() {
    if (pool == nullptr)
      return;
    empty();
    munmap(pool, sizeof(OsBits::Pool));
    pool = nullptr;
  }

  void empty() {
    if (pool != nullptr)
      wipe(pool, sizeof(OsBits::Pool));
  }

  void create() {
    void *const pages =
        mmap(nullptr, sizeof(OsBits::Pool), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      abortWith("no memory for the pool of random bits");
    madvise(pages, sizeof(OsBits::Pool), MADV_DONTDUMP);
    wipedOnFork = madvise(pages, sizeof(OsBits::Pool), MADV_WIPEONFORK) == 0;
    pool = static_cast<OsBits::Pool *>(pages); // zero pages: an empty pool
  }
};

namespace {

thread_local ThreadPool threadPool;

/// Only the forking thread lives on in the child.
void emptyPoolInChild() {
  threadPool.empty();
}

bool installForkHandler() {
  if (pthread_atfork(nullptr, nullptr, emptyPoolInChild) != 0)
    abortWith("no memory for the fork handler of the random bits");
  return true;
}

} // namespace

OsBits::OsBits() {
  static const bool installed = installForkHandler();
  static_cast<void>(installed);
  if (threadPool.pool == nullptr)
    threadPool.create();
  const pid_t process = getpid();
  if (threadPool.process != process) {
    threadPool.empty();
    threadPool.process = process;
  }
  pool = threadPool.pool;
}

void OsBits::refill(std::size_t needed) {
  threadPool.process = getpid();
  wipe(pool, sizeof(Pool)); // a rest too short for this draw is not used
  const std::size_t count = threadPool.wipedOnFork ? Pool::capacity : needed;
  fillWithRandom(pool->bytes, count);
  pool->remaining = count;
}

} // namespace plumb::runtime
