// SPDX-License-Identifier: Apache-2.0
//
// The columns are cut into panels of at most 4096, whose vector of doubles stays
// in a first-level cache. A panel holds its part of all rows, one after the
// other, as 16-bit positions. M v goes over blocks of rows, M^T w over panels:
// no two parts write to the same place.

#include "in_parallel.h"
#include "row_matrix.h"
#include "set_bits.h"

#include <algorithm>
#include <vector>

namespace plumb::runtime::estimate {

namespace {

constexpr std::size_t widestPanel = 4096, rowsPerBlock = 2048;

struct Panel {
  std::size_t firstColumn = 0, columns = 0;
  std::vector<std::uint16_t> positions;
  /// Row i of the panel is positions[starts[i]] .. positions[starts[i + 1] - 1].
  std::vector<std::size_t> starts;
};

/// At least two panels, for two threads.
std::size_t panelWidth(std::size_t columns) {
  return std::clamp<std::size_t>((columns + 1) / 2, 1, widestPanel);
}

/// Four sums at a time: an addition takes longer than a load. (As an array they
/// are vectorized, which takes 2.7 times as long.)
double sumAt(const std::uint16_t *begin, const std::uint16_t *end, const double *v) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (; end - begin >= 4; begin += 4) {
    s0 += v[begin[0]];
    s1 += v[begin[1]];
    s2 += v[begin[2]];
    s3 += v[begin[3]];
  }
  for (; begin != end; ++begin)
    s0 += v[*begin];
  return (s0 + s1) + (s2 + s3);
}

class SparseRows : public RowMatrix {
public:
  explicit SparseRows(const DistinctRows &rows) : rowCount(rows.size()) {
    const std::size_t width = panelWidth(rows.width());
    panels.resize((rows.width() + width - 1) / width);
    for (std::size_t i = 0; i < panels.size(); ++i)
      panels[i] = {i * width, std::min(width, rows.width() - i * width), {}, {0}};
    // Counted first: a vector that grows by doubling holds its content twice.
    std::vector<std::size_t> sizes(panels.size());
    for (std::size_t row = 0; row < rowCount; ++row)
      forEachSetBit(rows.row(row), 0, [&](std::size_t j) { ++sizes[j / width]; });
    for (std::size_t i = 0; i < panels.size(); ++i) {
      panels[i].positions.reserve(sizes[i]);
      panels[i].starts.reserve(rowCount + 1);
    }
    for (std::size_t row = 0; row < rowCount; ++row) {
      forEachSetBit(rows.row(row), 0, [&](std::size_t j) {
        panels[j / width].positions.push_back(static_cast<std::uint16_t>(j % width));
      });
      for (Panel &panel : panels)
        panel.starts.push_back(panel.positions.size());
    }
  }

  void sumsOverRows(std::span<const double> v, std::span<double> sums, unsigned threads) const override {
    inParallel(threads, (rowCount + rowsPerBlock - 1) / rowsPerBlock, [&](std::size_t block) {
      const std::size_t first = block * rowsPerBlock, end = std::min(first + rowsPerBlock, rowCount);
      std::fill(sums.begin() + static_cast<std::ptrdiff_t>(first),
                sums.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
      for (const Panel &panel : panels) {
        const std::uint16_t *positions = panel.positions.data();
        for (std::size_t row = first; row < end; ++row)
          sums[row] += sumAt(positions + panel.starts[row], positions + panel.starts[row + 1],
                             v.data() + panel.firstColumn);
      }
    });
  }

  void sumsOverColumns(std::span<const double> w, std::span<double> sums, unsigned threads) const override {
    inParallel(threads, panels.size(), [&](std::size_t i) {
      const Panel &panel = panels[i];
      double *const column = sums.data() + panel.firstColumn;
      std::fill_n(column, panel.columns, 0.0);
      for (std::size_t row = 0; row < rowCount; ++row) {
        const double weight = w[row];
        for (std::size_t k = panel.starts[row]; k < panel.starts[row + 1]; ++k)
          column[panel.positions[k]] += weight;
      }
    });
  }

private:
  std::size_t rowCount;
  std::vector<Panel> panels;
};

} // namespace

std::unique_ptr<RowMatrix> RowMatrix::sparse(const DistinctRows &rows) {
  return std::make_unique<SparseRows>(rows);
}

} // namespace plumb::runtime::estimate
