// SPDX-License-Identifier: Apache-2.0
//
// Attempts to make a state file accept an older state, or show a new one, by whoever may change the files and
// does not know the key.

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/state_file.h"
#include "state_folder.h"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace plumb::runtime;
using test::read;
using test::StateFolder;
using test::write;

namespace {

const std::vector<std::uint8_t> key{7, 7, 7};

void store(const std::string &path, std::uint64_t generation, const std::string &content) {
  REQUIRE(StateFile::open(path, key).value().replace(generation, content));
}

/// Both files at one time.
struct Snapshot {
  std::string state, record;
};

Snapshot snapshot(const StateFolder &folder) {
  return {read(folder.file()), read(folder.record())};
}

void putBack(const StateFolder &folder, const Snapshot &files) {
  write(folder.file(), files.state);
  write(folder.record(), files.record);
}

std::string refusal(const StateFolder &folder) {
  const Expected<StateFile> file = StateFile::open(folder.file(), key);
  return file ? "accepted: " + std::string(file->content().text()) : file.error().message;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("an older state is refused when its record was deleted") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const std::string older = read(folder.file());
  store(folder.file(), 2, "budget 9");
  write(folder.file(), older);
  std::filesystem::remove(folder.record());
  CHECK(refusal(folder) == "`" + folder.record() + "` is missing, which tells whether `" + folder.file() +
                               "` is the newest state; an older one would spend its budget again");
  CHECK_FALSE(std::filesystem::exists(folder.record())); // asking again gives the same answer
  CHECK(contains(refusal(folder), "is missing"));
}

TEST_CASE("an older state is refused when its record was emptied") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const std::string older = read(folder.file());
  store(folder.file(), 2, "budget 9");
  write(folder.file(), older);
  write(folder.record(), "");
  CHECK(contains(refusal(folder), "is empty"));
}

TEST_CASE("an older state is refused however its record was cut or changed") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const std::string older = read(folder.file());
  store(folder.file(), 2, "budget 9");
  store(folder.file(), 3, "budget 8");
  const std::string newest = read(folder.file()), record = read(folder.record());
  for (std::size_t i = 0; i < record.size(); i += 3) {
    INFO(i);
    std::string changed = record;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    for (const std::string &damaged : {changed, record.substr(0, i), record.substr(i)}) {
      write(folder.record(), damaged);
      write(folder.file(), older);
      REQUIRE_FALSE(contains(refusal(folder), "accepted"));
    }
    write(folder.record(), record);
  }
  write(folder.file(), newest);
  CHECK(refusal(folder) == "accepted: budget 8");
}

TEST_CASE("an older state is refused when a line of its record was put over the other one") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  for (std::uint64_t generation : {2, 3, 4}) {
    const std::string older = read(folder.file());
    store(folder.file(), generation, "budget less");
    const Snapshot newest = snapshot(folder);
    const std::string first = newest.record.substr(0, newest.record.size() / 2);
    const std::string second = newest.record.substr(first.size());
    for (const std::string &edited : {first + first, second + second, second + first}) {
      putBack(folder, {older, edited});
      REQUIRE_FALSE(contains(refusal(folder), "accepted"));
    }
    putBack(folder, newest);
  }
}

TEST_CASE("an older state is refused at the last generation that there is") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const std::string older = read(folder.file());
  store(folder.file(), std::numeric_limits<std::uint64_t>::max(), "budget 9");
  const std::string record = read(folder.record());
  for (std::size_t i : {std::size_t{5}, record.size() / 2 + 5}) {
    std::string torn = record;
    torn[i] = '?';
    putBack(folder, {older, torn});
    CHECK_FALSE(contains(refusal(folder), "accepted"));
  }
}

TEST_CASE("a record under another key vouches for nothing") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const Snapshot ours = snapshot(folder);
  putBack(folder, {});
  std::filesystem::remove(folder.file());
  std::filesystem::remove(folder.record());
  REQUIRE(StateFile::open(folder.file()).value().replace(1, "another key"));
  write(folder.file(), ours.state);
  CHECK(refusal(folder) ==
        "`" + folder.record() + "` was changed by something else, or is under another key");
}

TEST_CASE("the record of another state under the same key vouches for nothing") {
  const StateFolder folder, other;
  store(folder.file(), 1, "budget 10");
  const std::string older = read(folder.file());
  store(folder.file(), 2, "budget 9");
  store(other.file(), 1, "something");
  write(folder.file(), older);
  write(folder.record(), read(other.record()));
  CHECK(refusal(folder) ==
        "`" + folder.file() + "` is another state than the one of `" + folder.record() + "`");
}

