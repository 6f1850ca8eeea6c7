// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/mass.h"

#include <catch2/catch.hpp>

using namespace plumb;
using refutation::Mass;
using refutation::Probability;

TEST_CASE("the masses of a law sum to 1") {
  for (ir::Law law : ir::laws())
    for (const Rational &scale : {Rational(1), Rational(1, 3), Rational(5, 2)}) {
      if (!ir::row(law).isOver(ir::Sort::Int))
        continue;
      Mass mass(law, interpreter::Exact(scale));
      Probability sum;
      for (std::int64_t value = -200; value < 200; ++value)
        sum = sum + mass.at(value);
      Rational tiny = *parseRational("0.000000000000001");
      CHECK(sum.low() <= 1);
      CHECK(sum.high() >= 1 - tiny);
      CHECK(sum.low() >= 1 - tiny);
    }
}

TEST_CASE("a mass and its neighbour have the ratio e^(1/scale)") {
  const std::pair<ir::Law, std::int64_t> outward[] = {{ir::Law::Laplace, 1},
                                                      {ir::Law::Laplace, -1},
                                                      {ir::Law::Exponential, 1},
                                                      {ir::Law::NegExponential, -1}};
  for (const auto &[law, value] : outward) {
    Mass mass(law, interpreter::Exact(Rational(1, 2)));
    auto ratio = exponentialOf(2);
    CHECK(mass.at(0).low() <= ratio.high * mass.at(value).high());
    CHECK(mass.at(0).high() >= ratio.low * mass.at(value).low());
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
