// SPDX-License-Identifier: Apache-2.0

#define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS

#include "chi_square.h"
#include "plumb/runtime/logarithmic_geometric.h"
#include "plumb/runtime/scripted_bits.h"
#include "rational_text.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace plumb::runtime;
using local::Number;
using test::rational;

namespace {

/// ln(1 + e^eps).
Logarithm softPlus(const Rational &eps) {
  const auto powers = local::Powers::create({eps}).value();
  return Logarithm::create(powers, 1 + powers.exp(eps)).value();
}

/// ln(t) for a fraction t.
Expected<Logarithm> ofFraction(const Rational &t) {
  return Logarithm::create(local::Powers::create({}).value(), Number(t));
}

template <class Sampler>
test::Fit fitOf(const Logarithm &budget, unsigned times, std::uint64_t seed, std::int64_t first,
                std::int64_t last, const std::function<double(std::int64_t)> &mass) {
  const Sampler sampler = Sampler::create(budget, times).value();
  test::SeededBits bits(seed);
  return test::chiSquare(200'000, first, last, mass, [&] { return sampler.sample(bits); });
}

/// Words in the order in which a one-sided sample takes them, one for each digit and one for what is above.
Wide sampleOf(const LogarithmicOneSidedGeometric &sampler, const std::vector<std::uint64_t> &words) {
  ScriptedBits bits = ScriptedBits::fromWords(words);
  const Wide value = sampler.sample(bits);
  CHECK(bits.consumed() == 8 * words.size());
  return value;
}

} // namespace

TEST_CASE("noise whose scale is a logarithm of powers of e has its law") {
  const Rational eps = rational("1/2");
  const double t = 1 + std::exp(0.5);
  for (const unsigned times : {1U, 2U}) {
    const double r = std::pow(t, -static_cast<double>(times));
    const auto oneSided = [&](std::int64_t x) { return (1 - r) * std::pow(r, std::abs(double(x))); };
    const auto twoSided = [&](std::int64_t x) {
      return (1 - r) / (1 + r) * std::pow(r, std::abs(double(x)));
    };
    const Logarithm budget = softPlus(eps);
    CHECK(fitOf<LogarithmicOneSidedGeometric>(budget, times, 1, 0, 12, oneSided).deviation() <
          test::Fit::rejection);
    CHECK(fitOf<LogarithmicMirroredGeometric>(budget, times, 2, -12, 0, oneSided).deviation() <
          test::Fit::rejection);
    CHECK(fitOf<LogarithmicTwoSidedGeometric>(budget, times, 3, -12, 12, twoSided).deviation() <
          test::Fit::rejection);
  }
  // The mean of ln(1 + (E - 1) / p) at p = 1 / 8, where r is nearer to 1.
  const auto powers = local::Powers::create({eps}).value();
  const Logarithm wide = Logarithm::create(powers, 1 + (powers.exp(eps) - 1) / 8).value();
  const double r = 1 / (1 + (std::exp(0.5) - 1) / 8);
  CHECK(fitOf<LogarithmicOneSidedGeometric>(wide, 1, 4, 0, 80, [&](std::int64_t x) {
          return (1 - r) * std::pow(r, double(x));
        }).deviation() < test::Fit::rejection);
}

TEST_CASE("each digit of such noise has exactly its probability") {
  // r = 1/3: the digits have the probabilities 1/4, 1/10, 1/82, ..., and six of them leave r^64 <= 2^-64
  // above.
  const auto sampler = LogarithmicOneSidedGeometric::create(ofFraction(Rational(3)).value(), 1).value();
  REQUIRE(sampler.wordsPerSample() == 7);
  const std::uint64_t most = ~std::uint64_t{0};
  const std::vector<std::uint64_t> none(7, most);
  CHECK(sampleOf(sampler, none) == 0);
  Wide divisor = 1;
  for (std::size_t i = 0; i < 5; ++i) {
    divisor = i == 0 ? 3 : divisor * divisor; // 3^(2^i)
    const auto threshold = static_cast<std::uint64_t>((Wide{1} << 64) / (divisor + 1));
    std::vector<std::uint64_t> words = none;
    words[i] = threshold - 1;
    CHECK(sampleOf(sampler, words) == Wide{1} << i);
    words[i] = threshold + 1;
    CHECK(sampleOf(sampler, words) == 0);
  }
  // 1/4 ends within its first word, and U is not below it where they agree.
  std::vector<std::uint64_t> words = none;
  words[0] = std::uint64_t{1} << 62;
  CHECK(sampleOf(sampler, words) == 0);
  // What is above the digits: one success of the coin of r^64, and a failure.
  words = none;
  words[6] = 0;
  words.push_back(most);
  words.insert(words.begin() + 7, 0); // the first word of r^64 = 3^-64 is 0, and so its second one decides
  CHECK(sampleOf(sampler, words) == 64);
}

TEST_CASE("a logarithm is bounded from above, closely") {
  const double exact = std::log(1 + std::exp(0.5));
  const Logarithm budget = softPlus(rational("1/2"));
  CHECK(budget.above() > rational("9740769841801066/10000000000000000"));
  CHECK(std::abs(mpz_get_d(budget.above().numerator()) / mpz_get_d(budget.above().denominator()) - exact) <
        1e-12);
}

TEST_CASE("what is no budget, or drawn by no such sampler, is refused") {
  CHECK(ofFraction(Rational(1)).error().message == "a logarithm that is not above 0, and is no budget");
  CHECK(ofFraction(rational("1/2")).error().message == "a logarithm that is not above 0, and is no budget");
  CHECK(Logarithm::create(local::Powers::create({}).value(), Number(1) / Number(0)).error().message ==
        "a logarithm that is not defined, since something in it is divided by 0");
  CHECK(LogarithmicOneSidedGeometric::create(Logarithm(), 1).error().message ==
        "the budget is a logarithm that is not above 0");
  const Logarithm budget = softPlus(Rational(1));
  for (const unsigned times : {0U, 65U})
    CHECK(LogarithmicTwoSidedGeometric::create(budget, times).error().message ==
          "a scale with that multiple of a logarithm is not drawn");
  const std::string tooLong =
      "its law takes polynomials in a power of e of more than 1024 degrees: the budget is "
      "too small, or exponents have too small a common measure";
  CHECK(LogarithmicMirroredGeometric::create(ofFraction(rational("1001/1000")).value(), 1).error().message ==
        tooLong);
  const auto powers = local::Powers::create({Rational(1), rational("1/1000")}).value();
  CHECK(
      LogarithmicOneSidedGeometric::create(Logarithm::create(powers, 1 + powers.exp(Rational(1))).value(), 1)
          .error()
          .message == tooLong);
  Rational close(1);
  close += Rational(1) / rational(("1" + std::string(90, '0')).c_str());
  CHECK(LogarithmicOneSidedGeometric::create(ofFraction(close + 1).value(), 1).error().message ==
        "the numbers in the logarithm need more than 256 bits; choose values with fewer digits");
  CHECK(local::Coins::create(powers, powers.exp(Rational(1))).error().message ==
        "bias of a coin is not defined, or does not lie between 0 and 1");
}
