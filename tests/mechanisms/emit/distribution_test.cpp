// SPDX-License-Identifier: Apache-2.0
#include "golden/asymmetric_laplace.h"
#include "golden/asymmetric_svt.h"
#include "seeded_bits.h"
#include "unaccounted.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

using namespace plumb;
using test::unaccounted;

static constexpr int runs = 200'000;

/// A frequency over `runs` independent runs is farther than this from its probability with probability
/// below 10^-9 (Hoeffding: 2 exp(-2 runs t^2)). The seed is fixed, so a test passes always or never.
static double tolerance() {
  return std::sqrt(std::log(2e9) / (2.0 * runs));
}

TEST_CASE("one noisy answer has the one-sided geometric law on top of the count") {
  auto mechanism = asymmetric_laplace::Mechanism::create({*runtime::Rational::parse("1/2"), 1});
  test::SeededBits bits(11);
  std::map<int, int> seen;
  for (int i = 0; i < runs; ++i)
    ++seen[static_cast<int>(*mechanism->run(40, unaccounted, bits)->out.value.int64())];
  const double q = std::exp(-0.5);
  CHECK(seen.begin()->first == 40);
  for (int x = 0; x < 12; ++x)
    CHECK(std::abs(seen[40 + x] / double(runs) - (1 - q) * std::pow(q, x)) < tolerance());
}

TEST_CASE("the first cell of the sparse vector technique is above as often as the law says") {
  auto mechanism = asymmetric_svt::Mechanism::create({*runtime::Rational::parse("3/4"), 2, 2, {10, 10}});
  test::SeededBits bits(12);
  const std::vector<std::int64_t> f{8, 5};
  int firstAbove = 0, bothAbove = 0;
  for (int i = 0; i < runs; ++i) {
    const asymmetric_svt::Output output = *mechanism->run(f, unaccounted, bits);
    const bool first = output.out.at(0).tag == asymmetric_svt::Cell::Tag::above;
    firstAbove += first;
    bothAbove += first && output.out.at(1).tag == asymmetric_svt::Cell::Tag::above;
  }
  // P[noise >= d] = q^d with q = exp(-eps / c).
  const double q = std::exp(-0.375);
  CHECK(std::abs(firstAbove / double(runs) - std::pow(q, 2)) < tolerance());
  CHECK(std::abs(bothAbove / double(runs) - std::pow(q, 7)) < tolerance());
}

TEST_CASE("runs with the operating system's randomness differ, and stay in the support") {
  auto mechanism = asymmetric_laplace::Mechanism::create({*runtime::Rational::parse("1/1000000"), 1});
  const runtime::Integer first = mechanism->run(5, unaccounted)->out.value,
                         second = mechanism->run(5, unaccounted)->out.value;
  CHECK(first >= 5);
  CHECK(second >= 5);
  // Equal with probability below 10^-6.
  CHECK(first != second);
}
