// SPDX-License-Identifier: Apache-2.0
//
// Emitted compositions as they are used, and under kill -9 and a file system that fails; compositions.py
// builds it. The binary defines pwrite, fsync, renameat, unlinkat and openat itself, ahead of the C
// library's.
//
// A child runs a composition and is killed, or refused a call, at each of its calls in turn. Another child
// goes on and is killed too, and a third one brings the run to its end. Whatever happened: no part draws
// noise more often than it is written, none is seen that was not paid for, a part that was paid for is over
// or lost, and the ledger, which held just what was proved, has paid for each part once.

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/os_bits.h"
#include "run.h"
#include "survey.h"
#include "visit.h"
#include "week.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace {

enum class Fault { None, Refused, Killed };

/// The fault that comes at the call number `at`, counted down from the first.
struct Plan {
  Fault fault = Fault::None;
  int at = -1;
  int calls = 0;
} plan;

/// True if the call fails.
bool fails() {
  if (plan.calls++ != plan.at || plan.fault == Fault::None)
    return false;
  if (plan.fault == Fault::Killed)
    ::raise(SIGKILL);
  errno = ENOSPC;
  return true;
}

} // namespace

extern "C" ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  if (plan.calls == plan.at && plan.fault != Fault::None && length > 1)
    syscall(SYS_pwrite64, file, bytes, length / 2, offset);
  return fails() ? -1 : syscall(SYS_pwrite64, file, bytes, length, offset);
}
// What is killed loses nothing that was written.
extern "C" int fsync(int) {
  return fails() ? -1 : 0;
}
extern "C" int renameat(int from, const char *old, int to, const char *fresh) noexcept {
  return fails() ? -1 : static_cast<int>(syscall(SYS_renameat, from, old, to, fresh));
}
extern "C" int unlinkat(int folder, const char *name, int flags) noexcept {
  return fails() ? -1 : static_cast<int>(syscall(SYS_unlinkat, folder, name, flags));
}
extern "C" int openat(int folder, const char *name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = va_arg(arguments, unsigned);
  va_end(arguments);
  return fails() ? -1 : static_cast<int>(syscall(SYS_openat, folder, name, flags, mode));
}

namespace {

using namespace plumb::runtime;

int failures = 0, checks = 0, deaths = 0;

void expect(bool good, const std::string &what) {
  ++checks;
  if (good)
    return;
  std::printf("FAILED %s\n", what.c_str());
  ++failures;
}

void expectError(const std::string &expected, const std::string &told) {
  expect(expected == told, "told:     " + told + "\n       expected: " + expected);
}

constexpr std::size_t mostParts = 6;

/// What all processes have seen of one run; shared.
struct Seen {
  std::array<int, mostParts> drawn, published;
} *seen = nullptr;

/// Writes down that noise of a part is drawn.
class WatchedBits {
public:
  explicit WatchedBits(std::size_t ofPart) : part(ofPart) {}
  std::uint64_t next_u64() {
    note();
    return bits.next_u64();
  }
  std::uint8_t next_byte() {
    note();
    return bits.next_byte();
  }

private:
  void note() {
    seen->drawn[part] += isNoted ? 0 : 1;
    isNoted = true;
  }

