// SPDX-License-Identifier: Apache-2.0
//
// Right samplers pass the tests of replay; wrong ones are in planted_faults.py.
#include "plumb/runtime/replay/digit_thresholds.h"
#include "plumb/runtime/replay/enclosed_coin.h"
#include "plumb/runtime/replay/law_test.h"
#include "plumb/runtime/replay/releases.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::replay;

namespace {

/// Its samples are \p Mistake::of those of a right sampler.
template <class Mistake> struct Mistaken final : Source {
  Mistaken(Law law, const Rational &scale)
      : Source(law, scale), one(*OneSidedGeometric::create(scale)), two(*TwoSidedGeometric::create(scale)) {}
  Wide sample(Random &bits) const override { return drawn(bits); }
  Wide sampleOn(ChosenBits &bits) const override { return drawn(bits); }
  Wide sampleBehindZeros(unsigned zeros, Random &behind) const override {
    ZerosFirst bits(zeros, behind);
    return drawn(bits);
  }
  Wide sampleBehindDigits(unsigned digits, Random &behind) const override {
    DigitsFirst bits(digits, behind);
    return drawn(bits);
  }
  template <class Bits> Wide drawn(Bits &bits) const {
    const Wide value = law == Law::Laplace ? two.sample(bits) : one.sample(bits);
    return Mistake::of(law == Law::NegExponential ? -value : value);
  }
  OneSidedGeometric one;
  TwoSidedGeometric two;
};
struct None {
  static Wide of(Wide value) { return value; }
};
struct OffByOne {
  static Wide of(Wide value) { return value + 1; }
};
struct EvenOnly {
  static Wide of(Wide value) { return value / 2 * 2; }
};
struct CutOff {
  static Wide of(Wide value) { return value > 9'000'000 ? 9'000'000 : value; }
};

template <class Mistake> bool passes(Law law, const Rational &scale) {
  Random random(1);
  try {
    LawTest(Mistaken<Mistake>(law, scale), random).check();
    return true;
  } catch (const Failure &) {
    return false;
  }
}

} // namespace

TEST_CASE("right samplers have their laws at scales from 1/10 to 10^6") {
  for (const char *scale : {"1/10", "3/2", "40", "300", "1000000"})
    for (Law law : {Law::Laplace, Law::Exponential, Law::NegExponential})
      CHECK(passes<None>(law, rational(scale)));
}

TEST_CASE("wrong samplers have not") {
  CHECK_FALSE(passes<OffByOne>(Law::Exponential, rational("3/2")));
  CHECK_FALSE(passes<OffByOne>(Law::Laplace, rational("40")));
  CHECK_FALSE(passes<EvenOnly>(Law::Exponential, rational("1000000")));
  CHECK_FALSE(passes<EvenOnly>(Law::Laplace, rational("1000000")));
  // Nine scales out, which one sample in 8000 is.
  CHECK_FALSE(passes<CutOff>(Law::Exponential, rational("1000000")));
}

TEST_CASE("runs that repeat are told from runs that happen to be equal") {
  const auto source = std::make_shared<const Mistaken<None>>(Law::Exponential, rational("2"));
  const auto isFound = [&](auto value, int runs) {
    Repetition repetition;
    try {
      for (int i = 0; i < runs; ++i)
        repetition.add({{source, value(i)}});
      return false;
    } catch (const Failure &) {
      return true;
    }
  };
  // P[0] = 1 - exp(-1/2), about 0.39.
  CHECK_FALSE(isFound([](int) { return 0; }, 30));
  CHECK(isFound([](int) { return 0; }, 60));
  CHECK(isFound([](int) { return 7; }, 20));
  CHECK_FALSE(isFound([](int i) { return i % 20 == 0 ? 1 : 0; }, 1000));
}

