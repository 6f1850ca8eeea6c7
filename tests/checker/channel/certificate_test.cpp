// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/print_certificate.h"
#include "checker/channel/prover.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::channel;

namespace {

Polynomial x() {
  return Polynomial::variable(2, 0);
}
Polynomial y() {
  return Polynomial::variable(2, 1);
}
Polynomial number(long value) {
  return Polynomial::constant(2, value);
}

/// Says that everything is satisfiable, by the same value everywhere.
class Liar final : public smt::Engine {
public:
  void push() override {}
  void pop() override {}
  void add(smt::Term) override {}
  smt::Satisfiability check() override { return smt::Satisfiability::Sat; }
  smt::UnknownReason unknownReason() const override { return smt::UnknownReason::None; }
  std::string unknownText() const override { return {}; }
  std::optional<Rational> value(smt::Term) override { return Rational(1); }
  std::string name() const override { return "liar"; }
};

std::string_view proved(const std::vector<Fact> &facts, const Fact &goal,
                        std::vector<bool> isInteger = {false, false}) {
  Prover prover(std::move(isInteger), [](const smt::Budget &budget) { return smt::makeZ3Engine(budget); });
  return prover.prove(facts, goal).engine;
}

} // namespace

TEST_CASE("Polynomials are exact and in normal form") {
  CHECK((x() + y()) * (x() - y()) == x() * x() - y() * y());
  CHECK(((x() + y()) * (x() - y())).dividedBy(x() + y()) == x() - y());
  CHECK(!(x() * x() + number(1)).dividedBy(x() + number(1)));
  CHECK((x() * x()).shifted(0, 3) == x() * x() + x() * Rational(6) + number(9));
  CHECK((x() * y() - number(2)).at({3, Rational(1, 3)}) == -1);
  CHECK_THROWS_AS(Polynomial::power(2, 0, 40) * Polynomial::power(2, 0, 40), TooLarge);
}

TEST_CASE("Signs of coefficients after the substitution of bounds") {
  const Fact atLeastOne{x() - number(1), false};
  CHECK(proved({atLeastOne}, {x() * x() - x(), false}) == "coefficients");
  CHECK(proved({}, {x() * x() - x(), false}) == "");
  CHECK(proved({atLeastOne}, {x() - number(1), true}) == "");
  CHECK(proved({{x() - number(1), true}}, {x() - number(1), true}) == "coefficients");
  // A whole number above 1 is at least 2.
  CHECK(proved({{x() - number(1), true}}, {x() - number(2), false}, {true, false}) == "coefficients");
  CHECK(proved({{x() - number(1), true}}, {x() - number(2), false}) == "");
  // A bound the other way is none.
  CHECK(proved({{number(1) - x(), false}}, {x() * y(), false}) == "");
  CHECK(proved({}, {number(0), false}) == "coefficients");
  CHECK(proved({}, {number(0), true}) == "");
}

TEST_CASE("Products of facts") {
  const std::vector<Fact> unit{
      {x(), false}, {number(1) - x(), false}, {y(), false}, {number(1) - y(), false}};
  CHECK(proved(unit, {(number(1) - x()) * (number(1) - y()), false}) == "products");
  // x + y - x y <= 1
  CHECK(proved(unit, {number(1) - x() - y() + x() * y(), false}) == "products");
  CHECK(proved(unit, {x() - x() * y(), false}) == "products");
  CHECK(proved(unit, {number(2) - x() - y(), false}) == "products");
  CHECK(proved(unit, {number(1) - x() - y(), false}) == "");
  CHECK(proved(unit, {number(2) - x() - y(), true}) == "");
}

TEST_CASE("A solver that lies proves nothing") {
  Prover prover({false, false}, [](const smt::Budget &) { return std::make_unique<Liar>(); });
  const std::vector<Fact> unit{
      {x(), false}, {number(1) - x(), false}, {y(), false}, {number(1) - y(), false}};
  CHECK(prover.prove(unit, {number(1) - x() - y(), false}).engine == "");
  CHECK(prover.questions() > 0);
}

