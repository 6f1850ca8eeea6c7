// SPDX-License-Identifier: Apache-2.0

#include "../runtime/rational_text.h"
#include "../runtime/seeded_bits.h"
#include "plumb/runtime/local/approximation.h"
#include "plumb/runtime/local/coins.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace plumb::runtime;
using test::rational;
using namespace plumb::runtime::local;

namespace {

/// For 64 coins the digits of their U, most significant first: \p depth digits each, then zeros.
class Digits {
public:
  Digits(std::uint64_t firstPrefix, unsigned digits) : first(firstPrefix), depth(digits) {}

  std::uint64_t next_u64() {
    std::uint64_t word = 0;
    for (unsigned coin = 0; coin < 64 && position < depth; ++coin)
      word |= ((first + coin) >> (depth - 1 - position) & 1) << coin;
    ++position;
    return word;
  }
  std::uint8_t next_byte() { return 0; }

private:
  std::uint64_t first;
  unsigned depth, position = 0;
};

/// The same words again and again at the front, then what a seed gives.
class Fixed {
public:
  explicit Fixed(std::vector<std::uint64_t> words) : front(std::move(words)), behind(7) {}
  std::uint64_t next_u64() { return position < front.size() ? front[position++] : behind.next_u64(); }
  std::uint8_t next_byte() { return behind.next_byte(); }
  std::size_t used() const { return position; }

private:
  std::vector<std::uint64_t> front;
  test::SeededBits behind;
  std::size_t position = 0;
};

/// How many of all 2^16 first digits of U give 1, where the further ones are 0: exactly ceil(2^16 bias).
unsigned ones(const Coins &coins) {
  unsigned count = 0;
  for (std::uint64_t prefix = 0; prefix < 65536; prefix += 64) {
    Digits digits(prefix, 16);
    count += static_cast<unsigned>(__builtin_popcountll(coins.sample64(digits)));
  }
  return count;
}

struct Bias {
  const char *name;
  Number value;
};

std::vector<Bias> biases(const Powers &powers, const Rational &eps) {
  const Number E = powers.exp(eps);
  return {{"E/(E+1)", E / (E + 1)},   {"1/(E+1)", 1 / (E + 1)},          {"1-1/E", 1 - 1 / E},
          {"1/3", Rational(1) / 3},   {"3/4", Rational(3) / 4},          {"theta", (E - 1) / (7 * E + 3)},
          {"turned", (1 - E) / (-E)}, {"1/2", (2 * E) / (2 * E + 2 * E)}};
}

} // namespace

TEST_CASE("64 coins at once agree with their bias on every tape of 16 digits") {
  for (const char *text : {"1/10", "1", "7/3", "20"}) {
    const Rational eps = rational(text);
    const Powers powers = Powers::create({eps}).value();
    for (const Bias &bias : biases(powers, eps)) {
      INFO(bias.name << " at eps = " << text);
      const double exact = approximately(powers, bias.value);
      CHECK(ones(Coins(powers, bias.value)) == static_cast<unsigned>(std::ceil(std::ldexp(exact, 16))));
    }
  }
}

TEST_CASE("every tape shows a bias that is off by a ten-thousandth") {
  const Powers powers = Powers::create({rational("1.0001")}).value();
  const Number E = powers.exp(rational("1.0001"));
  const double exact = std::exp(1) / (1 + std::exp(1));
  CHECK(ones(Coins(powers, E / (E + 1))) != static_cast<unsigned>(std::ceil(std::ldexp(exact, 16))));
}

TEST_CASE("one coin compares whole words, and goes on where they are equal") {
  const Powers powers = Powers::create({Rational(1)}).value();
  const Number E = powers.exp(Rational(1)), bias = E / (E + 1);
  const Coins coin(powers, bias);
  const ExpRatio ratio(bias.above(), bias.below(), Rational(1));
  const std::uint64_t first = ratio.digits(64, 64, 0), second = ratio.digits(64, 64, 1);
  const auto flip = [&](std::vector<std::uint64_t> words) {
    Fixed bits(words);
    const bool one = coin.sample(bits);
    CHECK(bits.used() == words.size());
    return one;
  };
  CHECK(flip({first - 1}));
  CHECK_FALSE(flip({first + 1}));
  CHECK(flip({first, second - 1}));
  CHECK_FALSE(flip({first, second + 1}));
}

TEST_CASE("64 coins that agree with all of the first 64 digits go on to the next") {
  const Powers powers = Powers::create({Rational(1)}).value();
  const Number E = powers.exp(Rational(1)), bias = E / (E + 1);
  const ExpRatio ratio(bias.above(), bias.below(), Rational(1));
  std::vector<std::uint64_t> words;
  const auto digit = [&](unsigned i) { return (ratio.digits(64, 64, i / 64) >> (63 - i % 64) & 1) != 0; };
  for (unsigned i = 0; i < 64; ++i)
    words.push_back(digit(i) ? ~std::uint64_t{0} : 0);
  // Half of them are decided by the 65th digit, and the others by the 66th.
  const std::uint64_t pattern = 0x123456789abcdef0U, open = digit(64) ? pattern : ~pattern;
  words.push_back(pattern);
  words.push_back(digit(65) ? 0 : ~std::uint64_t{0});
  Fixed bits(words);
  CHECK(Coins(powers, bias).sample64(bits) == ((digit(64) ? ~pattern : 0) | (digit(65) ? open : 0)));
  CHECK(bits.used() == 66);
}

TEST_CASE("a dyadic bias ends, and U equal to it is not below it") {
  const Powers powers = Powers::create({}).value();
  const Coins half(powers, Rational(1) / 2);
  Fixed equal({std::uint64_t{1} << 63});
  CHECK_FALSE(half.sample(equal));
  Fixed zeros(std::vector<std::uint64_t>(64, 0));
  CHECK(half.sample64(zeros) == ~std::uint64_t{0});
  std::vector<std::uint64_t> words(64, 0);
  words[0] = ~std::uint64_t{0};
  Fixed exactly(words);
  CHECK(half.sample64(exactly) == 0);
  CHECK(exactly.used() == 64);
}

TEST_CASE("a coin that is certain draws nothing") {
  const Powers powers = Powers::create({Rational(0)}).value();
  const Number E = powers.exp(Rational(0));
  Fixed bits({1, 2});
  const Coins never(powers, E - 1), always(powers, E);
  CHECK(never.isNever());
  CHECK(always.isAlways());
  CHECK(never.sample64(bits) == 0);
  CHECK(always.sample64(bits) == ~std::uint64_t{0});
  CHECK(always.sample(bits));
  CHECK_FALSE(never.sample(bits));
  CHECK(bits.used() == 0);
}

TEST_CASE("64 coins take about seven words") {
  const Powers powers = Powers::create({Rational(1)}).value();
  const Coins coins(powers, 1 / (powers.exp(Rational(1)) + 1));
  struct Counting {
    test::SeededBits bits{5};
    std::size_t words = 0;
    std::uint64_t next_u64() {
      ++words;
      return bits.next_u64();
    }
    std::uint8_t next_byte() { return bits.next_byte(); }
  } counting;
  for (int i = 0; i < 10000; ++i)
    static_cast<void>(coins.sample64(counting));
  CHECK(counting.words > 65000);
  CHECK(counting.words < 80000);
}
