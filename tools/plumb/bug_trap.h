// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/bug_trap.h - When Plumb itself is wrong ------*- C++ -*-===//
///
/// \file
/// A failed assertion, a crash, an unexpected exception or an end by a library ends the process with
/// code 70 and without a verdict: nothing is on stdout yet when one can happen.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_BUG_TRAP_H
#define PLUMB_TOOLS_PLUMB_BUG_TRAP_H

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>

namespace plumb::tool {

/// For the whole process; call once, first.
void installBugTrap();

/// From here on the process may end: `main` has nothing left to do.
void expectEnd();

/// Tells stderr that this is a bug, or that memory is short where it is, and ends the process. Safe in a
/// signal handler.
[[noreturn]] void endWithBug(const char *what);

/// Gives the current thread a second stack, so that even an overflow of the first one is reported.
class ThreadBugTrap {
public:
  ThreadBugTrap();
  ~ThreadBugTrap();
  ThreadBugTrap(const ThreadBugTrap &) = delete;
  ThreadBugTrap &operator=(const ThreadBugTrap &) = delete;

private:
  static constexpr std::size_t stackSize = std::size_t{1} << 16;
  std::unique_ptr<std::array<char, stackSize>> stack;
  /// What the thread had: the sanitizers bring their own.
  stack_t before{};
};

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BUG_TRAP_H
