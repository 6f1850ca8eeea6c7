// SPDX-License-Identifier: Apache-2.0

#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/finite_table.h"
#include "rational_text.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <type_traits>

namespace plumb::runtime {

/// Access to tables that start from one byte, and to thresholds.
struct FiniteTableProbe {
  static FiniteTable fromBytes(const FiniteTable &table) {
    return FiniteTable(table.exponent, table.weights, 8);
  }
  static const std::vector<std::uint64_t> &thresholds(const FiniteTable &table) { return table.thresholds; }
};

} // namespace plumb::runtime

using namespace plumb::runtime;
using test::CoinTree;
using test::Enclosure;
using test::explore;
using test::rational;

namespace {

using Weights = std::vector<ExpPolynomial>;

ExpPolynomial polynomial(std::vector<int> lowestFirst) {
  return ExpPolynomial(std::vector<Rational>(lowestFirst.begin(), lowestFirst.end()));
}

const ExpPolynomial zero, one(1), e = ExpPolynomial::power(1);

Weights randomizedResponse(std::size_t k) {
  Weights weights(k, ExpPolynomial(1));
  weights.front() = e;
  return weights;
}

/// Shapes of weights that are >= 0 for every eps >= 0.
std::vector<Weights> shapes() {
  return {randomizedResponse(2),
          randomizedResponse(3),
          randomizedResponse(10),
          {one, e},
          {e, ExpPolynomial(3)},
          {one, e, ExpPolynomial::power(2), e, one},
          {zero, e, zero, zero, one, zero},
          {polynomial({-1, 1}), one},
          {polynomial({1, -2, 1}), polynomial({0, 1, 1}), ExpPolynomial(2)},
          {e + one, e + one, polynomial({2, 2})},
          {one, one, one},
          {rational("1/3") * e, rational("2/7")},
          {ExpPolynomial(7)}};
}

/// Exact evaluation, by powers rather than by Horner's rule; positive and
/// negative terms apart.
Enclosure valueOf(const ExpPolynomial &weight, const Rational &eps) {
  const Enclosure base = test::one() / Enclosure::expOfMinus(eps);
  Enclosure positive{Rational(0)}, negative{Rational(0)};
  for (std::size_t i = 0; i < weight.lowestFirst().size(); ++i) {
    const Rational &coefficient = weight.lowestFirst()[i];
    if (coefficient.sign() >= 0)
      positive = positive + Enclosure(coefficient) * base.power(i);
    else
      negative = negative + Enclosure(-coefficient) * base.power(i);
  }
  return positive - negative;
}

std::vector<Enclosure> lawOf(const Weights &weights, const Rational &eps) {
  Enclosure total{Rational(0)};
  for (const ExpPolynomial &weight : weights)
    total = total + valueOf(weight, eps);
  std::vector<Enclosure> law;
  for (const ExpPolynomial &weight : weights)
    law.push_back(valueOf(weight, eps) / total);
  return law;
}

CoinTree<std::size_t> treeOf(const FiniteTable &table) {
  const FiniteTable small = FiniteTableProbe::fromBytes(table);
  return explore<std::size_t, test::TreeBits>(3, 0, [&](test::TreeBits &bits) { return small.sample(bits); });
}

} // namespace

TEST_CASE("a finite law is drawn exactly, on every tape of 4 bytes") {
  for (const char *text : {"0", "1/100", "1/10", "1/2", "4/8", "1", "10/7", "2", "5",
                           "18446744073709551617/"
                           "18446744073709551616"})
    for (const Weights &weights : shapes()) {
      const Rational eps = rational(text);
      if (weights.front() == polynomial({-1, 1}) && eps == 0)
        continue; // E - 1 vanishes: a case of its own below
      INFO("eps " << text << ", " << weights.size() << " weights, first of degree "
                  << weights.front().lowestFirst().size());
      const FiniteTable table = FiniteTable::create(eps, weights).value();
      const auto tree = treeOf(table);
      const auto law = lawOf(weights, eps);
      CHECK(tree.open <= std::ldexp(1, -20));
      for (std::size_t j = 0; j < weights.size(); ++j)
        CHECK(tree.allows(j, law[j]));
    }
}

TEST_CASE("negative eps mirrors randomised response") {
  const FiniteTable table = FiniteTable::create(rational("-3/2"), {e, one}).value();
  const auto tree = treeOf(table);
  const Enclosure r = Enclosure::expOfMinus(rational("3/2"));
  CHECK(tree.allows(0, r / (test::one() + r)));
  CHECK(tree.allows(1, test::one() / (test::one() + r)));
}

