// SPDX-License-Identifier: Apache-2.0

#define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS

#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/reference_mirrored_geometric.h"
#include "plumb/runtime/reference_two_sided_geometric.h"
#include "plumb/runtime/scripted_bits.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "rational_text.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using test::Enclosure;
using test::rational;

namespace {

template <class Sampler> bool accepts(const Rational &scale) {
  return Sampler::create(scale).has_value();
}

const Rational twoTo64(Wide{1} << 64);

/// A first word that makes the high part 0, then one given word, then bytes
/// from the tree; a further word means that the given one was rejected.
class LowPartBits : public test::TreeBits {
public:
  struct Rejected {};
  LowPartBits(const Path &path, std::uint64_t given)
      : TreeBits(static_cast<const TreeBits &>(path)), word(given) {}
  std::uint64_t next_u64() {
    if (++words == 1)
      return ~std::uint64_t{0};
    if (words == 2)
      return word;
    throw Rejected{};
  }

private:
  std::uint64_t word;
  unsigned words = 0;
};

} // namespace

TEST_CASE("scales outside 2^-64 .. 2^64 are refused by every sampler") {
  for (const Rational &scale : {Rational(0), Rational(-1), twoTo64 + Rational(1) / 3, 1 / (twoTo64 + 1)}) {
    INFO(scale.text());
    CHECK_FALSE(accepts<OneSidedGeometric>(scale));
    CHECK_FALSE(accepts<MirroredGeometric>(scale));
    CHECK_FALSE(accepts<TwoSidedGeometric>(scale));
    CHECK_FALSE(accepts<ReferenceOneSidedGeometric>(scale));
    CHECK_FALSE(accepts<ReferenceMirroredGeometric>(scale));
    CHECK_FALSE(accepts<ReferenceTwoSidedGeometric>(scale));
  }
  for (const Rational &scale : {twoTo64, 1 / twoTo64, Rational(1)}) {
    CHECK(accepts<OneSidedGeometric>(scale));
    CHECK(accepts<TwoSidedGeometric>(scale));
    CHECK(accepts<ReferenceOneSidedGeometric>(scale));
  }
  CHECK(OneSidedGeometric::create(rational("-1/2")).error().message ==
        "scale of the noise is -1/2; it must be positive");
}

TEST_CASE("scales of more than 4096 bits are refused") {
  Rational huge(1);
  for (int i = 0; i < 65; ++i)
    huge *= twoTo64;
  CHECK_FALSE(accepts<OneSidedGeometric>((huge + 1) / huge));
  CHECK(accepts<OneSidedGeometric>((huge / twoTo64 / twoTo64 + 1) / (huge / twoTo64 / twoTo64)));
}

TEST_CASE("one-sided samples are >= 0, mirrored ones <= 0") {
  for (const char *scale : {"1/1000", "1", "100", "257", "1099511627776"}) {
    const auto oneSided = OneSidedGeometric::create(rational(scale)).value();
    const auto mirrored = MirroredGeometric::create(rational(scale)).value();
    const auto reference = ReferenceMirroredGeometric::create(rational(scale)).value();
    test::SeededBits bits(1), same(1);
    for (int i = 0; i < 2000; ++i) {
      const Wide value = oneSided.sample(bits);
      REQUIRE(value >= 0);
      REQUIRE(mirrored.sample(same) == -value);
      REQUIRE(reference.sample(bits) <= 0);
      same = bits;
    }
  }
}

TEST_CASE("noise at scale 1/1000 is zero") {
  const auto oneSided = OneSidedGeometric::create(rational("1/1000")).value();
  const auto twoSided = TwoSidedGeometric::create(rational("1/1000")).value();
  test::SeededBits bits(1);
  for (int i = 0; i < 2000; ++i) {
    REQUIRE(oneSided.sample(bits) == 0);
    REQUIRE(twoSided.sample(bits) == 0);
  }
}

TEST_CASE("equal scales give equal samplers, however they were written") {
  const auto first = TwoSidedGeometric::create(rational("10/3")).value();
  const auto second = TwoSidedGeometric::create(rational("600/180")).value();
  test::SeededBits bits(1), same(1);
  for (int i = 0; i < 2000; ++i)
    REQUIRE(first.sample(bits) == second.sample(same));
}

TEST_CASE("beyond its end the table starts afresh") {
  const auto sampler = OneSidedGeometric::create(Rational(1)).value();
  // At scale 1 the table ends at j = 9, the first e^-j below 2^-12; a word of 1
  // lies below all thresholds.
  const std::uint64_t beyond = 1;
  const std::uint64_t two = Enclosure::expOfMinus(Rational(2)).digits(64, 0) - 1;
  ScriptedBits bits = ScriptedBits::fromWords({beyond, beyond, two});
  CHECK(sampler.sample(bits) == 9 + 9 + 2);
  CHECK(bits.consumed() == 24);
}

