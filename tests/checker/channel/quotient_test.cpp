// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/quotient.h"

#include <catch2/catch.hpp>
#include <random>

using namespace plumb;
using namespace plumb::channel;

namespace {

Polynomial constant(long value) {
  return Polynomial::constant(3, value);
}
const Polynomial x = Polynomial::variable(3, 0), y = Polynomial::variable(3, 1),
                 z = Polynomial::variable(3, 2);

/// With small coefficients, often 0, of degree 2 in each variable at most.
Polynomial random(std::mt19937 &generator) {
  std::uniform_int_distribution<int> coefficient(-2, 2), power(0, 2);
  Polynomial sum(3);
  for (int i = 0; i < 3; ++i)
    sum = sum + Polynomial::power(3, 0, power(generator)) * Polynomial::power(3, 1, power(generator)) *
                    Polynomial::power(3, 2, power(generator)) * Rational(coefficient(generator));
  return sum;
}

} // namespace

TEST_CASE("A common divisor divides both, and has every common factor") {
  std::mt19937 generator(1);
  for (int i = 0; i < 200; ++i) {
    const Polynomial a = random(generator), b = random(generator), factor = random(generator);
    if (factor.isZero() || (a.isZero() && b.isZero()))
      continue;
    const Polynomial common = commonDivisor(a * factor, b * factor);
    CHECK((a * factor).dividedBy(common));
    CHECK((b * factor).dividedBy(common));
    CHECK(common.dividedBy(factor));
  }
  CHECK(commonDivisor(x + y, x - y).degree() == 0);
}

TEST_CASE("Squares have roots, and nothing else has") {
  std::mt19937 generator(2);
  for (int i = 0; i < 100; ++i) {
    const Polynomial base = random(generator);
    const auto root = squareRoot(base * base);
    REQUIRE(root);
    CHECK(*root * *root == base * base);
  }
  CHECK(!squareRoot(x));
  CHECK(!squareRoot(x * x + constant(1)));
  CHECK(!squareRoot(constant(-4)));
  CHECK(!squareRoot(constant(2)));
  CHECK(!squareRoot(x * x + x + y * y));
}

TEST_CASE("Equal quotients look alike, and keep their values") {
  const Quotient quotient =
      Quotient::of((x + y) * (z - constant(1)) * Rational(6), (x + y) * (y + constant(2)) * Rational(-3));
  CHECK(quotient == Quotient::of((z - constant(1)) * Rational(-2), y + constant(2)));
  CHECK(quotient.at({1, 2, 3}) == Rational(-1));
  CHECK(!quotient.at({1, -2, 3}));
}

TEST_CASE("Zeros are where the polynomial is 0") {
  std::mt19937 generator(3);
  std::size_t found = 0;
  for (int i = 0; i < 200; ++i) {
    const Polynomial polynomial = random(generator) * (x * random(generator) - random(generator));
    if (polynomial.degreeIn(0) == 0 || polynomial.degreeIn(0) > 2)
      continue;
    for (const Quotient &zero : zeros(polynomial, 0)) {
      const auto there = Quotient{polynomial, constant(1)}.with(0, zero);
      REQUIRE(there);
      CHECK(there->above.isZero());
      ++found;
    }
  }
  CHECK(found > 4);
  // p^2 = r^2 (1 - p)^2
  const Polynomial rest = constant(1) - x;
  const std::vector<Quotient> both = zeros(y * y * rest * rest - x * x, 0);
  REQUIRE(both.size() == 2);
  CHECK((both[0] == Quotient::of(y, y + constant(1)) || both[1] == Quotient::of(y, y + constant(1))));
}
