// SPDX-License-Identifier: Apache-2.0
#include "share.h"

#include <algorithm>
#include <cmath>

namespace location_monitoring {

Band Share::band() const {
  double hits = 0, occasions = 0;
  for (const Tally &run : runs) {
    hits += static_cast<double>(run.hits);
    occasions += static_cast<double>(run.occasions);
  }
  if (hits == 0)
    return {0, 0, std::min(1.0, 3 / occasions)};
  const double ratio = hits / occasions;
  double squares = 0;
  for (const Tally &run : runs) {
    const double off = static_cast<double>(run.hits) - ratio * static_cast<double>(run.occasions);
    squares += off * off;
  }
  const auto count = static_cast<double>(runs.size());
  const double error = count < 2 ? 0 : std::sqrt(count / (count - 1) * squares) / occasions;
  return {ratio, std::max(0.0, ratio - 1.96 * error), ratio + 1.96 * error};
}

} // namespace location_monitoring
