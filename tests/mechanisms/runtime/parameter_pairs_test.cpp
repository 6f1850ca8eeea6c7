// SPDX-License-Identifier: Apache-2.0
//
// The exact law of every sampler for many pairs of parameters, on all tapes: all small pairs, in lowest terms
// or not, with s > t and s < t, and pairs at the edge of 64 bits.

#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/coin.h"
#include "plumb/runtime/constant_work_geometric.h"
#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/reference_one_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "word_tree.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <numeric>

using namespace plumb::runtime;
using test::CoinTree;
using test::Enclosure;
using test::explore;

namespace {

constexpr std::uint64_t largest = ~std::uint64_t{0}, half = std::uint64_t{1} << 63;

struct Pair {
  std::uint64_t t, s;
  Rational value() const { return Rational(t) / Rational(s); }
};

const std::vector<Pair> edges{{largest, largest - 1},
                              {largest - 1, largest},
                              {largest, largest},
                              {half, half - 1},
                              {half - 1, half},
                              {half, half},
                              {half + 1, half},
                              {half, half + 1},
                              {largest, half},
                              {half, largest},
                              {largest / 3, largest / 5},
                              {largest / 5, largest / 3},
                              {3000000000000000000U, 1500000000000000000U},
                              {1500000000000000000U, 3000000000000000000U},
                              {18446744073709551557U, 18446744073709551533U}};

/// All small pairs, each of which is a quotient; some a hundred times as large; and the edges.
std::vector<Pair> quotients() {
  std::vector<Pair> pairs = edges;
  for (std::uint64_t t = 1; t <= 13; ++t)
    for (std::uint64_t s = 1; s <= 13; ++s)
      pairs.push_back({t, s});
  for (std::uint64_t t : {2U, 3U, 6U, 7U})
    for (std::uint64_t s : {3U, 4U, 9U, 10U, 97U})
      pairs.push_back({100 * t, 100 * s});
  return pairs;
}

/// The quotients that are at most 1, both ways round.
std::vector<Pair> biases() {
  std::vector<Pair> pairs = quotients();
  for (Pair &pair : pairs)
    if (pair.t > pair.s)
      std::swap(pair.t, pair.s);
  for (std::uint64_t t = 0; t <= 17; ++t)
    pairs.push_back({t, 17});
  return pairs;
}

/// Those up to 3: the tree grows with the exponent.
std::vector<Pair> exponents() {
  std::vector<Pair> pairs = edges;
  for (std::uint64_t s = 1; s <= 11; ++s)
    for (std::uint64_t t = 0; t <= 3 * s; ++t)
      pairs.push_back({t, s});
  return pairs;
}

bool isReduced(const Pair &pair) {
  return std::gcd(pair.t, pair.s) == 1;
}

/// What a list of pairs for a test has to hold.
void checkKinds(const std::vector<Pair> &pairs, std::ptrdiff_t atLeast) {
  CHECK(std::ssize(pairs) >= atLeast);
  CHECK_FALSE(std::all_of(pairs.begin(), pairs.end(), isReduced));
  CHECK(std::any_of(pairs.begin(), pairs.end(), [](const Pair &pair) { return pair.s > pair.t; }));
  CHECK(std::any_of(pairs.begin(), pairs.end(), [](const Pair &pair) { return pair.s >= half; }));
}

/// \p sample on tapes of words that its thresholds cannot tell apart.
template <class Sampler>
CoinTree<std::int64_t> wordTree(const Rational &scale, bool isTwoSided, std::size_t depth) {
  const auto law = test::GeometricWords::lawOf(scale, isTwoSided);
  const auto sampler = Sampler::create(scale).value();
  return explore<std::int64_t, test::TreeBits>(depth, 1e-14, [&](test::TreeBits &path) {
    test::GeometricWords bits(path, law);
    return static_cast<std::int64_t>(sampler.sample(bits));
  });
}

template <class Mass>
std::size_t disagreements(const CoinTree<std::int64_t> &tree, double gap, const Mass &mass) {
  std::size_t wrong = tree.open > gap;
  for (const auto &[value, weight] : tree.atLeast)
    wrong += !tree.allows(value, mass(value));
  return wrong;
}

unsigned long magnitude(std::int64_t value) {
  return static_cast<unsigned long>(std::abs(value));
}

/// Words for the digits of a constant-work sample, lowest first, each split where the digit changes from 1 to
/// 0; then one for the high part, which is 0 but for a tie.
class DigitWords : public test::TreeBits {
public:
  DigitWords(const test::Path &path, const std::vector<test::WordIntervals> &known)
      : TreeBits(static_cast<const TreeBits &>(path)), intervals(known) {}
  std::uint64_t next_u64() { return intervals[drawn++ % intervals.size()].choose(*this); }

private:
  const std::vector<test::WordIntervals> &intervals;
  std::size_t drawn = 0;
};

template <class Sampler> CoinTree<std::int64_t> digitTree(const Rational &scale) {
  const std::size_t digits = ConstantWorkOneSidedGeometric::create(scale).value().wordsPerSample() - 1;
  std::vector<test::WordIntervals> intervals;
  for (unsigned i = 0; i < digits; ++i) {
    const Enclosure r = Enclosure::expOfMinus(Rational(Wide{1} << i) / scale);
    intervals.emplace_back(std::vector<std::uint64_t>{(r / (test::one() + r)).digits(64, 0)}, 64);
  }
  intervals.emplace_back(std::vector<std::uint64_t>{0}, 64);
  const auto sampler = Sampler::create(scale).value();
  return explore<std::int64_t, test::TreeBits>(1000, 1e-15, [&](test::TreeBits &path) {
    DigitWords bits(path, intervals);
    return static_cast<std::int64_t>(sampler.sample(bits));
  });
}

const double tight = std::ldexp(1, -20);

} // namespace

