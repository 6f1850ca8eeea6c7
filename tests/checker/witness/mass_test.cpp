// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"
#include "checker/witness/log_concave.h"
#include "checker/witness/mass.h"

#include <catch2/catch.hpp>
#include <cfloat>
#include <cmath>

using namespace plumb;
using interpreter::Exact;
using witness::Bounds;
using witness::Cell;
using witness::Noise;

namespace {

/// Do they contain \p value, and little else?
void checkClose(const Bounds &bounds, double value) {
  CHECK(bounds.low <= value * (1 + 1e-12));
  CHECK(bounds.high >= value * (1 - 1e-12));
  CHECK(bounds.high - bounds.low <= 1e-9 * value);
}

/// Do they contain what \p value is nearest to? It is more precise than a double by 11 bits.
void checkEncloses(const Bounds &bounds, long double value) {
  CHECK(bounds.low <= value * (1 + 4 * LDBL_EPSILON));
  CHECK(bounds.high >= value * (1 - 4 * LDBL_EPSILON));
  checkClose(bounds, static_cast<double>(value));
}

/// Do they contain a number that lies in \p exact?
void checkEncloses(const Bounds &bounds, const Enclosure &exact) {
  CHECK(Rational(bounds.low) <= exact.high);
  CHECK(Rational(bounds.high) >= exact.low);
  checkClose(bounds, exact.low.get_d());
}

Exact fraction(std::int64_t above, std::int64_t below) {
  return Exact(above) / Exact(below);
}

} // namespace

TEST_CASE("what a double holds stays exact, and what it does not lies between") {
  const Bounds three = Bounds(1.0) + Bounds(2.0), six = three * Bounds(2.0), two = six / three;
  CHECK(three.low == 3);
  CHECK(three.high == 3);
  CHECK(six.low == 6);
  CHECK(six.high == 6);
  CHECK(two.low == 2);
  CHECK(two.high == 2);
  const Bounds third(fraction(1, 3));
  CHECK(third.low < third.high);
  const Bounds one = third * Bounds(3.0);
  CHECK(one.low < 1);
  CHECK(one.high >= 1);
  const Bounds tenth = Bounds(fraction(-1, 10)) * Bounds(fraction(1, 10));
  CHECK(Exact(Rational(tenth.low)) < fraction(-1, 100));
  CHECK(fraction(-1, 100) < Exact(Rational(tenth.high)));
}

TEST_CASE("powers of e are enclosed") {
  for (double x : {-550.0, -80.5, -1.0, -1.0 / 3, -1e-12, 0.0, 1e-3, 1.0, 30.25})
    checkEncloses(witness::exponential(x), std::exp(static_cast<long double>(x)));
  for (double x : {1e-15, 1e-6, 1.0 / 64, 0.1, 1.0, 40.0})
    checkEncloses(witness::oneMinusExponential(x), -std::expm1(-static_cast<long double>(x)));
  CHECK(witness::oneMinusExponential(0.0).high == 0);
  CHECK(witness::exponential(-1e6).low == 0);
  CHECK(witness::exponential(-1e6).high > 0);
}

TEST_CASE("masses over the integers are those of the laws, and add up") {
  for (ir::Law law : {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential}) {
    const Exact scale = fraction(5, 3);
    const Noise noise = Noise::create(law, ir::Sort::Int, scale).value();
    Bounds sum = 0.0;
    for (int x = -9; x <= 9; ++x) {
      const double place = x;
      const Bounds mass = noise.mass({place, place}), density = noise.density({place, place});
      if (interpreter::Exact(x).sign() * (law == ir::Law::NegExponential ? -1 : 1) < 0 &&
          law != ir::Law::Laplace) {
        CHECK(mass.high == 0);
        CHECK(density.high == 0);
        continue;
      }
      const Enclosure expected = noise::distribution(law).mass(x, scale.rational());
      checkEncloses(mass, expected);
      checkEncloses(density, expected);
      sum = sum + mass;
    }
    checkClose(noise.mass({-9, 9}), sum.low);
    const Bounds outside = noise.mass({Cell().low, -10}) + noise.mass({10, Cell().high});
    checkClose(sum + outside, 1);
    checkClose(noise.mass({}), 1);
  }
}

TEST_CASE("masses over the reals are the densities, summed finely") {
  for (ir::Law law : {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential, ir::Law::Gumbel,
                      ir::Law::Logistic}) {
    const Noise noise = Noise::create(law, ir::Sort::Real, fraction(3, 2)).value();
    checkClose(noise.mass({}), 1);
    for (double x : {-2.5, 1.25}) {
      const Enclosure expected = noise::distribution(law).density(Exact(Rational(x / 1.5)).rational());
      const bool isInside =
          ir::row(law).support == ir::Support::AllNumbers || (law == ir::Law::Exponential) == (x > 0);
      if (isInside)
        checkClose(noise.density(x), expected.low.get_d() / 1.5);
      else
        CHECK(noise.density(x).high == 0);
    }
    Bounds low = 0.0, high = 0.0;
    for (double x = -2; x < 3; x += 1.0 / 64) {
      const Bounds density = noise.density({x, x + 1.0 / 64});
      low = low + Bounds(density.low / 64);
      high = high + Bounds(density.high / 64);
    }
    const Bounds mass = noise.mass({-2, 3});
    CHECK(low.low <= mass.high);
    CHECK(mass.low <= high.high);
    CHECK(high.high - low.low < 0.02);
  }
}

