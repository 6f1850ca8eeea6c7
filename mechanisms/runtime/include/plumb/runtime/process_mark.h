// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Which process this is, where a process id does not tell: ids come back, and in a new pid namespace a
/// child has that of its parent.

#ifndef PLUMB_RUNTIME_PROCESS_MARK_H
#define PLUMB_RUNTIME_PROCESS_MARK_H

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

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_PROCESS_MARK_H