TEST_CASE("rational coins of 200 biases have them, on every tape of 4 bytes") {
  checkKinds(biases(), 200);
  for (const Pair &pair : biases()) {
    INFO(pair.t << "/" << pair.s);
    const auto tree = explore<bool, test::TreeBits>(4, 0, [&](test::TreeBits &bits) {
      return bernoulli(WideUnsigned{pair.t}, WideUnsigned{pair.s}, bits);
    });
    const auto coin = RationalCoin::create(pair.value()).value();
    const auto checked =
        explore<bool, test::TreeBits>(4, 0, [&](test::TreeBits &bits) { return coin.sample(bits); });
    for (const CoinTree<bool> &each : {tree, checked}) {
      CHECK(each.open <= tight);
      CHECK(each.allows(true, Enclosure(pair.value())));
      CHECK(each.allows(false, Enclosure(1 - pair.value())));
    }
  }
}

TEST_CASE("exponential coins of 200 exponents have their bias, given rational coins") {
  checkKinds(exponents(), 200);
  for (const Pair &pair : exponents()) {
    INFO("exp(-" << pair.t << "/" << pair.s << ")");
    const auto tree = explore<bool, test::RationalOracle>(100, 1e-11, [&](test::RationalOracle &bits) {
      return bernoulliExp(WideUnsigned{pair.t}, WideUnsigned{pair.s}, bits);
    });
    const Enclosure exact = Enclosure::expOfMinus(pair.value());
    CHECK(tree.open <= tight);
    CHECK(tree.allows(true, exact));
    CHECK(tree.allows(false, test::one() - exact));
  }
}

