// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Memory that a child of fork() finds zeroed, by whatever call it was made: the kernel wipes it
/// (MADV_WIPEONFORK, Linux 4.14), and looks at no process id, which may come back.

#ifndef PLUMB_RUNTIME_WIPED_PAGES_H
#define PLUMB_RUNTIME_WIPED_PAGES_H

#include <cstddef>

namespace plumb::runtime {

/// Pages of its own, zeroed, and left out of core dumps.
struct WipedPages {
  void *start;
  /// The kernel wipes them in a child. If not, it copies them.
  bool areWiped;

  /// Aborts if memory is refused. The pages are unmapped by whoever asked for them.
  static WipedPages map(std::size_t size);
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_WIPED_PAGES_H
