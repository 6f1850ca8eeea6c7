// SPDX-License-Identifier: Apache-2.0

#include "aborts.h"
#include "plumb/runtime/only_copy.h"
#include "plumb/runtime/state_file.h"
#include "state_folder.h"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

using namespace plumb::runtime;
using test::read;
using test::StateFolder;
using test::write;

static_assert(!std::is_copy_constructible_v<StateFile> && !std::is_copy_constructible_v<OnlyCopy<int>>);

namespace {

void store(const std::string &path, std::uint64_t generation, const std::string &content) {
  REQUIRE(StateFile::open(path).value().replace(generation, content));
}

} // namespace

TEST_CASE("state is read back with its generation") {
  const StateFolder folder;
  {
    StateFile file = StateFile::open(folder.file()).value();
    CHECK(file.generation() == 0);
    CHECK(file.content().empty());
    CHECK(file.replace(1, "first").value() == 1);
    CHECK(file.replace(5, std::string("second\0\n", 8)).value() == 5);
  }
  const StateFile file = StateFile::open(folder.file()).value();
  CHECK(file.generation() == 5);
  CHECK(file.content() == std::string("second\0\n", 8));
}

TEST_CASE("a generation that is not newer is refused and changes nothing") {
  const StateFolder folder;
  StateFile file = StateFile::open(folder.file()).value();
  REQUIRE(file.replace(3, "third"));
  for (std::uint64_t generation : {0U, 2U, 3U})
    CHECK_FALSE(file.replace(generation, "other"));
  CHECK(file.content() == "third");
  CHECK(file.generation() == 3);
}

TEST_CASE("an older file that was put back is refused") {
  const StateFolder folder;
  store(folder.file(), 1, "budget 10");
  const std::string older = read(folder.file());
  store(folder.file(), 2, "budget 9");
  write(folder.file(), older);
  CHECK(StateFile::open(folder.file()).error().message ==
        "`" + folder.file() +
            "` is of generation 1, but generation 2 was stored: an older state would spend its budget again");
  std::filesystem::remove(folder.file());
  CHECK_FALSE(StateFile::open(folder.file()));
}

TEST_CASE("a caller who knows a later generation is believed") {
  const StateFolder folder;
  store(folder.file(), 1, "old");
  CHECK_FALSE(StateFile::open(folder.file(), {}, 2));
  CHECK(StateFile::open(folder.file(), {}, 1));
}

TEST_CASE("a crash between renaming and record is repaired") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  const std::string record = read(folder.record());
  store(folder.file(), 2, "second");
  write(folder.record(), record);
  CHECK(StateFile::open(folder.file()).value().content() == "second");
  CHECK(read(folder.record()) != record);
}

TEST_CASE("a crash before the renaming leaves the old state") {
  const StateFolder folder;
  store(folder.file(), 1, "first");
  write(folder.file() + ".new", "plumb state 1\nhalf wri");
  StateFile file = StateFile::open(folder.file()).value();
  CHECK(file.content() == "first");
  CHECK(file.replace(2, "second"));
}

TEST_CASE("every change of a byte and every cut is noticed") {
  const StateFolder folder;
  store(folder.file(), 7, "content");
  const std::string bytes = read(folder.file());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    write(folder.file(), changed);
    REQUIRE_FALSE(StateFile::open(folder.file()));
    write(folder.file(), bytes.substr(0, i));
    REQUIRE_FALSE(StateFile::open(folder.file()));
  }
  write(folder.file(), bytes);
  CHECK(StateFile::open(folder.file()));
  write(folder.record(), "something else");
  CHECK_FALSE(StateFile::open(folder.file()));
}

TEST_CASE("a state under a key needs the key") {
  const StateFolder folder;
  const std::vector<std::uint8_t> key{1, 2, 3};
  {
    StateFile file = StateFile::open(folder.file(), key).value();
    REQUIRE(file.replace(1, "secretly sealed"));
  }
  CHECK_FALSE(StateFile::open(folder.file()));
  CHECK(StateFile::open(folder.file(), key));
}

TEST_CASE("a state file has one user") {
  const StateFolder folder;
  StateFile file = StateFile::open(folder.file()).value();
  CHECK(StateFile::open(folder.file()).error().message ==
        "`" + folder.file() + "` is in use by another process or another part of this one");
  const pid_t child = fork();
  if (child == 0)
    _exit(!file.replace(1, "from the child") && !StateFile::open(folder.file()) ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  StateFile moved = std::move(file);
  CHECK(moved.replace(1, "moved"));
  CHECK_FALSE(file.replace(2, "from nowhere")); // NOLINT: what a moved-from file does
}

TEST_CASE("a file system that refuses gives an error and keeps the old state") {
  const StateFolder folder;
  CHECK_FALSE(StateFile::open(folder.file() + "/missing/stream"));
  store(folder.file(), 1, "first");
  // A limit on the size of files stands in for a full disk.
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &small);
    Expected<StateFile> file = StateFile::open(folder.file());
    _exit(file && !file->replace(2, std::string(100000, 'x')) && file->content() == "first" ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(StateFile::open(folder.file()).value().content() == "first");
}

TEST_CASE("a stream's state counts its changes and has one owner") {
  OnlyCopy<std::string> state("empty", 4);
  state.advance("one visit");
  CHECK(state.generation() == 5);
  OnlyCopy<std::string> moved = std::move(state);
  CHECK(moved.value() == "one visit");
  CHECK(moved.generation() == 5);
  CHECK(test::aborts([&] { static_cast<void>(state.value()); }));
  CHECK(test::aborts([&] { state.advance("again"); }));
  state = std::move(moved);
  CHECK(state.value() == "one visit");
  CHECK(test::aborts([&] { static_cast<void>(moved.generation()); }));
}
