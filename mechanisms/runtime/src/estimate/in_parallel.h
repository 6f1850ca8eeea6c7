// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Parts of a task on several threads, for estimators over many symbols. The result does not depend on
/// how many.

#ifndef PLUMB_RUNTIME_ESTIMATE_IN_PARALLEL_H
#define PLUMB_RUNTIME_ESTIMATE_IN_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <pthread.h>
#include <vector>

namespace plumb::runtime::estimate {

/// Calls \p work with 0 .. parts-1, each once, on at most \p threads threads, on fewer where the system has
/// no more. \pre parts write to disjoint places; work does not throw.
template <class Work> void inParallel(unsigned threads, std::size_t parts, Work work) {
  std::atomic<std::size_t> next = 0;
  auto takeParts = [&] {
    for (std::size_t part = next++; part < parts; part = next++)
      work(part);
  };
  // Not std::thread, which throws if it cannot begin: the library may be built without exceptions.
  const auto begin = [](void *call) -> void * {
    (*static_cast<decltype(takeParts) *>(call))();
    return nullptr;
  };
  const std::size_t workers = std::min<std::size_t>(threads, parts);
  std::vector<pthread_t> others;
  others.reserve(workers);
  for (pthread_t other; others.size() + 1 < workers; others.push_back(other))
    if (pthread_create(&other, nullptr, begin, &takeParts) != 0)
      break;
  takeParts();
  for (const pthread_t other : others)
    pthread_join(other, nullptr);
}

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_IN_PARALLEL_H
