// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Distinct rows of bits as a 0/1 matrix, laid out for products.

#ifndef PLUMB_RUNTIME_ESTIMATE_ROW_MATRIX_H
#define PLUMB_RUNTIME_ESTIMATE_ROW_MATRIX_H

#include "plumb/runtime/estimate/distinct_rows.h"

#include <memory>
#include <span>

namespace plumb::runtime::estimate {

/// A 0/1 matrix M with one row for each distinct row. Every entry of a product
/// is summed in an order that depends on M alone, so that results do not depend
/// on the number of threads.
class RowMatrix {
public:
  virtual ~RowMatrix() = default;

  /// M v: for each row the sum of \p v over its set bits.
  virtual void sumsOverRows(std::span<const double> v, std::span<double> sums, unsigned threads) const = 0;

  /// M^T w: for each column the sum of \p w over the rows that set it.
  virtual void sumsOverColumns(std::span<const double> w, std::span<double> sums, unsigned threads) const = 0;

  /// Chooses the layout that is faster for the share of bits that are set.
  static std::unique_ptr<RowMatrix> of(const DistinctRows &rows);

  /// Positions of the set bits: 16 bits of memory and one addition for each.
  static std::unique_ptr<RowMatrix> sparse(const DistinctRows &rows);

  /// Packed bits: one addition for each 8 of them, set or not, with tables of
  /// the 256 sums that 8 entries have.
  static std::unique_ptr<RowMatrix> packed(const DistinctRows &rows);
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_ROW_MATRIX_H
