// SPDX-License-Identifier: Apache-2.0

#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/coin.h"
#include "rational_text.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using test::CoinTree;
using test::Enclosure;
using test::explore;
using test::rational;

namespace {

template <class Coin> CoinTree<bool> treeOf(const Coin &coin, std::size_t depth, double negligible) {
  return explore<bool, test::TreeBits>(depth, negligible,
                                       [&](test::TreeBits &bits) { return coin.sample(bits); });
}

} // namespace

TEST_CASE("a rational coin has its bias, on every tape of 4 bytes") {
  std::vector<Rational> biases{rational("9223372036854775807/9223372036854775808"),
                               rational("9223372036854775808/9223372036854775809"),
                               rational("18446744073709551615/18446744073709551616"),
                               rational("18446744073709551616/18446744073709551617"),
                               rational("1/340282366920938463463374607431768211507"),
                               rational("170141183460469231731687303715884105727/"
                                        "340282366920938463463374607431768211456")};
  for (int q : {1, 2, 3, 5, 8, 12, 97, 256})
    for (int p : {0, 1, q / 2, q - 1, q})
      biases.push_back(Rational(p) / q);
  for (const Rational &bias : biases) {
    INFO(bias.text());
    const auto tree = treeOf(RationalCoin::create(bias).value(), 4, 0);
    CHECK(tree.open <= std::ldexp(1, -31));
    CHECK(tree.allows(true, Enclosure(bias)));
    CHECK(tree.allows(false, Enclosure(1 - bias)));
  }
}

TEST_CASE("an exponential coin has its bias, on every tape of 3 bytes") {
  for (const char *text : {"0", "1/1000", "1/64", "2/64", "1/20", "9223372036854775807/92233720368547758080",
                           "18446744073709551617/184467440737095516160",
                           "1000000000000000000000000000057/20000000000000000000000000000000"}) {
    INFO(text);
    const Rational x = rational(text);
    const auto tree = treeOf(ExponentialCoin::create(x).value(), 3, 0);
    CHECK(tree.open <= 1e-3);
    CHECK(tree.allows(true, Enclosure::expOfMinus(x)));
    CHECK(tree.allows(false, test::one() - Enclosure::expOfMinus(x)));
  }
}

TEST_CASE("a bias that is no probability is refused") {
  CHECK(RationalCoin::create(rational("-1/3")).error().message ==
        "bias of a coin is -1/3; it must lie between 0 and 1");
  CHECK_FALSE(RationalCoin::create(rational("18446744073709551617/18446744073709551616")));
  CHECK_FALSE(ExponentialCoin::create(rational("-1/1000")));
}

TEST_CASE("the tree rejects a coin that reads its quotient upside down") {
  const auto tree = treeOf(ExponentialCoin::create(rational("1/20")).value(), 3, 0);
  CHECK_FALSE(tree.allows(true, Enclosure::expOfMinus(rational("1/21"))));
}
