// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Random bytes of the system, getrandom(2): what fills the pool of `OsBits`, or the place of its bytes, and
/// what the mark of a process is made of.

#ifndef PLUMB_RUNTIME_SYSTEM_BYTES_H
#define PLUMB_RUNTIME_SYSTEM_BYTES_H

#include <cstddef>

namespace plumb::runtime {

/// Aborts if the system refuses. A signal handler may call it.
void fillFromSystem(unsigned char *bytes, std::size_t count);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SYSTEM_BYTES_H
