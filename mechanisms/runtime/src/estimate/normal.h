// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The standard normal law: tails, quantiles and absolute means, for intervals around estimates. In
/// doubles: no release depends on it.

#ifndef PLUMB_RUNTIME_ESTIMATE_NORMAL_H
#define PLUMB_RUNTIME_ESTIMATE_NORMAL_H

#include <cmath>
#include <numbers>

namespace plumb::runtime::estimate {

/// Pr[Z > z].
inline double normalAbove(double z) {
  return std::erfc(z / std::numbers::sqrt2) / 2;
}

/// The z with Pr[Z > z] = \p probability, to the last digits.
/// \pre 1e-300 <= probability < 1.
inline double normalQuantileAbove(double probability) {
  double low = -40, high = 40;
  for (int step = 0; step < 100; ++step) {
    const double middle = low + (high - low) / 2;
    (normalAbove(middle) > probability ? low : high) = middle;
  }
  return high;
}

/// E|Z| for a normal law of mean \p mean and variance \p variance:
/// s sqrt(2/pi) e^(-m^2 / (2 s^2)) + |m| erf(|m| / (s sqrt 2)).
inline double meanAbsolute(double mean, double variance) {
  const double m = std::fabs(mean);
  if (!(variance > 0))
    return m;
  const double s = std::sqrt(variance), ratio = m / (s * std::numbers::sqrt2);
  return s * std::sqrt(2 / std::numbers::pi) * std::exp(-ratio * ratio) + m * std::erf(ratio);
}

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_NORMAL_H
