// SPDX-License-Identifier: Apache-2.0

#define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS

#include "chi_square.h"
#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/constant_work_geometric.h"
#include "plumb/runtime/constant_work_uniform.h"
#include "plumb/runtime/finite_table.h"
#include "plumb/runtime/scripted_bits.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "rational_text.h"
#include "seeded_bits.h"
#include "word_tree.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

using namespace plumb::runtime;
using test::CoinTree;
using test::Enclosure;
using test::explore;
using test::rational;

namespace {

/// Seeded bits that count.
class CountedBits {
public:
  explicit CountedBits(std::uint64_t seed) : bits(seed) {}
  std::uint64_t next_u64() {
    ++words;
    return bits.next_u64();
  }
  std::uint8_t next_byte() {
    ++bytes;
    return bits.next_byte();
  }
  std::size_t words = 0, bytes = 0;

private:
  test::SeededBits bits;
};

/// P[digit i of X is 1] for scale b.
Enclosure digitBias(const Rational &b, unsigned i) {
  const Enclosure r = Enclosure::expOfMinus(Rational(Wide{1} << i) / b);
  return r / (test::one() + r);
}

std::size_t digitsOf(const Rational &b) {
  return ConstantWorkOneSidedGeometric::create(b).value().wordsPerSample() - 1;
}

/// Words for each digit in turn, split at the digit's bias, and then one for
/// the high part, split at 0.
class DigitWords : public test::TreeBits {
public:
  DigitWords(const test::Path &path, const std::vector<test::WordIntervals> &known)
      : TreeBits(static_cast<const TreeBits &>(path)), intervals(known) {}
  std::uint64_t next_u64() { return intervals[drawn++ % intervals.size()].choose(*this); }

private:
  const std::vector<test::WordIntervals> &intervals;
  std::size_t drawn = 0;
};

template <class Sampler> CoinTree<std::int64_t> digitTree(const Rational &b, std::size_t digits) {
  std::vector<test::WordIntervals> intervals;
  for (unsigned i = 0; i < digits; ++i)
    intervals.emplace_back(std::vector<std::uint64_t>{digitBias(b, i).digits(64, 0)}, 64);
  intervals.emplace_back(std::vector<std::uint64_t>{0}, 64);
  const auto sampler = Sampler::create(b).value();
  return explore<std::int64_t, test::TreeBits>(1000, 1e-15, [&](test::TreeBits &path) {
    DigitWords bits(path, intervals);
    return static_cast<std::int64_t>(sampler.sample(bits));
  });
}

} // namespace

TEST_CASE("constant work uniform draws are uniform, on every tape of 4 digits") {
  for (unsigned n = 1; n < 256; n += n < 20 ? 1 : 13) {
    INFO(n);
    const auto tree = explore<unsigned, test::TreeBits>(4, 0, [&](test::TreeBits &bits) {
      return static_cast<unsigned>(floorOfUniformTimes<std::uint8_t, std::uint16_t>(
          static_cast<std::uint8_t>(n), [&] { return bits.next_byte(); }));
    });
    CHECK(tree.open <= std::ldexp(1, -23));
    for (unsigned value = 0; value < n; ++value)
      CHECK(tree.allows(value, Enclosure(Rational(1) / n)));
  }
}

TEST_CASE("the tree rejects a uniform draw that ignores the carry") {
  const auto tree = explore<unsigned, test::TreeBits>(
      3, 0, [&](test::TreeBits &bits) { return static_cast<unsigned>(bits.next_byte() * 7U >> 8); });
  CHECK_FALSE(tree.allows(0, Enclosure(Rational(1) / 7)));
}

TEST_CASE("constant work uniform draws take two words, at both ends of 64 bits") {
  for (std::uint64_t n : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    CountedBits bits(n);
    for (int i = 0; i < 1000; ++i)
      REQUIRE(constantWorkUniformBelow(n, bits) < n);
    CHECK(bits.words == 2000);
  }
}

TEST_CASE("constant work samples have their law, on every tape") {
  for (const char *text : {"1/64", "1/45", "1/44", "1/20", "2/20", "1/10", "1/5", "1/3", "2/5", "1/2", "2/3",
                           "18446744073709551615/36893488147419103232"}) {
    INFO(text);
    const Rational b = rational(text);
    const auto tree = digitTree<ConstantWorkOneSidedGeometric>(b, digitsOf(b));
    CHECK(tree.open <= std::ldexp(1, -20));
    for (unsigned x = 0; x < 40; ++x)
      CHECK(tree.allows(x, test::oneSidedMass(b, x)));
    const auto mirrored = digitTree<ConstantWorkMirroredGeometric>(b, digitsOf(b));
    for (int x = 0; x < 40; ++x)
      CHECK(mirrored.mass(-x) == tree.mass(x));
  }
}

TEST_CASE("constant work two-sided samples have their law, on every tape") {
  for (const char *text : {"1/64", "1/44", "1/20", "1/10"}) {
    INFO(text);
    const Rational b = rational(text);
    const auto tree = digitTree<ConstantWorkTwoSidedGeometric>(b, digitsOf(b));
    CHECK(tree.open <= std::ldexp(1, -20));
    for (int x = -20; x <= 20; ++x)
      CHECK(tree.allows(x, test::twoSidedMass(b, static_cast<unsigned long>(std::abs(x)))));
  }
}

