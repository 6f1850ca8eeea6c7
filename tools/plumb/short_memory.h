// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/short_memory.h - When memory runs out --------*- C++ -*-===//
///
/// \file
/// Where the system gives no more memory, that is no bug: what was being done ends with std::bad_alloc, and
/// what cannot go on at all ends the process with a line of its own and code 1.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_SHORT_MEMORY_H
#define PLUMB_TOOLS_PLUMB_SHORT_MEMORY_H

namespace plumb::tool {

/// Numbers of any size throw std::bad_alloc as everything else does, and do not end the process. For the
/// whole process; call once, first.
void throwWhereMemoryEnds();

/// Whether memory was refused before or may have been (the address space came near its limit), or some 8 MiB
/// are refused now: what ends badly then is no bug. Safe in a signal handler.
bool isMemoryShort();

/// Tells stderr and ends the process. Safe in a signal handler.
[[noreturn]] void endWithoutMemory();

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_SHORT_MEMORY_H