namespace {

/// Draws at the budget ln(1 + e^eps) times \p times, without what is above the digits, if that is cut.
struct OfLogarithm final : Source {
  OfLogarithm(Law law, const Rational &eps, unsigned times, bool cut)
      : OfLogarithm(law, budgetOf(eps), times, cut) {}
  OfLogarithm(Law law, const Logarithm &budget, unsigned times, bool cut)
      : Source(law, scaleOf(budget, times)), one(*LogarithmicOneSidedGeometric::create(budget, times)),
        two(*LogarithmicTwoSidedGeometric::create(budget, times)), isCut(cut) {}
  static Logarithm budgetOf(const Rational &eps) {
    const auto powers = *local::Powers::create({eps});
    return *Logarithm::create(powers, 1 + powers.exp(eps));
  }
  Wide sample(Random &bits) const override { return drawn(bits); }
  Wide sampleOn(ChosenBits &bits) const override { return drawn(bits); }
  Wide sampleBehindZeros(unsigned, Random &bits) const override { return drawn(bits); }
  Wide sampleBehindDigits(unsigned, Random &bits) const override { return drawn(bits); }
  template <class Bits> Wide drawn(Bits &bits) const {
    const Wide value = law == Law::Laplace ? two.sample(bits) : one.sample(bits);
    const Wide kept = isCut ? value % (Wide{1} << (one.wordsPerSample() - 1)) : value;
    return law == Law::NegExponential ? -kept : kept;
  }
  LogarithmicOneSidedGeometric one;
  LogarithmicTwoSidedGeometric two;
  bool isCut;
};

/// Of \p source, against the scale 1 / (times ln(1 + e^eps)).
bool hasThresholds(const Source &source, const Enclosure &eps, int times) {
  try {
    DigitThresholds(source, 1 / (times * ln(1 + exp(eps)))).check();
    return true;
  } catch (const Failure &) {
    return false;
  }
}

} // namespace

TEST_CASE("samplers of logarithms have the thresholds of their laws, and no others") {
  for (Law law : {Law::Laplace, Law::Exponential, Law::NegExponential}) {
    CHECK(hasThresholds(OfLogarithm(law, rational("1"), 1, false), Rational(1), 1));
    CHECK(hasThresholds(OfLogarithm(law, rational("1/10"), 3, false), rational("1/10"), 3));
    CHECK_FALSE(hasThresholds(OfLogarithm(law, rational("1"), 2, false), Rational(1), 1));
    CHECK_FALSE(hasThresholds(OfLogarithm(law, rational("1"), 1, true), Rational(1), 1));
    const Rational next = Rational(1) + Rational(1) / Rational(Wide{1} << 100);
    CHECK_FALSE(hasThresholds(OfLogarithm(law, rational("1"), 1, false), next, 1));
  }
  CHECK_FALSE(hasThresholds(OfLogarithm(Law::Laplace, rational("1"), 1, false), Rational(1), 2));
  // ln 2: of 64 digits the last one ends in time.
  CHECK(hasThresholds(OfLogarithm(Law::Exponential, rational("0"), 1, false), Rational(0), 1));
}

TEST_CASE("numbers between bounds are one number as far as 200 digits say") {
  const Rational tiny = Rational(1) / Rational(Wide{1} << 120);
  const Enclosure c = ln(1 + exp(Enclosure(1)));
  CHECK(agree(c, ln(exp(Enclosure(1)) + 1)));
  CHECK_FALSE(agree(c, ln(1 + exp(Enclosure(1 + tiny)))));
  CHECK_FALSE(agree(c, 2 * c));
  CHECK_THROWS_AS(agree(c - c, c), Undefined);
  CHECK(agree(Enclosure(1), Rational(1)));
  CHECK_FALSE(agree(Enclosure(1), Rational(1) + tiny));
  CHECK(isRoundedUp(Rational(2), Rational(2)));
  CHECK_FALSE(isRoundedUp(2 + tiny, Rational(2)));
  // e lies between these.
  CHECK_FALSE(isRoundedUp(rational("2.7182818284590"), exp(Enclosure(1))));
  CHECK(isRoundedUp(rational("2.7182818284591"), exp(Enclosure(1))));
  CHECK_FALSE(isRoundedUp(rational("2.7182818285"), exp(Enclosure(1))));
}

TEST_CASE("a coin between bounds reads its digits") {
  const EnclosedCoin coin(1 - 1 / exp(Enclosure(1))); // 0.632 = 0xa1d2a7274c4328... of 2^64
  const auto shown = [&](std::uint64_t word) {
    ChosenBits bits({word, ~std::uint64_t{0}}, 1);
    const bool isShown = coin.sample(bits);
    return std::pair(isShown, bits.asked());
  };
  CHECK(shown(0xa1d2a7274c000000).first);
  CHECK_FALSE(shown(0xa1d2a7274d000000).first);
  CHECK(shown(0).second == 1);
  const EnclosedCoin half(rational("1/2"));
  ChosenBits same({std::uint64_t{1} << 63}, 1);
  CHECK_FALSE(half.sample(same));
  CHECK(same.asked() == 1);
  for (const int certain : {0, 1}) {
    ChosenBits any({}, 1);
    CHECK(EnclosedCoin(certain).sample(any) == (certain == 1));
    CHECK(any.asked() == 0);
  }
  CHECK_THROWS_AS(EnclosedCoin(rational("3/2")), Undefined);
}
