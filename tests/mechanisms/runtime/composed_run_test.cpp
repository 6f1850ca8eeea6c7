// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/composed_run.h"
#include "plumb/runtime/ledger.h"
#include "plumb/runtime/seal.h"
#include "rational_text.h"
#include "state_folder.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>
#include <utility>

using namespace plumb::runtime;
using test::rational;

static_assert(!std::is_copy_constructible_v<ComposedRun> && std::is_nothrow_move_constructible_v<Budget>);

namespace {

using Values = std::vector<ComposedRun::Value>;

/// Two rows: the first part is in one of them, the second in the other, the third in both, twice in the
/// second. It reads the value of the first.
std::vector<ComposedRun::Part> threeParts() {
  return {{"a(eps)", {1, 0}, {}}, {"b(eps)", {0, 1}, {}}, {"c(x)", {1, 2}, {0}}};
}

Expected<ComposedRun::Turn> turn(std::size_t part, const Values &values) {
  if (part != 2)
    return ComposedRun::Turn{part == 0 ? 1 : 2, Rational(1)};
  if (*values[0] < 0)
    return Error{"x is below 0"};
  return ComposedRun::Turn{1, Rational(*values[0])};
}

/// Pays, and publishes \p value.
Expected<std::int64_t> runOnce(ComposedRun &run, std::size_t part, std::int64_t value) {
  return run.run(
      part, turn,
      [&](const Budget &budget) -> Expected<std::int64_t> {
        if (auto paid = budget.spend(Rational(1000)); !paid)
          return paid.error();
        return value;
      },
      [](std::int64_t output) { return passedOn(output); });
}

Ledger ledgerWith(int budget) {
  return Ledger::create({{"a", Rational(budget)}}).value();
}

} // namespace

TEST_CASE("a part costs what makes the dearest row dearer") {
  const Ledger ledger = ledgerWith(8);
  ComposedRun run = ComposedRun::create(threeParts(), *ledger.budget("a")).value();
  const auto left = [&] { return ledger.remaining("a").value(); };
  REQUIRE(runOnce(run, 0, 3));
  CHECK(left() == 7); // 1, 0
  REQUIRE(runOnce(run, 1, 0));
  CHECK(left() == 7); // 1, 1
  REQUIRE(runOnce(run, 1, 0));
  CHECK(left() == 6); // 1, 2
  REQUIRE(runOnce(run, 2, 0));
  CHECK(left() == 0); // 4, 8
  CHECK(!run.next(turn));
}

TEST_CASE("on a sample the first part pays for the whole run") {
  const Ledger ledger = ledgerWith(8);
  const auto made = [&] {
    return ComposedRun::create(threeParts(), *ledger.budget("a"), ComposedRun::Sampling{2, Rational(5)})
        .value();
  };
  const auto left = [&] { return ledger.remaining("a").value(); };
  ComposedRun run = made(), other = made();
  CHECK(runOnce(run, 0, 3).error().message == "the sample of this run is not drawn yet; parts run on it");
  CHECK(run.keepSample(other.name(), {1, 2}).error().message == "the sample was drawn for another run");
  CHECK(run.keepSample(run.name(), {1, 2, 3}).error().message == "the sample was drawn for another run");
  CHECK(!run.sample());
  CHECK(left() == 8);
  REQUIRE(run.keepSample(run.name(), {1, 2}));
  CHECK(run.keepSample(run.name(), {1, 2}).error().message ==
        "the run has its sample already, and none is drawn twice");
  REQUIRE(runOnce(run, 0, 3));
  CHECK(left() == 3);
  REQUIRE(runOnce(run, 1, 0));
  REQUIRE(runOnce(run, 1, 0));
  REQUIRE(runOnce(run, 2, 0));
  CHECK(left() == 3);
  CHECK(*run.sample() == std::vector<Wide>{1, 2});
  // Less is left than another run costs.
  REQUIRE(other.keepSample(other.name(), {0, 0}));
  CHECK(runOnce(other, 0, 3).error().message == "`a` has 3 left, less than 5");
  const ComposedRun moved = std::move(run);
  CHECK(moved.sample());
  // NOLINTNEXTLINE(bugprone-use-after-move): on purpose.
  CHECK(run.keepSample(moved.name(), {1, 2}).error().message == "the composition was moved away");
}

