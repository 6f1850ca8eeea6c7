// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The randomness of releases: the system's, getrandom(2), behind a pool per thread.
///
/// Noise that can be predicted or that is drawn twice cancels out of the
/// output. So the pool
///  - hands out every byte once and overwrites it with zero as it does;
///  - is empty in a child of fork(), whatever its process id: its pages, which
///    also hold its fill level, are wiped by the kernel (MADV_WIPEONFORK), and
///    a fork handler empties it. A draw that was in the middle of the pool at that moment, because a signal
///    handler forked, notices and begins again. Where the kernel refuses to wipe, nothing is
///    pooled;
///  - is left alone by a draw that interrupts another one, and by one in a destructor behind the pool's: they
///    take their bytes from the system;
///  - is filled, each time, with a key stream of AES-256 under a fresh key of the
///    system (fast key erasure), or with bytes of the system where
///    PLUMB_RUNTIME_WITHOUT_OPENSSL is defined. Nothing is kept from one filling
///    to the next, so there is nothing else that fork() could copy;
///  - takes no lock, so a child of a process with several threads may draw;
///  - is left out of core dumps and cleared when its thread ends;
///  - aborts the process if the system or the cipher fails. It never falls back to
///    something weaker.

#ifndef PLUMB_RUNTIME_OS_BITS_H
#define PLUMB_RUNTIME_OS_BITS_H

#include "plumb/runtime/process_mark.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace plumb::runtime {

/// The calling thread's pool; a model of `BitSource`.
///
/// It holds nothing itself, so any number of them may be used on any thread, one of them on several threads
/// at once, also after the thread has ended that made it: no byte is handed out twice. A signal
/// handler must not draw, since a draw may fill the pool, which takes memory of the heap; but one that does
/// gets fresh bits, as does who jumps out of a handler, more slowly from then on. If one forks, its child
/// must not go on with a release that it interrupted, as for any library: it has a copy of what was drawn so
/// far.
class OsBits {
public:
  OsBits() = default;
  OsBits(const OsBits &) = delete;
  OsBits &operator=(const OsBits &) = delete;

  std::uint64_t next_u64() { return take<std::uint64_t>(); }
  std::uint8_t next_byte() { return take<std::uint8_t>(); }

private:
  /// Lives in pages of its own. A wiped pool is a valid empty pool, since all
  /// of its bytes are zero.
  struct Pool {
    static constexpr std::size_t capacity = 16 * 1024 - 2 * sizeof(std::size_t);
    /// Set before the pool is filled. Where it is 0, the bytes are no randomness.
    std::size_t isFilled;
    /// Bytes not handed out yet; they are bytes[0 .. remaining).
    std::size_t remaining;
    unsigned char bytes[capacity];
  };
  friend struct ThreadPool;
  friend struct OsBitsProbe; // for the tests of wiping

  template <class Word> static Word take() {
    const bool isAlone = enter();
    const Word word = isAlone ? takeFromPool<Word>() : takeAside<Word>();
    leave();
    return word;
  }

  /// Counts a draw that begins: is it the only one of the thread? One instruction on the memory, which no
  /// signal divides, so two contexts of a thread are never both told so. Between threads nothing is shared.
  static bool enter() {
#ifdef __x86_64__
    bool isAlone;
    asm volatile("incq %0" : "+m"(others), "=@ccz"(isAlone) : : "memory");
    return isAlone;
#else
    const bool isAlone = __atomic_fetch_add(&others, 1, __ATOMIC_RELAXED) == -1;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return isAlone;
#endif
  }

  static void leave() {
#ifdef __x86_64__
    asm volatile("decq %0" : "+m"(others) : : "memory", "cc");
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);
    __atomic_fetch_sub(&others, 1, __ATOMIC_RELAXED);
#endif
  }

  template <class Word> static Word takeFromPool() {
    for (;;) {
      if (pool->remaining < sizeof(Word)) [[unlikely]]
        refill(sizeof(Word));
      unsigned char *const source = pool->bytes + (pool->remaining -= sizeof(Word));
      Word word;
      std::memcpy(&word, source, sizeof(Word));
      std::memset(source, 0, sizeof(Word));
      // Looked at last: the pool may have been wiped before any of these lines, or while it was filled.
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (pool->isFilled != 0) [[likely]]
        return word;
      pool->remaining = 0;
    }
  }

  template <class Word> static Word takeAside() {
    for (;;) {
      const ForkWatch watch;
      unsigned char bytes[sizeof(Word)];
      fillAside(bytes, sizeof(Word));
      Word word;
      std::memcpy(&word, bytes, sizeof(Word));
      // Looked at last, as above.
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (watch.isSameProcess()) [[likely]]
        return word;
    }
  }

  /// Without the pool. Begins again in a child that was forked meanwhile, also where the kernel does not
  /// wipe.
  static void fillAside(unsigned char *bytes, std::size_t count);

  /// Makes at least \p needed bytes available, or aborts. Creates the thread's pool on first use.
  static void refill(std::size_t needed);

  /// An empty pool, of a thread that has not drawn yet. Nobody writes to it.
  static Pool none;
  static constinit thread_local Pool *pool;
  /// How many draws of the thread there are beside one that may use the pool: -1 if there is no draw. It
  /// stays higher if a draw never ends. Not wiped: it holds in a child, too, that a signal handler forked.
  static constinit thread_local std::int64_t others;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_OS_BITS_H
