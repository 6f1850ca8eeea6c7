// SPDX-License-Identifier: Apache-2.0
//
// A state file under kill -9 and under a file system that fails. This binary defines pwrite, fsync, renameat,
// unlinkat and openat itself, ahead of the C library's, and so has a main of its own.
//
// A writer counts: it stores generation g with content "g", and says g only then. Whatever happens, a
// later open finds what was said last, or one step more; an open that is refused counts as a failure too. So
// nothing that was said can be said again.
//
// kill -9 takes nothing from the disk that was not forced there; a loss of power does. So the calls that
// write, force, rename and remove are written down, and compared with the order that they have to have.

#include "plumb/runtime/state_file.h"
#include "state_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

enum class Fault { None, Refused, Short, Killed };

/// The fault that comes at the call number `at`, counted down.
struct Plan {
  Fault fault = Fault::None;
  int at = -1;
  int calls = 0;

  bool isNow() { return ++calls > at && at >= 0 && fault != Fault::None; }
} plan;

/// What writes, forces, renames and removes: "write P.new". What is called P in the tests is `stream`.
struct Calls {
  std::vector<std::string> made;
  /// The process is killed in front of this one.
  std::string last;

  void note(const std::string &call) {
    if (call == last)
      ::raise(SIGKILL);
    made.push_back(call);
  }
  void note(const char *what, int file) {
    char path[4096];
    const ssize_t length = readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path, sizeof path);
    const std::string name(path, length > 0 ? static_cast<std::size_t>(length) : 0);
    const std::size_t base = name.rfind("/stream");
    note(std::string(what) + (base == std::string::npos ? " folder" : " P" + name.substr(base + 7)));
  }
} calls;

/// What the call is to do: true if it fails with EIO.
bool fails() {
  if (!plan.isNow() || plan.fault == Fault::Short)
    return false;
  if (plan.fault == Fault::Killed)
    ::raise(SIGKILL);
  errno = EIO;
  return true;
}

} // namespace

extern "C" ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  calls.note("write", file);
  if (plan.isNow()) {
    // A part reaches the disk, and then the device is gone.
    if (plan.fault != Fault::Refused && length > 1)
      syscall(SYS_pwrite64, file, bytes, length / 2, offset);
    if (plan.fault == Fault::Killed)
      ::raise(SIGKILL);
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, file, bytes, length, offset);
}

extern "C" int fsync(int file) {
  calls.note("sync", file);
  return fails() ? -1 : static_cast<int>(syscall(SYS_fsync, file));
}

extern "C" int renameat(int from, const char *old, int to, const char *fresh) noexcept {
  calls.note("rename");
  return fails() ? -1 : static_cast<int>(syscall(SYS_renameat, from, old, to, fresh));
}

