// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/constant_work_top_k.h"

#include "plumb/runtime/constant_work_choice.h"
#include "plumb/runtime/fatal.h"

#include <bit>
#include <cstdint>

namespace plumb::runtime {

namespace {

struct Candidate {
  Wide value;
  std::uint64_t index;
};

/// Swaps where \p mask is all ones.
template <class Number> void swapUnder(Number mask, Number &left, Number &right) {
  const Number difference = (left ^ right) & mask;
  left ^= difference;
  right ^= difference;
}

/// Puts the larger one first; of equal values the one with the smaller index.
void order(Candidate &first, Candidate &second) {
  const auto isLess = static_cast<unsigned>(first.value < second.value);
  const auto isEqual = static_cast<unsigned>(first.value == second.value);
  const auto isLater = static_cast<unsigned>(first.index > second.index);
  const std::uint64_t mask = maskOf((isLess | (isEqual & isLater)) != 0);
  swapUnder(static_cast<Wide>(static_cast<std::int64_t>(mask)), first.value, second.value);
  swapUnder(mask, first.index, second.index);
}

void sort(std::vector<Candidate> &candidates) {
  const std::size_t n = candidates.size();
  if (n < 2)
    return;
  const std::size_t half = std::bit_ceil(n) / 2;
  for (std::size_t p = half; p > 0; p /= 2) {
    std::size_t q = half, r = 0;
    for (std::size_t d = p;; d = q - p, q /= 2, r = p) {
      for (std::size_t i = 0; i + d < n; ++i)
        if ((i & p) == r)
          order(candidates[i], candidates[i + d]);
      if (q == p)
        break;
    }
  }
}

} // namespace

TopK constantWorkTopK(std::size_t k, std::span<const Wide> values) {
  if (k > values.size())
    abortWith("top_k: more values asked for than there are");
  std::vector<Candidate> candidates;
  candidates.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    candidates.push_back({values[i], i});
  sort(candidates);
  TopK result;
  result.indices.reserve(k);
  result.values.reserve(k);
  for (std::size_t i = 0; i < k; ++i) {
    result.indices.push_back(static_cast<std::size_t>(candidates[i].index));
    result.values.push_back(candidates[i].value);
  }
  return result;
}

} // namespace plumb::runtime
