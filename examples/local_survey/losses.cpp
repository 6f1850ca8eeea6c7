// SPDX-License-Identifier: Apache-2.0
#include "losses.h"

#include <cmath>
#include <numbers>

namespace local_survey {

Losses lossesOf(std::span<const double> estimate, std::span<const double> truth) {
  Losses losses{0, 0};
  for (std::size_t x = 0; x < truth.size(); ++x) {
    const double error = estimate[x] - truth[x];
    losses.tv += std::fabs(error) / 2;
    losses.mse += error * error;
  }
  return losses;
}

double Sample::saved(double variance) const {
  const auto n = static_cast<double>(users), N = static_cast<double>(people);
  return variance / n * (n - 1) / (N - 1);
}

/// Adds an entry of this variance: the mean of |Z| for a normal Z is sqrt(2 Var Z / pi).
static void addEntry(Losses &losses, double variance) {
  losses.tv += std::sqrt(2 * variance / std::numbers::pi) / 2;
  losses.mse += variance;
}

Losses expectedLosses(const plumb::runtime::estimate::Channel &channel, std::span<const double> truth,
                      Sample sample) {
  Losses losses{0, 0};
  for (std::size_t x = 0; x < truth.size(); ++x)
    addEntry(losses, channel.mark(x).variance(truth[x]) / static_cast<double>(sample.users) -
                         sample.saved(truth[x] * (1 - truth[x])));
  return losses;
}

Losses expectedLossesWithoutPrivacy(std::span<const double> truth, Sample sample) {
  Losses losses{0, 0};
  for (double p : truth)
    addEntry(losses, p * (1 - p) / static_cast<double>(sample.users) - sample.saved(p * (1 - p)));
  return losses;
}

} // namespace local_survey
