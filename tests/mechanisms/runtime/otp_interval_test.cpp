// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;
using plumb::runtime::Rational;
using plumb::runtime::Wide;

namespace {

Rational randomRational() {
  return Rational(*rc::gen::inRange<std::int64_t>(-10000, 10001)) / *rc::gen::inRange<std::int64_t>(1, 2000);
}

bool contains(const Interval &interval, const Rational &value) {
  return !interval.above(value) && !interval.below(value);
}

} // namespace

TEST_CASE("decimal ends are rounded outward") {
  const Interval third(rational("1/3"));
  CHECK(third.lowerText(5) == "0.33333");
  CHECK(third.upperText(5) == "0.33334");
  CHECK((-third).lowerText(5) == "-0.33334");
  CHECK((-third).upperText(5) == "-0.33333");
  CHECK(Interval(rational("0.125")).lowerText(5) == "0.125");
  CHECK(Interval(rational("0.125")).upperText(5) == "0.125");
  CHECK(Interval(rational("0.999996")).upperText(5) == "1");
  CHECK(Interval(rational("1/3000000")).lowerText(3) == "3.33e-7");
  CHECK(Interval(rational("1/300000")).lowerText(3) == "0.00000333");
  CHECK(Interval(123456).upperText(3) == "124000");
  CHECK(Interval(Rational(Wide{1} << 90)).upperText(1) == "2e27");
  CHECK(Interval(0).lowerText(9) == "0");
}

TEST_CASE("double ends are rounded outward") {
  const Interval tenth(rational("1/10"));
  CHECK(tenth.lowerDouble() < tenth.upperDouble());
  CHECK(std::nextafter(tenth.lowerDouble(), 1) == tenth.upperDouble());
  CHECK(Interval(rational("3/8")).lowerDouble() == Interval(rational("3/8")).upperDouble());
}

TEST_CASE("rationals with many digits are enclosed, not rounded") {
  const Rational third = rational("1/3");
  const Interval enclosed(third);
  CHECK_FALSE(enclosed.atLeast(third));
  CHECK_FALSE(enclosed.atMost(third));
  CHECK(contains(enclosed, third));
  CHECK(enclosed.above(third - Rational(1) / (Wide{1} << 120)));
  CHECK(enclosed.below(third + Rational(1) / (Wide{1} << 120)));
}

TEST_CASE("arithmetic encloses the exact result, of either sign") {
  CHECK(plumb::test::holds([] {
    const Rational a = randomRational(), b = randomRational();
    RC_ASSERT(contains(Interval(a) + Interval(b), a + b));
    RC_ASSERT(contains(Interval(a) - Interval(b), a - b));
    RC_ASSERT(contains(Interval(a) * Interval(b), a * b));
    RC_ASSERT(contains(min(Interval(a), Interval(b)), std::min(a, b)));
    RC_ASSERT(contains(max(Interval(a), Interval(b)), std::max(a, b)));
    if (b.sign() != 0)
      RC_ASSERT(contains(Interval(a) / Interval(b), a / b));
  }));
}

TEST_CASE("the product of intervals has its ends at corners") {
  CHECK(plumb::test::holds([] {
    Rational corner[4] = {randomRational(), randomRational(), randomRational(), randomRational()};
    const Interval left = Interval::hull(Interval(corner[0]), Interval(corner[1]));
    const Interval right = Interval::hull(Interval(corner[2]), Interval(corner[3]));
    for (int i : {0, 1})
      for (int j : {2, 3})
        RC_ASSERT(contains(left * right, corner[i] * corner[j]));
  }));
}

TEST_CASE("functions and their inverses enclose the argument") {
  CHECK(plumb::test::holds([] {
    const Rational x = randomRational();
    RC_ASSERT(contains(log(exp(Interval(x))), x));
    RC_ASSERT(contains(logOnePlus(expMinusOne(Interval(x / 100))), x / 100));
    RC_ASSERT(contains(sqrt(Interval(x * x)), x.sign() < 0 ? -x : x));
    RC_ASSERT(close(exp(Interval(x / 1000)),
                    std::exp(static_cast<long double>(0) + std::stold(Interval(x / 1000).lowerText(25)))));
  }));
}

TEST_CASE("e^x - 1 keeps its digits where e^x is next to 1") {
  const Interval tiny(rational("1/1000000000000000000000000000000"));
  CHECK(expMinusOne(tiny).lowerText(20) == "1e-30");
  CHECK(logOnePlus(tiny).upperText(20) == "1e-30");
}

TEST_CASE("numbers beyond MPFR stay enclosed") {
  const Interval huge = exp(Interval(Rational(Wide{1} << 80)));
  CHECK(huge.upperText(5) == "inf");
  CHECK(huge.above(Rational(Wide{1} << 100)));
  CHECK(contains(huge * Interval(0), Rational(0)));
  const Interval tiny = exp(Interval(Rational(-(Wide{1} << 80))));
  CHECK(tiny.atLeast(0));
  CHECK_FALSE(tiny.atMost(0));
  CHECK(contains(Interval(1) - tiny, Rational(1)));
  CHECK(contains(huge - huge, Rational(0)));
}

TEST_CASE("floors of the ends") {
  const Interval around = Interval::hull(Interval(rational("-7/2")), Interval(rational("29/10")));
  CHECK(around.floorOfLower() == -4);
  CHECK(around.floorOfUpper() == 2);
  const Wide large = (Wide{1} << 100) + 12345;
  CHECK(Interval(Rational(large)).floorOfLower() == large);
  CHECK(Interval(Rational(-large)).floorOfUpper() == -large);
}

TEST_CASE("where the ends say too little, so does the result") {
  const Interval aroundZero = Interval::hull(Interval(-1), Interval(1));
  const auto ends = [](const Interval &value) { return value.lowerText(5) + " " + value.upperText(5); };
  CHECK(ends(Interval(1) / aroundZero) == "-inf inf");
  CHECK(ends(Interval(1) / Interval(0)) == "-inf inf");
  CHECK(ends(log(aroundZero)) == "-inf 0");
  CHECK(ends(log(Interval(-1))) == "-inf inf");
  CHECK(ends(logOnePlus(aroundZero)) == "-inf 0.69315");
  CHECK(ends(logOnePlus(Interval::hull(Interval(-2), Interval(1)))) == "-inf 0.69315");
  CHECK(ends(logOnePlus(Interval(-2))) == "-inf inf");
  CHECK(ends(sqrt(aroundZero)) == "0 1");
  CHECK(ends(sqrt(Interval(-1))) == "-inf inf");
  CHECK_FALSE(exp(Interval(100)).floorOfUpper());
  CHECK_FALSE(log(aroundZero).floorOfLower());
  CHECK(contains(log(aroundZero) * Interval(0), Rational(0)));
  CHECK(ends(log(Interval(0)) - log(Interval(0))) == "-inf inf");
}

TEST_CASE("a result has the digits of its best operand") {
  const Rational third = rational("1/3");
  const Interval fine(third, 1024), coarse(third);
  CHECK((fine + coarse).bits() == 1024);
  CHECK((coarse * fine).bits() == 1024);
  CHECK(exp(fine).bits() == 1024);
  CHECK(Interval(third, 10).bits() == Interval::fewestBits);
  CHECK(fine.isWithin(1000));
  CHECK_FALSE(coarse.isWithin(1000));
  CHECK(coarse.isWithin(250));
  CHECK_FALSE((fine - coarse).isWithin(1));
  CHECK((-coarse).isWithin(250));
  CHECK(Interval(0).isWithin(1000));
}