TEST_CASE("a state of an earlier life is refused after both files were removed") {
  const StateFolder folder;
  store(folder.file(), 5, "budget 10");
  const std::string old = read(folder.file());
  std::filesystem::remove(folder.file());
  std::filesystem::remove(folder.record());
  REQUIRE(StateFile::open(folder.file(), key));
  write(folder.file(), old);
  CHECK(contains(refusal(folder), "is another state than the one of"));
}

TEST_CASE("both files put back are noticed by a caller who knows a generation") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const Snapshot older = snapshot(folder);
  store(folder.file(), 2, "budget 9");
  putBack(folder, older);
  CHECK(refusal(folder) == "accepted: budget 10"); // what no file can tell
  CHECK_FALSE(StateFile::open(folder.file(), key, 2));
}

TEST_CASE("both files of another state under the same key look genuine") {
  const StateFolder folder, other;
  store(folder.file(), 1, "budget 0");
  store(other.file(), 1, "budget 10");
  putBack(folder, snapshot(other));
  CHECK(refusal(folder) == "accepted: budget 10"); // what no file can tell: a key for each state does
}

TEST_CASE("both files that were copied to another folder look genuine, and so do those of a budget") {
  const StateFolder folder, elsewhere;
  const std::vector<Account> accounts = {{"visits", Rational(5)}};
  const auto left = [&](const StateFolder &where) {
    return Ledger::open(StateFile::open(where.file(), key).value(), accounts)->remaining("visits")->text();
  };
  CHECK(left(folder) == "5");
  const Snapshot older = snapshot(folder);
  REQUIRE(Ledger::open(StateFile::open(folder.file(), key).value(), accounts)->spend("visits", Rational(2)));
  CHECK(left(folder) == "3");
  putBack(elsewhere, snapshot(folder));
  CHECK(left(elsewhere) == "3");
  putBack(folder, older);
  CHECK(left(folder) == "5"); // what no file can tell
}

TEST_CASE("a file of somebody else is not written over by a new record") {
  const StateFolder folder;
  for (const std::string &bytes :
       {std::string("notes\n"), std::string("plumb generation 2 line 3"), std::string(281, '\0') + "!"}) {
    write(folder.record(), bytes);
    CHECK(contains(refusal(folder), "was changed by something else"));
    CHECK(read(folder.record()) == bytes);
  }
}

TEST_CASE("a state is not called like a file beside another state") {
  const StateFolder folder;
  for (const char *suffix : {".new", ".generation"})
    CHECK(StateFile::open(folder.file() + suffix, key).error().message ==
          "`" + folder.file() + suffix +
              "` would be a file beside another state; let its name not end in `.new` or `.generation`");
}

TEST_CASE("a first write of the record that was torn is repaired") {
  const StateFolder folder;
  REQUIRE(StateFile::open(folder.file(), key));
  const std::string first = read(folder.record());
  REQUIRE(first.size() > 200);
  for (std::size_t length = 0; length < first.size(); length += 5)
    for (const std::string &torn :
         {first.substr(0, length), first.substr(0, length) + std::string(first.size() - length, '\0')}) {
      write(folder.record(), torn);
      REQUIRE(refusal(folder) == "accepted: ");
      CHECK(read(folder.record()).size() == first.size());
    }
  store(folder.file(), 1, "state");
  CHECK(refusal(folder) == "accepted: state");
}

TEST_CASE("a later write of the record that was torn is repaired, and lets no older state in") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  store(folder.file(), 2, "second");
  const Snapshot before = snapshot(folder);
  store(folder.file(), 3, "third");
  const Snapshot behind = snapshot(folder);
  for (std::size_t length = 1; length < before.record.size(); length += 5) {
    INFO(length);
    const std::string torn = behind.record.substr(0, length) + before.record.substr(length);
    putBack(folder, {behind.state, torn});
    REQUIRE(refusal(folder) == "accepted: third");
    CHECK(contains(read(folder.record()), "00000000000000000003"));
    if (torn == before.record) // not torn: it was not begun
      continue;
    putBack(folder, {before.state, torn});
    REQUIRE(contains(refusal(folder), "is of generation 2, but generation 3 was stored"));
  }
}

