// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/noise.h"
#include "checker/noise/distribution.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <vector>

using namespace plumb;
using ir::Law;

namespace {

bool isTrue(smt::Term formula) {
  return formula.op() == smt::Operator::True;
}

bool inSupport(Law law, long draw) {
  smt::TermStore store;
  return isTrue(noise::inSupport(store, law, store.integer(draw)));
}

/// A law as a function of x, density or mass, and how e^(c s / b) is found for it.
using Weight = std::function<Enclosure(const Rational &)>;

/// Some x at which moving a draw from x to x + \p shift surely costs more than \p cost: p(x) > e^cost p(x +
/// shift).
std::optional<Rational> whereDearer(const Weight &weight, const std::vector<Rational> &places,
                                    const Rational &shift, const Rational &cost) {
  const Enclosure factor = exponentialOf(cost);
  // Enclosures of the same number are as far apart as a relative 2^-40.
  const Rational rounding = 1 + Rational(1, 1 << 30);
  for (const Rational &x : places) {
    const Enclosure before = weight(x), after = weight(x + shift);
    if (sgn(after.high) > 0 && before.low > factor.high * after.high * rounding)
      return x;
  }
  return std::nullopt;
}

/// Places at which a law is looked at, and shifts.
struct Grid {
  std::vector<Rational> places;
  std::vector<Rational> shifts;
};

Grid realGrid() {
  Grid grid{{}, {Rational(1, 4), 1, 3}};
  for (int quarter = -40; quarter <= 80; ++quarter)
    grid.places.emplace_back(quarter, 4), grid.places.back().canonicalize();
  return grid;
}

Grid integerGrid() {
  Grid grid{{}, {1, 3}};
  for (int x = -12; x <= 24; ++x)
    grid.places.emplace_back(x);
  return grid;
}

Weight remembered(const Weight &weight) {
  auto known = std::make_shared<std::map<Rational, Enclosure>>();
  return [weight, known](const Rational &x) {
    auto found = known->find(x);
    return found == known->end() ? known->emplace(x, weight(x)).first->second : found->second;
  };
}

/// Does the row of \p law say too little of \p weight, a density or mass of scale \p scale?
void checkRates(Law law, const Weight &weight, const Rational &scale, const Grid &grid) {
  for (const Rational &size : grid.shifts)
    for (bool isUp : {true, false}) {
      const ir::Rate rate = isUp ? ir::row(law).up : ir::row(law).down;
      const Rational shift = isUp ? size : Rational(-size);
      CAPTURE(name(law), toString(scale), toString(shift));
      if (rate.isBounded())
        CHECK_FALSE(whereDearer(weight, grid.places, shift, rate.value() * size / scale));
      else
        CHECK(whereDearer(weight, grid.places, shift, 5 * size / scale));
    }
}

Weight densityOf(Law law) {
  return remembered([law](const Rational &x) { return noise::distribution(law).density(x); });
}

Weight massOf(Law law, const Rational &scale) {
  return remembered(
      [law, scale](const Rational &x) { return noise::distribution(law).mass(Integer(x.get_num()), scale); });
}

} // namespace

TEST_CASE("two-sided noise may be any number") {
  CHECK(inSupport(Law::Laplace, -5));
  CHECK(inSupport(Law::Laplace, 5));
}

TEST_CASE("one-sided noise is at least 0, mirrored noise at most 0") {
  CHECK(inSupport(Law::Exponential, 0));
  CHECK(inSupport(Law::Exponential, 3));
  CHECK_FALSE(inSupport(Law::Exponential, -1));
  CHECK(inSupport(Law::NegExponential, 0));
  CHECK(inSupport(Law::NegExponential, -3));
  CHECK_FALSE(inSupport(Law::NegExponential, 1));
}

TEST_CASE("what a shift moves is its absolute value") {
  smt::TermStore store;
  CHECK(noise::movedBy(store, Law::Laplace, store.integer(-3)) == store.integer(3));
  CHECK(noise::movedBy(store, Law::Laplace, store.integer(3)) == store.integer(3));
}

