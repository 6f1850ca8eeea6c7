// SPDX-License-Identifier: Apache-2.0
//
// Right samplers pass the tests of replay; wrong ones are in planted_faults.py.
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
