// SPDX-License-Identifier: Apache-2.0
//
// The matrix is stored by columns of 64-bit words: word c of all rows, then word
// c + 1. For each byte of a word a table holds the sum of v that each of its 256
// values stands for, so that a row takes 8 look-ups for 64 bits; M^T w goes the
// other way, from sums for each value of a byte to sums for each bit. (After
// Arlazarov, Dinic, Kronrod and Faradzev, 1970.) The tables of one word take
// 16 KiB.

#include "in_parallel.h"
#include "row_matrix.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace plumb::runtime::estimate {

namespace {

constexpr std::size_t rowsPerBlock = 8192;

/// An entry for each value of each of the 8 bytes of a word.
using Tables = std::array<std::array<double, 256>, 8>;

/// The sums of the entries of \p v at the set bits, for each value of a byte.
/// Entries beyond the end of v count as 0.
void fillTables(std::span<const double> v, Tables &tables) {
  for (std::size_t byte = 0; byte < 8; ++byte) {
    std::array<double, 256> &table = tables[byte];
    table[0] = 0;
    for (unsigned value = 1; value < 256; ++value) {
      const std::size_t j = 8 * byte + static_cast<std::size_t>(std::countr_zero(value));
      table[value] = table[value & (value - 1)] + (j < v.size() ? v[j] : 0);
    }
  }
}

/// For each bit the sum over the values of its byte that set it.
void addTables(const Tables &tables, std::span<double> sums) {
  for (std::size_t j = 0; j < sums.size(); ++j)
    for (unsigned value = 0; value < 256; ++value)
      if ((value >> (j % 8) & 1) != 0)
        sums[j] += tables[j / 8][value];
}

class PackedRows : public RowMatrix {
public:
  explicit PackedRows(const DistinctRows &rows)
      : rowCount(rows.size()), columnCount(rows.width()), wordCount((rows.width() + 63) / 64),
        words(rowCount * wordCount) {
    for (std::size_t row = 0; row < rowCount; ++row)
      for (std::size_t c = 0; c < wordCount; ++c)
        words[c * rowCount + row] = rows.row(row)[c];
  }

  void sumsOverRows(std::span<const double> v, std::span<double> sums, unsigned threads) const override {
    inParallel(threads, (rowCount + rowsPerBlock - 1) / rowsPerBlock, [&](std::size_t block) {
      const std::size_t first = block * rowsPerBlock, end = std::min(first + rowsPerBlock, rowCount);
      for (std::size_t row = first; row < end; ++row)
        sums[row] = 0;
      Tables tables;
      for (std::size_t c = 0; c < wordCount; ++c) {
        fillTables(v.subspan(64 * c, std::min<std::size_t>(64, columnCount - 64 * c)), tables);
        for (std::size_t row = first; row < end; ++row)
          sums[row] += lookUp(tables, words[c * rowCount + row]);
      }
    });
  }

  void sumsOverColumns(std::span<const double> w, std::span<double> sums, unsigned threads) const override {
    inParallel(threads, wordCount, [&](std::size_t c) {
      Tables tables{};
      for (std::size_t row = 0; row < rowCount; ++row) {
        std::uint64_t word = words[c * rowCount + row];
        for (std::size_t byte = 0; byte < 8; ++byte, word >>= 8)
          tables[byte][word & 255] += w[row];
      }
      const auto own = sums.subspan(64 * c, std::min<std::size_t>(64, columnCount - 64 * c));
      std::fill(own.begin(), own.end(), 0.0);
      addTables(tables, own);
    });
  }

private:
  static double lookUp(const Tables &tables, std::uint64_t word) {
    double sum = 0;
    for (std::size_t byte = 0; byte < 8; ++byte, word >>= 8)
      sum += tables[byte][word & 255];
    return sum;
  }

  std::size_t rowCount, columnCount, wordCount;
  std::vector<std::uint64_t> words;
};

} // namespace

std::unique_ptr<RowMatrix> RowMatrix::packed(const DistinctRows &rows) {
  return std::make_unique<PackedRows>(rows);
}

} // namespace plumb::runtime::estimate
