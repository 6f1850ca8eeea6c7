// SPDX-License-Identifier: Apache-2.0
//
// Emitted compositions as they are used, and under kill -9 and a file system that fails; compositions.py
// builds it.

#include "cells.h"
#include "composition_crashes.h"
#include "run.h"
#include "survey.h"
#include "visit.h"
#include "week.h"

#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <vector>

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

/// Many are there, all but surely, so that the prices are those of one tag.
struct Cells {
  using Composition = plumb::cells::Composition;
  static plumb::cells::Parameters parameters() { return {Rational{1, 2}}; }
  static constexpr std::array<int, 4> times{1, 1, 2, 1};
  static constexpr std::array<Wide, 4> priceIn56ths{56, 28, 28, 28};
  static Expected<void> run(Composition &composition, std::size_t part) {
    WatchedBits bits(part);
    switch (part) {
    case 0:
      return ended(composition.part1(1000, 1000, bits));
    case 1:
      return ended(composition.part2(1000, 1000, bits));
    case 2:
      return ended(composition.part3(1000, 1000, bits));
    default:
      return ended(composition.part4(1000, 1000, bits));
    }
  }
};

/// What the text of `cells` hands on and pays, computed anew, where no noise is drawn.
struct Told {
  std::int64_t f, g;
  bool isBusy() const { return f >= 20; }
  bool isNew() const { return !isBusy() && f >= 5; }
  bool isEmpty() const { return f < 5; }
  bool isTrue() const { return g >= 10; }
  std::int64_t firstLimit() const { return isBusy() ? f : 3; }
  bool isFirstSilent() const { return isNew() && g >= 3; }
  int firstTimes() const { return isBusy() ? 2 : 1; }
  std::int64_t secondLimit() const { return f + (isNew() ? f : 0); }
  bool isSecondSilent() const { return isEmpty() && !isTrue(); }
  /// In eps.
  Rational price() const {
    return Rational(2) + (isBusy() ? Rational(1) : Rational(2)) +
           Rational(firstTimes()) * (isEmpty() ? Rational{1, 4} : Rational(1)) +
           (isTrue() ? Rational(1) : Rational{1, 2});
  }
  /// What all parts publish; the last two are asked at their limits, or at \p below less.
  std::vector<std::string> all(std::int64_t below) const {
    std::vector<std::string> lines{isBusy() ? "busy " + std::to_string(f) + " " + std::to_string(g)
                                   : isNew()
                                       ? "new " + std::to_string(g >= 3 ? 1 : 0) + " " + std::to_string(f)
                                       : "empty"};
    lines.push_back("value " + std::to_string(f) + " " + (isTrue() ? "true" : "false"));
    for (int i = 0; i < firstTimes(); ++i)
      lines.emplace_back(!isFirstSilent() && below == 0 ? "yes" : "no");
    lines.emplace_back(!isSecondSilent() && below == 0 ? "yes" : "no");
    return lines;
  }
};

/// With so large a budget noise is 0, but for a probability below 2^-10000.
const Rational muchBudget(100'000);

std::string textIn(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Opens the run, goes on with it for at most \p steps parts, and adds what they publish to \p lines.
void goOnWith(const std::string &folder, const Told &told, std::int64_t below, std::size_t steps,
              std::vector<std::string> &lines) {
  auto ledger = ledgerIn(folder, muchBudget * told.price());
  auto file = StateFile::open(folder + "/state");
  expect(ledger && file, "files of cells");
  auto cells = plumb::cells::Composition::open({muchBudget}, *ledger->budget("data"), *std::move(file));
  expect(cells.has_value(), "cells go on: " + message(cells));
  const auto note = [&](const auto &output) {
    std::ostringstream text;
    if (output)
      text << *output;
    lines.push_back(output ? text.str() : output.error().message);
    while (!lines.back().empty() && lines.back().back() == '\n')
      lines.back().pop_back();
  };
  for (; steps > 0 && cells && !cells->finished(); --steps)
    switch (cells->next()) {
    case 1:
      note(cells->part1(told.f, told.g));
      break;
    case 2:
      note(cells->part2(told.f, told.g));
      break;
    case 3:
      note(cells->part3(told.firstLimit() - below, 0));
      break;
    default:
      note(cells->part4(std::max<std::int64_t>(0, told.secondLimit() - below), 0));
    }
}

/// Killed between any two parts, a run goes on with the tags and values that it has told, and pays what they
/// say, which is all that the ledger holds.
void whatWasToldIsKept() {
  for (const Told &told : {Told{25, 7}, Told{30, 12}, Told{20, 987654321}, Told{10, 7}, Told{19, 2},
                           Told{5, 12}, Told{4, 7}, Told{2, 987654321}})
    for (const std::int64_t below : {0, 1}) {
      const std::vector<std::string> expected = told.all(below);
      for (std::size_t killed = 0; killed <= expected.size(); ++killed) {
        const Folder folder;
        const std::string when = "f = " + std::to_string(told.f) + ", g = " + std::to_string(told.g) + ", " +
                                 std::to_string(killed) + " parts, and kill -9";
        const pid_t child = fork();
        if (child == 0) {
          std::vector<std::string> lines;
          goOnWith(folder.path, told, below, killed, lines);
          const std::vector<std::string> first(expected.begin(),
                                               expected.begin() + static_cast<std::ptrdiff_t>(killed));
          if (lines == first)
            ::raise(SIGKILL);
          for (const std::string &line : lines)
            std::printf("%s: %s\n", when.c_str(), line.c_str());
          std::fflush(stdout);
          _exit(1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        expect(WIFSIGNALED(status), when);
        std::vector<std::string> lines;
        goOnWith(folder.path, told, below, expected.size(), lines);
        expect(std::equal(lines.begin(), lines.end(),
                          expected.end() - static_cast<std::ptrdiff_t>(lines.size()), expected.end()) &&
                   lines.size() + killed == expected.size(),
               when + ": tells something else behind it");
        const auto ledger = ledgerIn(folder.path, muchBudget * told.price());
        expect(ledger && ledger->remaining("data").value() == 0, when + ": pays something else");
      }
    }
}

/// A value stands in the file of a run if it was published, and read by some part.
void fileHoldsWhatWasTold() {
  for (const bool isBusy : {true, false}) {
    const Folder folder;
    std::vector<std::string> lines;
    goOnWith(folder.path, {isBusy ? 20 : 10, 987654321}, 0, 2, lines);
    expect((textIn(folder.path + "/state").find("987654321") != std::string::npos) == isBusy,
           "what was told, and what was not");
  }
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
  whatWasToldIsKept();
  fileHoldsWhatWasTold();
  checkFaults<Visit>(Fault::Refused, "visit, a refused call");
  const int refusals = deaths;
  int calls = checkFaults<Week>(Fault::Killed, "week, kill -9", 3);
  calls += checkFaults<Visit>(Fault::Killed, "visit, kill -9") +
           checkFaults<Run>(Fault::Killed, "run, kill -9") +
           checkFaults<Cells>(Fault::Killed, "cells, kill -9", 3);
  expect(deaths - refusals >= calls, "each call was the last one of some run");
  std::printf("%d checks, %d kills, %d failed\n", checks, deaths, failures);
  return failures == 0 ? 0 : 1;
}
