// SPDX-License-Identifier: Apache-2.0
#include "independent_draws.h"

#include <algorithm>
#include <numeric>

namespace local_survey {

double uniform(figures::SimulationBits &bits) {
  return static_cast<double>(bits.next_u64() >> 11) * 0x1p-53;
}

/// Where the sum of the first shares exceeds a uniform number stands the value, so that one of share 0 never
/// does.
People drawIndependently(std::span<const double> p, std::size_t count, figures::SimulationBits &bits) {
  std::vector<double> sums(p.size());
  std::partial_sum(p.begin(), p.end(), sums.begin());
  People people(count);
  for (std::uint32_t &value : people) {
    const auto above = std::upper_bound(sums.begin(), sums.end(), uniform(bits) * sums.back());
    value = static_cast<std::uint32_t>(above - sums.begin());
  }
  return people;
}

} // namespace local_survey