TEST_CASE("tails of laws without halves are known as well as what is large") {
  const Noise logistic = Noise::create(ir::Law::Logistic, ir::Sort::Real, 1).value();
  const Noise gumbel = Noise::create(ir::Law::Gumbel, ir::Sort::Real, 1).value();
  checkClose(logistic.mass({0, Cell().high}), 0.5);
  checkClose(logistic.mass({30, Cell().high}), std::exp(-30.0) / (1 + std::exp(-30.0)));
  checkClose(logistic.mass({Cell().low, -30}), std::exp(-30.0) / (1 + std::exp(-30.0)));
  checkClose(gumbel.mass({Cell().low, 0}), std::exp(-1.0));
  checkClose(gumbel.mass({30, Cell().high}), -std::expm1(-std::exp(-30.0)));
  checkClose(gumbel.mass({Cell().low, -3}), std::exp(-std::exp(3.0)));
  // There is no such law over the integers.
  CHECK_FALSE(Noise::create(ir::Law::Gumbel, ir::Sort::Int, 1));
}

namespace {

/// Their value at the places \p first, first + step, ..
witness::Profile profileOf(double (*f)(double), double first, double step, unsigned count) {
  std::vector<witness::Height> heights;
  for (unsigned i = 0; i < count; ++i)
    heights.push_back({first + i * step, f(first + i * step)});
  return witness::Profile(std::move(heights));
}

Bounds integralOf(const witness::Profile &profile) {
  Bounds sum(0, profile.mostBefore() + profile.mostBehind());
  for (std::size_t i = 0; i + 1 < profile.heights().size(); ++i)
    sum = sum + profile.between(i);
  return sum;
}

} // namespace

TEST_CASE("a law that is called log-concave is: half-way the density is at least the geometric mean") {
  for (ir::Law law : {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential, ir::Law::Gumbel,
                      ir::Law::Logistic}) {
    const Noise noise = Noise::create(law, ir::Sort::Real, 2).value();
    CHECK(noise.isLogConcave());
    for (double a = -6; a <= 6; a += 0.5)
      for (double b = a; b <= 6; b += 0.5) {
        const Bounds middle = noise.density((a + b) / 2);
        CHECK((middle * middle).high >= (noise.density(a) * noise.density(b)).low);
      }
  }
  CHECK_FALSE(Noise::create(ir::Law::Laplace, ir::Sort::Int, 2).value().isLogConcave());
}

TEST_CASE("a function whose logarithm is concave lies between its chords") {
  // An exponential function is its chord; where it turns, only one cell is in doubt.
  const auto kink = profileOf([](double x) { return std::exp(-std::abs(x)); }, -30, 0.5, 121);
  checkClose(integralOf(kink), 2);
  // The error falls with the square of the distance.
  double before = 0;
  for (double step : {0.5, 0.25, 0.125}) {
    const auto bell =
        profileOf([](double x) { return std::exp(-x * x); }, -8, step, static_cast<unsigned>(16 / step) + 1);
    const Bounds bounds = integralOf(bell);
    CHECK(bounds.low < std::sqrt(std::acos(-1.0)));
    CHECK(bounds.high > std::sqrt(std::acos(-1.0)));
    const double doubt = bounds.high - bounds.low;
    CHECK((before == 0 || doubt < before / 3));
    before = doubt;
  }
  CHECK(before < 0.05);
  // 0 up to some place, and from some place on.
  const auto hill = profileOf([](double x) { return x > 0 && x < 2 ? x * (2 - x) : 0; }, -1, 1.0 / 64, 257);
  const Bounds area = integralOf(hill);
  CHECK(area.low < 4.0 / 3);
  CHECK(area.high > 4.0 / 3);
  CHECK(area.high - area.low < 0.01);
  // Too little is known.
  CHECK(std::isinf(profileOf([](double) { return 0.0; }, 0, 1, 3).between(1).high));
  CHECK(std::isinf(profileOf([](double x) { return std::exp(x); }, 0, 1, 3).mostBehind()));
  CHECK(std::isinf(profileOf([](double x) { return std::exp(-x); }, 0, 1, 3).mostBefore()));
}

TEST_CASE("a logarithm lies between its bounds") {
  for (double x : {1e-200, 1e-9, 0.3, 1.0, 1.0000001, 7.0, 1e12, 1e200}) {
    const Bounds bounds = witness::logarithm(x);
    const long double value = std::log(static_cast<long double>(x));
    CHECK(bounds.low <= value + 4 * LDBL_EPSILON);
    CHECK(bounds.high >= value - 4 * LDBL_EPSILON);
    CHECK(bounds.high - bounds.low <= 1e-12 * std::max(1.0L, std::abs(value)));
  }
  CHECK(witness::logarithm(1e-290).low == -std::numeric_limits<double>::infinity());
}
