// SPDX-License-Identifier: Apache-2.0
//
// End-to-end statistics. The exact tests of the parts come first; these look
// for mistakes in putting the parts together.

#include "chi_square.h"
#include "enclosure.h"
#include "plumb/runtime/constant_work_geometric.h"
#include "plumb/runtime/constant_work_uniform.h"
#include "plumb/runtime/finite_table.h"
#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/reference_mirrored_geometric.h"
#include "plumb/runtime/reference_two_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "rational_text.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using test::chiSquare;
using test::Fit;
using test::rational;

namespace {

double asDouble(const Rational &value) {
  return test::Enclosure(value).lower();
}

/// P[X = x]; doubles are precise enough to compare with counts.
std::function<double(std::int64_t)> oneSidedMass(const Rational &scale) {
  const double b = asDouble(scale);
  return [b](std::int64_t x) { return -std::expm1(-1 / b) * std::exp(-static_cast<double>(x) / b); };
}
std::function<double(std::int64_t)> twoSidedMass(const Rational &scale) {
  const double b = asDouble(scale);
  return [b](std::int64_t x) {
    return std::tanh(1 / (2 * b)) * std::exp(-std::abs(static_cast<double>(x)) / b);
  };
}

/// The range that holds all but about e^-12 of the law.
std::int64_t reach(const Rational &scale) {
  return static_cast<std::int64_t>(12 * asDouble(scale)) + 2;
}

template <class Sampler> Fit oneSidedFit(const Rational &scale, std::uint64_t count, std::uint64_t seed) {
  const Sampler sampler = Sampler::create(scale).value();
  test::SeededBits bits(seed);
  return chiSquare(count, 0, reach(scale), oneSidedMass(scale), [&] { return sampler.sample(bits); });
}

template <class Sampler> Fit twoSidedFit(const Rational &scale, std::uint64_t count, std::uint64_t seed) {
  const Sampler sampler = Sampler::create(scale).value();
  test::SeededBits bits(seed);
  return chiSquare(count, -reach(scale), reach(scale), twoSidedMass(scale),
                   [&] { return sampler.sample(bits); });
}

} // namespace

TEST_CASE("table samplers fit their law") {
  for (const char *text : {"1/5", "1", "10/3", "10", "100", "200", "256", "257", "300", "1000", "5000/3",
                           "1000000000000000000000000000001/3000000000000000000000000000"}) {
    INFO(text);
    const Rational scale = rational(text);
    CHECK(oneSidedFit<OneSidedGeometric>(scale, 2000000, 11).deviation() < Fit::rejection);
    CHECK(twoSidedFit<TwoSidedGeometric>(scale, 2000000, 12).deviation() < Fit::rejection);
  }
}

TEST_CASE("reference samplers fit their law") {
  for (const char *text : {"1/5", "1", "10/3", "100", "1000",
                           "1000000000000000000000000000001/300000000000000000000000000000"}) {
    INFO(text);
    const Rational scale = rational(text);
    const std::uint64_t count = std::string(text).size() > 20 ? 100000 : 400000;
    CHECK(oneSidedFit<ReferenceOneSidedGeometric>(scale, count, 21).deviation() < Fit::rejection);
    CHECK(twoSidedFit<ReferenceTwoSidedGeometric>(scale, count, 22).deviation() < Fit::rejection);
  }
}

TEST_CASE("constant work samplers fit their law") {
  for (const char *text : {"1/5", "1", "10/3", "10", "100", "257", "5000/3"}) {
    INFO(text);
    const Rational scale = rational(text);
    CHECK(oneSidedFit<ConstantWorkOneSidedGeometric>(scale, 1000000, 13).deviation() < Fit::rejection);
    CHECK(twoSidedFit<ConstantWorkTwoSidedGeometric>(scale, 1000000, 14).deviation() < Fit::rejection);
  }
}

TEST_CASE("constant work uniform draws fit their law") {
  test::SeededBits bits(15);
  for (std::uint64_t n : {7U, 100U, 1000U})
    CHECK(chiSquare(
              1000000, 0, static_cast<std::int64_t>(n) - 1,
              [n](std::int64_t) { return 1 / static_cast<double>(n); },
              [&]() -> Wide { return constantWorkUniformBelow(n, bits); })
              .deviation() < Fit::rejection);
}

