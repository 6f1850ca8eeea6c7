// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"
#include "rational_text.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <type_traits>
#include <unistd.h>

using namespace plumb::runtime;
using test::rational;

static_assert(!std::is_copy_constructible_v<Ledger> && std::is_move_constructible_v<Ledger>);
// Nor by a reference that it is passed as.
static_assert(std::is_convertible_v<Unaccounted, Budget> && !std::is_convertible_v<Unaccounted &, Budget &> &&
              !std::is_assignable_v<Unaccounted &, Budget> && !std::is_convertible_v<Budget, Unaccounted>);

namespace {

Ledger twoAccounts() {
  return Ledger::create({{"one-visit", Rational(1)}, {"location", rational("1/3")}}).value();
}

const std::vector<std::uint8_t> key{1, 2, 3};

} // namespace

TEST_CASE("a ledger spends exactly what there is") {
  Ledger ledger = twoAccounts();
  for (int i = 1; i <= 10; ++i)
    CHECK(ledger.spend("one-visit", rational("0.1")).value() == Rational(10 - i) / 10);
  CHECK(ledger.remaining("one-visit").value() == 0);
  CHECK(ledger.remaining("location").value() == rational("1/3"));
  CHECK(ledger.spend("one-visit", rational("1/1000000000000000000000000000000")).error().message ==
        "`one-visit` has 0 left, less than 1/1000000000000000000000000000000");
}

TEST_CASE("what is refused is not spent") {
  Ledger ledger = twoAccounts();
  CHECK_FALSE(ledger.spend("location", rational("0.33333333333333334")));
  CHECK(ledger.spend("location", Rational(-1)).error().message ==
        "cannot spend -1; an amount is not negative");
  CHECK(ledger.spend("elsewhere", Rational(1)).error().message ==
        "the ledger has no account for `elsewhere`");
  CHECK_FALSE(ledger.remaining("elsewhere"));
  CHECK(ledger.remaining("location").value() == rational("1/3"));
}

TEST_CASE("an amount that could not be written down is refused") {
  Ledger ledger = Ledger::create({{"a", Rational(1)}}).value();
  const Rational tiny = rational(("1/1" + std::string(1100, '0')).c_str());
  CHECK(ledger.spend("a", tiny));
  CHECK_FALSE(ledger.spend("a", rational(("1/1" + std::string(1099, '0') + "1").c_str())));
  CHECK(Ledger::parse(*ledger.text()));
}

TEST_CASE("a ledger is read back from its text, under its key") {
  Ledger ledger = twoAccounts();
  REQUIRE(ledger.spend("location", rational("1/7")));
  const std::string text = *ledger.text(key);
  CHECK(text.starts_with("plumb ledger 1\naccount location 1/3 1/7\naccount one-visit 1 0\nseal "));
  Ledger read = Ledger::parse(text, key).value();
  CHECK(*read.text(key) == text);
  CHECK(read.remaining("location").value() == rational("4/21"));
  CHECK_FALSE(Ledger::parse(text));
  CHECK(Ledger::parse(*ledger.text()));
}

TEST_CASE("every change of a byte, every cut and every insertion is noticed") {
  const std::string text = *twoAccounts().text(key);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    REQUIRE_FALSE(Ledger::parse(changed, key));
    REQUIRE_FALSE(Ledger::parse(text.substr(0, i), key));
    REQUIRE_FALSE(Ledger::parse(text.substr(i + 1), key));
    REQUIRE_FALSE(Ledger::parse(std::string(text).insert(i, " "), key));
  }
  CHECK_FALSE(Ledger::parse(text + "\n", key));
  CHECK(Ledger::parse(text, key));
}

TEST_CASE("a text with a right seal and a wrong content is refused") {
  for (const char *lines :
       {"", "account a 1 2\n", "account a 1 -1\n", "account a 1\n", "account a 1 0 0\n", "account a 2/2 0\n",
        "account  1 0\n", "account a 1 0\naccount a 1 0\n", "account b 1 0\naccount a 1 0\n",
        "account a 1 0.5\n", "account a 1 0\n\n", "acount a 1 0\n", "account a 1 0"}) {
    INFO(lines);
    const std::string body = "plumb ledger 1\n" + std::string(lines);
    CHECK_FALSE(Ledger::parse(body + "seal " + sealOf(body, {}) + "\n"));
  }
  const std::string good = "plumb ledger 1\naccount a 1 1/2\n";
  CHECK(Ledger::parse(good + "seal " + sealOf(good, {}) + "\n"));
}

TEST_CASE("what costs nothing is always paid") {
  Ledger ledger = Ledger::create({{"a", Rational(0)}}).value();
  CHECK(ledger.spend("a", Rational(0)).value() == 0);
  CHECK_FALSE(ledger.spend("a", Rational{1, 1000000}));
}

TEST_CASE("a budget draws on its account, wherever the ledger goes") {
  Ledger ledger = twoAccounts();
  const Budget visits = *ledger.budget("one-visit"), same = visits;
  Ledger moved = std::move(ledger);
  CHECK(visits.spend(Rational{3, 4}));
  CHECK(same.spend(Rational{1, 2}).error().message == "`one-visit` has 1/4 left, less than 1/2");
  CHECK(moved.remaining("one-visit").value() == Rational{1, 4});
  CHECK(moved.remaining("location").value() == Rational{1, 3});
  CHECK(moved.budget("elsewhere").error().message == "the ledger has no account for `elsewhere`");
  CHECK(Budget(Ledger::unaccounted()).spend(Rational(1000)));
}

