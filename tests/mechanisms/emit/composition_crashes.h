// SPDX-License-Identifier: Apache-2.0
//
// What kills emitted compositions, and what has to be true of them then. Whoever includes it defines pwrite,
// fsync, renameat, unlinkat and openat by that, ahead of the C library's; so it is for one source of a
// program.
//
// A child runs a composition and is killed, or refused a call, at each of its calls in turn. Another child
// goes on and is killed too, and a third one brings the run to its end. Whatever happened: no part draws
// noise more often than it is written, none is seen that was not paid for, a part that was paid for is over
// or lost, and the ledger, which held just what was proved, has paid for each part once.

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_COMPOSITION_CRASHES_H
#define PLUMB_TESTS_MECHANISMS_EMIT_COMPOSITION_CRASHES_H

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/os_bits.h"

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

template <class Case> Rational total() {
  Rational all;
  for (std::size_t part = 0; part < Case::times.size(); ++part)
    all += Rational(Case::priceIn56ths[part] * Case::times[part], Wide{56});
  return all;
}

template <class Output> Expected<void> ended(const Expected<Output> &output) {
  return output ? Expected<void>() : Expected<void>(output.error());
}

void beginWatching() {
  seen = static_cast<Seen *>(
      mmap(nullptr, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

/// Runs what is left, until something fails. \p Case says what comes before the first part, if anything does.
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
  if constexpr (requires { Case::begin(*composition); })
    if (!Case::begin(*composition))
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

} // namespace

#endif // PLUMB_TESTS_MECHANISMS_EMIT_COMPOSITION_CRASHES_H
