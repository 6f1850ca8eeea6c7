// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How often each report of a local mechanism came, or each of its bits was set.

#ifndef PLUMB_RUNTIME_LOCAL_COUNTS_H
#define PLUMB_RUNTIME_LOCAL_COUNTS_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/local/bit_client.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::runtime::local {

/// Counters for \p size reports or bits.
/// The most reports, or bits of one, that a collector tells apart: 2 GiB of counts.
inline constexpr std::uint64_t mostCounts = std::uint64_t(1) << 28;

/// For a channel that has more.
inline Error tooManyToCount() {
  return Error{"a collector tells at most 2^28 reports apart"};
}

class Counts {
public:
  explicit Counts(std::uint64_t size) : counted(size) {}

  /// An error, and nothing is counted, if there is no such report.
  std::optional<Error> add(std::uint64_t report) {
    if (report >= counted.size())
      return Error{"report " + std::to_string(report) + " is outside of the " +
                   std::to_string(counted.size()) + " reports of this mechanism"};
    ++counted[report];
    ++total;
    return std::nullopt;
  }
  std::optional<Error> add(const BitReport &report) {
    const bool hasRightLength = report.size() == (counted.size() + 63) / 64;
    if (!hasRightLength || (counted.size() % 64 != 0 && report.back() >> counted.size() % 64 != 0))
      return Error{"a report that has not " + std::to_string(counted.size()) + " bits"};
    for (std::size_t j = 0; j < counted.size(); ++j)
      counted[j] += report[j / 64] >> j % 64 & 1;
    ++total;
    return std::nullopt;
  }

  std::uint64_t reports() const { return total; }
  /// By number of report, or of bit.
  const std::vector<std::uint64_t> &each() const { return counted; }

private:
  std::vector<std::uint64_t> counted;
  std::uint64_t total = 0;
};

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_COUNTS_H
