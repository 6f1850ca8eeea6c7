// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/os_bits.h"

#include "plumb/runtime/fatal.h"
#include "wiped_pages.h"

#include <pthread.h>
#include <sys/mman.h>

#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL
#include <cerrno>
#include <sys/random.h>
#else
#include <openssl/crypto.h>
#include <openssl/evp.h>
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
  // With prediction resistance: the generator, and the one above it, take new entropy from the system
  // first. Without it OpenSSL would notice a fork by the process id alone.
  constexpr unsigned strength = 256;
  constexpr int withNewEntropy = 1;
  EVP_RAND_CTX *const generator = RAND_get0_private(nullptr);
  if (generator == nullptr ||
      EVP_RAND_generate(generator, bytes, count, strength, withNewEntropy, nullptr, 0) != 1)
    abortWith("the generator of OpenSSL failed; no noise without entropy");
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

OsBits::Pool OsBits::none{};
constinit thread_local OsBits::Pool *OsBits::pool = &OsBits::none;

/// The pool of one thread, from its first draw to its end.
struct ThreadPool {
  /// The kernel wipes the pool in a child. If not, nothing is pooled.
  bool isWipedOnFork = false;

  ThreadPool() = default;
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  /// A later destructor of the thread may still draw: it gets another pool.
  ~ThreadPool() {
    if (OsBits::pool == &OsBits::none)
      return;
    empty();
    munmap(OsBits::pool, sizeof(OsBits::Pool));
    OsBits::pool = &OsBits::none;
  }

  static void empty() {
    if (OsBits::pool != &OsBits::none)
      wipe(OsBits::pool, sizeof(OsBits::Pool));
  }

  void create() {
    const WipedPages pages = WipedPages::map(sizeof(OsBits::Pool));
    isWipedOnFork = pages.areWiped;
    OsBits::pool = static_cast<OsBits::Pool *>(pages.start); // zero pages: an empty pool
  }
};

namespace {

thread_local ThreadPool threadPool;

/// Only the forking thread lives on in the child.
bool emptyPoolInChildren() {
  if (pthread_atfork(nullptr, nullptr, ThreadPool::empty) != 0)
    abortWith("no memory for the fork handler of the random bits");
  return true;
}

/// Before any thread draws: a child that is forked during a first draw would wait for it to end.
[[maybe_unused]] const bool isEmptied = emptyPoolInChildren();

} // namespace

void OsBits::refill(std::size_t needed) {
  if (pool == &none)
    threadPool.create();
  wipe(pool, sizeof(Pool)); // a rest too short for this draw is not used
  const std::size_t count = threadPool.isWipedOnFork ? Pool::capacity : needed;
  fillWithRandom(pool->bytes, count);
  pool->remaining = count;
}

} // namespace plumb::runtime
