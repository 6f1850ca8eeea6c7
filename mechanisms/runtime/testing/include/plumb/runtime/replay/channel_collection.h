// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A collector that gets each report as often as it comes on average: its estimate is what the values are.

#ifndef PLUMB_RUNTIME_REPLAY_CHANNEL_COLLECTION_H
#define PLUMB_RUNTIME_REPLAY_CHANNEL_COLLECTION_H

#include "plumb/runtime/replay/channel_table.h"
#include "plumb/runtime/replay/failure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

class ChannelCollection {
public:
  explicit ChannelCollection(Random &choices) : random(choices) {}

  /// Throws a Failure.
  void check(const Table &table, const CompiledCollector &collector) {
    constexpr std::size_t mostSymbols = 60, mostBits = 8;
    const ChannelProgram &program = table.program;
    if (table.reports.size() > (program.isBitwise ? mostBits : mostSymbols))
      return;
    std::vector<double> shares = anyShares(table.values.size()), owned(table.reports.size());
    std::vector<std::vector<double>> rows;
    for (std::size_t x = 0; x < table.values.size(); ++x) {
      rows.emplace_back();
      for (const Enclosure &entry : table.row(table.values[x]))
        rows.back().push_back(entry.estimate());
      if (const auto own = table.own(table.values[x]))
        owned[*own] += shares[x];
    }
    const std::vector<std::uint64_t> expected =
        program.isBitwise ? addBits(collector, shares, rows) : addSymbols(collector, shares, rows);
    if (collector.counts() != expected)
      throw Failure{"collector", "reports are not counted as they are added", {}};
    if (collector.estimate)
      checkEstimate(table, collector, owned, rows);
  }
  /// How many collectors have estimated.
  std::uint64_t estimated() const { return estimates; }

private:
  std::vector<double> anyShares(std::size_t count) {
    std::vector<double> shares(count);
    double sum = 0;
    for (double &share : shares)
      sum += share = static_cast<double>(1 + random.below(9));
    for (double &share : shares)
      share /= sum;
    return shares;
  }
  /// The users whose reports are added.
  static constexpr double users = 1LL << 40;

  /// Adds \p report as often as it comes, or once where nothing is estimated. Returns how often.
  static std::uint64_t add(const CompiledCollector &collector, const Report &report, double probability) {
    const auto times =
        collector.estimate ? static_cast<std::uint64_t>(std::llround(users * probability)) : std::uint64_t{1};
    if (times != 0 && !collector.add(report, times))
      throw Failure{"collector", "a report that is sent is refused", {}};
    return times;
  }
  static std::vector<std::uint64_t> addSymbols(const CompiledCollector &collector,
                                               const std::vector<double> &shares,
                                               const std::vector<std::vector<double>> &rows) {
    std::vector<std::uint64_t> counts(rows.front().size());
    for (std::size_t y = 0; y < counts.size(); ++y) {
      double probability = 0;
      for (std::size_t x = 0; x < shares.size(); ++x)
        probability += shares[x] * rows[x][y];
      counts[y] = add(collector, {y}, probability);
    }
    return counts;
  }
  static std::vector<std::uint64_t> addBits(const CompiledCollector &collector,
                                            const std::vector<double> &shares,
                                            const std::vector<std::vector<double>> &rows) {
    std::vector<std::uint64_t> counts(rows.front().size());
    for (std::uint64_t report = 0; report >> counts.size() == 0; ++report) {
      double probability = 0;
      for (std::size_t x = 0; x < shares.size(); ++x) {
        double product = shares[x];
        for (std::size_t j = 0; j < counts.size(); ++j)
          product *= report >> j & 1 ? rows[x][j] : 1 - rows[x][j];
        probability += product;
      }
      const std::uint64_t times = add(collector, {report}, probability);
      for (std::size_t j = 0; j < counts.size(); ++j)
        counts[j] += times * (report >> j & 1);
    }
    return counts;
  }
  void checkEstimate(const Table &table, const CompiledCollector &collector, const std::vector<double> &owned,
                     const std::vector<std::vector<double>> &rows) {
    const double tolerance = 1e-8, flat = 1e-3;
    double least = 1;
    for (std::size_t x = 0; x < rows.size(); ++x)
      for (std::size_t other = 0; other < rows.size(); ++other)
        if (const auto own = table.own(table.values[x]); own && own != table.own(table.values[other]))
          least = std::min(least, rows[x][*own] - rows[other][*own]);
    // What tells nothing about the values is not estimated from.
    if (least < flat)
      return;
    const auto estimate = collector.estimate();
    if (!estimate)
      throw Failure{"collector", "there is no estimate: " + estimate.error().message, {}};
    ++estimates;
    for (std::size_t y = 0; y < owned.size(); ++y)
      if (!(std::fabs((*estimate)[y] - owned[y]) < tolerance / least))
        throw Failure{"collector",
                      "the share of report " + std::to_string(y) + " is estimated as " +
                          std::to_string((*estimate)[y]) + " instead of " + std::to_string(owned[y]),
                      {}};
  }

  Random &random;
  std::uint64_t estimates = 0;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHANNEL_COLLECTION_H
