// SPDX-License-Identifier: Apache-2.0
//
// A state that gets a new key; state_crashes.cpp does it under kill -9.

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/state_file.h"
#include "state_folder.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using test::StateFolder;

namespace {

using Key = std::vector<std::uint8_t>;
const Key old{1, 2, 3}, next{4, 5, 6}, other{7};

/// Opens and stores up to \p generation.
void storeUpTo(const StateFolder &folder, std::uint64_t generation, const Key &key = old) {
  auto file = StateFile::open(folder.file(), key).value();
  while (file.generation() < generation)
    REQUIRE(file.replace(file.generation() + 1, "content " + std::to_string(file.generation() + 1)));
}

struct Files {
  std::string state, record;
};

Files filesOf(const StateFolder &folder) {
  return {test::read(folder.file()), test::read(folder.record())};
}

void putBack(const StateFolder &folder, const Files &files) {
  test::write(folder.file(), files.state);
  test::write(folder.record(), files.record);
}

bool opens(const StateFolder &folder, const Key &key) {
  return StateFile::open(folder.file(), key).has_value();
}

} // namespace

TEST_CASE("a state under a new key is the one that it was, and the old key opens it no more") {
  for (std::uint64_t generation : {1U, 2U, 5U}) {
    const StateFolder folder;
    storeUpTo(folder, generation);
    for (bool isAgain : {false, true}) {
      INFO(isAgain);
      auto file = StateFile::openWithNewKey(folder.file(), old, next).value();
      CHECK(file.generation() == generation);
      CHECK(file.content() == "content " + std::to_string(generation));
    }
    CHECK_FALSE(opens(folder, old));
    storeUpTo(folder, generation + 2, next);
    CHECK_FALSE(StateFile::openWithNewKey(folder.file(), next, old).value().replace(generation, "older"));
    CHECK_FALSE(opens(folder, next));
    CHECK(opens(folder, old));
  }
}

TEST_CASE("where nothing was stored the record gets the new key") {
  const StateFolder folder;
  storeUpTo(folder, 0);
  CHECK(StateFile::openWithNewKey(folder.file(), old, next).value().generation() == 0);
  CHECK_FALSE(opens(folder, old));
  storeUpTo(folder, 2, next);
  const StateFolder empty;
  CHECK(StateFile::openWithNewKey(empty.file(), old, next).value().generation() == 0);
  CHECK(opens(empty, next));
}

TEST_CASE("a new key vouches for nothing that the old one does not open") {
  const StateFolder folder;
  storeUpTo(folder, 3);
  const Files third = filesOf(folder);
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), other, next));
  storeUpTo(folder, 4);
  const Files fourth = filesOf(folder);
  // An older state, without its record, with a record that was cut, or missing.
  test::write(folder.file(), third.state);
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next));
  putBack(folder, {fourth.state, fourth.record.substr(0, fourth.record.size() / 2 - 5)});
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next));
  putBack(folder, fourth);
  REQUIRE(std::filesystem::remove(folder.file()));
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next));
  putBack(folder, fourth);
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next, 5));
  CHECK(StateFile::openWithNewKey(folder.file(), old, next, 4));
}

TEST_CASE(
    "a state that is missing is missing under a new key too, though its line in the record was changed") {
  const StateFolder folder;
  storeUpTo(folder, 1);
  std::string record = filesOf(folder).record;
  record[record.size() / 2 + 30] ^= 1;
  test::write(folder.record(), record);
  REQUIRE(std::filesystem::remove(folder.file()));
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next));
}

TEST_CASE("one key twice is no new key, and opens nothing that it does not open once") {
  for (const Key &same : {old, Key{1, 2, 3, 0}}) { // A seal is one under both.
    const StateFolder folder;
    storeUpTo(folder, 4);
    const std::string fourth = filesOf(folder).state;
    storeUpTo(folder, 5);
    CHECK(StateFile::openWithNewKey(folder.file(), old, same));
    // The line of generation 5 is torn, and the state of generation 4 put back.
    std::string record = filesOf(folder).record;
    const std::size_t line = record.size() / 2;
    record[record.find("00000000000000000005") / line * line + line - 10] ^= 1;
    putBack(folder, {fourth, record});
    CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, same));
  }
}

TEST_CASE("files of before and after a new key are not mixed") {
  const StateFolder folder;
  storeUpTo(folder, 3);
  const Files before = filesOf(folder);
  REQUIRE(StateFile::openWithNewKey(folder.file(), old, next));
  const Files just = filesOf(folder);
  storeUpTo(folder, 6, next);
  const Files after = filesOf(folder);
  for (const Files &mixed : {Files{before.state, after.record}, Files{just.state, after.record},
                             Files{before.state, just.record}, Files{after.state, before.record}}) {
    putBack(folder, mixed);
    CHECK_FALSE(opens(folder, old));
    CHECK_FALSE(opens(folder, next));
  }
  // The work that a crash left is finished only with the state that was being put under the new key.
  for (const Files &mixed : {Files{before.state, after.record}, Files{just.state, after.record},
                             Files{before.state, just.record}}) {
    putBack(folder, mixed);
    CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next));
  }
  putBack(folder, {just.state, before.record});
  CHECK(StateFile::openWithNewKey(folder.file(), old, next).value().generation() == 3);
}

TEST_CASE("a key that comes back opens no state of its earlier time") {
  const StateFolder folder;
  storeUpTo(folder, 3);
  const std::string third = filesOf(folder).state;
  REQUIRE(StateFile::openWithNewKey(folder.file(), old, next));
  storeUpTo(folder, 4, next);
  // The line of generation 4 is torn, as by a change of keys that was interrupted.
  std::string record = filesOf(folder).record;
  const std::size_t line = record.size() / 2;
  record[record.find("00000000000000000004") / line * line + line - 10] ^= 1;
  putBack(folder, {third, record});
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), next, old));
}

TEST_CASE("a change of keys that was given up vouches for nothing later") {
  const StateFolder folder;
  storeUpTo(folder, 3);
  const Files third = filesOf(folder);
  REQUIRE(StateFile::openWithNewKey(folder.file(), old, next));
  const std::string underNext = filesOf(folder).state;
  putBack(folder, third); // As by a crash in front of the renaming, of which only P.new is left.
  storeUpTo(folder, 4);
  std::string record = filesOf(folder).record;
  const std::size_t line = record.size() / 2;
  record[record.find("00000000000000000004") / line * line + line - 10] ^= 1;
  putBack(folder, {underNext, record});
  CHECK_FALSE(StateFile::openWithNewKey(folder.file(), old, next));
}

TEST_CASE("a ledger goes on under a new key") {
  const StateFolder folder;
  const std::vector<Account> accounts{{"visits", Rational(2)}};
  REQUIRE(Ledger::open(StateFile::open(folder.file(), old).value(), accounts)->spend("visits", Rational(1)));
  auto ledger = Ledger::open(StateFile::openWithNewKey(folder.file(), old, next).value(), accounts).value();
  CHECK(*ledger.remaining("visits") == 1);
  CHECK(ledger.spend("visits", Rational(1)));
}
