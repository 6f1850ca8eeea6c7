// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Confidence intervals for the probabilities of single symbols.

#ifndef PLUMB_RUNTIME_ESTIMATE_INTERVAL_H
#define PLUMB_RUNTIME_ESTIMATE_INTERVAL_H

#include "plumb/runtime/estimate/tally.h"

#include <vector>

namespace plumb::runtime::estimate {

/// A closed interval of probabilities.
struct Interval {
  double low = 0;
  double high = 1;

  bool contains(double p) const { return low <= p && p <= high; }
};

/// For each symbol x an interval that contains p(x) with probability at least
/// 1 - \p error, for any number of reports: the marks of x have a binomial law,
/// so the interval of Clopper and Pearson (Biometrika 26, 1934) for its share
/// of marks is moved back through the channel, and cut at 0 and 1. At eps = 0
/// all are [0, 1].
///
/// They belong to the empirical estimate; those of `thresholded` and `em` are
/// biased towards the simplex and may lie outside.
///
/// \param error in (0, 1). There is an error value without reports.
Expected<std::vector<Interval>> intervals(const Tally &tally, double error);

/// Intervals that *all* contain their p(x) with probability at least
/// 1 - \p error: those above at \p error / |X| (Bonferroni).
Expected<std::vector<Interval>> simultaneousIntervals(const Tally &tally, double error);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_INTERVAL_H
