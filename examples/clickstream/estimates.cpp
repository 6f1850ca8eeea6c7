// SPDX-License-Identifier: Apache-2.0
#include "estimates.h"

#include "measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clickstream {

static double meanOf(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> freeGapEstimates(const std::vector<double> &selected, const std::vector<double> &measured,
                                     double varianceRatio) {
  const double level = meanOf(measured) - meanOf(selected);
  std::vector<double> estimates;
  for (std::size_t i = 0; i < selected.size(); ++i)
    estimates.push_back((level + selected[i] + varianceRatio * measured[i]) / (1 + varianceRatio));
  return estimates;
}

double weightedMean(double value, double variance, double otherValue, double otherVariance) {
  return (value * otherVariance + otherValue * variance) / (variance + otherVariance);
}

double leastOfBoth(double value, double scale, double otherValue, double otherScale) {
  return std::min(value, otherValue) - meanNoise(1 / scale + 1 / otherScale);
}

double selectionAware(double selected, double selectedScale, double fresh, double freshScale, double bar) {
  const double least = std::min(selected, fresh);
  const double meanBelowBar = std::min(least, bar) - freshScale;
  const double above = least - bar;
  if (above <= 0)
    return meanBelowBar;
  // Above the bar the count is `least` minus an exponential of this scale, cut off at `above`.
  const double scale = 1 / (1 / selectedScale + 1 / freshScale);
  const double decay = std::exp(-above / scale);
  const double massAbove = -scale * std::expm1(-above / scale);
  const double massBelow = freshScale * decay;
  // The integral of (least - x) e^(-x / scale) over 0 <= x <= above.
  const double momentAbove = least * massAbove - scale * (massAbove - above * decay);
  return (momentAbove + massBelow * meanBelowBar) / (massAbove + massBelow);
}

} // namespace clickstream
