// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The user's side of a local mechanism that reports one bit for each symbol.

#ifndef PLUMB_RUNTIME_LOCAL_BIT_CLIENT_H
#define PLUMB_RUNTIME_LOCAL_BIT_CLIENT_H

#include "plumb/runtime/local/coins.h"
#include "plumb/runtime/local/maps.h"

#include <optional>
#include <string>

namespace plumb::runtime::local {

/// Packed: bit j is bit j % 64 of word j / 64, and those behind the last are 0.
using BitReport = std::vector<std::uint64_t>;

/// "0100", first bit first: a line of what `estimate::ReportReader` reads.
/// \pre bits <= 64 * report.size(); aborts otherwise.
std::string bitText(const BitReport &report, std::uint64_t bits);

/// Immutable; may be shared between threads.
class BitClient {
public:
  /// An error value if the maps do not fit, or for more than 2^32 bits.
  /// \pre law.form() == Law::Form::Bits; aborts otherwise.
  static Expected<BitClient> create(const Law &law, std::vector<Map> maps = {});

  /// Values are 0 .. inputs() - 1, and reports have `bits` bits.
  std::uint64_t inputs() const { return rows.back().end; }
  std::uint64_t bits() const { return width; }

  /// A report for \p x; an error value, and nothing is drawn, if x is no value.
  ///
  /// About seven random words for 64 bits. What is drawn for a bit does not
  /// depend on whether it belongs to x, but two words for those that do.
  template <BitSource Bits> Expected<BitReport> perturb(std::uint64_t x, Bits &bits) const {
    std::uint64_t begin = 0;
    for (const Row &row : rows) {
      if (x < row.end)
        return sample(row, x - begin, bits);
      begin = row.end;
    }
    return Error{"the value is none of the " + std::to_string(inputs()) + " values of this mechanism"};
  }

private:
  /// The bits of one class of outputs.
  struct Stretch {
    std::uint64_t first, size;
    Coins miss;
    /// If one of the bits belongs to x.
    std::optional<Coins> hit;
    /// Whose image the partner is; nothing: it is the value itself.
    std::optional<std::size_t> map;
  };
  struct Row {
    /// Behind the last value of the class.
    std::uint64_t end;
    std::vector<Stretch> stretches;
  };

  BitClient(std::vector<Row> checkedRows, std::vector<Map> checkedMaps, std::uint64_t bits)
      : rows(std::move(checkedRows)), maps(std::move(checkedMaps)), width(bits) {}

  template <BitSource Bits> BitReport sample(const Row &row, std::uint64_t index, Bits &bits) const {
    BitReport report((width + 63) / 64);
    for (const Stretch &stretch : row.stretches) {
      fill(report, stretch, bits);
      if (!stretch.hit)
        continue;
      const std::uint64_t own = stretch.first + (stretch.map ? maps[*stretch.map][index] : index);
      std::uint64_t &word = report[own / 64];
      word &= ~(std::uint64_t{1} << own % 64);
      word |= std::uint64_t{stretch.hit->sample(bits)} << own % 64;
    }
    return report;
  }

  /// Draws all bits of \p stretch as if none belonged to x.
  template <BitSource Bits> static void fill(BitReport &report, const Stretch &stretch, Bits &bits) {
    if (stretch.miss.isNever())
      return;
    const std::uint64_t end = stretch.first + stretch.size;
    for (std::uint64_t word = stretch.first / 64; 64 * word < end; ++word) {
      std::uint64_t coins = stretch.miss.sample64(bits);
      if (64 * word < stretch.first)
        coins &= ~std::uint64_t{0} << stretch.first % 64;
      if (end < 64 * (word + 1))
        coins &= ~(~std::uint64_t{0} << end % 64);
      report[word] |= coins;
    }
  }

  std::vector<Row> rows;
  std::vector<Map> maps;
  std::uint64_t width;
};

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_BIT_CLIENT_H
