// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/certificate.h"

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
  Result check() override { return Result::Sat; }
  smt::UnknownReason unknownReason() const override { return smt::UnknownReason::None; }
  std::string unknownText() const override { return {}; }
  std::optional<Rational> value(smt::Term) override { return Rational(1); }
  std::string name() const override { return "liar"; }
};

Engine proved(const std::vector<Fact> &facts, const Fact &goal,
              std::vector<bool> isInteger = {false, false}) {
  Prover prover(std::move(isInteger), [](const smt::Budget &budget) { return smt::makeZ3Engine(budget); });
  return prover.prove(facts, goal);
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
  CHECK(proved({atLeastOne}, {x() * x() - x(), false}) == Engine::Coefficients);
  CHECK(proved({}, {x() * x() - x(), false}) == Engine::None);
  CHECK(proved({atLeastOne}, {x() - number(1), true}) == Engine::None);
  CHECK(proved({{x() - number(1), true}}, {x() - number(1), true}) == Engine::Coefficients);
  // A whole number above 1 is at least 2.
  CHECK(proved({{x() - number(1), true}}, {x() - number(2), false}, {true, false}) == Engine::Coefficients);
  CHECK(proved({{x() - number(1), true}}, {x() - number(2), false}) == Engine::None);
  // A bound the other way is none.
  CHECK(proved({{number(1) - x(), false}}, {x() * y(), false}) == Engine::None);
  CHECK(proved({}, {number(0), false}) == Engine::Coefficients);
  CHECK(proved({}, {number(0), true}) == Engine::None);
}

TEST_CASE("Products of facts") {
  const std::vector<Fact> unit{
      {x(), false}, {number(1) - x(), false}, {y(), false}, {number(1) - y(), false}};
  CHECK(proved(unit, {(number(1) - x()) * (number(1) - y()), false}) == Engine::Products);
  // x + y - x y <= 1
  CHECK(proved(unit, {number(1) - x() - y() + x() * y(), false}) == Engine::Products);
  CHECK(proved(unit, {x() - x() * y(), false}) == Engine::Products);
  CHECK(proved(unit, {number(2) - x() - y(), false}) == Engine::Products);
  CHECK(proved(unit, {number(1) - x() - y(), false}) == Engine::None);
  CHECK(proved(unit, {number(2) - x() - y(), true}) == Engine::None);
}

TEST_CASE("A solver that lies proves nothing") {
  Prover prover({false, false}, [](const smt::Budget &) { return std::make_unique<Liar>(); });
  const std::vector<Fact> unit{
      {x(), false}, {number(1) - x(), false}, {y(), false}, {number(1) - y(), false}};
  CHECK(prover.prove(unit, {number(1) - x() - y(), false}) == Engine::None);
  CHECK(prover.questions() > 0);
}
