// SPDX-License-Identifier: Apache-2.0
//===- examples/location_monitoring/figures.h - What is measured -*- C++ -*-===//
///
/// \file
/// One function for each figure of README.md. Mechanisms are the emitted ones; their bits come from a seed,
/// so that the same numbers come out again.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_LOCATION_MONITORING_FIGURES_H
#define PLUMB_EXAMPLES_LOCATION_MONITORING_FIGURES_H

#include "share.h"

#include <cstdint>
#include <string>
#include <vector>

namespace location_monitoring {

struct Setting {
  /// Of each place.
  std::vector<std::int64_t> visitors;
  std::size_t runs;
};

/// One point of a line.
struct Row {
  std::string series;
  double x;
  Band y;
};
using Rows = std::vector<Row>;

/// What became of the updates of single places, by the true count.
struct OnePlace {
  /// Shares of updates that were answered, and not with "safe" although the place is; x is the true count.
  Rows wronglyUnsafe;
  /// Shares of updates that were answered, and with "safe" although the place is not; x is how far the count
  /// is above the least unsafe one.
  Rows wronglySafe;
  /// Shares of updates at which Algorithm 3 is silent; x is the true count.
  Rows silent;
};
OnePlace watchOnePlace(Setting setting, std::int64_t threshold);

/// False-negative ratios of all places after each of the updates; x is the update.
Rows updates(const Setting &setting);
/// How many places are told as unsafe behind the last update, and how many are; x is eps.
Rows hotSpots(const Setting &setting);
/// One run: 1 for each place x that is unsafe behind the last update, or is shown as unsafe, and 0 for the
/// others.
Rows oneMap(const Setting &setting);
/// False-negative ratios behind the last update; x is the threshold.
Rows thresholds(const Setting &setting);
/// False-negative ratios at the ends of periods that share one budget; x is their number.
Rows periods(const Setting &setting);
/// One run at the most visited place: how many are there, and what is told by a monitor that gets each visit
/// as a record; x is the update.
Rows recordByRecord(const Setting &setting);
/// The same, told by the monitor that gets counts, with the same noise.
Rows countByCount(const Setting &setting);

} // namespace location_monitoring

#endif // PLUMB_EXAMPLES_LOCATION_MONITORING_FIGURES_H