TEST_CASE("a record that was exchanged while it was locked stops both users") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  StateFile file = StateFile::open(folder.file(), key).value();
  const std::string bytes = read(folder.record());
  std::filesystem::remove(folder.record());
  CHECK(contains(refusal(folder), "is missing"));
  CHECK(file.replace(2, "second").error().message ==
        "`" + folder.record() + "` is not the file any more that was locked");
  write(folder.record(), bytes); // another file: its lock is free
  CHECK(refusal(folder) == "accepted: first");
  CHECK_FALSE(file.replace(2, "second"));
  CHECK(file.content() == "first");
}

TEST_CASE("a state that somebody stored meanwhile is not written over") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  const Snapshot first = snapshot(folder);
  store(folder.file(), 2, "second");
  const Snapshot second = snapshot(folder);
  putBack(folder, first);
  StateFile file = StateFile::open(folder.file(), key).value();
  putBack(folder, second); // as by a process that the lock did not stop
  CHECK(file.replace(2, "another second").error().message ==
        "`" + folder.file() + "` is not up to date: generation 2 was stored meanwhile; open it again");
  CHECK(read(folder.file()) == second.state);
}

TEST_CASE("a state of the earlier format asks for a new one") {
  const StateFolder folder;
  write(folder.file(), "plumb state 1\n" + sealOf("generation 1\nold", key) + "\ngeneration 1\nold");
  write(folder.file() + ".lock", "generation 00000000000000000001\n");
  CHECK(refusal(folder) == "`" + folder.file() +
                               "` was written by an earlier version, with its generation in `" +
                               folder.file() +
                               ".lock`, which anybody could change: whether it is the newest state cannot be "
                               "told. Move both away and begin anew");
}

namespace {

/// What is behind \p name once a state was stored where \p prepare has put something.
void checkThatNobodyReads(const std::function<void(const std::string &)> &prepare) {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  const std::string other = folder.name() + "/other";
  write(other, "of somebody else");
  prepare(folder.name());
  const int reader = open((folder.file() + ".new").c_str(), O_RDONLY | O_NONBLOCK); // who was there first
  StateFile file = StateFile::open(folder.file(), key).value();
  REQUIRE(file.replace(2, "secret"));
  CHECK(contains(read(folder.file()), "secret"));
  char bytes[1000];
  const ssize_t got = reader < 0 ? 0 : ::read(reader, bytes, sizeof bytes);
  CHECK_FALSE(contains(std::string(bytes, static_cast<std::size_t>(got)), "secret"));
  close(reader);
  CHECK(read(other) == "of somebody else");
  struct stat status {};
  REQUIRE(lstat(folder.file().c_str(), &status) == 0);
  CHECK(S_ISREG(status.st_mode));
  CHECK((status.st_mode & 07777) == 0600);
  CHECK_FALSE(std::filesystem::exists(folder.file() + ".new"));
}

} // namespace

TEST_CASE("a file that lies where the new state is written does not become the state") {
  checkThatNobodyReads([](const std::string &folder) {
    write(folder + "/stream.new", "open to everybody");
    REQUIRE(chmod((folder + "/stream.new").c_str(), 0644) == 0);
  });
  checkThatNobodyReads(
      [](const std::string &folder) { std::filesystem::create_symlink("other", folder + "/stream.new"); });
  checkThatNobodyReads([](const std::string &folder) {
    std::filesystem::create_hard_link(folder + "/other", folder + "/stream.new");
  });
  checkThatNobodyReads(
      [](const std::string &folder) { REQUIRE(mkfifo((folder + "/stream.new").c_str(), 0644) == 0); });
}

TEST_CASE("a folder that lies where the new state is written is an error, and the old state stays") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  std::filesystem::create_directory(folder.file() + ".new");
  StateFile file = StateFile::open(folder.file(), key).value();
  CHECK(contains(file.replace(2, "second").error().message, "cannot be removed"));
  CHECK(file.content() == "first");
}

TEST_CASE("a relative path does not follow chdir") {
  const StateFolder folder, elsewhere;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.name());
  StateFile file = StateFile::open("stream", key).value();
  std::filesystem::current_path(elsewhere.name());
  const bool isStored = static_cast<bool>(file.replace(1, "first"));
  const bool isElsewhere = std::filesystem::exists("stream");
  std::filesystem::current_path(before);
  CHECK(isStored);
  CHECK_FALSE(isElsewhere);
  CHECK(contains(read(folder.file()), "first"));
}