extern "C" int unlinkat(int folder, const char *name, int flags) noexcept {
  if (faccessat(folder, name, F_OK, 0) == 0)
    calls.note("remove");
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

const std::vector<std::uint8_t> key{1, 2, 3};

int failures = 0, runs = 0, deaths = 0;

void expect(bool good, const std::string &what) {
  ++runs;
  if (good)
    return;
  std::printf("FAILED %s\n", what.c_str());
  ++failures;
}

/// The last generation that the writer said; shared with it.
std::uint64_t *said = nullptr;

/// Opens the file and counts on, until something fails.
void countOn(const std::string &path, int steps) {
  auto file = StateFile::open(path, key);
  for (int i = 0; file && i < steps; ++i) {
    const std::uint64_t next = file->generation() + 1;
    if (!file->replace(next, std::to_string(next)))
      return;
    *said = next;
  }
}

/// The file holds what was said, or the step that was not said any more.
void checkState(const std::string &path, const std::string &when) {
  auto file = StateFile::open(path, key);
  expect(static_cast<bool>(file), when + ": " + (file ? "" : file.error().message));
  if (!file)
    return;
  expect(file->generation() == *said || file->generation() == *said + 1, when + ": generation");
  expect(file->generation() == 0 || file->content() == std::to_string(file->generation()),
         when + ": content");
  *said = file->generation();
}

/// Every system call of an open and two steps fails once in each way; the file is new at first, and then not.
void checkFaults(Fault fault, const char *name) {
  for (int at = 0; at < 60; ++at) {
    const test::StateFolder folder;
    for (const char *age : {"new", "old"}) {
      *said = age[0] == 'n' ? 0 : *said;
      const pid_t child = fork();
      if (child == 0) {
        plan = {fault, at, 0};
        countOn(folder.file(), 2);
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      deaths += WIFSIGNALED(status) ? 1 : 0;
      checkState(folder.file(), std::string(name) + " at call " + std::to_string(at) + ", " + age + " file");
      countOn(folder.file(), 1);
      checkState(folder.file(), std::string(name) + " at call " + std::to_string(at) + ", one step later");
    }
  }
}

/// Every system call of a change of keys fails once in each way: the same call, made again, finishes it.
void checkNewKey(Fault fault, const char *name) {
  const std::vector<std::uint8_t> next{4, 5};
  for (int stored : {0, 1, 4})
    for (int at = 0; at < 18; ++at) {
      const std::string when = std::string("new key, ") + name + " at call " + std::to_string(at) +
                               ", generation " + std::to_string(stored);
      const test::StateFolder folder;
      *said = 0;
      countOn(folder.file(), stored);
      const pid_t child = fork();
      if (child == 0) {
        plan = {fault, at, 0};
        static_cast<void>(StateFile::openWithNewKey(folder.file(), key, next).has_value());
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      deaths += WIFSIGNALED(status) ? 1 : 0;
      {
        const auto file = StateFile::openWithNewKey(folder.file(), key, next);
        expect(static_cast<bool>(file), when + ": " + (file ? "" : file.error().message));
        expect(file && file->generation() == *said &&
                   (stored == 0 || file->content() == std::to_string(stored)),
               when + ": content");
      }
      expect(!StateFile::open(folder.file(), key), when + ": old key");
      expect(static_cast<bool>(StateFile::open(folder.file(), next)), when + ": opens");
    }
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

void checkCalls(const char *what, const std::string &expected, const std::function<bool()> &act) {
  calls.made.clear();
  const bool isDone = act();
  const std::string made = joined(calls.made);
  expect(isDone && made == expected, std::string(what) + ": " + made);
}

/// \p act in a process that dies in front of the call \p last.
void killedAt(const char *last, const std::function<bool()> &act) {
  const pid_t child = fork();
  if (child == 0) {
    calls.last = last;
    _exit(act() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFSIGNALED(status), std::string("killed at: ") + last);
}

/// P is on the disk under its name before the record says so, also where it was found renamed.
void checkOrder() {
  const std::vector<std::uint8_t> next{4, 5};
  const std::string state = "write P.new, sync P.new, rename, sync folder",
                    record = "write P.generation, sync P.generation";
  const test::StateFolder folder;
  const auto open = [&] { return StateFile::open(folder.file(), key).has_value(); };
  const auto step = [&] {
    auto file = StateFile::open(folder.file(), key);
    return file && file->replace(file->generation() + 1, "content");
  };
  const auto change = [&] { return StateFile::openWithNewKey(folder.file(), key, next).has_value(); };
  checkCalls("a new file", record + ", sync folder", open);
  checkCalls("a step", state + ", " + record, step);
  checkCalls("nothing to do", "", open);
  killedAt("sync folder", step);
  checkCalls("behind a kill between renaming and forcing", "sync folder, " + record, open);
  killedAt("sync folder", change);
  checkCalls("a new key behind such a kill", "sync folder, " + record + ", " + record, change);
  const test::StateFolder other;
  const auto stepThere = [&] {
    return StateFile::open(other.file(), key).value().replace(1, "content").has_value();
  };
  expect(stepThere(), "a step");
  checkCalls("a new key", state + ", " + record + ", " + record,
             [&] { return StateFile::openWithNewKey(other.file(), key, next).has_value(); });
}

/// What a process leaves that dies while it tries whether it could store: no state, wherever it is put.
void checkTrial() {
  const test::StateFolder folder;
  killedAt("remove", [&] {
    auto file = StateFile::open(folder.file(), key);
    return file && file->tryToStore(1000);
  });
  expect(std::rename((folder.file() + ".new").c_str(), folder.file().c_str()) == 0, "a trial is left");
  const auto opened = StateFile::open(folder.file(), key);
  expect(!opened && opened.error().message ==
                        "`" + folder.file() + "` is no state file, or was changed after it was written",
         "a trial is no state");
}

/// Killed from outside at a time of its own.
void checkKills(int kills) {
  const test::StateFolder folder;
  *said = 0;
  for (int i = 0; i < kills; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      countOn(folder.file(), 1 << 30);
      _exit(0);
    }
    usleep(static_cast<useconds_t>(500 + i * 37 % 4000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    checkState(folder.file(), "kill " + std::to_string(i));
  }
}

} // namespace

int main(int argc, char **argv) {
  const int kills = argc > 1 ? std::atoi(argv[1]) : 50;
  said = static_cast<std::uint64_t *>(
      mmap(nullptr, sizeof *said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  checkOrder();
  checkTrial();
  checkFaults(Fault::Refused, "a refused call");
  checkFaults(Fault::Short, "a short write");
  checkNewKey(Fault::Refused, "a refused call");
  checkNewKey(Fault::Short, "a short write");
  expect(deaths == 0, "a fault is no crash");
  checkFaults(Fault::Killed, "kill -9");
  checkNewKey(Fault::Killed, "kill -9");
  expect(deaths >= 20, "calls of the library come here");
  checkKills(kills);
  std::printf("%d checks, %d failed\n", runs, failures);
  return failures == 0 ? 0 : 1;
}
