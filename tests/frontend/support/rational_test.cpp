// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/rational.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("a decimal literal is the exact rational, in lowest terms") {
  CHECK(parseRational("0.125") == Rational(1, 8));
  CHECK(parseRational("12") == Rational(12));
  CHECK(parseRational("6/4") == Rational(3, 2));
  CHECK(toString(*parseRational("0.10")) == "1/10");
}

TEST_CASE("a leading zero does not make a number octal") {
  CHECK(parseRational("010") == Rational(10));
  CHECK(parseRational("0.010") == Rational(1, 100));
}

TEST_CASE("what is not wholly a number is none") {
  for (const char *text : {"", ".", "1.", ".5", "1.2.3", "1/0", "1/00", "/2", "1/", "-1", "+1", " 1", "1 ",
                           "1e3", "0x10", "1/2/3", "1.5/2", "1/2.5", "٣"}) {
    CAPTURE(text);
    CHECK_FALSE(parseRational(text).has_value());
  }
}

TEST_CASE("numbers of any length are exact") {
  const std::string nines(400, '9');
  CHECK(toString(*parseRational(nines)) == nines);
  CHECK(toString(*parseRational("1/" + nines)) == "1/" + nines);
}

TEST_CASE("the floor is the largest integer below, also for negative numbers") {
  CHECK(floorOf(Rational(7, 2)) == 3);
  CHECK(floorOf(Rational(-7, 2)) == -4);
  CHECK(floorOf(Rational(-4)) == -4);
}

TEST_CASE("a rational is integral iff its denominator is one") {
  CHECK(isIntegral(*parseRational("6/3")));
  CHECK_FALSE(isIntegral(*parseRational("0.5")));
}

TEST_CASE("rationals print as integer or fraction") {
  CHECK(toString(Rational(-3, 4)) == "-3/4");
  CHECK(toString(Rational(12)) == "12");
}