TEST_CASE("one-sided and mirrored noise of 200 scales has its law") {
  for (const Pair &pair : quotients()) {
    INFO(pair.t << "/" << pair.s);
    const Rational b = pair.value();
    const auto mass = [&](std::int64_t x) { return test::oneSidedMass(b, magnitude(x)); };
    const auto tree = wordTree<OneSidedGeometric>(b, false, 2),
               mirrored = wordTree<MirroredGeometric>(b, false, 2);
    CHECK(tree.atLeast.begin()->first == 0);
    CHECK(mirrored.atLeast.rbegin()->first == 0);
    CHECK(disagreements(tree, tight, mass) == 0);
    CHECK(disagreements(mirrored, tight, mass) == 0);
  }
}

TEST_CASE("two-sided noise of 200 scales has its law") {
  for (const Pair &pair : quotients()) {
    INFO(pair.t << "/" << pair.s);
    const Rational b = pair.value();
    CHECK(disagreements(wordTree<TwoSidedGeometric>(b, true, 3), tight,
                        [&](std::int64_t x) { return test::twoSidedMass(b, magnitude(x)); }) == 0);
  }
}

TEST_CASE("the reference's one-sided noise of 200 scales has its law, given exponential coins") {
  // Uniform draws below t are tried one by one, so t is small here; s takes all of 64 bits.
  std::vector<Pair> pairs;
  for (std::uint64_t t = 1; t <= 2; ++t)
    for (std::uint64_t s = t; s < t + 100; ++s)
      pairs.push_back({t, s});
  for (std::uint64_t s : {half - 1, half, half + 1, largest - 1, largest})
    pairs.push_back({1, s});
  checkKinds(pairs, 200);
  for (const Pair &pair : pairs) {
    INFO(pair.t << "/" << pair.s);
    const auto tree =
        explore<std::int64_t, test::ExponentialOracle>(200, 1e-7, [&](test::ExponentialOracle &bits) {
          return static_cast<std::int64_t>(
              oneSidedGeometric(WideUnsigned{pair.s}, WideUnsigned{pair.t}, bits));
        });
    CHECK(disagreements(tree, 1e-4,
                        [&](std::int64_t x) { return test::oneSidedMass(pair.value(), magnitude(x)); }) == 0);
  }
}

TEST_CASE("constant work noise of 200 scales has its law") {
  // Each digit more has nine times as many tapes; those of a scale up to 1/3 are few.
  std::vector<Pair> pairs;
  for (std::uint64_t t = 1; t <= 4; ++t)
    for (std::uint64_t s = 3 * t; s < 3 * t + 48; ++s)
      pairs.push_back({t, s});
  for (std::uint64_t s : {half - 1, half, half + 1, largest - 1, largest})
    for (std::uint64_t part : {3U, 7U})
      pairs.push_back({s / part, s});
  checkKinds(pairs, 200);
  for (const Pair &pair : pairs) {
    INFO(pair.t << "/" << pair.s);
    const Rational b = pair.value();
    const auto tree = digitTree<ConstantWorkOneSidedGeometric>(b),
               mirrored = digitTree<ConstantWorkMirroredGeometric>(b);
    const auto mass = [&](std::int64_t x) { return test::oneSidedMass(b, magnitude(x)); };
    CHECK(tree.atLeast.begin()->first == 0);
    CHECK(mirrored.atLeast.rbegin()->first == 0);
    CHECK(disagreements(tree, tight, mass) == 0);
    CHECK(disagreements(mirrored, tight, mass) == 0);
  }
}

TEST_CASE("a scale that is wrong by one part in 10,000 is rejected, unless nearly all noise is 0") {
  std::size_t tried = 0, found = 0;
  for (const Pair &pair : quotients()) {
    const Rational b = pair.value(), other = b * Rational(10001) / Rational(10000);
    if (b < Rational(1) / Rational(8))
      continue;
    ++tried;
    found += disagreements(wordTree<OneSidedGeometric>(b, false, 2), tight,
                           [&](std::int64_t x) { return test::oneSidedMass(other, magnitude(x)); }) != 0;
  }
  CHECK(tried > 190);
  CHECK(found == tried);
}
