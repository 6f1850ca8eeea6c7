// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/arithmetic.h"
#include "checker/disproof/piecewise.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb;
using disproof::Doubles;
using disproof::Intervals;
using interpreter::Exact;
using Algebra = disproof::PiecewiseAlgebra<Doubles>;
using Function = disproof::Piecewise<Doubles>;
using Lines = std::vector<disproof::Line<Doubles>>;

namespace {

constexpr ir::Law allLaws[] = {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential};

/// By the definition, and not by the table.
double densityOf(ir::Law law, double b, double x, bool isDiscrete) {
  const double q = std::exp(-1 / b);
  if (law == ir::Law::Laplace)
    return isDiscrete ? (1 - q) / (1 + q) * std::pow(q, std::abs(x)) : std::exp(-std::abs(x) / b) / (2 * b);
  if ((law == ir::Law::Exponential) == (x < 0) && x != 0)
    return 0;
  return isDiscrete ? (1 - q) * std::pow(q, std::abs(x)) : std::exp(-std::abs(x) / b) / b;
}

/// Simpson's rule between the kinks, or a plain sum.
double quadrature(const std::function<double(double)> &f, double low, double high, bool isDiscrete) {
  double sum = 0;
  if (isDiscrete) {
    for (double x = std::ceil(low); x <= high; ++x)
      sum += f(x);
    return sum;
  }
  // All kinks of the tests are multiples of a quarter; the ends are approached from inside.
  const double step = 1.0 / 64;
  for (double x = low; x < high - 1e-12; x += step) {
    const double width = std::min(step, high - x), inside = width * 1e-9;
    sum += width / 6 * (f(x + inside) + 4 * f(x + width / 2) + f(x + width - inside));
  }
  return sum;
}

} // namespace

TEST_CASE("every law has mass one, and the value of its definition") {
  Doubles arithmetic;
  Algebra algebra(arithmetic);
  for (ir::Law law : allLaws)
    for (bool isDiscrete : {false, true})
      for (double scale : {0.5, 1.0, 4.0}) {
        Function f = algebra.density(law, scale, isDiscrete);
        CHECK(*algebra.integral(f) == Approx(1));
        for (double x : {-7.0, -1.0, 1.0, 3.0})
          CHECK(algebra.value(f, x) == Approx(densityOf(law, scale, x, isDiscrete)));
      }
}

TEST_CASE("integrals and sums of products between two lines, against quadrature") {
  Doubles arithmetic;
  Algebra algebra(arithmetic);
  for (ir::Law law : allLaws)
    for (bool isDiscrete : {false, true}) {
      // Equal scales give powers: the rates cancel on one side.
      Function f = algebra.product(
          algebra.density(law, 2, isDiscrete),
          algebra.composition(algebra.density(ir::Law::Laplace, 2, isDiscrete), {1, -3}, isDiscrete));
      auto direct = [&](double x) {
        return densityOf(law, 2, x, isDiscrete) * densityOf(ir::Law::Laplace, 2, x - 3, isDiscrete);
      };
      const Lines falling{{-1, 4}}, rising{{1, -2}}, higher{{1, 3}};
      for (const auto &[lowers, uppers] : {std::pair<Lines, Lines>{rising, {}},
                                           {{}, rising},
                                           {rising, higher},
                                           {rising, falling},
                                           {{{1, -2}, {-1, 1}}, {}}}) {
        auto g = algebra.integral(f, lowers, uppers, isDiscrete);
        REQUIRE(g);
        for (double y : {-6.0, -2.0, 0.0, 1.0, 3.0, 5.0}) {
          double low = -80, high = 80;
          for (const auto &line : lowers)
            low = std::max(low, line.at(y));
          for (const auto &line : uppers)
            high = std::min(high, line.at(y));
          const double expected = low <= high ? quadrature(direct, low, high, isDiscrete) : 0;
          INFO("law " << static_cast<int>(law) << " discrete " << isDiscrete << " y " << y);
          CHECK(algebra.value(*g, y) == Approx(expected).epsilon(1e-6).margin(1e-12));
        }
      }
    }
}

TEST_CASE("powers are integrated and summed in closed form") {
  Doubles arithmetic;
  Algebra algebra(arithmetic);
  // The sum of x^2 over 0 .. 10, and of x^2 e^-x over all x >= 0; the same as integrals.
  Function squares{true, {{0.0, 10.0, {{0, 2, 1}}}}};
  CHECK(*algebra.integral(squares) == Approx(385));
  Function falling{true, {{0.0, std::nullopt, {{-1, 2, 1}}}}};
  const double q = std::exp(-1);
  CHECK(*algebra.integral(falling) == Approx(q * (1 + q) / std::pow(1 - q, 3)));
  squares.isDiscrete = falling.isDiscrete = false;
  CHECK(*algebra.integral(squares) == Approx(1000.0 / 3));
  CHECK(*algebra.integral(falling) == Approx(2));
  // What does not fall has no integral.
  CHECK_FALSE(algebra.integral(Function{false, {{0.0, std::nullopt, {{0, 0, 1}}}}}));
}

TEST_CASE("empty is known, and not estimated") {
  Intervals arithmetic(256);
  disproof::PiecewiseAlgebra<Intervals> algebra(arithmetic);
  auto f = algebra.density(ir::Law::Exponential, 2, false);
  CHECK(algebra.restriction(f, std::nullopt, Exact(0)).pieces.empty());
  CHECK(algebra.restriction(f, Exact(3), Exact(3)).pieces.empty());
  auto g = algebra.integral(f, {{1, 1}}, {{1, 0}}, false);
  REQUIRE(g);
  CHECK(g->pieces.empty());
  auto mass = algebra.density(ir::Law::Laplace, 2, true);
  CHECK(algebra.restriction(mass, Exact(3), Exact(3)).pieces.size() == 1);
}

TEST_CASE("tails do not cancel: the interval of an event of 1e-40 is narrow") {
  Intervals arithmetic(256);
  disproof::PiecewiseAlgebra<Intervals> algebra(arithmetic);
  auto f = algebra.density(ir::Law::Laplace, 1, false);
  auto g = algebra.integral(f, {{1, 0}}, {}, false);
  REQUIRE(g);
  const runtime::otp::Interval tail = algebra.value(*g, 92);
  CHECK(tail.isWithin(200));
  CHECK(tail.lowerDouble() == Approx(std::exp(-92) / 2));
}
