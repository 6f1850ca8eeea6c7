// SPDX-License-Identifier: Apache-2.0
//
// Signals behind every instruction of a draw: those of the trap flag of x86-64.

#ifdef __x86_64__

#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/process_mark.h"

#include <array>
#include <catch2/catch.hpp>
#include <csetjmp>
#include <csignal>
#include <set>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

using namespace plumb::runtime;

namespace {

constexpr long long trapFlag = 0x100;
constexpr std::size_t mostSteps = 100'000;

/// What happens at an instruction; false if it is the last at which anything does.
bool (*atInstruction)() = nullptr;
volatile std::size_t steps = 0;

void onTrap(int, siginfo_t *, void *context) {
  steps = steps + 1;
  if (!atInstruction() || steps == mostSteps)
    static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_EFL] &= ~trapFlag;
}

__attribute__((noinline)) void beginSteps() {
  asm volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
}

__attribute__((noinline)) void endSteps() {
  asm volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
}

/// The result of \p action, with \p interruption behind each of its instructions.
template <class Action> std::uint64_t interrupted(Action action, bool (*interruption)()) {
  atInstruction = interruption;
  steps = 0;
  struct sigaction stepping {
  }, before{};
  stepping.sa_sigaction = onTrap;
  stepping.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &stepping, &before);
  beginSteps();
  const std::uint64_t result = action();
  endSteps();
  sigaction(SIGTRAP, &before, nullptr);
  return result;
}

/// Behind the instruction with this number this process was forked; 0 in the first one.
volatile std::size_t forkedAt = 0;

/// False in the child, which goes on. By the bare system call: no lock of a library is in its way.
bool forkHere() {
  const auto child = static_cast<pid_t>(syscall(SYS_fork));
  if (child == 0) {
    forkedAt = steps;
    return false;
  }
  waitpid(child, nullptr, 0);
  return true;
}

std::set<std::uint64_t> inHandlers;

bool drawHere() {
  inHandlers.insert(OsBits().next_u64());
  return true;
}

bool forkAndDrawHere() {
  const bool isParent = forkHere();
  if (!isParent)
    static_cast<void>(OsBits().next_u64());
  return isParent;
}

sigjmp_buf outside;
std::size_t jumpAt = 0;

bool jumpHere() {
  if (steps == jumpAt)
    siglongjmp(outside, 1);
  return true;
}

std::uint64_t draw() {
  return OsBits().next_u64();
}

/// More than a pool holds.
constexpr std::size_t many = 2500;

std::set<std::uint64_t> drawMany() {
  std::set<std::uint64_t> words;
  for (std::size_t i = 0; i < many; ++i)
    words.insert(draw());
  return words;
}

/// \p word and what follows it are no bits of a wiped pool, and none twice.
bool areFresh(std::uint64_t word) {
  auto words = drawMany();
  return words.insert(word).second && words.size() == many + 1 && !words.contains(0);
}

/// What children tell their parent, each at its instruction.
template <class Told> class Shared {
public:
  Shared()
      : start(static_cast<Told *>(mmap(nullptr, mostSteps * sizeof(Told), PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  Shared(const Shared &) = delete;
  Shared &operator=(const Shared &) = delete;
  ~Shared() { munmap(start, mostSteps * sizeof(Told)); }
  Told &operator[](std::size_t step) { return start[step]; }

private:
  Told *start;
};

} // namespace

TEST_CASE("a child that a signal handler forks in the middle of a draw draws afresh, also in the handler") {
  for (auto interruption : {forkHere, forkAndDrawHere}) {
    Shared<bool> isFresh;
    static_cast<void>(draw());
    forkedAt = 0;
    const std::uint64_t word = interrupted(draw, interruption);
    if (forkedAt != 0) {
      isFresh[forkedAt] = areFresh(word);
      _exit(0);
    }
    CHECK(areFresh(word));
    CHECK(steps > 10);
    for (std::size_t i = 1; i <= steps; ++i) {
      INFO("instruction " << i << " of " << steps);
      CHECK(isFresh[i]);
    }
  }
}

TEST_CASE("draws of a signal handler and the draw that they interrupt are different") {
  static_cast<void>(draw());
  inHandlers.clear();
  const std::uint64_t word = interrupted(draw, drawHere);
  CHECK(inHandlers.size() == steps);
  auto words = drawMany();
  words.merge(inHandlers);
  words.insert(word);
  CHECK(words.size() == many + steps + 1);
  CHECK_FALSE(words.contains(0));
}

TEST_CASE("who jumps out of a signal handler in the middle of a draw draws afresh") {
  bool isOver = false;
  for (jumpAt = 1; !isOver; ++jumpAt) {
    const pid_t child = fork();
    if (child == 0) {
      OsBits bits;
      // The draw finds a rest that is too short for it.
      for (std::size_t i = 0; i < 2045; ++i)
        static_cast<void>(bits.next_u64());
      for (std::size_t i = 0; i < 5; ++i)
        static_cast<void>(bits.next_byte());
      int code = 0;
      if (sigsetjmp(outside, 1) == 0) {
        static_cast<void>(interrupted(draw, jumpHere));
        code = 2;
      }
      endSteps();
      _exit(code + (areFresh(draw()) ? 0 : 1));
    }
    int status = 0;
    waitpid(child, &status, 0);
    INFO("instruction " << jumpAt);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) % 2 == 0);
    isOver = WEXITSTATUS(status) >= 2 || jumpAt == 100;
  }
}

// The parent's mark would let it spend from the parent's ledger.
TEST_CASE("a child that a signal handler forks in the middle of the first mark gets a mark of its own") {
  const pid_t process = fork(); // without a mark yet
  if (process == 0) {
    Shared<std::uint64_t> later;
    static_cast<void>(draw());
    const std::uint64_t mark = interrupted(processMark, forkHere);
    if (forkedAt != 0) {
      later[forkedAt] = processMark();
      _exit(0);
    }
    bool isOwn = steps > 10;
    for (std::size_t i = 1; i <= steps; ++i)
      isOwn = isOwn && later[i] != 0 && later[i] != mark;
    _exit(isOwn && processMark() == mark ? 0 : 1);
  }
  int status = 0;
  waitpid(process, &status, 0);
  CHECK(status == 0);
}

#endif
