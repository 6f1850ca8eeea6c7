// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/enclosure.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("e^-x lies between its bounds, and they are close") {
  // Thirty digits of the values, from a table.
  const std::pair<Rational, const char *> known[] = {
      {1, "0.367879441171442321595523770161"},
      {Rational(1, 2), "0.606530659712633423603799534991"},
      {Rational(1, 3), "0.716531310573789250425604096925"},
      {10, "0.0000453999297624848515355915155606"},
  };
  for (const auto &[x, digits] : known) {
    auto enclosure = exponentialOfMinus(x);
    Rational value = *parseRational(digits);
    Rational last = *parseRational("0.000000000000000000000000000001");
    CAPTURE(digits);
    CHECK(enclosure.low <= value + last);
    CHECK(enclosure.high >= value - last);
    CHECK(enclosure.high - enclosure.low <= value / Rational(Integer(1) << 40));
  }
}

TEST_CASE("e^0 is 1") {
  CHECK(exponentialOfMinus(0).low == 1);
  CHECK(exponentialOfMinus(0).high == 1);
}

TEST_CASE("e^-x for a large x is nearly nothing, but not less") {
  auto enclosure = exponentialOfMinus(1000);
  CHECK(enclosure.low == 0);
  CHECK(enclosure.high > 0);
}

TEST_CASE("e^x and e^-x multiply to 1") {
  for (const Rational &x : {Rational(0), Rational(1, 7), Rational(2), Rational(33, 2)}) {
    auto up = exponentialOf(x), down = exponentialOfMinus(x);
    CHECK(up.low * down.low <= 1);
    CHECK(up.high * down.high >= 1);
  }
}

TEST_CASE("e^x of all numbers between bounds") {
  const Enclosure around = exponentialOf(Enclosure{-1, Rational(1, 2)});
  CHECK(around.low <= exponentialOfMinus(1).high);
  CHECK(around.low >= exponentialOfMinus(1).low);
  CHECK(around.high >= exponentialOf(Rational(1, 2)).low);
  CHECK(around.high <= exponentialOf(Rational(1, 2)).high);
}

TEST_CASE("products are rounded outward, as their factors are") {
  const Enclosure product = Enclosure{1, 2} * Enclosure{3, 5};
  CHECK(product.low == 3);
  CHECK(product.high == 10);
}
