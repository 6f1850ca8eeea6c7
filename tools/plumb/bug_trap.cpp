// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bug_trap.h"

#include "tools/plumb/exit_code.h"
#include "tools/plumb/short_memory.h"
#include "tools/plumb/within_limits.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <unistd.h>

namespace plumb::tool {

namespace {

void write(const char *text) {
  ssize_t ignored = ::write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(ignored);
}

void onSignal(int number) {
  endWithBug(number == SIGABRT ? "a check of its own failed" : "it crashed");
}

std::atomic<bool> isEndExpected{false};

// Z3 ends the process where it finds itself in a state that it holds for impossible.
void onExit() {
  if (!isEndExpected)
    endWithBug("the solver ended the process");
}

} // namespace

void endWithBug(const char *what) {
  if (isTimeUp())
    endWithoutTime();
  if (isMemoryShort())
    endWithoutMemory();
  write("plumb: this is a bug in Plumb: ");
  write(what);
  write(". No verdict was reached; please report it with the program that was checked.\n");
  _exit(static_cast<int>(ExitCode::Bug));
}

void installBugTrap() {
  static ThreadBugTrap mainThread;
  struct sigaction action {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_ONSTACK;
  // The sanitizers tell more about a crash than we could.
#ifdef __SANITIZE_ADDRESS__
  constexpr int signals[] = {SIGABRT};
#else
  constexpr int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#endif
  for (int number : signals)
    sigaction(number, &action, nullptr);
  std::set_terminate([] { endWithBug("an exception that nobody expects"); });
  std::atexit(onExit);
}

void expectEnd() {
  isEndExpected = true;
}

ThreadBugTrap::ThreadBugTrap() : stack(std::make_unique<std::array<char, stackSize>>()) {
  stack_t second{};
  second.ss_sp = stack->data();
  second.ss_size = stack->size();
  sigaltstack(&second, &before);
}

ThreadBugTrap::~ThreadBugTrap() {
  sigaltstack(&before, nullptr);
}

} // namespace plumb::tool
