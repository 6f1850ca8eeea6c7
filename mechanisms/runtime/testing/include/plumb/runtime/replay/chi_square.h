// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The chi-square test, and how unlikely its result is.

#ifndef PLUMB_RUNTIME_REPLAY_CHI_SQUARE_H
#define PLUMB_RUNTIME_REPLAY_CHI_SQUARE_H

#include <cmath>
#include <limits>

namespace plumb::runtime::replay {

/// Counts in cells, and what is expected there.
class ChiSquare {
public:
  void add(double expected, double observed) {
    // Too few for the normal approximation; Chernoff's bound for Poisson's law, below 3 * 10^-13.
    if (expected < 50) {
      isExcluded = isExcluded || (observed > expected &&
                                  observed * std::log(observed / expected) - observed + expected > 29);
      return;
    }
    statistic += (observed - expected) * (observed - expected) / expected;
    cells += 1;
  }
  /// In standard deviations of a normal variable (Wilson and Hilferty, 1931).
  double deviation() const {
    if (isExcluded)
      return std::numeric_limits<double>::infinity();
    const double freedom = cells - 1;
    if (freedom < 1)
      return 0;
    const double spread = 2 / (9 * freedom);
    return (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
  }

private:
  double statistic = 0, cells = 0;
  bool isExcluded = false;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHI_SQUARE_H
