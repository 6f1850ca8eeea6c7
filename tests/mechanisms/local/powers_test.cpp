// SPDX-License-Identifier: Apache-2.0

#include "../runtime/rational_text.h"
#include "plumb/runtime/local/approximation.h"
#include "plumb/runtime/local/law.h"
#include "plumb/runtime/local/powers.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <type_traits>

using namespace plumb::runtime;
using test::rational;
using namespace plumb::runtime::local;

TEST_CASE("quotients are equal if they are the same function of e") {
  const Powers powers = Powers::create({rational("1/2")}).value();
  const Number E = powers.exp(rational("1/2"));
  CHECK((E * E - 1) / (E - 1) == E + 1);
  CHECK(1 / E + 1 / (E + 1) == (2 * E + 1) / (E * (E + 1)));
  CHECK_FALSE(E == E + 1);
  CHECK(power(E, 3) * power(E, -3) == 1);
  CHECK(powers.exp(rational("3/2")) == power(E, 3));
  CHECK(powers.exp(rational("-1")) == 1 / (E * E));
  CHECK(-E + E == 0);
}

TEST_CASE("what is computed from a division by zero is undefined, and nothing is below it") {
  const Powers powers = Powers::create({Rational(1)}).value();
  const Number E = powers.exp(Rational(1)), nothing = 1 / (E - E);
  CHECK_FALSE(nothing.isDefined());
  CHECK_FALSE((nothing * 0 + E).isDefined());
  CHECK_FALSE(power(Number(0), -1).isDefined());
  CHECK_FALSE(powers.isBelow(nothing, Number(1)));
  CHECK_FALSE(powers.isAtMost(nothing, nothing));
  CHECK_FALSE(powers.isEqual(nothing, nothing));
}

TEST_CASE("at exponent 0 every power is 1, and e - 1 divides nothing") {
  const Powers powers = Powers::create({Rational(0), Rational(0)}).value();
  const Number E = powers.exp(Rational(0));
  CHECK(E == 1);
  CHECK_FALSE((1 / (E - 1)).isDefined());
  CHECK(powers.isEqual(E / (3 + E - 1), Rational(1) / 3));
}

TEST_CASE("the unit is the largest of which all exponents are multiples") {
  CHECK(Powers::create({rational("1/2"), rational("1/3")}).value().unit() == rational("1/6"));
  CHECK(Powers::create({rational("-4"), rational("6")}).value().unit() == 2);
  CHECK(Powers::create({Rational(0), rational("5/7")}).value().unit() == rational("5/7"));
  CHECK(Powers::create({}).value().unit() == 0);
}

TEST_CASE("signs are decided however close the sides are") {
  const Powers powers = Powers::create({Rational(1)}).value();
  const Number E = powers.exp(Rational(1));
  // e = 2.71828182845904523536...
  CHECK(powers.isBelow(rational("2.71828182845904523536"), E));
  CHECK(powers.isBelow(E, rational("2.71828182845904523537")));
  // A negative divisor turns the quotient.
  CHECK(powers.sign((1 - E) / (2 - E)) == 1);
  CHECK(powers.sign((E - 1) / (2 - E)) == -1);
  CHECK(powers.isAtMost(E, E));
  CHECK_FALSE(powers.isBelow(E, E));
}

TEST_CASE("exponents without a moderate common measure, or beyond e^4096, are refused") {
  CHECK(Powers::create({Rational(4097)}).error().message == "e^(4097) is beyond e^4096");
  CHECK(
      Powers::create({Rational(1), rational("1/4097")}).error().message ==
      "the exponents, such as 1, have no common measure of which each is a multiple by at most 4096; choose "
      "values with smaller denominators");
  CHECK(Powers::create({rational("4096"), rational("1")}));
}

TEST_CASE("approximations survive cancellation") {
  const Rational tiny = rational("1/1000000000000000000000000000000");
  const Powers powers = Powers::create({tiny}).value();
  const Number E = powers.exp(tiny);
  CHECK(approximately(powers, E - 1) == Approx(1e-30).epsilon(1e-14));
  CHECK(logarithm(powers, E) == Approx(1e-30).epsilon(1e-14));
  const Powers large = Powers::create({Rational(600)}).value();
  CHECK(logarithm(large, large.exp(Rational(600))) == Approx(600).epsilon(1e-15));
}

TEST_CASE("no integer is an entry by itself: 1 / 4 would be 0") {
  STATIC_REQUIRE_FALSE(std::is_convertible_v<decltype(1 / 4), Number>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::int64_t, Number> || std::is_convertible_v<bool, Number>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<double, Number>);
  STATIC_REQUIRE_FALSE(std::is_invocable_v<decltype(own), int, int>);
  STATIC_REQUIRE_FALSE(std::is_invocable_v<decltype(every), int>);
  CHECK(Number(1) / 4 == Number(Rational{1, 4}));
}
