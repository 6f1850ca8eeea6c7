// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/top_k.h"

#include <algorithm>

namespace plumb::runtime {

TopKSelection::TopKSelection(std::size_t k, std::size_t n)
    : wanted(k), capacity(std::min(2 * k, n)), barIsSet(false) {
  if (k > n)
    abortWith("top_k: more values asked for than there are");
  candidates.reserve(capacity);
}

/// A total order: no two candidates share an index.
bool TopKSelection::isLarger(const Candidate &left, const Candidate &right) {
  if (left.value != right.value)
    return left.value > right.value;
  return left.index < right.index;
}

void TopKSelection::add(std::size_t index, Wide value) {
  if (wanted == 0)
    return;
  candidates.push_back({value, index});
  if (candidates.size() == capacity)
    keepLargest();
}

/// Leaves the k largest, the least of them last.
void TopKSelection::keepLargest() {
  if (candidates.size() < wanted)
    return;
  const auto least = candidates.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
  std::nth_element(candidates.begin(), least, candidates.end(), isLarger);
  candidates.resize(wanted);
  leastKept = candidates.back().value;
  barIsSet = true;
}

TopK TopKSelection::result() {
  if (wanted > 0)
    keepLargest();
  std::sort(candidates.begin(), candidates.end(), isLarger);
  TopK result;
  result.indices.reserve(candidates.size());
  result.values.reserve(candidates.size());
  for (const Candidate &candidate : candidates) {
    result.indices.push_back(candidate.index);
    result.values.push_back(candidate.value);
  }
  return result;
}

TopK topK(std::size_t k, std::span<const Wide> values) {
  TopKSelection selection(k, values.size());
  std::size_t index = 0;
  for (; index < values.size() && !selection.hasBar(); ++index)
    selection.offer(index, values[index]);
  if (!selection.hasBar())
    return selection.result();
  // The bar in a local: the selection is in memory, and this loop is all of the time.
  for (Wide bar = selection.bar(); index < values.size(); ++index) {
    if (values[index] <= bar) [[likely]]
      continue;
    selection.offer(index, values[index]);
    bar = selection.bar();
  }
  return selection.result();
}

} // namespace plumb::runtime
