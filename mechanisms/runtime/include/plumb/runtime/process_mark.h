// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Which process this is, where a process id does not tell: ids come back, and in a new pid namespace a
/// child has that of its parent.

#ifndef PLUMB_RUNTIME_PROCESS_MARK_H
#define PLUMB_RUNTIME_PROCESS_MARK_H

#include <atomic>
#include <cstdint>

namespace plumb::runtime {

/// A random number, never 0, that stays the same as long as the process lives and differs in each child of
/// fork().
///
/// It lies in a page that the kernel wipes in a child. Where the kernel does not do that (before Linux 4.14,
/// or an imitation of it) a fork handler wipes it, and for children of the bare system call, which does not
/// run it, the process id goes into the number. May be called from all threads; aborts if memory or
/// randomness is refused.
std::uint64_t processMark();

/// For what a signal handler may interrupt and fork: is this still the process that made the watch? To look
/// is a few instructions, so it can be the last thing before what was made is used; by then `processMark`
/// would have been left for a while.
class ForkWatch {
public:
  /// Aborts as `processMark`.
  ForkWatch();
  /// Where the kernel does not wipe the page of the mark, children of the bare system call are not told
  /// apart.
  bool isSameProcess() const { return mark->load(std::memory_order_relaxed) == before; }

private:
  const std::atomic<std::uint64_t> *mark;
  std::uint64_t before;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_PROCESS_MARK_H
