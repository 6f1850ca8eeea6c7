// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Rows of bits, equal ones stored once: what a collector keeps of the reports of a channel of bits.

#ifndef PLUMB_RUNTIME_ESTIMATE_DISTINCT_ROWS_H
#define PLUMB_RUNTIME_ESTIMATE_DISTINCT_ROWS_H

#include <cstdint>
#include <span>
#include <vector>

namespace plumb::runtime::estimate {

/// A multiset of rows of the same width, in the order in which they first came.
///
/// Memory: width / 8 bytes and 24 more for each distinct row. `add` takes
/// constant expected time for rows that were not made up to collide.
class DistinctRows {
public:
  explicit DistinctRows(std::size_t width);

  std::size_t width() const { return columns; }
  std::size_t size() const { return multiplicities.size(); }

  /// Row number \p row, packed: bit j is bit j % 64 of word j / 64. Valid until
  /// the next `add`. \pre row < size().
  std::span<const std::uint64_t> row(std::size_t row) const {
    return {words.data() + row * wordsPerRow, wordsPerRow};
  }
  std::uint64_t multiplicity(std::size_t row) const { return multiplicities[row]; }

  /// Adds \p row, whose bits beyond the width must be 0, \p times times.
  /// \pre as many words as a row has.
  void add(std::span<const std::uint64_t> row, std::uint64_t times);

private:
  std::size_t find(std::span<const std::uint64_t> row, std::uint64_t hash) const;
  void grow();

  std::size_t columns, wordsPerRow;
  std::vector<std::uint64_t> words, multiplicities, hashes;
  /// Open addressing, at most half full: a row's number plus 1, or 0.
  std::vector<std::uint64_t> slots;
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_DISTINCT_ROWS_H