TEST_CASE("A certificate is believed for what it says, and for nothing else") {
  const std::vector<bool> reals{false, false};
  const std::vector<Fact> facts{{x() - number(1), false}, {y(), true}, {number(2) - x() - y(), false}};
  const std::vector<std::optional<LowerBound>> bounds{LowerBound{1, false}, LowerBound{0, true}};
  // (x - 1) (2 - x - y) + 3 y
  const Certificate good{bounds, {{x(), {2}}, {y() * Rational(3), {}}}};
  const Polynomial goal = (x() - number(1)) * (number(2) - x() - y()) + y() * Rational(3);
  CHECK(proves(good, facts, {goal, false}, reals));
  CHECK(proves(good, facts, {goal, true}, reals));
  CHECK(!proves(good, facts, {goal + number(1), false}, reals));
  CHECK(print(good, facts, {"x", "y"}) == "(x - 1) * (-x - y + 2) + 3 * y");

  // A negative part.
  const Certificate negative{bounds, {{x(), {2}}, {y() * Rational(-3), {}}}};
  CHECK(!proves(negative, facts, {goal - y() * Rational(6), false}, reals));
  // A bound that no fact states, and one that is stated with equality.
  const Certificate tighter{{LowerBound{2, false}, LowerBound{0, true}}, {{x(), {}}}};
  CHECK(!proves(tighter, facts, {x() - number(2), false}, reals));
  const Certificate stricter{{LowerBound{1, true}, LowerBound{0, true}}, {{x(), {}}}};
  CHECK(!proves(stricter, facts, {x() - number(1), true}, reals));
  // An odd power of something without a bound; an even one is never negative, and not always positive.
  const Certificate unbounded{{std::nullopt, std::nullopt}, {{x(), {}}}};
  CHECK(!proves(unbounded, facts, {x(), false}, reals));
  const Certificate square{{std::nullopt, std::nullopt}, {{x() * x(), {}}}};
  CHECK(proves(square, facts, {x() * x(), false}, reals));
  CHECK(!proves(square, facts, {x() * x(), true}, reals));
  // A factor that may be 0 makes nothing positive.
  const Certificate withFactor{bounds, {{y(), {2}}}};
  CHECK(!proves(withFactor, facts, {y() * (number(2) - x() - y()), true}, reals));
}

TEST_CASE("Whole numbers are rounded up to their next one") {
  const Fact aboveOne{x() * Rational(2) - number(3), false};
  CHECK(lowerBound(aboveOne, 0, false)->value == Rational(3, 2));
  CHECK(lowerBound(aboveOne, 0, true)->value == 2);
  CHECK(lowerBound({x() - number(2), true}, 0, true)->value == 3);
  CHECK(lowerBound({x() - number(2), true}, 0, false)->isStrict);
  CHECK(!lowerBound({number(2) - x(), false}, 0, true));
  CHECK(!lowerBound({x() - y(), false}, 0, true));
  CHECK(!lowerBound({x() * x() - number(1), false}, 0, true));
  CHECK(!lowerBound({number(1), false}, 0, true));
}

TEST_CASE("What no fact bounds alone, facts bound beside other bounds") {
  const std::vector<bool> reals{false, false};
  const auto of = [&](std::vector<Fact> facts) { return lowerBounds(facts, reals); };
  const Fact above{x() - y() * Rational(2) - number(1), false}, positive{y(), true};
  const auto both = of({above, positive});
  CHECK((both[0]->value == 1 && both[0]->isStrict && both[1]->value == 0));
  CHECK(lowerBounds({above, positive}, {true, false})[0]->value == 2);
  // Its own bound is kept; one of y from above, or none, says nothing of x; nor does a circle.
  CHECK(of({above, positive, {x(), false}})[0]->value == 0);
  CHECK(!of({above})[0]);
  CHECK(!of({above, {number(3) - y(), false}})[0]);
  CHECK(!of({{x() + y(), false}, positive})[0]);
  CHECK(!of({{x() - y(), false}, {y() - x(), false}})[0]);
  CHECK(!of({{x() - y() * y(), false}, positive})[0]);
  CHECK(proved({above, positive}, {x() - number(1), true}) != "");
  CHECK(proved({above, positive}, {x() - number(1) - y(), true}) != "");
  CHECK(proved({above, positive}, {x() - number(2), false}) == "");
  CHECK(proved({above, {y(), false}}, {x() - number(1), true}) == "");
}

TEST_CASE("Where no parameters are meant everything holds, and only there") {
  const Fact positive{x() - number(1), false};
  CHECK(proved({positive, {number(0) - x(), false}}, {number(0) - y() * y() - number(5), false}) != "");
  CHECK(proved({positive, {number(0) - x(), false}}, {number(-5), true}) == "products");
  // x = 1 is one.
  CHECK(proved({positive, {number(1) - x(), false}}, {number(-5), false}) == "");
  CHECK(proved({{number(0) - x(), false}}, {number(-5), false}) == "");
}
