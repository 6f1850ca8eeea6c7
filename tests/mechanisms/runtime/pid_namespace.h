// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Runs a scenario where process ids can be chosen: in a pid namespace of its own.

#ifndef PLUMB_TESTS_RUNTIME_PID_NAMESPACE_H
#define PLUMB_TESTS_RUNTIME_PID_NAMESPACE_H

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace plumb::runtime::test {

/// Memory that a process shares with its descendants; zero at first.
template <class Value> class Shared {
public:
  Shared()
      : value(static_cast<Value *>(
            mmap(nullptr, sizeof(Value), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  Shared(const Shared &) = delete;
  Shared &operator=(const Shared &) = delete;
  ~Shared() { munmap(value, sizeof(Value)); }
  Value *operator->() const { return value; }
  Value &operator*() const { return *value; }

private:
  Value *value;
};

/// Writes \p text to a file of the kernel.
inline bool tell(const char *path, const std::string &text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  const bool done = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return done;
}

/// From now on children of this process are in a new pid namespace, the first of them as pid 1. With a user
/// namespace where that is the only way. On refusal errno says why.
inline bool leavePidNamespace() {
  if (unshare(CLONE_NEWPID) == 0)
    return true;
  const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
  return unshare(CLONE_NEWUSER | CLONE_NEWPID) == 0 && tell("/proc/self/setgroups", "deny") &&
         tell("/proc/self/uid_map", user + " " + user + " 1") &&
         tell("/proc/self/gid_map", group + " " + group + " 1");
}

/// The exit code of a child that was waited for; -1 if it did not exit.
inline int codeOf(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// fork() of which the child gets the id \p wanted, in the namespace of this process; the id must be free.
/// -1 with errno where ids cannot be chosen.
inline pid_t forkAs(pid_t wanted) {
  if (!tell("/proc/sys/kernel/ns_last_pid", std::to_string(wanted - 1)))
    return -1;
  const pid_t child = fork();
  if (child > 0 && child != wanted) {
    waitpid(child, nullptr, 0);
    errno = EAGAIN;
    return -1;
  }
  if (child == 0 && getpid() != wanted)
    _exit(1);
  return child;
}

/// The exit code of a scenario that could not be tried.
constexpr int notAllowed = 77;

/// The exit code of \p scenario, which runs as pid 1 of a new namespace; `notAllowed`, with a printed reason,
/// where there can be none.
template <class Scenario> int asFirstProcess(Scenario scenario) {
  std::fflush(nullptr);
  const pid_t helper = fork();
  if (helper == 0) {
    if (!leavePidNamespace()) {
      std::fprintf(stderr, "skipped: no pid namespace (%s)\n", std::strerror(errno));
      _exit(notAllowed);
    }
    const pid_t first = fork();
    if (first == 0)
      _exit(scenario());
    _exit(codeOf(first));
  }
  return codeOf(helper);
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_PID_NAMESPACE_H
