// SPDX-License-Identifier: Apache-2.0
#include "band.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace clickstream;

TEST_CASE("a band has 1.96 standard errors on each side") {
  const Band band = bandOf({1, 2, 3, 6});
  CHECK(band.mean == Approx(3));
  // The squares of the deviations add up to 14; three degrees of freedom, four runs.
  CHECK(band.high - band.mean == Approx(1.96 * std::sqrt(14.0 / 3 / 4)));
  CHECK(band.mean - band.low == Approx(band.high - band.mean));
}

TEST_CASE("one run has a band without width") {
  const Band band = bandOf({5});
  CHECK(band.low == 5);
  CHECK(band.high == 5);
}
