// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/os_bits.h"

#include "plumb/runtime/fatal.h"
#include "plumb/runtime/process_mark.h"
#include "system_bytes.h"
#include "wiped_pages.h"

#include <optional>
#include <pthread.h>
#include <sys/mman.h>

#ifndef PLUMB_RUNTIME_WITHOUT_OPENSSL
#include <array>
#include <limits>
#include <memory>
#include <openssl/evp.h>
#endif

namespace plumb::runtime {

namespace {

#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL

void fillWithRandom(unsigned char *bytes, std::size_t count) {
  fillFromSystem(bytes, count);
}

#else

/// To look for it takes locks of OpenSSL, for which a child of fork() might wait for ever; to use it takes
/// none.
const EVP_CIPHER *cipher() {
  static const EVP_CIPHER *const found = EVP_CIPHER_fetch(nullptr, "AES-256-CTR", nullptr);
  return found;
}

/// Before any thread forks.
[[maybe_unused]] const bool isFound = cipher() != nullptr;

/// The key stream of AES-256 in counter mode under a key of the system that is used once: five to ten times
/// as fast as the system itself, and nothing is left over that a fork could copy.
void fillWithRandom(unsigned char *bytes, std::size_t count) {
  constexpr std::size_t keySize = 32;
  if (count <= keySize)
    return fillFromSystem(bytes, count);
  std::array<unsigned char, keySize> key;
  constexpr std::array<unsigned char, 16> firstBlock{};
  fillFromSystem(key.data(), key.size());
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(EVP_CIPHER_CTX_new(),
                                                                                EVP_CIPHER_CTX_free);
  std::memset(bytes, 0, count);
  int written = 0;
  const bool isDone =
      cipher() != nullptr && context != nullptr && count <= std::numeric_limits<int>::max() &&
      EVP_EncryptInit_ex2(context.get(), cipher(), key.data(), firstBlock.data(), nullptr) == 1 &&
      EVP_EncryptUpdate(context.get(), bytes, &written, bytes, static_cast<int>(count)) == 1;
  explicit_bzero(key.data(), key.size());
  if (!isDone || written != static_cast<int>(count))
    abortWith("AES of OpenSSL failed; no noise without it");
}

#endif

} // namespace

OsBits::Pool OsBits::none{};
constinit thread_local OsBits::Pool *OsBits::pool = &OsBits::none;
constinit thread_local std::int64_t OsBits::others = -1;

/// The pool of one thread, from its first draw to its end.
struct ThreadPool {
  /// The kernel wipes the pool in a child. If not, nothing is pooled.
  bool isWipedOnFork = false;

  ThreadPool() = default;
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  ~ThreadPool() { end(); }

  /// A later destructor of the thread may still draw, without a pool, since nobody would unmap that.
  static void end() {
    static_cast<void>(OsBits::enter());
    if (OsBits::pool == &OsBits::none)
      return;
    OsBits::Pool *const last = OsBits::pool;
    OsBits::pool = &OsBits::none;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    explicit_bzero(last, sizeof(OsBits::Pool));
    munmap(last, sizeof(OsBits::Pool));
    if (lateEnd)
      static_cast<void>(pthread_setspecific(*lateEnd, nullptr));
  }

  static void empty() {
    if (OsBits::pool != &OsBits::none)
      explicit_bzero(OsBits::pool, sizeof(OsBits::Pool));
  }

  void create() {
    // If it is refused, ~ThreadPool is enough for nearly all threads.
    if (lateEnd)
      static_cast<void>(pthread_setspecific(*lateEnd, this));
    const WipedPages pages = WipedPages::map(sizeof(OsBits::Pool));
    isWipedOnFork = pages.areWiped;
    OsBits::pool = static_cast<OsBits::Pool *>(pages.start); // zero pages: an empty pool
  }

  /// For a thread whose first draw is in the destructor of such a key: those run behind the destructors of
  /// thread_local variables, so ~ThreadPool would not run any more.
  static const std::optional<pthread_key_t> lateEnd;
};

static std::optional<pthread_key_t> keyThatEndsPools() {
  pthread_key_t key;
  const bool isMade = pthread_key_create(&key, [](void *) { ThreadPool::end(); }) == 0;
  return isMade ? std::optional(key) : std::nullopt;
}

const std::optional<pthread_key_t> ThreadPool::lateEnd = keyThatEndsPools();

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

void OsBits::fillAside(unsigned char *bytes, std::size_t count) {
  // A signal handler may have forked behind the bytes: parent and child would have the same.
  std::uint64_t before = 0;
  do {
    before = processMark();
    fillFromSystem(bytes, count);
  } while (processMark() != before);
}

void OsBits::refill(std::size_t needed) {
  if (pool == &none)
    threadPool.create();
  explicit_bzero(pool, sizeof(Pool)); // a rest too short for this draw is not used
  pool->isFilled = 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const std::size_t count = threadPool.isWipedOnFork ? Pool::capacity : needed;
  fillWithRandom(pool->bytes, count);
  pool->remaining = count;
}

} // namespace plumb::runtime
