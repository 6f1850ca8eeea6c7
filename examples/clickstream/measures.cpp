// SPDX-License-Identifier: Apache-2.0
#include "measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clickstream {

double meanNoise(double epsPerSelected) {
  // q / (1 - q) = 1 / (e^(eps/k) - 1), without cancellation for small eps/k.
  return 1 / std::expm1(epsPerSelected);
}

double meanSquaredError(const std::vector<double> &estimates, const std::vector<std::int64_t> &trueCounts) {
  double sum = 0;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const double error = estimates[i] - static_cast<double>(trueCounts[i]);
    sum += error * error;
  }
  return sum / static_cast<double>(estimates.size());
}

std::vector<std::size_t> largest(const std::vector<std::int64_t> &counts, std::size_t k) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  order.resize(k);
  return order;
}

double precision(const std::vector<std::size_t> &selected, const std::vector<std::size_t> &trueSelection) {
  const auto right = std::count_if(selected.begin(), selected.end(), [&](std::size_t position) {
    return std::find(trueSelection.begin(), trueSelection.end(), position) != trueSelection.end();
  });
  return static_cast<double>(right) / static_cast<double>(selected.size());
}

} // namespace clickstream
