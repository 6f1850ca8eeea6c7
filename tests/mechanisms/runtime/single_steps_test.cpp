// SPDX-License-Identifier: Apache-2.0
//
// Signals behind every instruction of a draw: those of the trap flag of x86-64.

#ifdef __x86_64__

#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/process_mark.h"

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <csetjmp>
#include <csignal>
#include <set>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

using namespace plumb::runtime;

namespace {

constexpr long long trapFlag = 0x100;
constexpr std::size_t mostSteps = 100'000;

/// What happens at an instruction; false if it is the last at which anything does.
bool (*atInstruction)() = nullptr;
thread_local volatile std::size_t steps = 0;

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

namespace {

/// Behind how many instructions of a draw a fork leaves parent and child with one word: those that hand it
/// out.
std::size_t instructionsWithOneWord() {
  Shared<std::uint64_t> words;
  forkedAt = 0;
  const std::uint64_t word = interrupted(draw, forkHere);
  if (forkedAt != 0) {
    words[forkedAt] = word;
    _exit(0);
  }
  std::size_t count = 0;
  for (std::size_t i = 1; i <= steps; ++i)
    count += words[i] == word;
  return count;
}

} // namespace

TEST_CASE("a draw beside the pool looks for a fork as late as one from the pool") {
  const pid_t process = fork();
  if (process == 0) {
    static_cast<void>(draw());
    const std::size_t fromPool = instructionsWithOneWord();
    jumpAt = 10;
    if (sigsetjmp(outside, 1) == 0) // all draws behind it are beside the pool
      static_cast<void>(interrupted(draw, jumpHere));
    endSteps();
    const std::size_t aside = instructionsWithOneWord();
    _exit(steps > 100 && aside <= 2 * fromPool + 4 ? 0 : 1);
  }
  int status = 0;
  waitpid(process, &status, 0);
  CHECK(status == 0);
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

namespace {

/// A preemptive scheduler in a signal handler: each context draws once, and is left at an instruction of its
/// draw.
struct Drawing {
  ucontext_t context;
  std::array<char, 64 * 1024> stack;
  std::size_t leftAt;
  std::uint64_t word;
  bool isOver;
};
std::array<Drawing, 3> drawings;
std::size_t current = 0;
ucontext_t scheduler;

/// Each context is stepped until it is left.
bool leaveHere() {
  Drawing &drawing = drawings[current];
  if (steps != drawing.leftAt)
    return true;
  swapcontext(&drawing.context, &scheduler);
  return false;
}

void drawInContext() {
  Drawing &drawing = drawings[current];
  beginSteps();
  drawing.word = draw();
  endSteps();
  drawing.isOver = true;
}

void goOn(std::size_t index) {
  current = index;
  steps = 0;
  swapcontext(&scheduler, &drawings[index].context);
}

/// The words of contexts that are left at \p places, and taken up in \p order.
std::set<std::uint64_t> scheduled(const std::vector<std::size_t> &places,
                                  const std::vector<std::size_t> &order) {
  std::set<std::uint64_t> words;
  for (std::size_t i = 0; i < places.size(); ++i) {
    Drawing &drawing = drawings[i];
    drawing.leftAt = places[i];
    drawing.isOver = false;
    getcontext(&drawing.context);
    drawing.context.uc_stack = {drawing.stack.data(), 0, drawing.stack.size()};
    drawing.context.uc_link = &scheduler;
    makecontext(&drawing.context, drawInContext, 0);
    goOn(i);
  }
  for (std::size_t i : order) {
    if (!drawings[i].isOver)
      goOn(i);
    words.insert(drawings[i].word);
  }
  return words;
}

} // namespace

TEST_CASE("contexts that a signal handler takes up in any order draw different words, none of zeros") {
  struct sigaction stepping {
  }, before{};
  stepping.sa_sigaction = onTrap;
  stepping.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &stepping, &before);
  atInstruction = leaveHere;
  static_cast<void>(draw());
  std::size_t wrong = 0;
  constexpr std::size_t places = 40;
  for (std::size_t i = 1; i < places; ++i)
    for (std::size_t j = 1; j < places; ++j) {
      const auto two = scheduled({i, j}, {0, 1});
      wrong += two.size() != 2 || two.contains(0);
      if (j % 4 != 0)
        continue;
      const auto three = scheduled({i, j, (i + j) % places}, {1, 2, 0});
      wrong += three.size() != 3 || three.contains(0);
    }
  sigaction(SIGTRAP, &before, nullptr);
  CHECK(wrong == 0);
  CHECK(areFresh(draw()));
}

namespace {

std::atomic<bool> isPaused = false, mayGoOn = false;
std::size_t forkBehind = 0, pauseBehind = 0;
thread_local bool isSecond = false;
std::thread second;

bool pauseHere() {
  if (!isSecond || steps != pauseBehind)
    return true;
  isPaused = true;
  while (!mayGoOn)
    std::this_thread::yield();
  return false;
}

/// The thread that a handler starts in the child, in the middle of its mark or behind it.
void markInSecond() {
  isSecond = true;
  sigset_t traps; // blocked in the handler that started it
  sigemptyset(&traps);
  sigaddset(&traps, SIGTRAP);
  pthread_sigmask(SIG_UNBLOCK, &traps, nullptr);
  static_cast<void>(draw());
  steps = 0;
  atInstruction = pauseHere;
  beginSteps();
  static_cast<void>(processMark());
  endSteps();
  isPaused = true;
}

bool forkAndStartHere() {
  if (steps != forkBehind)
    return true;
  const pid_t child = fork();
  if (child == 0) {
    forkedAt = steps;
    second = std::thread(markInSecond);
    while (!isPaused)
      std::this_thread::yield();
  } else {
    int status = 0;
    waitpid(child, &status, 0);
  }
  return false;
}

} // namespace

// Its ticket in the child must not be taken for that which the parent drew.
TEST_CASE("a child whose handler starts threads in the middle of the first mark has a mark of its own") {
  Shared<std::uint64_t> told;
  bool isOver = false;
  for (forkBehind = 1; !isOver; forkBehind += 2)
    for (pauseBehind = 10; pauseBehind < 80 && !isOver; pauseBehind += 13) {
      told[0] = told[1] = 0;
      const pid_t process = fork(); // without a mark yet
      if (process == 0) {
        alarm(20);
        static_cast<void>(draw());
        forkedAt = 0;
        const std::uint64_t mark = interrupted(processMark, forkAndStartHere);
        if (forkedAt != 0) {
          mayGoOn = true;
          second.join();
          told[1] = processMark();
          _exit(0);
        }
        told[0] = processMark();
        _exit(mark != told[0] ? 1 : steps < forkBehind ? 2 : 0);
      }
      int status = 0;
      waitpid(process, &status, 0);
      INFO("fork behind instruction " << forkBehind << ", pause behind " << pauseBehind);
      REQUIRE(WIFEXITED(status));
      isOver = WEXITSTATUS(status) == 2 || forkBehind > 400;
      CHECK(WEXITSTATUS(status) % 2 == 0);
      CHECK((isOver || (told[1] != 0 && told[1] != told[0])));
    }
  CHECK(forkBehind > 20);
}

#endif