  std::size_t part;
  bool isNoted = false;
  OsBits bits;
};

/// A folder of its own, removed in the end.
struct Folder {
  Folder() {
    char name[] = "/tmp/plumb_composition_XXXXXX";
    path = mkdtemp(name);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

Expected<Ledger> ledgerIn(const std::string &folder, const Rational &amount) {
  auto file = StateFile::open(folder + "/budget");
  if (!file)
    return file.error();
  return Ledger::open(*std::move(file), {{"data", amount}});
}

/// A composition, how its parts are run, and how often each is.
struct Week {
  using Composition = plumb::week::Composition;
  static plumb::week::Parameters parameters() { return {Rational{1, 2}, 10}; }
  static constexpr std::array<int, 2> times{7, 1};
  /// Of one run of each part.
  static constexpr std::array<Wide, 2> priceIn56ths{2, 14};
  static Expected<void> run(Composition &composition, std::size_t part) {
    WatchedBits bits(part);
    if (part == 0)
      return ended(composition.part1(20, bits));
    return ended(composition.part2(20, bits));
  }
  template <class Output> static Expected<void> ended(const Expected<Output> &output) {
    return output ? Expected<void>() : Expected<void>(output.error());
  }
};

struct Visit {
  using Composition = plumb::visit::Composition;
  static plumb::visit::Parameters parameters() { return {Rational{1, 2}}; }
  static constexpr std::array<int, 2> times{1, 1};
  static constexpr std::array<Wide, 2> priceIn56ths{14, 14};
  static Expected<void> run(Composition &composition, std::size_t part) {
    WatchedBits bits(part);
    if (part == 0)
      return Week::ended(composition.part1(20, bits));
    return Week::ended(composition.part2(20, bits));
  }
};

struct Run {
  using Composition = plumb::run_::Composition;
  static plumb::run_::Parameters parameters() { return {Rational{1, 2}, 3, 4, 2}; }
  static constexpr std::array<int, 5> times{1, 1, 1, 2, 2};
  static constexpr std::array<Wide, 5> priceIn56ths{56, 28, 28, 28, 56};
  static Expected<void> run(Composition &composition, std::size_t part) {
    WatchedBits bits(part);
    switch (part) {
    case 0:
      return Week::ended(composition.part1(9, bits));
    case 1:
      return Week::ended(composition.part2(9, bits));
    case 2:
      return Week::ended(composition.part3(9, bits));
    case 3:
      return Week::ended(composition.part4(9, bits));
    default:
      return Week::ended(composition.part5(9, bits));
    }
  }
};

template <class Case> Rational total() {
  Rational all;
  for (std::size_t part = 0; part < Case::times.size(); ++part)
    all += Rational(Case::priceIn56ths[part] * Case::times[part], Wide{56});
  return all;
}

/// Runs what is left, until something fails.
template <class Case> bool goOn(const std::string &folder) {
  auto ledger = ledgerIn(folder, total<Case>());
  if (!ledger)
    return false;
  auto file = StateFile::open(folder + "/state");
  if (!file)
    return false;
  auto composition = Case::Composition::open(Case::parameters(), *ledger->budget("data"), *std::move(file));
  if (!composition)
    return false;
  while (!composition->finished()) {
    const std::size_t part = composition->next() - 1;
    if (!Case::run(*composition, part))
      return false;
    ++seen->published[part];
  }
  return true;
}

/// In a process of its own. Returns true if it came to its end.
template <class Case> bool inChild(const std::string &folder, Plan next) {
  const pid_t child = fork();
  if (child == 0) {
    plan = next;
    bool isOver = goOn<Case>(folder);
    // What a file system refused may be asked for again, in the same process.
    for (int again = 0; again < 3 && !isOver && plan.fault == Fault::Refused; ++again)
      isOver = goOn<Case>(folder);
    _exit(isOver ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  deaths += WIFSIGNALED(status) ? 1 : 0;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

template <class Case> void checkEnd(const std::string &folder, const std::string &when) {
  auto ledger = ledgerIn(folder, total<Case>());
  expect(ledger.has_value(), when + ": ledger");
  auto file = StateFile::open(folder + "/state");
  expect(file.has_value(), when + ": state");
  if (!ledger || !file)
    return;
  const auto composition =
      Case::Composition::open(Case::parameters(), *ledger->budget("data"), *std::move(file));
  expect(composition && composition->finished(), when + ": is over");
  if (!composition)
    return;
  Rational due = total<Case>();
  bool isLost = false;
  for (std::size_t part = 0; part < Case::times.size(); ++part) {
    const int times = Case::times[part], lost = static_cast<int>(composition->lost(part + 1));
    // A part whose value was lost is there no more for those behind it that read it.
    const bool isLeftOut = isLost && seen->drawn[part] == 0 && lost == 0;
    if (isLeftOut)
      due -= Rational(Case::priceIn56ths[part] * times, Wide{56});
    isLost = isLost || lost != 0;
    expect(seen->drawn[part] <= times, when + ": drawn twice");
    expect(seen->published[part] <= seen->drawn[part], when + ": published");
    expect(isLeftOut || seen->published[part] + lost <= times, when + ": more than written");
    // Each kill takes away one output at most.
    expect(isLeftOut || seen->published[part] + 2 >= times, when + ": too little");
  }
  expect(ledger->remaining("data").value() == total<Case>() - due, when + ": paid");
}

/// Every call of a run, or each \p stride-th, is refused, or kills it; then one of those that go on.
template <class Case> int checkFaults(Fault fault, const std::string &name, int stride = 1) {
  bool isOver = false;
  int at = 0;
  int runs = 0;
  for (; !isOver; at += stride, ++runs) {
    const Folder folder;
    *seen = {};
    const std::string when = name + " at call " + std::to_string(at);
    isOver = inChild<Case>(folder.path, {fault, at, 0}) && fault == Fault::Killed;
    if (fault == Fault::Refused)
      isOver = at > 120;
    inChild<Case>(folder.path, {Fault::Killed, at * 7 % 61, 0});
    expect(inChild<Case>(folder.path, {}), when + ": goes on");
    checkEnd<Case>(folder.path, when);
  }
  return runs;
}

template <class Output> std::string message(const Expected<Output> &output) {
  return output ? "" : output.error().message;
}

void orderIsKept() {
  const auto ledger = Ledger::create({{"data", Rational{1, 2}}});
  const Budget budget = *ledger->budget("data");
  auto week = plumb::week::Composition::create(Week::parameters(), budget);
  expect(week && week->epsilon() == Rational{1, 2} && week->next() == 1, "a week begins");
  expectError("part 2, `crowded(eps / 2, limit)`, does not come next: part 1, `daily(eps / 14)`, has run 0 "
              "of 7 times",
              message(week->part2(20)));
  for (int day = 0; day < 7; ++day)
    expectError("", message(week->part1(20)));
  expectError("part 1, `daily(eps / 14)`, was paid for 7 of 7 times; it does not run again",
              message(week->part1(20)));
  auto moved = *std::move(week);
  expectError("the composition was moved away", message(week->part2(20)));
  expect(week->next() == 0 && week->lost(1) == 0, "what was moved away");
  const pid_t child = fork();
  if (child == 0)
    _exit(message(moved.part2(20)) == "the composition belongs to the process that began it" ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child has no composition");
  expect(moved.part2(20).has_value() && moved.finished(), "a week ends");
  expectError("part 2, `crowded(eps / 2, limit)`, was paid for 1 of 1 times; it does not run again",
              message(moved.part2(20)));
  expect(ledger->remaining("data").value() == 0, "a week is paid for");
}

/// A ledger that is too small for the last part; what is refused can be asked for again.
void lastPartIsNotPaid() {
  const auto ledger = Ledger::create({{"data", Rational{49, 100}}});
  auto week = plumb::week::Composition::create(Week::parameters(), *ledger->budget("data"));
  for (int day = 0; day < 7; ++day)
    expectError("", message(week->part1(20)));
  for (int again = 0; again < 2; ++again)
    expectError("`data` has 6/25 left, less than 1/4", message(week->part2(20)));
  expect(week->next() == 2 && ledger->remaining("data").value() == Rational{6, 25}, "nothing was paid");
}

void premisesAreChecked() {
  const Budget free = Ledger::unaccounted();
  expectError("requires `eps > 0`, but eps = 0",
              message(plumb::week::Composition::create({Rational(0), 10}, free)));
  expectError("requires `times >= 0`, but times = -1",
              message(plumb::run_::Composition::create({Rational(1), 0, 0, -1}, free)));
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  expectError(
      "`both(eps / 2, budget, budget + times, part1, part1)`: `budget + times` needs more than 64 bits",
      message(plumb::run_::Composition::create({Rational(1), 0, most, 1}, free)));
  // Parts that run no times at all, and sizes of 0.
  auto none = plumb::run_::Composition::create({Rational(1), 0, 0, 0}, free);
  expect(none && none->part1(0) && none->part2(0) && none->part3(0) && none->finished(), "no times");
  expectError(
      "part 4, `made(eps, parameters ? n : budget, part1)`, was paid for 0 of 0 times; it does not run again",
      message(none->part4(0)));
}

/// Of two classes of changes that are charged apart, the dearer one is paid.
void dearestRowIsPaid() {
  const auto ledger = Ledger::create({{"data", Rational(3)}});
  auto survey = plumb::survey::Composition::create({Rational(1), Rational(2)}, *ledger->budget("data"));
  expect(survey->part1(10).has_value() && ledger->remaining("data").value() == 2, "the first part");
  expect(survey->part2(10).has_value() && ledger->remaining("data").value() == 0, "both parts");
}

/// What files hold is of one run.
void filesBelongTogether() {
  const Folder folder;
  const auto budgetOf = [](const Expected<Ledger> &ledger) { return *ledger->budget("data"); };
  const auto open = [&](const Budget &budget, plumb::week::Parameters parameters) {
    auto file = StateFile::open(folder.path + "/state");
    return file ? plumb::week::Composition::open(std::move(parameters), budget, *std::move(file))
                : Expected<plumb::week::Composition>(file.error());
  };
  auto ledger = ledgerIn(folder.path, Rational(1));
  {
    auto week = open(budgetOf(ledger), Week::parameters());
    expectError("", message(week->part1(20)));
    expectError("", message(week->part1(20)));
    expect(message(open(budgetOf(ledger), Week::parameters())).find("in use") != std::string::npos,
           "one at a time");
  }
  const std::string foreign =
      "the file holds no state of this composition with these parameters: the saved stream is "
      "of another mechanism, or of other parameters";
  expectError(foreign, message(open(budgetOf(ledger), {Rational{1, 2}, 11})));
  {
    auto file = StateFile::open(folder.path + "/state");
    expectError(foreign, message(plumb::visit::Composition::open(Visit::parameters(), budgetOf(ledger),
                                                                 *std::move(file))));
  }
  const auto other = Ledger::create({{"data", Rational(1)}});
  expectError(
      "the ledger holds 0 payments of this run, and its state 2: one of the two was put back, or belongs to "
      "something else",
      message(open(budgetOf(other), Week::parameters())));
  // A state from before is known by the ledger, where both of its files are put back.
  for (const char *name : {"/state", "/state.generation"})
    std::filesystem::copy(folder.path + name, folder.path + name + ".old");
  {
    auto week = open(budgetOf(ledger), Week::parameters());
    for (int day = 2; day < 5; ++day)
      expectError("", message(week->part1(20)));
  }
  for (const char *name : {"/state", "/state.generation"})
    std::filesystem::rename(folder.path + name + ".old", folder.path + name);
  expectError(
      "the ledger holds 5 payments of this run, and its state 2: one of the two was put back, or belongs to "
      "something else",
      message(open(budgetOf(ledger), Week::parameters())));
}

} // namespace

int main() {
  seen = static_cast<Seen *>(
      mmap(nullptr, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  orderIsKept();
  lastPartIsNotPaid();
  premisesAreChecked();
  dearestRowIsPaid();
  filesBelongTogether();
  checkFaults<Visit>(Fault::Refused, "visit, a refused call");
  const int refusals = deaths;
  int calls = checkFaults<Week>(Fault::Killed, "week, kill -9", 3);
  calls +=
      checkFaults<Visit>(Fault::Killed, "visit, kill -9") + checkFaults<Run>(Fault::Killed, "run, kill -9");
  expect(deaths - refusals >= calls, "each call was the last one of some run");
  std::printf("%d checks, %d kills, %d failed\n", checks, deaths, failures);
  return failures == 0 ? 0 : 1;
}
