// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/exponential.h"
#include "checker/refutation/mass.h"

#include <catch2/catch.hpp>

using namespace plumb;
using refutation::exponentialOf;
using refutation::exponentialOfMinus;
using refutation::Mass;
using refutation::Probability;

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

TEST_CASE("the masses of a law sum to 1") {
  for (ir::Law law : {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential})
    for (const Rational &scale : {Rational(1), Rational(1, 3), Rational(5, 2)}) {
      Mass mass(law, run::Exact(scale));
      Probability sum;
      for (std::size_t magnitude = 0; magnitude < 200; ++magnitude) {
        sum = sum + mass.at(magnitude);
        if (law == ir::Law::Laplace && magnitude > 0)
          sum = sum + mass.at(magnitude);
      }
      Rational tiny = *parseRational("0.000000000000001");
      CHECK(sum.low() <= 1);
      CHECK(sum.high() >= 1 - tiny);
      CHECK(sum.low() >= 1 - tiny);
    }
}

TEST_CASE("a mass and its neighbour have the ratio e^(1/scale)") {
  for (ir::Law law : {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential}) {
    Mass mass(law, run::Exact(Rational(1, 2)));
    auto ratio = exponentialOf(2);
    CHECK(mass.at(0).low() <= ratio.high * mass.at(1).high());
    CHECK(mass.at(0).high() >= ratio.low * mass.at(1).low());
  }
}

TEST_CASE("probabilities are rounded outward") {
  Probability third({Rational(1, 3), Rational(1, 3)});
  CHECK(third.low() < Rational(1, 3));
  CHECK(third.high() > Rational(1, 3));
  Probability ninth = third * third;
  CHECK(ninth.low() < Rational(1, 9));
  CHECK(ninth.high() > Rational(1, 9));
  Probability whole = third + third + third;
  CHECK(whole.low() < 1);
  CHECK(whole.high() >= 1);
  CHECK(third.unexplored().low() == 0);
  CHECK(third.unexplored().high() >= Rational(2, 3));
}

TEST_CASE("decimal bounds contain what they stand for") {
  CHECK(refutation::decimalBelow(Rational(1, 3)) == "0.333333");
  CHECK(refutation::decimalAbove(Rational(1, 3)) == "0.333334");
  CHECK(refutation::decimalBelow(1) == "1.000000");
  CHECK(refutation::decimalAbove(Rational(1, 10'000'000)) == "0.000001");
}
