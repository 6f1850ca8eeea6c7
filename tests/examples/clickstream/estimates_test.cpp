// SPDX-License-Identifier: Apache-2.0
#include "estimates.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace clickstream;

TEST_CASE("free-gap estimates see differences of the selected values only") {
  const std::vector<double> measured{40, 31, 19};
  CHECK(freeGapEstimates({9, 5, 1}, measured, 4)[1] ==
        Approx(freeGapEstimates({109, 105, 101}, measured, 4)[1]));
}

TEST_CASE("free-gap estimates are those of least squares") {
  // Of two values, the sum is only measured; the difference is measured with variance 2 and is a gap with
  // variance 2 r. So the best difference is (r (40 - 31) + 6) / (1 + r).
  const double r = 0.5;
  const std::vector<double> estimates = freeGapEstimates({106, 100}, {40, 31}, r);
  CHECK(estimates[0] + estimates[1] == Approx(71));
  CHECK(estimates[0] - estimates[1] == Approx((r * 9 + 6) / (1 + r)));
}

TEST_CASE("the weights of a mean are inverse variances") {
  CHECK(weightedMean(10, 1, 20, 4) == Approx(12));
  CHECK(weightedMean(10, 4, 20, 1) == Approx(18));
}

TEST_CASE("the least of two one-sided values is unbiased") {
  // Over the laws themselves: one-sided geometric noise of scales 3 and 6 on a count of 50.
  const double q = std::exp(-1.0 / 3), p = std::exp(-1.0 / 6);
  double mean = 0;
  for (int x = 0; x < 150; ++x)
    for (int y = 0; y < 300; ++y)
      mean += (1 - q) * std::pow(q, x) * (1 - p) * std::pow(p, y) * leastOfBoth(50 + x, 3, 50 + y, 6);
  CHECK(mean == Approx(50));
}

/// The mean of the counts up to the least value under the likelihood that estimates.h states, by a sum.
static double integrated(double selected, double selectedScale, double fresh, double freshScale, double bar) {
  const double least = std::min(selected, fresh);
  double mass = 0, moment = 0;
  const double step = 1e-3;
  for (double f = least - step / 2; f > least - 400; f -= step) {
    const double likelihood = std::exp((f - least) / freshScale + (std::max(f, bar) - least) / selectedScale);
    mass += likelihood;
    moment += f * likelihood;
  }
  return moment / mass;
}

TEST_CASE("the selection-aware estimate is the mean under its likelihood") {
  CHECK(selectionAware(90, 5, 95, 8, 80) == Approx(integrated(90, 5, 95, 8, 80)).epsilon(1e-5));
  CHECK(selectionAware(90, 5, 88, 8, 87.5) == Approx(integrated(90, 5, 88, 8, 87.5)).epsilon(1e-5));
  CHECK(selectionAware(90, 5, 60, 8, 80) == Approx(integrated(90, 5, 60, 8, 80)).epsilon(1e-5));
  CHECK(selectionAware(80, 5, 99, 8, 80) == Approx(integrated(80, 5, 99, 8, 80)).epsilon(1e-5));
}

TEST_CASE("a fresh value below the bar is all that counts, and far above it the least of both") {
  CHECK(selectionAware(90, 5, 60, 8, 80) == Approx(60 - 8));
  CHECK(selectionAware(90, 5, 95, 8, -1000) == Approx(90 - 1 / (1.0 / 5 + 1.0 / 8)));
}