TEST_CASE("no shift costs more than the row of its law says, at the densities and at the masses") {
  for (Law law : ir::laws()) {
    if (ir::row(law).isOver(ir::Sort::Real))
      checkRates(law, densityOf(law), 1, realGrid());
    for (const Rational &scale : {Rational(1, 2), Rational(1), Rational(5, 2)})
      if (ir::row(law).isOver(ir::Sort::Int))
        checkRates(law, massOf(law, scale), scale, integerGrid());
  }
}

TEST_CASE("a rate that is too small would be seen") {
  const Rational less(9, 10);
  CHECK(whereDearer(densityOf(Law::Laplace), realGrid().places, 1, less));
  CHECK(whereDearer(densityOf(Law::Laplace), realGrid().places, -1, less));
  CHECK(whereDearer(massOf(Law::Exponential, 1), integerGrid().places, 1, less));
  CHECK(whereDearer(massOf(Law::NegExponential, 1), integerGrid().places, -1, less));
}

TEST_CASE("a law decays from 0 on as its row says") {
  const auto checkDecay = [](Law law, const Weight &weight, const Rational &scale) {
    const Enclosure atZero = weight(0);
    for (const Rational &x : {Rational(-7), Rational(-2), Rational(1), Rational(4)}) {
      const Rational steps = ir::row(law).decay->value() * abs(x) / scale;
      const Enclosure here = weight(x), expected = atZero * exponentialOfMinus(steps);
      CAPTURE(name(law), toString(x), toString(scale));
      if (inSupport(law, x.get_num().get_si()))
        CHECK((here.low <= expected.high && expected.low <= here.high));
    }
  };
  for (Law law : ir::laws()) {
    if (!ir::row(law).decay)
      continue;
    if (ir::row(law).isOver(ir::Sort::Real))
      checkDecay(law, densityOf(law), 1);
    for (const Rational &scale : {Rational(1, 2), Rational(5, 2)})
      if (ir::row(law).isOver(ir::Sort::Int))
        checkDecay(law, massOf(law, scale), scale);
  }
}

TEST_CASE("densities integrate to 1, as far as they are looked at") {
  for (Law law : ir::laws()) {
    if (!ir::row(law).isOver(ir::Sort::Real))
      continue;
    Rational sum;
    for (int eighth = -161; eighth <= 321; eighth += 2) // The middles of quarters, from -20 to 40.
      sum += noise::distribution(law).density(Rational(eighth) / 8).high / 4;
    CAPTURE(name(law));
    CHECK(sum < Rational(51, 50));
    CHECK(sum > Rational(9, 10)); // A heavy tail reaches farther.
  }
}

TEST_CASE("a density or mass is 0 outside of the support and positive in it") {
  for (Law law : ir::laws())
    for (long x : {-2L, 0L, 2L}) {
      CAPTURE(name(law), x);
      const noise::Distribution &distribution = noise::distribution(law);
      if (ir::row(law).isOver(ir::Sort::Real))
        CHECK((sgn(distribution.density(x).high) > 0) == inSupport(law, x));
      if (ir::row(law).isOver(ir::Sort::Int))
        CHECK((sgn(distribution.mass(x, 1).high) > 0) == inSupport(law, x));
    }
}

TEST_CASE("formulas and interpreter read the same table alike") {
  for (Law law : ir::laws())
    for (const Rational &value : {Rational(-3), Rational(-1, 2), Rational(0), Rational(1, 2), Rational(3)}) {
      smt::TermStore store;
      CAPTURE(name(law), toString(value));
      smt::Term term = store.real(value);
      CHECK(isTrue(noise::inSupport(store, law, term)) ==
            interpreter::inSupport(law, ir::Sort::Real, interpreter::Exact(value)));
      const auto cost = interpreter::costOfShift(law, interpreter::Exact(value));
      CHECK(isTrue(noise::mayBeMoved(store, law, term)) == cost.has_value());
      if (cost)
        CHECK(noise::movedBy(store, law, term) == store.real(cost->rational()));
      CHECK(noise::largestRate(law) * abs(value) >= (cost ? cost->rational() : Rational(0)));
    }
}
