// SPDX-License-Identifier: Apache-2.0

#include "chi_square.h"
#include "plumb/runtime/large_geometric.h"
#include "plumb/runtime/reference_one_sided_geometric.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;

namespace {

Rational powerOfTwo(unsigned exponent) {
  Rational power(1);
  for (unsigned i = 0; i < exponent; ++i)
    power *= 2;
  return power;
}

/// value / divisor, rounded down.
std::int64_t wholePart(const Rational &value, const Rational &divisor) {
  const Rational quotient = value / divisor;
  mpz_t whole;
  mpz_init(whole);
  mpz_fdiv_q(whole, quotient.numerator(), quotient.denominator());
  const std::int64_t result = mpz_get_si(whole);
  mpz_clear(whole);
  return result;
}

} // namespace

TEST_CASE("large and reference samplers draw the same where both may") {
  for (const char *text : {"1/3", "1", "10", "18446744073709551615/7"}) {
    const Rational scale = Rational::parse(text).value();
    const auto large = LargeOneSidedGeometric::create(scale).value();
    const auto reference = ReferenceOneSidedGeometric::create(scale).value();
    test::SeededBits first(9), second(9);
    for (int i = 0; i < 500; ++i)
      REQUIRE(static_cast<Wide>(static_cast<WideUnsigned>(large.sample(first))) == reference.sample(second));
  }
}

TEST_CASE("samples at scale 2^300 fit the law in cells of 2^297") {
  const auto sampler = LargeTwoSidedGeometric::create(powerOfTwo(300)).value();
  const Rational cell = powerOfTwo(297);
  test::SeededBits bits(10);
  // Cell c holds about (1 - e^(-1/8)) / 2 e^(-|c|/8), and the same for -c - 1.
  const auto mass = [](std::int64_t c) {
    const double distance = static_cast<double>(c >= 0 ? c : -c - 1);
    return -std::expm1(-1.0 / 8) / 2 * std::exp(-distance / 8);
  };
  CHECK(test::chiSquare(100000, -90, 89, mass, [&]() -> Wide {
          return wholePart(sampler.sample(bits), cell);
        }).deviation() < test::Fit::rejection);
}

TEST_CASE("noise at scale 2^-300 is zero, and scales below it are refused") {
  const auto sampler = LargeTwoSidedGeometric::create(1 / powerOfTwo(300)).value();
  test::SeededBits bits(11);
  for (int i = 0; i < 200; ++i)
    REQUIRE(sampler.sample(bits) == 0);
  CHECK_FALSE(LargeOneSidedGeometric::create(Rational(0)));
  CHECK_FALSE(LargeTwoSidedGeometric::create(Rational(-1)));
}
