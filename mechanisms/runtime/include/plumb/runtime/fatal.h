// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The last resort of the runtime: a message on stderr, then abort().
///
/// Used for three things only: broken preconditions on public values, a failing
/// entropy source, and events that no computer will live to see. None of them
/// depends on private data, so an abort reveals nothing about it. It is called
/// from `if`, never from `assert`: emitted code is compiled with -DNDEBUG.

#ifndef PLUMB_RUNTIME_FATAL_H
#define PLUMB_RUNTIME_FATAL_H

namespace plumb::runtime {

/// Prints "plumb runtime: <reason>" and aborts.
///
/// \param reason a constant phrase without a final period; never private data.
[[noreturn]] void abortWith(const char *reason) noexcept;

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_FATAL_H
