// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Whether a call aborts the process, tried out in a child.

#ifndef PLUMB_TESTS_RUNTIME_ABORTS_H
#define PLUMB_TESTS_RUNTIME_ABORTS_H

#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace plumb::runtime::test {

template <class Call> bool aborts(Call call) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL); // Catch2 installs its own handler
    if (std::freopen("/dev/null", "w", stderr) == nullptr)
      _exit(1);
    call();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_ABORTS_H
