// SPDX-License-Identifier: Apache-2.0
#include "measures.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace clickstream;

TEST_CASE("the mean of the noise is that of the law over the integers") {
  // Summed up from the law itself, for eps/k = 1/10.
  const double q = std::exp(-0.1);
  double mean = 0;
  for (int x = 0; x < 2000; ++x)
    mean += x * (1 - q) * std::pow(q, x);
  CHECK(meanNoise(0.1) == Approx(mean));
  CHECK(meanNoise(0.1) < 10);
  CHECK(meanNoise(1e-9) == Approx(1e9 - 0.5).epsilon(1e-12));
}

TEST_CASE("the error is squared and averaged over the answered items") {
  CHECK(meanSquaredError({10.5, 7}, {10, 9}) == Approx((0.25 + 4) / 2));
}

TEST_CASE("ties for the largest go to the smaller position") {
  CHECK(largest({3, 5, 5, 1, 3}, 3) == std::vector<std::size_t>{1, 2, 0});
  CHECK(largest({1}, 0).empty());
}

TEST_CASE("precision is the share of right answers, in any order") {
  CHECK(precision({4, 2, 9}, {2, 3, 4}) == Approx(2.0 / 3));
  CHECK(precision({1}, {0}) == 0);
}
