// SPDX-License-Identifier: Apache-2.0

#include "../runtime/rational_text.h"
#include "plumb/runtime/estimate/from_law.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using test::rational;
using namespace plumb::runtime::local;
using estimate::Alphabet;
using estimate::channelOf;
using estimate::personalizedOf;

namespace {

Powers powersOf(const Rational &eps) {
  return Powers::create({eps, eps / 2}).value();
}

Law law(const Powers &powers, std::vector<OutputClass> outputs, std::vector<InputClass> inputs,
        Law::Form form = Law::Form::Symbol) {
  return Law::create(powers, std::move(outputs), std::move(inputs), form).value();
}

Law urr(const Rational &eps, std::int64_t s, std::int64_t n) {
  const Powers powers = powersOf(eps);
  const Number E = powers.exp(eps), low = 1 / (s + E - 1);
  return law(powers, {{"S", s}, {"N", n}},
             {{"S", s, {own(E * low, low), every(Number(0))}},
              {"N", n, {every(low), own((E - 1) * low, Number(0))}}});
}

/// Definition 4 with these probabilities.
Law bits(const Powers &powers, std::int64_t s, std::int64_t n, const Number &theta, const Number &d1,
         const Number &revealed) {
  return law(powers, {{"S", s}, {"N", n}},
             {{"S", s, {own(theta, d1), every(Number(0))}}, {"N", n, {every(d1), own(revealed, Number(0))}}},
             Law::Form::Bits);
}

const char *const another = "this law is neither randomised response nor RAPPOR, plain or "
                            "utility-optimised, so its reports are counted only";

} // namespace

TEST_CASE("randomised response is known by its law, with eps to the last digits") {
  for (const char *text : {"0", "1/1000000", "1", "50", "600"}) {
    const auto channel = channelOf(urr(rational(text), 3, 4));
    REQUIRE(channel);
    CHECK(channel->form() == estimate::Channel::Form::OneSymbol);
    CHECK(channel->alphabet() == Alphabet{3, 4});
    const Rational exact = rational(text);
    CHECK(channel->eps() ==
          Approx(mpz_get_d(exact.numerator()) / mpz_get_d(exact.denominator())).epsilon(1e-15));
  }
}

TEST_CASE("all may be sensitive, or one, or none") {
  CHECK(channelOf(urr(Rational(1), 5, 0))->alphabet() == Alphabet{5, 0});
  CHECK(channelOf(urr(Rational(1), 1, 4))->alphabet() == Alphabet{1, 4});
  const auto none = channelOf(urr(Rational(1), 0, 4));
  CHECK(none->alphabet() == Alphabet{0, 4});
  CHECK(none->mark(0).oneIfOwn == 1);
  CHECK(channelOf(urr(Rational(601), 3, 4)).error().message ==
        "eps is 601.000000; it must lie between 0 and 600");
  CHECK_FALSE(channelOf(urr(Rational(1), 1, 0)));
}

TEST_CASE("RAPPOR is known by its law, basic or with any theta") {
  const Powers powers = powersOf(Rational(2));
  const Number E = powers.exp(Rational(2)), R = powers.exp(Rational(1)), low = 1 / (R + 1);
  const auto basic = channelOf(bits(powers, 3, 4, R * low, low, 1 - 1 / R));
  REQUIRE(basic);
  CHECK(basic->isBasic());
  CHECK(basic->eps() == Approx(2).epsilon(1e-15));
  CHECK(basic->alphabet() == Alphabet{3, 4});
  const Number theta = rational("3/10"), mixed = (1 - theta) * E + theta;
  const auto general = channelOf(bits(powers, 3, 4, theta, theta / mixed, 1 - mixed / E));
  REQUIRE(general);
  CHECK_FALSE(general->isBasic());
  CHECK(general->eps() == Approx(2).epsilon(1e-15));
  CHECK(general->mark(0).oneIfOwn == 0.3);
  CHECK(general->mark(5).oneIfOwn == Approx(-std::expm1(-2) * 0.3).epsilon(1e-14));
}

TEST_CASE("a law that is off in one entry is another one, however little") {
  const Powers powers = powersOf(Rational(2));
  const Number E = powers.exp(Rational(2)), R = powers.exp(Rational(1)), low = 1 / (R + 1),
               little = Rational(1) / (Wide{1} << 100);
  CHECK(channelOf(bits(powers, 3, 4, R * low, low, 1 - 1 / R + little)).error().message == another);
  CHECK(channelOf(bits(powers, 3, 4, R * low, low, 1 - 1 / E)).error().message == another);
  // Rows that sum to 1 and are not those of Definition 3.
  const Number c = 1 / (3 + E - 1), moved = c + little;
  CHECK(channelOf(law(powers, {{"S", 3}, {"N", 4}},
                      {{"S", 3, {own(E * c, c), every(Number(0))}},
                       {"N", 4, {every(moved), own(1 - 3 * moved, Number(0))}}}))
            .error()
            .message == another);
  CHECK(channelOf(law(powers, {{"S", 3}}, {{"S", 3, {own(little, (1 - little) / 2)}}})).error().message ==
        another); // the truth less often than anything else
}

TEST_CASE("a law without one owner for each report is another one") {
  const Powers powers = powersOf(Rational(1));
  const Number E = powers.exp(Rational(1));
  CHECK(channelOf(law(powers, {{"Y", 2}}, {{"X", 2, {every(rational("1/2"))}}})).error().message == another);
  // What only owners send stands in front.
  const Number low = 1 / (2 + E - 1);
  CHECK(channelOf(law(powers, {{"N", 2}, {"S", 2}},
                      {{"S", 2, {every(Number(0)), own(E * low, low)}},
                       {"N", 2, {own((E - 1) * low, Number(0)), every(low)}}}))
            .error()
            .message == another);
}

TEST_CASE("bots are told apart from what is sensitive for everyone by their number") {
  const Powers powers = powersOf(Rational(1));
  const Number E = powers.exp(Rational(1)), low = 1 / (4 + E - 1);
  const auto personal = [&](std::int64_t p) {
    return law(powers, {{"S", 3}, {"B", 1}, {"N", 5}},
               {{"S", 3, {own(E * low, low), every(low), every(Number(0))}},
                {"N", 5, {every(low), every(low), own((E - 1) * low, Number(0))}},
                {"P", p, {every(low), image(0, E * low, low), every(Number(0))}}});
  };
  for (std::int64_t p : {0, 5}) {
    const auto mechanism = personalizedOf(personal(p), 1);
    REQUIRE(mechanism);
    CHECK(mechanism->alphabet() == Alphabet{3, 5});
    CHECK(mechanism->tags() == 1);
    CHECK(mechanism->common().alphabet() == Alphabet{4, 5});
    CHECK(mechanism->common().eps() == Approx(1).epsilon(1e-15));
  }
  CHECK_FALSE(personalizedOf(personal(5), 5));
}