TEST_CASE("a path that names no file is refused") {
  for (const char *path : {"", "/", "/tmp/", ".", "..", "/tmp/.."})
    CHECK(contains(StateFile::open(path, key).error().message, "names no file"));
}

TEST_CASE("a record with something behind its two lines was changed") {
  for (std::uint64_t generation : {0U, 1U, 2U}) {
    const StateFolder folder;
    StateFile::open(folder.file(), key).value();
    if (generation != 0)
      for (std::uint64_t each = 1; each <= generation; ++each)
        store(folder.file(), each, "content");
    const std::string record = read(folder.record());
    write(folder.record(), record + "\n");
    CHECK(refusal(folder) ==
          "`" + folder.record() + "` was changed by something else, or is under another key");
    CHECK_FALSE(StateFile::openWithNewKey(folder.file(), key, std::vector<std::uint8_t>{8}));
    write(folder.record(), record);
    CHECK(StateFile::open(folder.file(), key)->generation() == generation);
  }
}

TEST_CASE("an older record alone changes nothing: the state behind it is the newest, and is recorded again") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  const Snapshot first = snapshot(folder);
  store(folder.file(), 2, "second");
  store(folder.file(), 3, "third");
  write(folder.record(), first.record);
  CHECK(StateFile::open(folder.file(), key)->content() == "third");
  write(folder.file(), first.state);
  CHECK(contains(refusal(folder), "is of generation 1, but generation 3 was stored"));
}

TEST_CASE("a state that was not stored is none of the generation that was stored in its place") {
  const StateFolder folder;
  for (std::uint64_t generation : {1U, 2U, 3U}) {
    const Snapshot before = snapshot(folder);
    store(folder.file(), generation, "spent 1");
    const std::string tried = read(folder.file());
    // As by a renaming that failed, of which only P.new is left.
    putBack(folder, before);
    if (generation == 1)
      std::filesystem::remove(folder.file());
    store(folder.file(), generation, "spent 2");
    const std::string stored = read(folder.file());
    write(folder.file(), tried);
    if (generation > 1)
      CHECK(refusal(folder) == "`" + folder.file() + "` is not the state of generation " +
                                   std::to_string(generation) +
                                   " that was stored: another one was tried before it, and would spend its "
                                   "budget again");
    CHECK_FALSE(contains(refusal(folder), "accepted"));
    write(folder.file(), stored);
    CHECK(refusal(folder) == "accepted: spent 2");
  }
}

TEST_CASE("a state that cannot take its place leaves nothing beside it") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  StateFile file = StateFile::open(folder.file(), key).value();
  const std::string first = read(folder.file());
  std::filesystem::remove(folder.file());
  std::filesystem::create_directory(folder.file());
  CHECK(contains(file.replace(2, "second").error().message, "cannot be replaced"));
  CHECK_FALSE(std::filesystem::exists(folder.file() + ".new"));
  std::filesystem::remove(folder.file());
  write(folder.file(), first);
  CHECK(file.replace(2, "another second"));
}

TEST_CASE("a record of the earlier format asks for a new one") {
  const StateFolder folder;
  write(folder.file(), "state");
  write(folder.record(), "plumb generation 1 line 1 00000000000000000001 of 0");
  CHECK(refusal(folder) == "`" + folder.record() +
                               "` was written by an earlier version, and does not tell states of one "
                               "generation apart; move it and `" +
                               folder.file() + "` away and begin anew");
}

TEST_CASE("a generation that was passed over is none to go back to") {
  const StateFolder folder;
  const auto store = [&](std::uint64_t generation) {
    return StateFile::open(folder.file()).value().replace(generation, "content").has_value();
  };
  REQUIRE(store(3));
  const std::string state = test::read(folder.file()), record = test::read(folder.record());
  REQUIRE(store(4));
  const std::string fourth = test::read(folder.file());
  test::write(folder.file(), state); // As by a crash in front of the renaming, of which only P.new is left.
  test::write(folder.record(), record);
  REQUIRE(store(5));
  std::string torn = test::read(folder.record());
  const std::size_t line = torn.size() / 2;
  torn[torn.find("00000000000000000005") / line * line + line - 10] ^= 1;
  test::write(folder.record(), torn);
  test::write(folder.file(), fourth);
  CHECK_FALSE(StateFile::open(folder.file()));
}
