// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Parts of a task on several threads, for estimators over many symbols. The result does not depend on
/// how many.

#ifndef PLUMB_RUNTIME_ESTIMATE_IN_PARALLEL_H
#define PLUMB_RUNTIME_ESTIMATE_IN_PARALLEL_H

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace plumb::runtime::estimate {

/// Calls \p work with 0 .. parts-1, each once, on at most \p threads threads.
/// \pre parts write to disjoint places; work does not throw.
template <class Work> void inParallel(unsigned threads, std::size_t parts, Work work) {
  const std::size_t workers = std::min<std::size_t>(threads, parts);
  const auto share = [&](std::size_t worker) {
    for (std::size_t part = worker; part < parts; part += workers)
      work(part);
  };
  std::vector<std::thread> others;
  for (std::size_t worker = 1; worker < workers; ++worker)
    others.emplace_back(share, worker);
  if (workers > 0)
    share(0);
  for (std::thread &other : others)
    other.join();
}

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_IN_PARALLEL_H
