// SPDX-License-Identifier: Apache-2.0

#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/bernoulli.h"
#include "plumb/runtime/bernoulli_exp.h"
#include "plumb/runtime/uniform_below.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using test::CoinTree;
using test::Enclosure;
using test::explore;
using test::TreeBits;

namespace {

struct Quotient {
  std::uint64_t p, q;
  Rational value() const { return Rational(p) / Rational(q); }
};

/// Reduced and not, prime and power of two, near both ends of [0, 1], and up to
/// the limit of the 128-bit path.
const std::vector<Quotient> fractions{{0, 1},
                                      {1, 1},
                                      {1, 2},
                                      {2, 4},
                                      {1, 3},
                                      {2, 3},
                                      {6, 9},
                                      {1, 10},
                                      {9, 10},
                                      {255, 256},
                                      {1, 257},
                                      {100, 101},
                                      {64, 127},
                                      {1, 65536},
                                      {65535, 65536},
                                      {1, ~0U},
                                      {~0U - 1, ~0U},
                                      {1, ~std::uint64_t{0}},
                                      {~std::uint64_t{0} - 1, ~std::uint64_t{0}},
                                      {(std::uint64_t{1} << 63) - 1, std::uint64_t{1} << 63},
                                      {12345678901234567U, 18446744073709551557U}};

template <class Number> CoinTree<bool> coinTree(const Quotient &bias, std::size_t depth) {
  return explore<bool, TreeBits>(
      depth, 0, [&](TreeBits &bits) { return bernoulli(Number(bias.p), Number(bias.q), bits); });
}

template <class Number> CoinTree<bool> exponentialTree(const Quotient &x, std::size_t depth) {
  return explore<bool, TreeBits>(
      depth, 0, [&](TreeBits &bits) { return bernoulliExp(Number(x.p), Number(x.q), bits); });
}

} // namespace

TEST_CASE("a coin of bias p/q has it, on every tape of 6 bytes") {
  for (const Quotient &bias : fractions) {
    INFO(bias.p << "/" << bias.q);
    for (const CoinTree<bool> &tree : {coinTree<WideUnsigned>(bias, 6), coinTree<Natural>(bias, 6)}) {
      CHECK(tree.open <= std::ldexp(1, -48));
      CHECK(tree.allows(true, Enclosure(bias.value())));
      CHECK(tree.allows(false, Enclosure(1 - bias.value())));
    }
  }
}

TEST_CASE("a coin that starts from given bits has the same bias") {
  for (unsigned known : {1U, 3U, 8U})
    for (const Quotient &bias : fractions) {
      if (bias.p == bias.q)
        continue;
      INFO(bias.p << "/" << bias.q << " from " << known << " bits");
      const std::vector<double> fair(std::size_t{1} << known, std::ldexp(1, -static_cast<int>(known)));
      const auto tree = explore<bool, TreeBits>(4, 0, [&](TreeBits &bits) {
        const unsigned prefix = bits.choose(fair);
        return bernoulliFrom(prefix, known, WideUnsigned(bias.p), WideUnsigned(bias.q), bits);
      });
      const auto natural = explore<bool, TreeBits>(4, 0, [&](TreeBits &bits) {
        const unsigned prefix = bits.choose(fair);
        return bernoulliFrom(prefix, known, Natural(bias.p), Natural(bias.q), bits);
      });
      CHECK(tree.open <= std::ldexp(1, -24));
      CHECK(tree.allows(true, Enclosure(bias.value())));
      CHECK(natural.atLeast == tree.atLeast);
    }
}

TEST_CASE("uniform draws below n are uniform, on every tape of 2 bytes") {
  for (unsigned n : {1U, 2U, 3U, 5U, 128U, 200U, 255U, 256U}) {
    INFO(n);
    const auto tree = explore<unsigned, TreeBits>(
        2, 0, [&](TreeBits &bits) { return static_cast<unsigned>(uniformBelow(WideUnsigned(n), bits)); });
    const auto natural = explore<unsigned, TreeBits>(2, 0, [&](TreeBits &bits) {
      return static_cast<unsigned>(static_cast<std::uint64_t>(uniformBelow(Natural(n), bits)));
    });
    CHECK(natural.atLeast == tree.atLeast);
    CHECK(tree.atLeast.size() == n);
    for (unsigned value = 0; value < n; ++value)
      CHECK(tree.allows(value, Enclosure(Rational(1) / n)));
  }
}

TEST_CASE("uniform draws below n of 9 bits and more are uniform") {
  for (unsigned n : {257U, 300U, 511U, 65535U, 65536U}) {
    INFO(n);
    const auto tree = explore<unsigned, TreeBits>(
        2, 0, [&](TreeBits &bits) { return static_cast<unsigned>(uniformBelow(WideUnsigned(n), bits)); });
    CHECK(tree.atLeast.size() == n);
    bool equal = true;
    for (const auto &[value, mass] : tree.atLeast)
      equal = equal && mass == tree.mass(0) && value < n;
    CHECK(equal);
  }
}

TEST_CASE("a coin of bias exp(-p/q) has it, on every tape of 3 bytes") {
  for (const Quotient &x : {Quotient{0, 1}, {1, 100}, {1, 10}, {3, 30}, {1, 5}, {1, 257}}) {
    INFO(x.p << "/" << x.q);
    const auto tree = exponentialTree<WideUnsigned>(x, 3);
    const Enclosure exact = Enclosure::expOfMinus(x.value());
    CHECK(tree.open <= 0.002);
    CHECK(tree.allows(true, exact));
    CHECK(tree.allows(false, test::one() - exact));
    CHECK(exponentialTree<Natural>(x, 2).atLeast == exponentialTree<WideUnsigned>(x, 2).atLeast);
  }
}

TEST_CASE("a coin of bias exp(-p/q) has it, given coins of rational bias") {
  std::vector<Quotient> exponents = fractions;
  for (std::uint64_t q : {1U, 3U, 7U, 8U, 11U, 12U, 16U})
    for (std::uint64_t p = 0; p <= 3 * q; ++p)
      exponents.push_back({p, q});
  for (const Quotient &x : exponents) {
    INFO(x.p << "/" << x.q);
    const auto tree = explore<bool, test::RationalOracle>(100, 1e-11, [&](test::RationalOracle &bits) {
      return bernoulliExp(WideUnsigned(x.p), WideUnsigned(x.q), bits);
    });
    const Enclosure exact = Enclosure::expOfMinus(x.value());
    CHECK(tree.open <= std::ldexp(1, -25));
    CHECK(tree.allows(true, exact));
    CHECK(tree.allows(false, test::one() - exact));
  }
}

TEST_CASE("the coin tree rejects a bias of one part in a million") {
  const Quotient x{2, 3};
  const auto tree = explore<bool, test::RationalOracle>(100, 1e-13, [&](test::RationalOracle &bits) {
    return bernoulliExp(WideUnsigned(x.p * 1000000 + 1), WideUnsigned(x.q * 1000000), bits);
  });
  CHECK_FALSE(tree.allows(true, Enclosure::expOfMinus(x.value())));
}

TEST_CASE("the coin tree rejects a quotient that is not reduced correctly") {
  // A published sampler once drew Bernoulli(exp(-2/3)) as 0.608, since its
  // number library divided wrongly.
  const auto tree = explore<bool, test::RationalOracle>(100, 1e-13, [&](test::RationalOracle &bits) {
    return bernoulliExp(WideUnsigned(1), WideUnsigned(2), bits);
  });
  CHECK_FALSE(tree.allows(true, Enclosure::expOfMinus(Rational(2) / 3)));
}
