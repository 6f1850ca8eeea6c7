// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/release.h - What a method tells -----*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_RELEASE_H
#define PLUMB_EXAMPLES_CLICKSTREAM_RELEASE_H

#include "examples/figures/simulation_bits.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace clickstream {

/// What a method is asked about.
struct Question {
  /// One for each item, not negative.
  std::vector<std::int64_t> counts;
  /// The count above which an item is wanted; for the sparse vector technique only.
  std::int64_t threshold = 0;
};

/// A private histogram of some items.
struct Release {
  /// Positions in the counts, the most wanted first; no position twice.
  std::vector<std::size_t> items;
  /// Of their counts, in the same order.
  std::vector<double> estimates;
};

/// One way to answer, for a fixed k, number of items and budget.
struct Method {
  /// As in the results: small letters, digits and underscores.
  std::string name;
  std::function<Release(const Question &, figures::SimulationBits &)> run;
};

/// A budget in tenths: exact, as the mechanisms want it, and a number to calculate with.
struct Budget {
  std::int64_t tenths;
  double value() const { return static_cast<double>(tenths) / 10; }
};

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_RELEASE_H
