// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/distinct_rows.h"

#include <algorithm>

namespace plumb::runtime::estimate {

namespace {

/// The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), chained.
std::uint64_t hashOf(std::span<const std::uint64_t> row) {
  std::uint64_t z = row.size();
  for (std::uint64_t word : row) {
    z = (z ^ word) + 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    z ^= z >> 31;
  }
  return z;
}

} // namespace

DistinctRows::DistinctRows(std::size_t width) : columns(width), wordsPerRow((width + 63) / 64), slots(64) {}

void DistinctRows::add(std::span<const std::uint64_t> row, std::uint64_t times) {
  const std::uint64_t hash = hashOf(row);
  std::size_t slot = find(row, hash);
  if (slots[slot] != 0) {
    multiplicities[slots[slot] - 1] += times;
    return;
  }
  words.insert(words.end(), row.begin(), row.end());
  multiplicities.push_back(times);
  hashes.push_back(hash);
  slots[slot] = size();
  if (2 * size() > slots.size())
    grow();
}

/// The slot of \p row, or the free one where it belongs.
std::size_t DistinctRows::find(std::span<const std::uint64_t> row, std::uint64_t hash) const {
  const std::size_t mask = slots.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots[slot] == 0)
      return slot;
    const std::size_t candidate = slots[slot] - 1;
    if (hashes[candidate] == hash && std::ranges::equal(this->row(candidate), row))
      return slot;
  }
}

void DistinctRows::grow() {
  slots.assign(2 * slots.size(), 0);
  const std::size_t mask = slots.size() - 1;
  for (std::size_t row = 0; row < size(); ++row) {
    std::size_t slot = hashes[row] & mask;
    while (slots[slot] != 0)
      slot = (slot + 1) & mask;
    slots[slot] = row + 1;
  }
}

} // namespace plumb::runtime::estimate
