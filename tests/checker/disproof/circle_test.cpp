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

TEST_CASE("circles that are outside: what needs two draws, and what costs too much") {
  for (ir::Sort sort : {ir::Sort::Int, ir::Sort::Real}) {
    CHECK(hasLikelihood(circles(1, sort), 1'000'000));
    CHECK_FALSE(hasLikelihood(circles(1, sort), 100));
    CHECK(hasLikelihood(circles(2, sort), 1'000'000));
    // Four draws, each of which is compared with each.
    witness::Path all = circles(1, sort);
    all.draws.push_back(all.draws.front());
    for (std::size_t i = 0; i < 3; ++i)
      all.tests.push_back({{1, {{i, 1}, {3, -1}}}, false});
    CHECK_FALSE(hasLikelihood(all, 1'000'000));
  }
}

namespace {

/// Two circles of three draws each, and what is between them: nothing, a comparison, or a draw in common.
struct TwoCircles {
  witness::Path path;
  std::size_t draws = 6;
  /// Of each circle the draw that is compared or in common.
  std::size_t first = 2, second = 3;
  bool isBridged = false;
};

class RandomCircles {
public:
  explicit RandomCircles(unsigned seed) : random(seed) {}

  TwoCircles next(ir::Sort sort) {
    constexpr ir::Law laws[] = {ir::Law::Laplace, ir::Law::Laplace, ir::Law::Exponential,
                                ir::Law::NegExponential};
    TwoCircles made;
    const int kind = upTo(2);
    if (kind == 0)
      made.draws = 5;
    for (std::size_t i = 0; i < made.draws; ++i)
      made.path.draws.push_back({laws[upTo(3)], 1, sort, "", std::nullopt});
    const std::size_t from = kind == 0 ? 2 : 3;
    made.second = from;
    made.isBridged = kind == 1;
    for (std::size_t start : {std::size_t(0), from})
      for (auto [x, y] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
        compare(made.path, start + static_cast<std::size_t>(x), start + static_cast<std::size_t>(y));
    if (made.isBridged)
      compare(made.path, made.first, made.second);
    return made;
  }

private:
  int upTo(unsigned most) { return static_cast<int>(random() % (most + 1)); }
  void compare(witness::Path &path, std::size_t x, std::size_t y) {
    const Exact sign = upTo(1) > 0 ? 1 : -1;
    path.tests.push_back({{upTo(5) - 1, {{x, sign}, {y, -sign}}}, upTo(1) > 0});
  }

  std::mt19937 random;
};

constexpr int farthest = 22;

double heightAt(const witness::Draw &draw, int x) {
  return heightAt(Circle{draw.law, 1, {}}, x);
}

bool holds(const witness::Test &test, int x, int y) {
  const Exact value = test.form.constant + test.form.terms[0].coefficient * Exact(x) +
                      test.form.terms[1].coefficient * Exact(y);
  return test.isStrict ? value.sign() > 0 : value.sign() >= 0;
}

/// By the differences, which decide: for tests of one path, in the order of the path.
std::vector<std::vector<bool>> tables(const witness::Path &path) {
  std::vector<std::vector<bool>> all;
  for (const witness::Test &test : path.tests) {
    all.emplace_back();
    for (int difference = -2 * farthest; difference <= 2 * farthest; ++difference)
      all.back().push_back(holds(test, difference, 0));
  }
  return all;
}

/// How likely the circle of the draws from \p start on is, by the value of its draw \p shared.
std::vector<double> byValue(const TwoCircles &circles, const std::vector<std::vector<bool>> &held,
                            std::size_t start, std::size_t shared) {
  const std::size_t tests = start == 0 ? 0 : 3;
  const auto isHeld = [&](std::size_t test, int x, int y) {
    return held[tests + test][static_cast<std::size_t>(x - y + 2 * farthest)];
  };
  std::vector<double> sums(2 * farthest + 1);
  for (int a = -farthest; a <= farthest; ++a)
    for (int b = -farthest; b <= farthest; ++b) {
      if (!isHeld(0, a, b))
        continue;
      for (int c = -farthest; c <= farthest; ++c) {
        if (!isHeld(1, a, c) || !isHeld(2, b, c))
          continue;
        const int values[] = {a, b, c};
        sums[static_cast<std::size_t>(values[shared - start] + farthest)] +=
            heightAt(circles.path.draws[start], a) * heightAt(circles.path.draws[start + 1], b) *
            heightAt(circles.path.draws[start + 2], c);
      }
    }
  return sums;
}

double bySumming(const TwoCircles &circles) {
  const auto held = tables(circles.path);
  const auto first = byValue(circles, held, 0, circles.first),
             second = byValue(circles, held, circles.second, circles.second);
  double sum = 0;
  for (int x = -farthest; x <= farthest; ++x) {
    const double here = first[static_cast<std::size_t>(x + farthest)];
    if (circles.draws == 5) {
      const double height = heightAt(circles.path.draws[circles.first], x);
      sum += height > 0 ? here * second[static_cast<std::size_t>(x + farthest)] / height : 0;
      continue;
    }
    for (int y = -farthest; y <= farthest; ++y)
      if (!circles.isBridged || held[6][static_cast<std::size_t>(x - y + 2 * farthest)])
        sum += here * second[static_cast<std::size_t>(y + farthest)];
  }
  return sum;
}

} // namespace

TEST_CASE("two circles, with a comparison or a draw between them or without, against a sum") {
  RandomCircles random(22);
  unsigned possible = 0;
  for (unsigned round = 0; round < 40; ++round) {
    const TwoCircles circles = random.next(ir::Sort::Int);
    const double expected = bySumming(circles);
    INFO("round " << round << ", expected " << expected);
    refutation::Budget work(10'000'000);
    Doubles rough;
    auto near = disproof::PathIntegral<Doubles>(rough, work).likelihood(circles.path);
    REQUIRE(near);
    CHECK(near->value == Approx(expected).epsilon(1e-6).margin(1e-8));
    Intervals arithmetic(256);
    disproof::PathIntegral<Intervals> integral(arithmetic, work);
    auto found = integral.likelihood(circles.path);
    REQUIRE(found);
    CHECK(found->value.lowerDouble() == Approx(expected).epsilon(1e-6).margin(1e-8));
    if (found->isImpossible)
      continue;
    ++possible;
    auto point = integral.innerPoint(circles.path);
    REQUIRE(point);
    for (const witness::Test &test : circles.path.tests) {
      Exact value = test.form.constant;
      for (const witness::LinearForm::Term &term : test.form.terms)
        value = value + term.coefficient * (*point)[term.draw];
      CHECK((test.isStrict ? value.sign() > 0 : value.sign() >= 0));
    }
  }
  CHECK(possible > 20);
}

namespace {

witness::Run runOf(const witness::Path &path) {
  witness::Run run;
  for (const witness::Draw &draw : path.draws) {
    run.symbols.emplace_back();
    run.symbols.back().law = draw.law;
    run.symbols.back().scale = draw.scale;
    run.symbols.back().sort = draw.sort;
  }
  run.tests = path.tests;
  return run;
}

} // namespace

TEST_CASE("two circles of real draws, against cells") {
  RandomCircles random(23);
  for (unsigned round = 0; round < 9; ++round) {
    const witness::Path path = random.next(ir::Sort::Real).path;
    refutation::Budget work(10'000'000);
    Intervals arithmetic(256);
    auto found = disproof::PathIntegral<Intervals>(arithmetic, work).likelihood(path);
    REQUIRE(found);
    witness::CellBudget cells{1'000'000};
    auto bounds = witness::likelihood(runOf(path), {1.0 / 4, 1e-6}, cells);
    REQUIRE(bounds);
    INFO("round " << round << ", between " << bounds->low << " and " << bounds->high);
    CHECK(bounds->low <= found->value.upperDouble());
    CHECK(bounds->high >= found->value.lowerDouble());
    CHECK(cells.left > 0);
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
    const witness::Run run = runOf(path);
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
