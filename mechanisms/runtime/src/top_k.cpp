// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/top_k.h"

#include <algorithm>

namespace plumb::runtime {

namespace {

struct Candidate {
  Wide value;
  std::size_t index;
};

/// A total order: no two candidates share an index.
bool isLarger(const Candidate &left, const Candidate &right) {
  if (left.value != right.value)
    return left.value > right.value;
  return left.index < right.index;
}

/// Leaves the k largest, the least of them last.
void keepLargest(std::vector<Candidate> &candidates, std::size_t k) {
  const auto least = candidates.begin() + static_cast<std::ptrdiff_t>(k) - 1;
  std::nth_element(candidates.begin(), least, candidates.end(), isLarger);
  candidates.resize(k);
}

} // namespace

TopK top_k(std::size_t k, std::span<const Wide> values) {
  if (k > values.size())
    abortWith("top_k: more values asked for than there are");
  if (k == 0)
    return {};

  // Candidates pile up to 2k, then the k largest stay: k new ones pay for each
  // such round of O(k). What does not beat the k-th largest so far is no
  // candidate, and an equal value comes too late.
  std::vector<Candidate> candidates;
  const std::size_t capacity = std::min(2 * k, values.size());
  candidates.reserve(capacity);
  std::size_t index = 0;
  for (; index < capacity; ++index)
    candidates.push_back({values[index], index});
  keepLargest(candidates, k);
  for (Wide bar = candidates.back().value; index < values.size(); ++index) {
    if (values[index] <= bar) [[likely]]
      continue;
    candidates.push_back({values[index], index});
    if (candidates.size() == capacity) {
      keepLargest(candidates, k);
      bar = candidates.back().value;
    }
  }
  keepLargest(candidates, k);

  std::sort(candidates.begin(), candidates.end(), isLarger);
  TopK result;
  result.indices.reserve(k);
  result.values.reserve(k);
  for (const Candidate &candidate : candidates) {
    result.indices.push_back(candidate.index);
    result.values.push_back(candidate.value);
  }
  return result;
}

} // namespace plumb::runtime
