// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/arithmetic.h"
#include "checker/disproof/path_integral.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb;
using disproof::Doubles;
using disproof::Intervals;
using interpreter::Exact;
using witness::LinearForm;

namespace {

Exact fraction(int a, int b) {
  return Exact(a) / Exact(b);
}

/// Computed in doubles and in intervals, which have to contain it.
double likelihoodOf(const witness::Path &path, bool isImpossible = false) {
  disproof::Work work{1'000'000};
  Doubles doubles;
  const auto searched = disproof::PathIntegral<Doubles>(doubles, work).likelihood(path);
  Intervals intervals(256);
  disproof::PathIntegral<Intervals> integral(intervals, work);
  const auto certified = integral.likelihood(path);
  REQUIRE(searched);
  REQUIRE(certified);
  CHECK(searched->isImpossible == isImpossible);
  CHECK(certified->isImpossible == isImpossible);
  if (isImpossible)
    return 0;
  CHECK(certified->value.lowerDouble() <= searched->value * (1 + 1e-9));
  CHECK(certified->value.upperDouble() >= searched->value * (1 - 1e-9));
  // A run inside the path.
  const auto point = integral.innerPoint(path);
  REQUIRE(point);
  for (const witness::Test &test : path.tests) {
    Exact value = test.form.constant;
    for (const LinearForm::Term &term : test.form.terms)
      value = value + term.coefficient * (*point)[term.draw];
    CHECK(value.sign() >= (test.isStrict ? 1 : 0));
  }
  return searched->value;
}

witness::Draw free(ir::Law law, Exact scale) {
  return {law, std::move(scale), ir::Sort::Real, "x", std::nullopt};
}

witness::Draw published(ir::Law law, Exact scale, Exact at) {
  return {law, std::move(scale), ir::Sort::Real, "x", LinearForm{std::move(at), {}}};
}

/// coefficient * draw + constant > 0.
witness::Test above(std::size_t draw, int coefficient, Exact constant) {
  return {{std::move(constant), {{draw, coefficient}}}, true};
}

double gumbelDensity(double x, double b) {
  return std::exp(-x / b - std::exp(-x / b)) / b;
}
double gumbelBelow(double x, double b) {
  return std::exp(-std::exp(-x / b));
}

} // namespace

TEST_CASE("Gumbel noise that is published has the density of its definition") {
  for (int at : {-5, -1, 0, 2, 30})
    for (int scale : {1, 2, 5})
      CHECK(likelihoodOf({{published(ir::Law::Gumbel, fraction(scale, 2), fraction(at, 3))}, {}, 1}) ==
            Approx(gumbelDensity(at / 3.0, scale / 2.0)));
}

TEST_CASE("Gumbel noise that is compared with numbers lies where its distribution says") {
  using Tests = std::vector<witness::Test>;
  for (int low : {-4, -1, 0, 3})
    for (int width : {1, 2, 7})
      for (int scale : {1, 3}) {
        const double b = scale / 2.0, high = low + width;
        const std::vector<witness::Draw> draw = {free(ir::Law::Gumbel, fraction(scale, 2))};
        CHECK(likelihoodOf({draw, Tests{above(0, -1, low)}, 1}) == Approx(gumbelBelow(low, b)));
        CHECK(likelihoodOf({draw, Tests{above(0, 1, -low)}, 1}) == Approx(1 - gumbelBelow(low, b)));
        CHECK(likelihoodOf({draw, Tests{above(0, 1, -low), above(0, -1, low + width)}, 1}) ==
              Approx(gumbelBelow(high, b) - gumbelBelow(low, b)));
        likelihoodOf({draw, Tests{above(0, 1, -low - width), above(0, -1, low)}, 1}, true);
      }
}

TEST_CASE("noise of other laws beside it is as likely as the product says") {
  const std::vector<witness::Draw> draws = {published(ir::Law::Gumbel, 1, 1), free(ir::Law::Laplace, 2),
                                            free(ir::Law::Gumbel, 2), published(ir::Law::Exponential, 1, 3)};
  const double laplace = 0.5 * std::exp(-0.5), gumbel = gumbelBelow(2, 2);
  CHECK(likelihoodOf({draws, {above(1, 1, -1), above(2, -1, 2)}, fraction(1, 2)}) ==
        Approx(0.5 * gumbelDensity(1, 1) * laplace * gumbel * std::exp(-3)));
  // A test of both kinds of draws has no answer.
  disproof::Work work{1'000'000};
  Doubles doubles;
  const witness::Test mixed{{0, {{1, 1}, {2, -1}}}, true};
  CHECK_FALSE(disproof::PathIntegral<Doubles>(doubles, work).likelihood({draws, {mixed}, 1}));
  // Nor has a winner that is also compared with a number.
  const std::vector<witness::Draw> two = {free(ir::Law::Gumbel, 1), free(ir::Law::Gumbel, 1)};
  const witness::Test wins{{0, {{0, 1}, {1, -1}}}, true};
  CHECK(likelihoodOf({two, {wins}, 1}) == Approx(0.5));
  CHECK_FALSE(disproof::PathIntegral<Doubles>(doubles, work).likelihood({two, {wins, above(0, 1, 0)}, 1}));
}
