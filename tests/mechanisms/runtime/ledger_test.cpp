// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"

#include <catch2/catch.hpp>
#include <type_traits>

using namespace plumb::runtime;

static_assert(!std::is_copy_constructible_v<Ledger> && std::is_move_constructible_v<Ledger>);

namespace {

Rational rational(const char *text) {
  return Rational::parse(text).value();
}

Ledger twoAccounts() {
  return Ledger::create({{"one-visit", 1}, {"location", rational("1/3")}}).value();
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
  CHECK(ledger.spend("location", 0).error().message == "cannot spend 0; an amount must be positive");
  CHECK_FALSE(ledger.spend("location", -1));
  CHECK(ledger.spend("elsewhere", 1).error().message == "the ledger has no account for `elsewhere`");
  CHECK_FALSE(ledger.remaining("elsewhere"));
  CHECK(ledger.remaining("location").value() == rational("1/3"));
}

TEST_CASE("an amount that could not be written down is refused") {
  Ledger ledger = Ledger::create({{"a", 1}}).value();
  const Rational tiny = rational(("1/1" + std::string(1100, '0')).c_str());
  CHECK(ledger.spend("a", tiny));
  CHECK_FALSE(ledger.spend("a", rational(("1/1" + std::string(1099, '0') + "1").c_str())));
  CHECK(Ledger::parse(ledger.text()));
}

TEST_CASE("a ledger is read back from its text, under its key") {
  Ledger ledger = twoAccounts();
  REQUIRE(ledger.spend("location", rational("1/7")));
  const std::string text = ledger.text(key);
  CHECK(text.starts_with("plumb ledger 1\naccount location 1/3 1/7\naccount one-visit 1 0\nseal "));
  Ledger read = Ledger::parse(text, key).value();
  CHECK(read.text(key) == text);
  CHECK(read.remaining("location").value() == rational("4/21"));
  CHECK_FALSE(Ledger::parse(text));
  CHECK(Ledger::parse(ledger.text()));
}

TEST_CASE("every change of a byte, every cut and every insertion is noticed") {
  const std::string text = twoAccounts().text(key);
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

TEST_CASE("accounts that make no sense are refused") {
  CHECK_FALSE(Ledger::create({}));
  CHECK_FALSE(Ledger::create({{"", 1}}));
  CHECK_FALSE(Ledger::create({{"two words", 1}}));
  CHECK_FALSE(Ledger::create({{"line\nbreak", 1}}));
  CHECK(Ledger::create({{"a", -1}}).error().message ==
        "`a` has spent 0 of -1; it must lie between 0 and the budget");
  CHECK(Ledger::create({{"a", 1}, {"a", 2}}).error().message == "`a` has two accounts");
}
