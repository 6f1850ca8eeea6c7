// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What the collector keeps of the reports: counts of marks, and rows of bits if an estimator needs
/// them.

#ifndef PLUMB_RUNTIME_ESTIMATE_TALLY_H
#define PLUMB_RUNTIME_ESTIMATE_TALLY_H

#include "plumb/runtime/estimate/channel.h"
#include "plumb/runtime/estimate/distinct_rows.h"

#include <vector>

namespace plumb::runtime::estimate {

/// How often each symbol was marked and, for channels of bits, which rows of
/// bits were seen. The order of the reports does not matter, but for rounding.
///
/// Memory: 8 bytes for each symbol, whatever the number of reports; `Rows`
/// adds the distinct rows, `DistinctRows` says how much that is.
class Tally {
public:
  enum class Keep {
    Marks, ///< enough for all estimates but EM on a channel of bits
    Rows   ///< enough for all estimates
  };

  explicit Tally(Channel channel, Keep keep = Keep::Rows);

  const Channel &channel() const { return source; }
  Keep kept() const { return keeps; }
  /// The number of reports, at most 2^53, so that counts are exact doubles.
  std::uint64_t reports() const { return total; }
  /// For each symbol, the reports that mark it.
  std::span<const std::uint64_t> marks() const { return marked; }

  /// The sensitive bits of those reports that mark no symbol of X_N; the others
  /// reveal their symbol, which is all that EM needs of them. Empty for
  /// channels of symbols, and if only marks are kept.
  const DistinctRows &rows() const { return protectedRows; }

  /// Counts a report \p times times. Returns an error, and counts nothing, if
  /// the channel never sends it or there are too many reports.
  /// \pre the channel's form; aborts otherwise.
  std::optional<Error> add(Symbol y, std::uint64_t times = 1);
  std::optional<Error> add(Bits y, std::uint64_t times = 1);

private:
  std::optional<Error> problemIn(Bits y) const;

  Channel source;
  Keep keeps;
  std::uint64_t total = 0;
  std::vector<std::uint64_t> marked;
  DistinctRows protectedRows;
  std::vector<std::uint64_t> sensitiveBits; ///< scratch for one row
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_TALLY_H
