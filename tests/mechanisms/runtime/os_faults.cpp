// SPDX-License-Identifier: Apache-2.0
//
// OsBits without OpenSSL on an operating system that misbehaves. This binary
// defines getrandom and madvise itself, ahead of the C library's, and so has a
// main of its own: the rest of the tests must not be linked with them.

#include "aborts.h"
#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/process_mark.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <set>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#ifndef PLUMB_RUNTIME_WITHOUT_OPENSSL
#error "this test is about getrandom"
#endif

namespace plumb::runtime {

struct OsBitsProbe {
  /// In the pool of this thread.
  static std::size_t remaining() { return OsBits::pool->remaining; }
  static constexpr std::size_t capacity = OsBits::Pool::capacity;
  /// As a draw that a signal handler interrupts, and that does not end.
  static void beginDraw() { static_cast<void>(OsBits::enter()); }
};

} // namespace plumb::runtime

namespace {

struct Faults {
  bool noEntropy = false, atEnd = false, noWiping = false, anyAdvice = false, slowMemory = false;
  /// Forks in the middle of the next request, as a signal handler may; and the child draws there.
  bool forks = false, draws = false;
  /// By the bare system call, which runs no handlers.
  bool isBare = false;
  int interruptions = 0;
  std::size_t mostAtOnce = 1 << 20;
  std::size_t requests = 0;
} faults;

/// What that fork gave.
pid_t forked = -1;

} // namespace

extern "C" ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  ++faults.requests;
  if (faults.interruptions > 0) {
    --faults.interruptions;
    errno = EINTR;
    return -1;
  }
  if (faults.noEntropy) {
    errno = ENOSYS;
    return -1;
  }
  if (faults.atEnd)
    return 0;
  const auto got =
      syscall(SYS_getrandom, buffer, length < faults.mostAtOnce ? length : faults.mostAtOnce, flags);
  if (std::exchange(faults.forks, false)) {
    forked = faults.isBare ? static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) : fork();
    if (forked == 0 && faults.draws)
      static_cast<void>(plumb::runtime::OsBits().next_u64());
  }
  return got;
}

extern "C" int madvise(void *address, size_t length, int advice) noexcept {
  if (faults.slowMemory)
    usleep(300000);
  if (faults.anyAdvice)
    return 0;
  if (faults.noWiping && advice == MADV_WIPEONFORK) {
    errno = EINVAL;
    return -1;
  }
  return static_cast<int>(syscall(SYS_madvise, address, length, advice));
}

