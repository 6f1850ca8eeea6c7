// SPDX-License-Identifier: Apache-2.0

#include "mechanisms/runtime/src/estimate/row_matrix.h"
#include "tests/mechanisms/runtime/seeded_bits.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace plumb::runtime::estimate;
using plumb::runtime::test::SeededBits;

namespace {

using Row = std::vector<std::uint64_t>;

Row randomRow(std::size_t width, unsigned onesIn16, SeededBits &bits) {
  Row row((width + 63) / 64);
  for (std::size_t j = 0; j < width; ++j)
    if (bits.next_u64() % 16 < onesIn16)
      row[j / 64] |= std::uint64_t{1} << (j % 64);
  return row;
}

/// Small integers, so that sums are exact in any order.
std::vector<double> randomVector(std::size_t size, SeededBits &bits) {
  std::vector<double> v(size);
  for (double &entry : v)
    entry = static_cast<double>(bits.next_u64() % 1000);
  return v;
}

bool bit(const DistinctRows &rows, std::size_t row, std::size_t j) {
  return (rows.row(row)[j / 64] >> (j % 64) & 1) != 0;
}

} // namespace

TEST_CASE("both layouts compute the products of the matrix") {
  SeededBits bits(1);
  for (std::size_t width : {1U, 2U, 63U, 64U, 65U, 130U, 9000U})
    for (unsigned onesIn16 : {0U, 1U, 8U, 16U}) {
      INFO("width " << width << ", ones " << onesIn16 << "/16");
      DistinctRows rows(width);
      for (int i = 0; i < 40; ++i)
        rows.add(randomRow(width, onesIn16, bits), 1);
      const std::vector<double> v = randomVector(width, bits), w = randomVector(rows.size(), bits);
      std::vector<double> overRows(rows.size()), overColumns(width);
      for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t j = 0; j < width; ++j)
          if (bit(rows, row, j)) {
            overRows[row] += v[j];
            overColumns[j] += w[row];
          }
      for (const auto &matrix : {RowMatrix::sparse(rows), RowMatrix::packed(rows), RowMatrix::of(rows)})
        for (unsigned threads : {1U, 2U, 7U}) {
          std::vector<double> sums(rows.size(), -1);
          matrix->sumsOverRows(v, sums, threads);
          CHECK(sums == overRows);
          sums.assign(width, -1);
          matrix->sumsOverColumns(w, sums, threads);
          CHECK(sums == overColumns);
        }
    }
}

TEST_CASE("no rows, or rows without columns") {
  for (std::size_t width : {0U, 10U})
    for (const bool hasRow : {false, true}) {
      DistinctRows rows(width);
      if (hasRow)
        rows.add(Row((width + 63) / 64), 3);
      for (const auto &matrix : {RowMatrix::sparse(rows), RowMatrix::packed(rows)}) {
        const std::vector<double> v(width, 1), w(rows.size(), 1);
        std::vector<double> overRows(rows.size(), -1), overColumns(width, -1);
        matrix->sumsOverRows(v, overRows, 2);
        matrix->sumsOverColumns(w, overColumns, 2);
        CHECK(overRows == std::vector<double>(rows.size(), 0));
        CHECK(overColumns == std::vector<double>(width, 0));
      }
    }
}

TEST_CASE("equal rows are stored once") {
  SeededBits bits(2);
  std::vector<Row> different;
  for (int i = 0; i < 500; ++i)
    different.push_back(randomRow(100, 8, bits));
  DistinctRows rows(100);
  for (std::uint64_t round = 1; round <= 3; ++round)
    for (const Row &row : different)
      rows.add(row, round);
  REQUIRE(rows.size() == different.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(Row(rows.row(i).begin(), rows.row(i).end()) == different[i]);
    CHECK(rows.multiplicity(i) == 6);
  }
}
