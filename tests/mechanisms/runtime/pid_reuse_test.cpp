// SPDX-License-Identifier: Apache-2.0
//
// Noise and state where a process id comes back: in a pid namespace, with ns_last_pid. Whoever knows a
// process by its id takes one of these for another. A test that the machine does not allow says so and
// passes.

#include "pid_namespace.h"
#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/state_file.h"
#include "state_folder.h"

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <set>
#include <thread>

using namespace plumb::runtime;

namespace {

using test::notAllowed;

/// More than a pool holds: what a parent has pooled before a fork, its child has lost.
using Draws = std::array<std::uint64_t, 5000>;

/// Two processes that must not draw the same.
struct Pair {
  Draws first, second;
};

void draw(Draws &draws) {
  OsBits bits;
  for (std::uint64_t &word : draws)
    word = bits.next_u64();
}

void drawOnNewThread(Draws &draws) {
  std::thread([&draws] { draw(draws); }).join();
}

void warmUp() {
  static_cast<void>(OsBits().next_u64());
}

/// No word twice in both together.
bool allDiffer(const Pair &pair) {
  std::set<std::uint64_t> distinct(pair.first.begin(), pair.first.end());
  distinct.insert(pair.second.begin(), pair.second.end());
  return distinct.size() == 2 * pair.first.size();
}

int cannotChoose() {
  std::fprintf(stderr, "skipped: process ids cannot be chosen (%s)\n", std::strerror(errno));
  return notAllowed;
}

/// Runs \p work in a child that has the id \p id; 0 if that worked.
template <class Work> int workAs(pid_t id, Work work) {
  const pid_t child = test::forkAs(id);
  if (child < 0)
    return cannotChoose();
  if (child == 0) {
    work();
    _exit(0);
  }
  return test::codeOf(child);
}

/// \p prepare runs in a process that forks and ends after \p lastWork; once its id is free, \p orphan runs in
/// the child with that id. The code of \p orphan.
template <class Prepare, class Work, class Orphan>
int orphaned(Prepare prepare, Work lastWork, Orphan orphan) {
  const pid_t parent = fork();
  if (parent == 0) {
    prepare();
    const pid_t id = getpid();
    if (fork() == 0) {
      while (kill(id, 0) == 0)
        usleep(1000);
      _exit(orphan(id));
    }
    lastWork();
    _exit(0);
  }
  if (test::codeOf(parent) != 0)
    return 1;
  int status = 0;
  wait(&status); // pid 1 has inherited the orphan
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void nothing() {}

void checkThatAllDiffer(int code, const Pair &pair) {
  if (code == notAllowed)
    return;
  REQUIRE(code == 0);
  CHECK(allDiffer(pair));
}

} // namespace

TEST_CASE("workers of a daemon that get the id of the first process draw different noise") {
  for (auto drawing : {draw, drawOnNewThread}) {
    test::Shared<Pair> drawn;
    const int code = test::asFirstProcess([&] {
      return orphaned(warmUp, nothing, [&](pid_t id) {
        const int first = workAs(id, [&] { drawing(drawn->first); });
        return first != 0 ? first : workAs(id, [&] { drawing(drawn->second); });
      });
    });
    checkThatAllDiffer(code, *drawn);
  }
}

TEST_CASE("workers that get each other's id draw different noise") {
  test::Shared<Pair> drawn;
  const int code = test::asFirstProcess([&] {
    warmUp();
    constexpr pid_t id = 5000;
    const int first = workAs(id, [&] { draw(drawn->first); });
    return first != 0 ? first : workAs(id, [&] { draw(drawn->second); });
  });
  checkThatAllDiffer(code, *drawn);
}

TEST_CASE("a descendant that gets the id of an ancestor draws different noise") {
  test::Shared<Pair> drawn;
  const int code = test::asFirstProcess([&] {
    return orphaned(
        warmUp, [&] { draw(drawn->first); },
        [&](pid_t id) { return workAs(id, [&] { draw(drawn->second); }); });
  });
  checkThatAllDiffer(code, *drawn);
}

TEST_CASE("pid 1 and its child that is pid 1 too draw different noise") {
  test::Shared<Pair> drawn;
  const int code = test::asFirstProcess([&] {
    warmUp();
    if (!test::leavePidNamespace())
      return cannotChoose();
    const pid_t child = fork();
    if (child == 0) {
      draw(drawn->second);
      _exit(getpid() == 1 ? 0 : 1);
    }
    draw(drawn->first);
    return getpid() == 1 ? test::codeOf(child) : 1;
  });
  checkThatAllDiffer(code, *drawn);
}

TEST_CASE("a state file that pid 1 opened is not for its child that is pid 1 too") {
  const test::StateFolder folder;
  const int code = test::asFirstProcess([&] {
    Expected<StateFile> file = StateFile::open(folder.file());
    if (!file || !file->replace(1, "first"))
      return 1;
    if (!test::leavePidNamespace())
      return cannotChoose();
    const pid_t child = fork();
    if (child == 0)
      _exit(getpid() == 1 && !file->replace(2, "from the child") ? 0 : 1);
    return test::codeOf(child) == 0 && file->replace(2, "from the parent") ? 0 : 1;
  });
  if (code == notAllowed)
    return;
  REQUIRE(code == 0);
  CHECK(StateFile::open(folder.file()).value().content() == "from the parent");
}

TEST_CASE("a state file is not for a descendant with the id of the process that opened it") {
  const test::StateFolder folder;
  const int code = test::asFirstProcess([&] {
    std::optional<StateFile> file;
    return orphaned(
        [&] {
          file = StateFile::open(folder.file()).value();
          if (!file->replace(1, "first"))
            _exit(1);
        },
        nothing,
        [&](pid_t id) {
          return workAs(id, [&] {
            if (file->replace(2, "from the descendant"))
              _exit(1);
          });
        });
  });
  if (code == notAllowed)
    return;
  REQUIRE(code == 0);
  CHECK(StateFile::open(folder.file()).value().content() == "first");
}
