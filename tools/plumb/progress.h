// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/progress.h - How far a long call is ----------*- C++ -*-===//
///
/// \file
/// One line on a terminal while many proofs are under way. A pipe or a file never sees it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_PROGRESS_H
#define PLUMB_TOOLS_PLUMB_PROGRESS_H

#include <chrono>
#include <cstddef>
#include <mutex>

namespace plumb::tool {

/// On the standard error, if that is a terminal, from the second half second on; wiped away at the end.
class Progress {
public:
  explicit Progress(std::size_t count);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// One more is done; from any thread.
  void step();

private:
  const std::size_t count;
  const bool isSeen;
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::mutex mutex;
  std::size_t done = 0;
  bool isDrawn = false;
};

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_PROGRESS_H