/// What is stored of a run with the answer 7 on its sample before its first payment, and the seal in the
/// ledger behind that.
static std::pair<std::string, std::string> stateAndReceipt() {
  const test::StateFolder folder;
  const Ledger ledger = ledgerWith(8);
  const auto open = [&] {
    return ComposedRun::open(threeParts(), "id\n", *ledger.budget("a"), *StateFile::open(folder.file()), turn,
                             ComposedRun::Sampling{1, Rational(5)})
        .value();
  };
  {
    ComposedRun run = open();
    REQUIRE(run.keepSample(run.name(), {7}));
  }
  const std::string stored(StateFile::open(folder.file())->content().text());
  {
    ComposedRun run = open();
    REQUIRE(runOnce(run, 0, 3));
  }
  const std::string text = *ledger.text();
  return {stored, text.substr(text.find("\npaid a ") + 43, 64)};
}

TEST_CASE("what the ledger knows of a state does not tell the answers on its sample") {
  const auto [stored, receipt] = stateAndReceipt();
  // So it is made; but who has no secret cannot make it.
  CHECK(sealOf(stored, {}) == receipt);
  const auto secretIn = [](const std::string &text) {
    const std::size_t begin = text.find("\nsecret ") + 8;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::string secret = secretIn(stored);
  INFO(stored);
  CHECK(secret.size() >= 64);
  CHECK(secret != secretIn(stateAndReceipt().first));
  CHECK(std::any_of(secret.begin(), secret.end(), [](char digit) { return digit > '0' && digit <= '9'; }));
}

TEST_CASE("a run without a sample keeps none") {
  const Ledger ledger = ledgerWith(8);
  ComposedRun run = ComposedRun::create(threeParts(), *ledger.budget("a")).value();
  CHECK(!run.sample());
  CHECK(run.keepSample(run.name(), {}).error().message == "the parts of this run are on no sample");
}

TEST_CASE("what a part cannot be given leaves it out") {
  const Ledger ledger = ledgerWith(8);
  ComposedRun run = ComposedRun::create(threeParts(), *ledger.budget("a")).value();
  REQUIRE(runOnce(run, 0, -1));
  REQUIRE(runOnce(run, 1, 0));
  REQUIRE(runOnce(run, 1, 0));
  CHECK(!run.next(turn));
  CHECK(runOnce(run, 2, 0).error().message == "part 3, `c(x)`, is left out: x is below 0");
}

TEST_CASE("a value of more than 64 bits is not passed on") {
  CHECK(passedOn(Integer(5)) == 5);
  CHECK(!passedOn(Integer(Wide{1} << 64)));
  CHECK(passedOn(true) == 1);
}

/// The second part passes on three values, of which the third part reads the last two.
static std::vector<ComposedRun::Part> severalValues() {
  return {{"a(eps)", {1}, {}}, {"b(eps)", {1}, {}, {3, 4}}, {"c(x, y)", {1}, {3, 4}}};
}

static Expected<ComposedRun::Turn> turnOfSeveral(std::size_t part, const Values &values) {
  REQUIRE(values.size() == 5);
  if (part == 2)
    return ComposedRun::Turn{1, Rational(*values[3] + 2 * *values[4])};
  return ComposedRun::Turn{1, Rational(1)};
}

/// Pays, and passes on \p passed.
static Expected<int> runAndPass(ComposedRun &run, std::size_t part, const ComposedRun::Passed &passed) {
  return run.run(
      part, turnOfSeveral,
      [&](const Budget &budget) -> Expected<int> {
        if (auto paid = budget.spend(Rational(0)); !paid)
          return paid.error();
        return 0;
      },
      [&](int) { return passed; });
}

TEST_CASE("a part passes on several values, which a file keeps, and each is known by its number") {
  const test::StateFolder folder;
  const Ledger ledger = ledgerWith(20);
  const auto open = [&] {
    return ComposedRun::open(severalValues(), "id\n", *ledger.budget("a"), *StateFile::open(folder.file()),
                             turnOfSeveral)
        .value();
  };
  REQUIRE(runAndPass(*std::make_unique<ComposedRun>(open()), 0, ComposedRun::Value()));
  CHECK(open().values() == Values(5));
  REQUIRE(runAndPass(*std::make_unique<ComposedRun>(open()), 1, {7, 0, 5}));
  CHECK(open().values() == Values{std::nullopt, 7, std::nullopt, 0, 5});
  CHECK(open().next(turnOfSeveral) == std::size_t{2});
  CHECK(ledger.remaining("a").value() == 18);
  REQUIRE(runAndPass(*std::make_unique<ComposedRun>(open()), 2, ComposedRun::Value()));
  CHECK(ledger.remaining("a").value() == 8);
  CHECK(!open().next(turnOfSeveral));
}

TEST_CASE("a part is left out where one of the values that it reads is unknown, and not for another one") {
  const auto ranWith = [](const ComposedRun::Passed &passed) {
    ComposedRun run = ComposedRun::create(severalValues(), Ledger::unaccounted()).value();
    REQUIRE(runAndPass(run, 0, ComposedRun::Value()));
    REQUIRE(runAndPass(run, 1, passed));
    auto last = runAndPass(run, 2, ComposedRun::Value());
    return last ? std::string() : last.error().message;
  };
  const std::string leftOut =
      "part 3, `c(x, y)`, is left out: it reads what part 2, `b(eps)`, passes on, and that was "
      "lost, or needs more than 64 bits";
  CHECK(ranWith({1, 2, std::nullopt}) == leftOut);
  CHECK(ranWith({1, std::nullopt, 2}) == leftOut);
  CHECK(ranWith({std::nullopt, 2, 2}).empty());
}

TEST_CASE(
    "behind something thrown a run in memory is over, and one in a file goes on behind what was paid for") {
  const test::StateFolder folder;
  const Ledger ledger = ledgerWith(8);
  const auto broken = [](ComposedRun &run, bool isPaid) {
    REQUIRE_THROWS(run.run(
        0, turn,
        [&](const Budget &budget) -> Expected<std::int64_t> {
          if (isPaid)
            budget.spend(Rational(0)).value();
          throw std::runtime_error("no memory");
        },
        [](std::int64_t) { return ComposedRun::Value(); }));
    CHECK(runOnce(run, 0, 0).error().message ==
          "an earlier part was not brought to its end; open the composition again");
  };
  const auto open = [&] {
    return ComposedRun::open(threeParts(), "id\n", *ledger.budget("a"), *StateFile::open(folder.file()), turn)
        .value();
  };
  {
    ComposedRun run = open();
    broken(run, false);
  }
  {
    ComposedRun run = open();
    CHECK(run.lost(0) == 0);
    broken(run, true);
  }
  CHECK(ledger.remaining("a").value() == 7);
  ComposedRun run = open();
  CHECK(run.lost(0) == 1);
  CHECK(run.next(turn) == std::size_t{1});
  CHECK(runOnce(run, 2, 0).error().message ==
        "part 3, `c(x)`, does not come next: part 2, `b(eps)`, has run 0 of 2 times");
  REQUIRE(runOnce(run, 1, 0));
  REQUIRE(runOnce(run, 1, 0));
  CHECK(runOnce(run, 2, 0).error().message == "part 3, `c(x)`, is left out: it reads what part 1, `a(eps)`, "
                                              "passes on, and that was lost, or needs more "
                                              "than 64 bits");
}

TEST_CASE("a ledger says which payments of which run were made, and a text with others is none") {
  const test::StateFolder folder;
  Ledger ledger = ledgerWith(8);
  ComposedRun run =
      ComposedRun::open(threeParts(), "id\n", *ledger.budget("a"), *StateFile::open(folder.file()), turn)
          .value();
  REQUIRE(runOnce(run, 0, 3));
  REQUIRE(runOnce(run, 1, 3));
  const std::string text = *ledger.text();
  const std::size_t line = text.find("\npaid a ");
  REQUIRE(line != std::string::npos);
  CHECK(text.substr(line + 40, 3) == " 2 ");
  CHECK(text.substr(line + 43 + 64, 5) == "\nseal");
  CHECK(*Ledger::parse(text)->text() == text);
  for (const char *lines :
       {"paid a x 0 s\n", "paid b x 1 s\n", "paid a x -1 s\n", "paid a x 01 s\n", "paid a x 1 s \n",
        "paid a x 1\n", "paid a x 1 \n", "paid a  1 s\n", "paid a x 1 s\npaid a x 1 s\n",
        "paid a y 1 s\npaid a x 1 s\n", "paid a x 1 s\naccount b 1 0\n"}) {
    INFO(lines);
    const std::string body = "plumb ledger 1\naccount a 1 1/2\n" + std::string(lines);
    CHECK_FALSE(Ledger::parse(body + "seal " + sealOf(body, {}) + "\n"));
  }
  const std::string good = "plumb ledger 1\naccount a 1 1/2\npaid a x 1 s\npaid a y 2 s\n";
  CHECK(Ledger::parse(good + "seal " + sealOf(good, {}) + "\n"));
}

TEST_CASE("what pays for everything pays for parts, and knows of none") {
  const test::StateFolder folder;
  {
    ComposedRun run =
        ComposedRun::open(threeParts(), "id\n", Ledger::unaccounted(), *StateFile::open(folder.file()), turn)
            .value();
    REQUIRE(runOnce(run, 0, 3));
  }
  ComposedRun run =
      ComposedRun::open(threeParts(), "id\n", Ledger::unaccounted(), *StateFile::open(folder.file()), turn)
          .value();
  CHECK(run.next(turn) == std::size_t{1});
  CHECK(run.values()[0] == 3);
}

TEST_CASE("a payment is for the state that made it, and for no other one of the run") {
  const test::StateFolder folder;
  const Ledger ledger = ledgerWith(20);
  const std::string path = folder.file();
  const std::string files[] = {path, folder.record()};
  const auto open = [&] {
    return ComposedRun::open(threeParts(), "id\n", *ledger.budget("a"), *StateFile::open(path), turn);
  };
  const auto keep = [&](const std::string &from, const std::string &to) {
    for (const std::string &file : files)
      std::filesystem::copy_file(file + from, file + to, std::filesystem::copy_options::overwrite_existing);
  };
  REQUIRE(open());
  keep("", ".begun");
  {
    auto run = open();
    REQUIRE(runOnce(*run, 0, 3));
  }
  keep("", ".first");
  // The first part is taken to be lost, and the second is paid for.
  keep(".begun", "");
  {
    auto run = open();
    CHECK(run->lost(0) == 1);
    REQUIRE(runOnce(*run, 1, 0));
  }
  // Here the same payment would be that of another part, or of one that may run twice.
  keep(".first", "");
  CHECK(open().error().message ==
        "the ledger holds 2 payments of this run, and its state 1, and the last one was made by another "
        "state: one of the two was put back, or belongs to something else");
  keep(".begun", "");
  CHECK(open().error().message == "the ledger holds 2 payments of this run, and its state 0: one of the two "
                                  "was put back, or belongs to something else");
}

TEST_CASE("a state that was paid for by another ledger is none of this one's") {
  const test::StateFolder folder;
  const Ledger here = ledgerWith(20), there = ledgerWith(20);
  const auto files = {std::string(), std::string(".generation")};
  const auto open = [&](const Ledger &ledger, const std::string &name) {
    return ComposedRun::open(threeParts(), "id\n", *ledger.budget("a"),
                             *StateFile::open(folder.file() + name), turn);
  };
  REQUIRE(open(here, ""));
  for (const std::string &ending : files)
    std::filesystem::copy_file(folder.file() + ending, folder.file() + "copy" + ending);
  // One is crashed behind its payment, so that the first part is lost there.
  {
    auto run = open(there, "copy");
    REQUIRE_THROWS(run->run(
        0, turn,
        [&](const Budget &budget) -> Expected<std::int64_t> {
          budget.spend(Rational(0)).value();
          throw std::runtime_error("a crash");
        },
        [](std::int64_t) { return ComposedRun::Value(); }));
  }
  {
    auto run = open(there, "copy");
    REQUIRE(runOnce(*run, 1, 0));
  }
  {
    auto run = open(here, "");
    REQUIRE(runOnce(*run, 0, 3));
    REQUIRE(runOnce(*run, 1, 0));
  }
  CHECK(open(here, ""));
  CHECK(open(here, "copy").error().message ==
        "the ledger holds 2 payments of this run, and its state 2, and the last one was made by another "
        "state: one of the two was put back, or belongs to something else");
}

TEST_CASE("a run that is moved to itself goes on") {
  const Ledger ledger = ledgerWith(8);
  ComposedRun run = ComposedRun::create(threeParts(), *ledger.budget("a")).value();
  ComposedRun &same = run;
  run = std::move(same);
  CHECK(runOnce(run, 1, 0).error().message ==
        "part 2, `b(eps)`, does not come next: part 1, `a(eps)`, has run 0 of 1 times");
  REQUIRE(runOnce(run, 0, 3));
}

TEST_CASE("what a child that was forked inside of a part has drawn is not given away") {
  const Ledger ledger = ledgerWith(8);
  ComposedRun run = ComposedRun::create(threeParts(), *ledger.budget("a")).value();
  pid_t child = -1;
  const auto output = run.run(
      0, turn,
      [&](const Budget &budget) -> Expected<std::int64_t> {
        budget.spend(Rational(0)).value();
        child = fork();
        return 3;
      },
      [](std::int64_t value) { return passedOn(value); });
  if (child == 0)
    _exit(output ? 1 : 0);
  REQUIRE(output);
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