TEST_CASE("each digit of a constant work sample is decided by its own threshold") {
  for (const char *text : {"1", "10/3", "100", "1099511627776", "18446744073709551616",
                           "100000000000000000000000000007/9000000000000000000000000000"}) {
    INFO(text);
    const Rational b = rational(text);
    const auto sampler = ConstantWorkOneSidedGeometric::create(b).value();
    const std::size_t digits = digitsOf(b);
    CHECK(Rational(Wide{1} << digits) >= 45 * b);
    const std::uint64_t none = ~std::uint64_t{0};
    for (unsigned i = 0; i < digits; ++i) {
      const Enclosure bias = digitBias(b, i);
      const Wide one = Wide{1} << i;
      const auto drawn = [&](std::vector<std::uint64_t> atDigit) {
        std::vector<std::uint64_t> words(i, none);
        words.insert(words.end(), atDigit.begin(), atDigit.end());
        words.insert(words.end(), digits - i, none);
        ScriptedBits bits = ScriptedBits::fromWords(words);
        const Wide value = sampler.sample(bits);
        CHECK(bits.consumed() == 8 * words.size());
        return value;
      };
      const std::uint64_t first = bias.digits(64, 0), second = bias.digits(64, 1);
      CHECK(drawn({first - 1}) == one);
      CHECK(drawn({first + 1}) == 0);
      if (second > 0) // the digits after a bias of almost 1/2 - 2^-k begin with zeros
        CHECK(drawn({first, second - 1}) == one);
      CHECK(drawn({first, second + 1}) == 0);
    }
  }
}

TEST_CASE("the number of words of a constant work sample is fixed") {
  for (const char *text : {"1/1000", "1", "10", "100", "18446744073709551616"}) {
    const auto oneSided = ConstantWorkOneSidedGeometric::create(rational(text)).value();
    const auto twoSided = ConstantWorkTwoSidedGeometric::create(rational(text)).value();
    CountedBits bits(3);
    for (std::size_t i = 1; i <= 2000; ++i) {
      oneSided.sample(bits);
      REQUIRE(bits.words == i * oneSided.wordsPerSample());
    }
    bits.words = 0;
    for (std::size_t i = 1; i <= 2000; ++i) {
      twoSided.sample(bits);
      REQUIRE(bits.words == i * twoSided.wordsPerSample());
    }
    CHECK(bits.bytes == 0);
  }
}

namespace {

/// Words of a sample on average, rounded.
template <class Sampler> long averageWords(const Sampler &sampler) {
  constexpr int samples = 2000;
  CountedBits bits(9);
  for (int i = 0; i < samples; ++i)
    static_cast<void>(sampler.sample(bits));
  return std::lround((static_cast<double>(bits.words) + static_cast<double>(bits.bytes) / 8) / samples);
}

} // namespace

TEST_CASE("the words that docs/runtime.md says a sample takes") {
  struct Row {
    Rational scale;
    long oneSided, fastOneSided, twoSided, fastTwoSided;
  };
  for (const Row &row : {Row{Rational(1), 7, 1, 14, 1}, Row{Rational(10), 10, 1, 20, 1},
                         Row{Rational(100), 14, 1, 28, 1}, Row{Rational(Wide{1} << 40), 47, 2, 94, 3}}) {
    INFO(row.scale.text());
    CHECK(averageWords(ConstantWorkOneSidedGeometric::create(row.scale).value()) == row.oneSided);
    CHECK(averageWords(OneSidedGeometric::create(row.scale).value()) == row.fastOneSided);
    CHECK(averageWords(ConstantWorkTwoSidedGeometric::create(row.scale).value()) == row.twoSided);
    CHECK(averageWords(TwoSidedGeometric::create(row.scale).value()) == row.fastTwoSided);
  }
}

namespace {

/// A scale of almost \p b, whose numerator and denominator have as many bits as may be.
Rational longScale(const Rational &b) {
  const Rational limit(Wide{1} << 64);
  Rational power(1);
  for (int i = 0; i < 63; ++i)
    power = power * limit;
  return b * power / (power + 1);
}

} // namespace

TEST_CASE("constant work samplers accept every scale that the others accept") {
  for (const Rational &scale : {1 / Rational(Wide{1} << 64), 1 / rational("10000000"), rational("1/46"),
                                rational("1/45"), rational("1/44"), Rational(1), Rational(Wide{1} << 64),
                                longScale(Rational(1)), longScale(rational("1/1000")),
                                longScale(Rational(Wide{1} << 60)), 1 / longScale(rational("1/1000"))}) {
    INFO(scale.text().substr(0, 100));
    CHECK(OneSidedGeometric::create(scale));
    CHECK(ConstantWorkOneSidedGeometric::create(scale));
    CHECK(ConstantWorkMirroredGeometric::create(scale));
    const auto twoSided = ConstantWorkTwoSidedGeometric::create(scale);
    REQUIRE(twoSided);
    CountedBits bits(5);
    static_cast<void>(twoSided->sample(bits));
    CHECK(bits.words == twoSided->wordsPerSample());
  }
}

TEST_CASE("scales are checked as for the other samplers") {
  CHECK_FALSE(ConstantWorkOneSidedGeometric::create(Rational(0)));
  CHECK_FALSE(ConstantWorkMirroredGeometric::create(Rational(-1)));
  CHECK_FALSE(ConstantWorkTwoSidedGeometric::create(Rational(Wide{1} << 65)));
}
