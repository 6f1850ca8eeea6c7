// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/arithmetic.h"
#include "checker/disproof/path_integral.h"
#include "checker/witness/cells.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace plumb;
using disproof::Doubles;
using disproof::Intervals;
using interpreter::Exact;

namespace {

/// Two draws that are compared with each of some others: low <= other + a, other + b <= high, or the
/// opposite.
struct Circle {
  struct Other {
    int low, high;
    bool isAboveLow, isBelowHigh;
  };
  ir::Law law;
  double scale;
  std::vector<Other> others;
};

double heightAt(const Circle &circle, double x) {
  const double q = std::exp(-1 / circle.scale);
  if (circle.law == ir::Law::Laplace)
    return (1 - q) / (1 + q) * std::pow(q, std::abs(x));
  return x == 0 || (x > 0) == (circle.law == ir::Law::Exponential) ? (1 - q) * std::pow(q, std::abs(x)) : 0;
}

/// P(x <= at).
double below(const Circle &circle, double at) {
  const double q = std::exp(-1 / circle.scale);
  switch (circle.law) {
  case ir::Law::Laplace:
    return at >= 0 ? 1 - std::pow(q, at + 1) / (1 + q) : std::pow(q, -at) / (1 + q);
  case ir::Law::Exponential:
    return at >= 0 ? 1 - std::pow(q, at + 1) : 0;
  default:
    return at >= 0 ? 1 : std::pow(q, -at);
  }
}

/// Given low and high: the chance that every other one is where it has to be.
double chance(const Circle &circle, double low, double high) {
  double product = 1;
  for (const Circle::Other &other : circle.others) {
    const double notAbove = below(circle, low + other.low - 1), isBelow = below(circle, high + other.high);
    product *= other.isAboveLow    ? (other.isBelowHigh ? std::max(isBelow - notAbove, 0.0)
                                                        : std::min(1 - notAbove, 1 - isBelow))
               : other.isBelowHigh ? std::min(notAbove, isBelow)
                                   : std::max(notAbove - isBelow, 0.0);
  }
  return product;
}

double bySumming(const Circle &circle) {
  constexpr int end = 24;
  double sum = 0;
  for (int low = -end; low <= end; ++low)
    for (int high = -end; high <= end; ++high)
      sum += heightAt(circle, low) * heightAt(circle, high) * chance(circle, low, high);
  return sum;
}

witness::Path pathOf(const Circle &circle) {
  witness::Path path;
  for (std::size_t i = 0; i < circle.others.size() + 2; ++i)
    path.draws.push_back({circle.law, 1, ir::Sort::Int, "", std::nullopt});
  for (std::size_t i = 0; i < circle.others.size(); ++i) {
    const Circle::Other &other = circle.others[i];
    const Exact up = other.isAboveLow ? 1 : -1, down = other.isBelowHigh ? 1 : -1;
    path.tests.push_back({{-up * Exact(other.low), {{0, -up}, {i + 2, up}}}, !other.isAboveLow});
    path.tests.push_back({{down * Exact(other.high), {{1, down}, {i + 2, -down}}}, !other.isBelowHigh});
  }
  return path;
}

} // namespace

TEST_CASE("comparisons in a circle, against a sum over two draws") {
  std::mt19937 random(20);
  auto upTo = [&](unsigned most) { return static_cast<int>(random() % (most + 1)); };
  for (unsigned round = 0; round < 200; ++round) {
    constexpr ir::Law laws[] = {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential};
    Circle circle{laws[upTo(2)], 1, {}};
    for (int i = 2 + upTo(1); i-- > 0;)
      circle.others.push_back({upTo(8) - 4, upTo(8) - 4, upTo(2) > 0, upTo(2) > 0});
    const double expected = bySumming(circle);
    const witness::Path path = pathOf(circle);
    refutation::Budget work(10'000'000);
    Doubles rough;
    disproof::PathIntegral<Doubles> roughly(rough, work);
    auto near = roughly.likelihood(path);
    INFO("round " << round << ", expected " << expected);
    REQUIRE(near);
    CHECK(near->value == Approx(expected).epsilon(1e-6).margin(1e-7));
    if (round % 2 > 0)
      continue;
    Intervals arithmetic(256);
    disproof::PathIntegral<Intervals> integral(arithmetic, work);
    auto found = integral.likelihood(path);
    REQUIRE(found);
    CHECK(found->value.lowerDouble() == Approx(expected).epsilon(1e-6).margin(1e-7));
    CHECK(found->isImpossible == near->isImpossible);
    if (found->isImpossible)
      continue;
    CHECK(found->value.isWithin(84));
    // What is said to lie inside does.
    auto point = integral.innerPoint(path);
    REQUIRE(point);
    for (const witness::Test &test : path.tests) {
      Exact value = test.form.constant;
      for (const witness::LinearForm::Term &term : test.form.terms)
        value = value + term.coefficient * (*point)[term.draw];
      CHECK((test.isStrict ? value.sign() > 0 : value.sign() >= 0));
    }
  }
}