TEST_CASE("the sign of a two-sided sample is the lowest bit of its word") {
  const auto sampler = TwoSidedGeometric::create(Rational(5)).value();
  const std::uint64_t three = test::twoSidedSurvival(Rational(5), 3).digits(63, 0) - 1;
  ScriptedBits bits =
      ScriptedBits::fromWords({three << 1, (three << 1) | 1, ~std::uint64_t{0}, ~std::uint64_t{1}});
  CHECK(sampler.sample(bits) == 3);
  CHECK(sampler.sample(bits) == -3);
  CHECK(sampler.sample(bits) == 0);
  CHECK(sampler.sample(bits) == 0);
}

TEST_CASE("a magnitude beyond the table continues one-sided, with its sign") {
  const auto sampler = TwoSidedGeometric::create(Rational(1000)).value();
  // Word 1: not zero, negative. Words 2 and 3: the one-sided sample at scale
  // 1000 = 4 * 250: high part 1, low part 2.
  const std::uint64_t one = Enclosure::expOfMinus(rational("1/250")).digits(64, 0) - 1;
  ScriptedBits bits = ScriptedBits::fromWords({1, one, ~std::uint64_t{0} << 2 | 2});
  CHECK(sampler.sample(bits) == -(1 + 1 * 4 + 2));
}

TEST_CASE("low parts are kept without more bits only when their coin is sure") {
  for (const char *text : {"257", "1000", "4096/3", "1099511627776", "18446744073709551616",
                           "18446744073709551615", "1000000000000000000000000000001/300000000000"}) {
    INFO(text);
    const Rational b = rational(text);
    unsigned m = 0;
    while (b > Rational(Wide{256} << m))
      ++m;
    const auto sampler = OneSidedGeometric::create(b).value();
    const std::uint64_t last = (std::uint64_t{1} << m) - 1;
    // The least prefix above the first coin's bias last/b, in 64 - m bits.
    std::uint64_t prefix = 0;
    for (unsigned bit = 64 - m; bit-- > 0;)
      if (Rational(prefix + (std::uint64_t{1} << bit)) <= Rational(last) / b * Rational(Wide{1} << (64 - m)))
        prefix += std::uint64_t{1} << bit;
    ++prefix;
    ScriptedBits kept = ScriptedBits::fromWords({~std::uint64_t{0}, (prefix << m) | last, 0, 0});
    CHECK(sampler.sample(kept) == static_cast<Wide>(last));
    CHECK(kept.consumed() == 16);

    // One below, the coin is true or undecided. If it is true, the next ones
    // are false on bytes 255, two true coins keep nothing, and L is redrawn.
    if (prefix >= 2) {
      std::vector<std::uint8_t> tape(8, 255);
      const std::uint64_t word = ((prefix - 2) << m) | last;
      for (unsigned shift = 0; shift < 64; shift += 8)
        tape.push_back(static_cast<std::uint8_t>(word >> shift));
      tape.push_back(255);
      tape.insert(tape.end(), 8, 255);
      ScriptedBits redrawn(tape);
      CHECK(sampler.sample(redrawn) == static_cast<Wide>(last));
      CHECK(redrawn.consumed() == tape.size());
    }
  }
}

TEST_CASE("a low part l is kept with probability exp(-l/b), on every tape") {
  // At the largest scales the second word is 56 bits of l and 8 of the coin.
  for (const char *text : {"18446744073709551615", "27670116110564327423/2"}) {
    const Rational b = rational(text);
    const unsigned m = 56;
    const auto sampler = OneSidedGeometric::create(b).value();
    const std::uint64_t last = (std::uint64_t{1} << m) - 1;
    const std::size_t prefixes = std::size_t{1} << (64 - m);
    for (std::uint64_t low : {last / 3, last}) {
      const std::size_t depth = low == last ? 5 : 4;
      INFO("scale " << text << ", low part " << low);
      const std::vector<double> fair(prefixes, 1 / static_cast<double>(prefixes));
      const auto tree = test::explore<bool, test::TreeBits>(depth, 1e-13, [&](test::TreeBits &path) {
        const std::uint64_t prefix = path.choose(fair);
        LowPartBits bits(path, (prefix << m) | low);
        try {
          return sampler.sample(bits) == static_cast<Wide>(low);
        } catch (LowPartBits::Rejected) {
          return false;
        }
      });
      const Enclosure exact = Enclosure::expOfMinus(Rational(low) / b);
      CHECK(tree.open <= (low == last ? std::ldexp(1, -20) : std::ldexp(1, -17)));
      CHECK(tree.allows(true, exact));
      CHECK(tree.allows(false, test::one() - exact));
    }
  }
}
