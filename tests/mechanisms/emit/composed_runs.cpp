// SPDX-License-Identifier: Apache-2.0
//
// Emitted compositions as they are used, and under kill -9 and a file system that fails; compositions.py
// builds it.

#include "composition_crashes.h"
#include "run.h"
#include "survey.h"
#include "visit.h"
#include "week.h"

#include <limits>

namespace {

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
};

struct Visit {
  using Composition = plumb::visit::Composition;
  static plumb::visit::Parameters parameters() { return {Rational{1, 2}}; }
  static constexpr std::array<int, 2> times{1, 1};
  static constexpr std::array<Wide, 2> priceIn56ths{14, 14};
  static Expected<void> run(Composition &composition, std::size_t part) {
    WatchedBits bits(part);
    if (part == 0)
      return ended(composition.part1(20, bits));
    return ended(composition.part2(20, bits));
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
      return ended(composition.part1(9, bits));
    case 1:
      return ended(composition.part2(9, bits));
    case 2:
      return ended(composition.part3(9, bits));
    case 3:
      return ended(composition.part4(9, bits));
    default:
      return ended(composition.part5(9, bits));
    }
  }
};

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
  expectError("part 4, `made(budget > 0 ? eps : eps / 2, parameters ? n : budget, part1)`, was paid for 0 of "
              "0 times; it does not run again",
              message(none->part4(0)));
}

/// Of two classes of changes that are charged apart, the dearer one is paid.
void dearestRowIsPaid() {
  const auto ledger = Ledger::create({{"data", Rational(3)}});
  auto survey = plumb::survey::Composition::create({Rational(1), Rational(2)}, *ledger->budget("data"));
  expect(survey->part1(plumb::survey::Vouched(), 10).has_value() && ledger->remaining("data").value() == 2,
         "the first part");
  expect(survey->part2(plumb::survey::Vouched(), 10).has_value() && ledger->remaining("data").value() == 0,
         "both parts");
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
  beginWatching();
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