namespace {

using namespace plumb::runtime;

int failures = 0;

void expect(bool good, const char *what) {
  std::printf("%s %s\n", good ? "ok    " : "FAILED", what);
  failures += good ? 0 : 1;
}

/// Runs \p call on a thread of its own, and so with a pool of its own.
template <class Call> void onFreshThread(const Call &call) {
  std::thread(call).join();
}

void drawOnce() {
  OsBits bits;
  static_cast<void>(bits.next_u64());
}

bool endsInTime(pid_t child) {
  for (int i = 0; i < 3000; ++i, usleep(1000))
    if (waitpid(child, nullptr, WNOHANG) == child)
      return true;
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return false;
}

/// Forks while another thread is about to make the page of the mark.
void checkForkDuringFirstMark() {
  faults.slowMemory = true;
  std::thread first([] { static_cast<void>(processMark()); });
  usleep(100000);
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  expect(endsInTime(child), "a child that is forked during the first mark does not wait for it");
  first.join();
  faults = {};
}

/// \p fault is how the kernel does not wipe. In a process that has no mark yet.
int codeOfBareChild(bool Faults::*fault) {
  faults.*fault = true;
  const std::uint64_t mark = processMark();
  const auto child = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (child == 0)
    _exit(processMark() == mark ? 1 : 0);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 && processMark() == mark ? 0 : 1;
}

void checkBareChild(bool Faults::*fault, const char *what) {
  const pid_t process = fork();
  if (process == 0)
    _exit(codeOfBareChild(fault));
  int status = 0;
  waitpid(process, &status, 0);
  expect(status == 0, what);
}

/// Nothing is pooled.
void checkUnpooled(bool Faults::*fault, const char *what) {
  onFreshThread([&] {
    faults.*fault = true;
    OsBits bits;
    bool empty = true;
    for (int i = 0; i < 100; ++i) {
      static_cast<void>(i % 2 == 0 ? bits.next_u64() : bits.next_byte());
      empty = empty && OsBitsProbe::remaining() == 0;
    }
    expect(empty, what);
    faults = {};
  });
}

/// The child of a fork in the middle of a filling goes on with it, as if it had the key of the parent's pool.
void checkForkDuringFilling(bool draws) {
  onFreshThread([draws] {
    constexpr std::size_t count = 2000;
    int ends[2];
    expect(pipe(ends) == 0, "a pipe");
    faults.forks = true;
    faults.draws = draws;
    OsBits bits;
    std::array<std::uint64_t, count> words;
    for (std::uint64_t &word : words)
      word = bits.next_u64();
    if (forked == 0)
      _exit(write(ends[1], words.data(), sizeof words) == sizeof words ? 0 : 1);
    close(ends[1]);
    std::set<std::uint64_t> distinct(words.begin(), words.end());
    expect(read(ends[0], words.data(), sizeof words) == sizeof words, "the child has drawn");
    close(ends[0]);
    waitpid(forked, nullptr, 0);
    distinct.insert(words.begin(), words.end());
    expect(distinct.size() == 2 * count && !distinct.contains(0),
           draws ? "and none, if a handler draws before"
                 : "a fork in the middle of a filling leaves no zeros and no words of the parent");
    faults = {};
  });
}

/// A draw that interrupted another one takes its word from the system, and a handler forks behind that.
void checkForkDuringDrawAside(bool draws) {
  onFreshThread([draws] {
    int ends[2];
    expect(pipe(ends) == 0, "a pipe");
    static_cast<void>(processMark()); // takes bytes of the system too
    drawOnce();
    OsBitsProbe::beginDraw();
    faults.forks = true;
    faults.draws = draws;
    const std::uint64_t word = OsBits().next_u64();
    if (forked == 0)
      _exit(write(ends[1], &word, sizeof word) == sizeof word ? 0 : 1);
    close(ends[1]);
    std::uint64_t ofChild = word;
    expect(read(ends[0], &ofChild, sizeof ofChild) == sizeof ofChild, "the child has drawn");
    close(ends[0]);
    waitpid(forked, nullptr, 0);
    expect(ofChild != word,
           draws ? "nor if a handler draws before"
                 : "a fork in the middle of a draw aside gives the child no word of the parent");
    faults = {};
  });
}

/// The same where the kernel does not wipe and no handler of the fork runs: only the process id tells.
void checkBareForkDuringDrawAside() {
  const pid_t process = fork();
  if (process == 0) {
    int ends[2];
    faults.noWiping = true;
    static_cast<void>(processMark());
    OsBitsProbe::beginDraw();
    const bool isPiped = pipe(ends) == 0;
    faults.forks = faults.isBare = true;
    const std::uint64_t word = OsBits().next_u64();
    if (forked == 0)
      _exit(write(ends[1], &word, sizeof word) == sizeof word ? 0 : 1);
    std::uint64_t ofChild = word;
    const bool isRead = read(ends[0], &ofChild, sizeof ofChild) == sizeof ofChild;
    _exit(isPiped && isRead && ofChild != word ? 0 : 1);
  }
  int status = 0;
  waitpid(process, &status, 0);
  expect(status == 0, "nor if a bare system call forks and the kernel cannot wipe");
}

} // namespace

int main() {
  checkBareChild(&Faults::noWiping,
                 "where the kernel cannot wipe, a child of the bare system call has another mark");
  checkBareChild(&Faults::anyAdvice, "and where it says yes to any advice and follows none");
  checkBareForkDuringDrawAside();
  checkForkDuringFirstMark();
  expect(test::aborts([] {
           faults.noEntropy = true;
           drawOnce();
         }),
         "a refusal of getrandom aborts");
  expect(test::aborts([] {
           faults.atEnd = true;
           drawOnce();
         }),
         "a getrandom that returns nothing aborts");
  expect(!test::aborts(drawOnce), "without a fault nothing aborts");

  onFreshThread([] {
    faults = {.interruptions = 3, .mostAtOnce = 100};
    OsBits bits;
    std::set<std::uint64_t> distinct;
    for (int i = 0; i < 2000; ++i)
      distinct.insert(bits.next_u64());
    expect(faults.requests >= OsBitsProbe::capacity / 100, "a full pool takes many short answers");
    expect(distinct.size() == 2000, "interrupted and short answers are completed, and no word repeats");
    faults = {};
  });

  onFreshThread([] {
    OsBits bits;
    static_cast<void>(bits.next_byte());
    expect(OsBitsProbe::remaining() == OsBitsProbe::capacity - 1, "a pool that is wiped on fork is filled");
  });
  checkUnpooled(&Faults::noWiping, "where the kernel cannot wipe, nothing is pooled");
  checkUnpooled(&Faults::anyAdvice, "where it says yes to any advice and follows none, nothing is pooled");
  checkForkDuringFilling(false);
  checkForkDuringFilling(true);
  checkForkDuringDrawAside(false);
  checkForkDuringDrawAside(true);
  return failures == 0 ? 0 : 1;
}