TEST_CASE("finite tables fit their law") {
  const ExpPolynomial e = ExpPolynomial::power(1);
  for (std::size_t k : {2U, 10U, 200U})
    for (int eps : {1, 3}) {
      std::vector<ExpPolynomial> weights(k, ExpPolynomial(1));
      weights.front() = e;
      const auto table = FiniteTable::create(Rational(eps), weights).value();
      const double total = std::exp(eps) + static_cast<double>(k) - 1;
      const auto mass = [&](std::int64_t j) { return (j == 0 ? std::exp(eps) : 1) / total; };
      test::SeededBits bits(16);
      CHECK(chiSquare(1000000, 0, static_cast<std::int64_t>(k) - 1, mass, [&]() -> Wide {
              return static_cast<Wide>(table.sample(bits));
            }).deviation() < Fit::rejection);
    }
}

TEST_CASE("samples at scale 2^40 fit the law in cells of 2^36") {
  const Rational scale(Wide{1} << 40);
  const Rational coarse(16);
  const auto table = OneSidedGeometric::create(scale).value();
  const auto reference = ReferenceOneSidedGeometric::create(scale).value();
  test::SeededBits bits(31);
  CHECK(chiSquare(1000000, 0, reach(coarse), oneSidedMass(coarse), [&] {
          return table.sample(bits) >> 36;
        }).deviation() < Fit::rejection);
  CHECK(chiSquare(400000, 0, reach(coarse), oneSidedMass(coarse), [&] {
          return reference.sample(bits) >> 36;
        }).deviation() < Fit::rejection);
}

TEST_CASE("low digits of samples at scale 2^40 are uniform") {
  const auto uniform = [](std::int64_t) { return 1.0 / 256; };
  const auto sampler = TwoSidedGeometric::create(Rational(Wide{1} << 40));
  test::SeededBits bits(32);
  for (unsigned shift : {0U, 13U, 24U})
    CHECK(chiSquare(1000000, 0, 255, uniform, [&] {
            const Wide value = sampler->sample(bits);
            return ((value < 0 ? -value : value) >> shift) & 255;
          }).deviation() < Fit::rejection);
}

TEST_CASE("the statistics detect 1 % of the mass of zero moved to one") {
  const Rational scale(10);
  const auto sampler = OneSidedGeometric::create(scale).value();
  test::SeededBits bits(41);
  std::uint64_t zeros = 0;
  CHECK(chiSquare(20000000, 0, reach(scale), oneSidedMass(scale), [&]() -> Wide {
          const Wide value = sampler.sample(bits);
          return value == 0 && ++zeros % 100 == 0 ? 1 : value;
        }).deviation() > Fit::rejection);
}

TEST_CASE("the statistics detect an error of 0.2 % in the mass of one cell") {
  const auto sampler = OneSidedGeometric::create(Rational(1)).value();
  test::SeededBits bits(44);
  std::uint64_t zeros = 0;
  CHECK(chiSquare(20000000, 0, reach(Rational(1)), oneSidedMass(Rational(1)), [&]() -> Wide {
          const Wide value = sampler.sample(bits);
          return value == 0 && ++zeros % 500 == 0 ? 1 : value;
        }).deviation() > Fit::rejection);
}

TEST_CASE("the statistics detect a scale that is wrong by 0.3 %") {
  const auto sampler = OneSidedGeometric::create(rational("10.03")).value();
  test::SeededBits bits(42);
  CHECK(chiSquare(20000000, 0, reach(Rational(10)), oneSidedMass(Rational(10)), [&] {
          return sampler.sample(bits);
        }).deviation() > Fit::rejection);
}

TEST_CASE("the statistics detect a restart that comes one too early") {
  // The table of scale 1 ends at 9; this sampler continues at 8.
  const auto sampler = OneSidedGeometric::create(Rational(1)).value();
  test::SeededBits bits(43);
  CHECK(chiSquare(20000000, 0, reach(Rational(1)), oneSidedMass(Rational(1)), [&] {
          const Wide value = sampler.sample(bits);
          return value >= 9 ? value - 1 : value;
        }).deviation() > Fit::rejection);
}