namespace {

/// So many circles of three draws each.
witness::Path circles(std::size_t count, ir::Sort sort) {
  witness::Path path;
  for (std::size_t i = 0; i < 3 * count; ++i)
    path.draws.push_back({ir::Law::Laplace, 1, sort, "", std::nullopt});
  for (std::size_t i = 0; i < 3 * count; ++i)
    path.tests.push_back({{1, {{i, 1}, {i % 3 == 2 ? i - 2 : i + 1, -1}}}, false});
  for (witness::Test &test : path.tests)
    if (test.form.terms[1].draw < test.form.terms[0].draw)
      std::swap(test.form.terms[0], test.form.terms[1]);
  return path;
}

bool hasLikelihood(const witness::Path &path, std::uint64_t units) {
  refutation::Budget work(units);
  Doubles arithmetic;
  return disproof::PathIntegral<Doubles>(arithmetic, work).likelihood(path).has_value();
}

} // namespace

TEST_CASE("circles that are outside: two without a draw in common, and what costs too much") {
  for (ir::Sort sort : {ir::Sort::Int, ir::Sort::Real}) {
    CHECK(hasLikelihood(circles(1, sort), 1'000'000));
    CHECK_FALSE(hasLikelihood(circles(1, sort), 100));
    CHECK_FALSE(hasLikelihood(circles(2, sort), 1'000'000));
  }
}

TEST_CASE("comparisons of real draws in a circle, against cells") {
  std::mt19937 random(21);
  auto upTo = [&](unsigned most) { return static_cast<int>(random() % (most + 1)); };
  auto half = [&](unsigned most) { return Exact(upTo(most)) / Exact(2); };
  for (unsigned round = 0; round < 24; ++round) {
    constexpr ir::Law laws[] = {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential};
    witness::Path path;
    const std::size_t others = 2 + upTo(1);
    for (std::size_t i = 0; i < others + 2; ++i)
      path.draws.push_back({laws[upTo(2)], half(3) + Exact(1) / Exact(2), ir::Sort::Real, "", std::nullopt});
    for (std::size_t i = 0; i < others; ++i)
      for (std::size_t end : {0, 1}) {
        const Exact slope = half(2) + Exact(1) / Exact(2), sign = upTo(1) > 0 ? 1 : -1;
        path.tests.push_back({{half(8) - 2, {{end, -sign * slope}, {i + 2, sign}}}, upTo(1) > 0});
      }
    refutation::Budget work(10'000'000);
    Intervals arithmetic(256);
    auto found = disproof::PathIntegral<Intervals>(arithmetic, work).likelihood(path);
    REQUIRE(found);
    Doubles rough;
    auto near = disproof::PathIntegral<Doubles>(rough, work).likelihood(path);
    REQUIRE(near);
    witness::Run run;
    for (const witness::Draw &draw : path.draws) {
      run.symbols.emplace_back();
      run.symbols.back().law = draw.law;
      run.symbols.back().scale = draw.scale;
      run.symbols.back().sort = draw.sort;
    }
    run.tests = path.tests;
    witness::CellBudget cells{1'000'000};
    constexpr double relative = 1.0 / 64;
    auto bounds = witness::likelihood(run, {relative, 0}, cells);
    REQUIRE(bounds);
    INFO("round " << round << ", between " << bounds->low << " and " << bounds->high);
    CHECK(near->value == Approx(found->value.lowerDouble()).epsilon(1e-6).margin(1e-12));
    CHECK(bounds->low <= found->value.upperDouble());
    CHECK(bounds->high >= found->value.lowerDouble());
    CHECK(bounds->high - bounds->low <= relative * bounds->high);
    CHECK(cells.left > 0);
    CHECK((bounds->high == 0) == found->isImpossible);
  }
}
