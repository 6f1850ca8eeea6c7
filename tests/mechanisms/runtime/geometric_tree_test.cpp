// SPDX-License-Identifier: Apache-2.0
//
// The table samplers from their first word to their result, on all tapes.

#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "rational_text.h"
#include "word_tree.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

using namespace plumb::runtime;
using test::CoinTree;
using test::Enclosure;
using test::GeometricWords;
using test::rational;

namespace {

/// Scales t/s with s > t and s < t, not in lowest terms, prime, powers of two,
/// and with terms of 64 bits and more.
const std::vector<const char *> tableScales{"1/1000",
                                            "1/64",
                                            "1/20",
                                            "2/20",
                                            "1/7",
                                            "1/3",
                                            "3/8",
                                            "1/2",
                                            "4/8",
                                            "2/3",
                                            "3/4",
                                            "6/7",
                                            "1",
                                            "13/13",
                                            "4/3",
                                            "3/2",
                                            "2",
                                            "5/2",
                                            "3",
                                            "10/3",
                                            "4",
                                            "5",
                                            "7",
                                            "8",
                                            "10",
                                            "0.1",
                                            "31/3",
                                            "16",
                                            "97/5",
                                            "25",
                                            "40",
                                            "200/3",
                                            "64",
                                            "100",
                                            "127.99",
                                            "255",
                                            "256",
                                            "18446744073709551615/18446744073709551614",
                                            "18446744073709551616/18446744073709551617",
                                            "9223372036854775807/9223372036854775808",
                                            "100000000000000000000000000007/9000000000000000000000000000"};

const std::vector<const char *> composedScales{"257", "300", "1537/6", "1000"};

/// Two restarts of the table are followed, or as much of the low part.
template <class Sampler>
CoinTree<std::int64_t> treeOf(const char *scale, bool twoSided, std::size_t depth,
                              double negligible = 1e-14) {
  const auto law = GeometricWords::lawOf(rational(scale), twoSided);
  const auto sampler = Sampler::create(rational(scale)).value();
  return test::explore<std::int64_t, test::TreeBits>(depth, negligible, [&](test::TreeBits &path) {
    GeometricWords bits(path, law);
    return static_cast<std::int64_t>(sampler.sample(bits));
  });
}

template <class Mass>
void checkLaw(const CoinTree<std::int64_t> &tree, const Mass &mass, double gap = std::ldexp(1, -20)) {
  CHECK(tree.open <= gap);
  std::size_t wrong = 0;
  for (const auto &[value, weight] : tree.atLeast)
    wrong += !tree.allows(value, mass(value));
  CHECK(wrong == 0);
}

auto oneSided(const char *scale) {
  return
      [b = rational(scale)](std::int64_t x) { return test::oneSidedMass(b, static_cast<unsigned long>(x)); };
}
auto twoSided(const char *scale) {
  return [b = rational(scale)](std::int64_t x) {
    return test::twoSidedMass(b, static_cast<unsigned long>(std::abs(x)));
  };
}

} // namespace

TEST_CASE("one-sided table samples have their law, within 2^-20 for each value") {
  for (const char *scale : tableScales) {
    INFO(scale);
    checkLaw(treeOf<OneSidedGeometric>(scale, false, 2), oneSided(scale));
  }
}

TEST_CASE("mirrored samples have the law of the mirror image") {
  for (const char *scale : {"1/3", "1", "10/3", "25"}) {
    INFO(scale);
    checkLaw(treeOf<MirroredGeometric>(scale, false, 2), [&](std::int64_t x) { return oneSided(scale)(-x); });
  }
}

TEST_CASE("two-sided table samples have their law, within 2^-20 for each value") {
  for (const char *scale : tableScales) {
    INFO(scale);
    checkLaw(treeOf<TwoSidedGeometric>(scale, true, 3), twoSided(scale));
  }
}

TEST_CASE("samples of a high and a low part have their law") {
  for (const char *scale : composedScales) {
    INFO(scale);
    checkLaw(treeOf<OneSidedGeometric>(scale, false, 8, 1e-11), oneSided(scale), std::ldexp(1, -17));
  }
}

TEST_CASE("the tree rejects a table whose last entry is one word too high") {
  // P[X = 1] of scale 1/2, off by 2^-12 of itself: a threshold moved by hand.
  const auto law = GeometricWords::lawOf(rational("1/2"), false);
  const std::uint64_t first = test::oneSidedSurvival(rational("1/2"), 1).digits(64, 0);
  const auto tree = test::explore<std::int64_t, test::TreeBits>(2, 1e-14, [&](test::TreeBits &path) {
    GeometricWords bits(path, law);
    const std::uint64_t word = bits.next_u64();
    return static_cast<std::int64_t>(word < first - 1);
  });
  CHECK_FALSE(tree.allows(1, test::oneSidedSurvival(rational("1/2"), 1)));
}