TEST_CASE("threads that spend at once spend what there is, once") {
  const Ledger ledger = Ledger::create({{"a", Rational(100)}}).value();
  std::atomic<int> paid = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, budget = *ledger.budget("a")] {
      for (int j = 0; j < 50; ++j)
        paid += budget.spend(Rational(1)).has_value();
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(paid == 100);
  CHECK(ledger.remaining("a").value() == 0);
}

namespace {

/// A folder of its own, removed in the end.
struct Folder {
  std::string path = (std::filesystem::temp_directory_path() / "plumb-ledger-XXXXXX").string();

  Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
  StateFile open() const { return *StateFile::open(path + "/budget"); }
};

} // namespace

TEST_CASE("what was spent from a ledger in a file is spent after a restart") {
  const Folder folder;
  const std::vector<Account> accounts{{"a", Rational(1)}};
  for (int left = 4; left > 0; --left) {
    auto ledger = Ledger::open(folder.open(), accounts);
    REQUIRE(ledger);
    CHECK(ledger->remaining("a").value() == Rational{left, 4});
    CHECK(ledger->budget("a")->spend(Rational{1, 4}));
    // The file is in use as long as the ledger or a way to it.
    CHECK_FALSE(StateFile::open(folder.path + "/budget"));
  }
  CHECK_FALSE(Ledger::open(folder.open(), accounts)->spend("a", Rational{1, 4}));
  CHECK(Ledger::open(folder.open(), {{"a", Rational(2)}}).error().message ==
        "the ledger in the file has other accounts or budgets; what was promised is not changed");
  CHECK_FALSE(Ledger::open(folder.open(), {{"b", Rational(1)}}));
}

TEST_CASE("what cannot be written down is not paid") {
  const Folder folder;
  auto ledger = *Ledger::open(folder.open(), {{"a", Rational(1)}});
  std::filesystem::remove_all(folder.path);
  CHECK_FALSE(ledger.budget("a")->spend(Rational{1, 4}));
  CHECK(ledger.remaining("a").value() == 1);
}

TEST_CASE("the text of a ledger in a file makes no second ledger") {
  const Folder folder;
  const auto ledger = *Ledger::open(folder.open(), {{"a", Rational(1)}});
  CHECK_FALSE(Ledger::parse(*ledger.text()));
}

TEST_CASE("accounts that make no sense are refused") {
  CHECK_FALSE(Ledger::create({}));
  CHECK_FALSE(Ledger::create({{"", Rational(1)}}));
  CHECK_FALSE(Ledger::create({{"two words", Rational(1)}}));
  CHECK_FALSE(Ledger::create({{"line\nbreak", Rational(1)}}));
  CHECK(Ledger::create({{"a", Rational(-1)}}).error().message ==
        "`a` has spent 0 of -1; it must lie between 0 and the budget");
  CHECK(Ledger::create({{"a", Rational(1)}, {"a", Rational(2)}}).error().message == "`a` has two accounts");
}

TEST_CASE("a budget or a ledger that was moved away pays for nothing") {
  auto ledger = *Ledger::create({{"visits", Rational(1)}});
  Budget budget = *ledger.budget("visits");
  const Budget later = std::move(budget);
  CHECK(budget.spend(Rational(0)).error().message == "the budget was moved away");
  const Ledger moved = std::move(ledger);
  CHECK(ledger.spend("visits", Rational(0)).error().message == "the ledger was moved away");
  CHECK(ledger.remaining("visits").error().message == "the ledger was moved away");
  CHECK(ledger.budget("visits").error().message == "the ledger was moved away");
  CHECK(ledger.accounts().error().message == "the ledger was moved away");
  CHECK(ledger.text().error().message == "the ledger was moved away");
  REQUIRE(later.spend(Rational{1, 2}));
  CHECK(*moved.remaining("visits") == Rational{1, 2});
  Budget free = Ledger::unaccounted();
  const Budget stillFree = std::move(free);
  CHECK(stillFree.spend(Rational(7)));
}

// It would spend a second time what the parent spends; and another thread may have held the lock at the fork.
TEST_CASE("a child of fork gets nothing out of a ledger, and is told so at once") {
  auto ledger = *Ledger::create({{"visits", Rational(1)}});
  const Budget budget = *ledger.budget("visits");
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    while (!stop)
      static_cast<void>(ledger.remaining("visits"));
  });
  const auto isTold = [](const auto &answer) {
    return !answer && answer.error().message == "the ledger belongs to the process that opened it";
  };
  bool isRefused = true;
  for (int i = 0; i < 50 && isRefused; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      const bool isEachTold = isTold(budget.spend(Rational(0))) && isTold(ledger.budget("visits")) &&
                              isTold(ledger.remaining("visits")) && isTold(ledger.accounts()) &&
                              isTold(ledger.text());
      _exit(isEachTold ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    isRefused = status == 0;
  }
  stop = true;
  busy.join();
  CHECK(isRefused);
}