TEST_CASE("a weight that vanishes is never drawn") {
  const FiniteTable table = FiniteTable::create(Rational(0), {polynomial({-1, 1}), one}).value();
  CHECK(treeOf(table).mass(0) == 0);
  CHECK(treeOf(table).open == 0);
  const FiniteTable sparse = FiniteTable::create(Rational(1), {zero, e, zero, one, zero}).value();
  for (std::size_t j : {0U, 2U, 4U})
    CHECK(treeOf(sparse).mass(j) == 0);
}

TEST_CASE("the tree rejects a per-bit table whose eps is off by a thousandth") {
  const FiniteTable table = FiniteTable::create(rational("1.001"), {e, one}).value();
  CHECK_FALSE(treeOf(table).allows(0, lawOf({e, one}, Rational(1))[0]));
}

TEST_CASE("the tree rejects weights in the wrong order") {
  const FiniteTable table = FiniteTable::create(Rational(1), {one, e}).value();
  CHECK_FALSE(treeOf(table).allows(0, lawOf({e, one}, Rational(1))[0]));
}

TEST_CASE("thresholds of 64 bits are the leading digits of the cumulative law") {
  for (const char *text : {"1/10", "1", "3"})
    for (const Weights &weights :
         {randomizedResponse(2), randomizedResponse(40), Weights{one, e, ExpPolynomial::power(2), e, one}}) {
      const Rational eps = rational(text);
      const FiniteTable table = FiniteTable::create(eps, weights).value();
      const auto law = lawOf(weights, eps);
      Enclosure sum{Rational(0)};
      const auto &thresholds = FiniteTableProbe::thresholds(table);
      REQUIRE(thresholds.size() == weights.size() - 1);
      for (std::size_t j = 0; j < thresholds.size(); ++j) {
        sum = sum + law[j];
        CHECK(thresholds[j] == sum.digits(64, 0));
      }
    }
}

TEST_CASE("the search and the scan draw the same") {
  const FiniteTable table = FiniteTable::create(rational("1/3"), randomizedResponse(300)).value();
  test::SeededBits first(5), second(5);
  for (int i = 0; i < 20000; ++i)
    REQUIRE(table.sample(first) == table.sampleConstantWork(second));
}

TEST_CASE("later digits of a cumulative probability are certified") {
  const ExpRatio ratio(e, e + one, rational("2/3"));
  const Enclosure exact = lawOf({e, one}, rational("2/3"))[0];
  for (unsigned block = 0; block < 6; ++block)
    CHECK(ratio.digits(64, 64, block) == exact.digits(64, block));
  CHECK_FALSE(ratio.endsWithin(4096));
  CHECK(ExpRatio(e + one, polynomial({4, 4}), Rational(1)).endsWithin(2));
  CHECK_FALSE(ExpRatio(e + one, polynomial({3, 3}), Rational(1)).endsWithin(4096));
}

TEST_CASE("signs are certified however small the value is") {
  // e = 2.71828182845904523536...
  CHECK(signAt(e + ExpPolynomial(rational("-2.71828182845904523536")), Rational(1)) == 1);
  CHECK(signAt(e + ExpPolynomial(rational("-2.71828182845904523537")), Rational(1)) == -1);
  CHECK(signAt(polynomial({-1, 1}), Rational(0)) == 0);
}

TEST_CASE("weights that are no law are refused") {
  const auto message = [](const Rational &eps, Weights weights) {
    return FiniteTable::create(eps, std::move(weights)).error().message;
  };
  CHECK(message(Rational(1), {}) == "a finite law needs 1 to 65536 weights; given are 0");
  CHECK(message(Rational(1), {zero, zero}) == "all weights of a finite law are 0");
  CHECK(message(Rational(1), {one, polynomial({3, -1}), polynomial({2, -1})}) ==
        "weight 2 is negative at eps = 1; weights are multiples of probabilities");
  CHECK(message(Rational(5000), {e, one}) == "weight 0 contains an exponential beyond e^4096");
  CHECK_FALSE(FiniteTable::create(Rational(1), Weights(65537, ExpPolynomial(1))));
}

TEST_CASE("no integer is a weight by itself: 1 / 2 would be 0") {
  STATIC_REQUIRE_FALSE(std::is_convertible_v<decltype(1 / 2), ExpPolynomial>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<Wide, ExpPolynomial> ||
                       std::is_convertible_v<bool, ExpPolynomial>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<double, ExpPolynomial>);
  CHECK(ExpPolynomial(3) == ExpPolynomial(Rational(3)));
}
