// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/parallel.h - Independent tasks ---------------*- C++ -*-===//
///
/// \file
/// Independent tasks on several threads. What they write is put in order by their caller, so that output
/// does not depend on --jobs.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_PARALLEL_H
#define PLUMB_TOOLS_PLUMB_PARALLEL_H

#include <cstddef>
#include <functional>

namespace plumb::tool {

/// Calls \p task(0) ... \p task(count - 1), up to \p jobs at the same time. Waits for all of them; of the
/// exceptions thrown, the one of the smallest number goes on.
void forEachInParallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)> &task);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_PARALLEL_H
