// SPDX-License-Identifier: Apache-2.0
#include "band.h"

#include <cmath>
#include <numeric>

namespace clickstream {

Band bandOf(const std::vector<double> &runs) {
  const auto count = static_cast<double>(runs.size());
  const double mean = std::accumulate(runs.begin(), runs.end(), 0.0) / count;
  if (runs.size() == 1)
    return {mean, mean, mean};
  double squares = 0;
  for (double run : runs)
    squares += (run - mean) * (run - mean);
  const double half = 1.96 * std::sqrt(squares / (count - 1) / count);
  return {mean, mean - half, mean + half};
}

} // namespace clickstream
