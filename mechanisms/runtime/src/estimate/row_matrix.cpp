// SPDX-License-Identifier: Apache-2.0

#include "row_matrix.h"

#include <bit>

namespace plumb::runtime::estimate {

/// Measured: for both products together the packed layout takes 1.25 times as
/// long for 8 bits as the sparse one for a bit that is set.
std::unique_ptr<RowMatrix> RowMatrix::of(const DistinctRows &rows) {
  constexpr std::size_t bitsPerLookup = 6;
  std::size_t set = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::uint64_t word : rows.row(row))
      set += static_cast<std::size_t>(std::popcount(word));
  const bool isSparse = set * bitsPerLookup <= rows.size() * rows.width();
  return isSparse ? sparse(rows) : packed(rows);
}

} // namespace plumb::runtime::estimate
