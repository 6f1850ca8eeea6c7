// SPDX-License-Identifier: Apache-2.0
//
// The law of the clients. That tables and coins are exact is tested in full elsewhere; here it is what they
// are put together to. Random words run through evenly spaced values instead of being drawn, so that a
// frequency is a probability up to the spacing and nothing is left to chance.

#include "../runtime/rational_text.h"
#include "../runtime/seeded_bits.h"
#include "plumb/runtime/local/bit_client.h"
#include "plumb/runtime/local/symbol_client.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

using namespace plumb::runtime;
using test::rational;
using namespace plumb::runtime::local;

namespace {

/// The words of one run.
class Words {
public:
  explicit Words(std::vector<std::uint64_t> all) : words(std::move(all)) {}
  std::uint64_t next_u64() { return position < words.size() ? words[position++] : 0; }
  std::uint8_t next_byte() { return 0; }

private:
  std::vector<std::uint64_t> words;
  std::size_t position = 0;
};

/// The middle of part \p i of \p parts equal ones of [0, 2^64).
std::uint64_t middle(std::uint64_t i, std::uint64_t parts) {
  return static_cast<std::uint64_t>(((static_cast<WideUnsigned>(2 * i + 1)) << 63) / parts);
}

constexpr std::uint64_t choices = 1 << 13, members = 60; // 60: all group sizes here divide it
/// A row has at most six groups, each of which is off by two halves of a part at most.
constexpr double spacing = 6.0 / choices;

std::map<std::uint64_t, double> lawAt(const SymbolClient &client, std::uint64_t x) {
  std::map<std::uint64_t, double> law;
  for (std::uint64_t i = 0; i < choices; ++i)
    for (std::uint64_t j = 0; j < members; ++j) {
      Words words({middle(i, choices), middle(j, members)});
      law[client.perturb(x, words).value()] += 1.0 / (choices * members);
    }
  return law;
}

Law urr(const char *text, std::int64_t s, std::int64_t n) {
  const Rational eps = rational(text);
  const Powers powers = Powers::create({eps}).value();
  const Number E = powers.exp(eps), low = 1 / (s + E - 1);
  return Law::create(powers, {{"S", s}, {"N", n}},
                     {{"S", s, {own(E * low, low), every(Number(0))}},
                      {"N", n, {every(low), own((E - 1) * low, Number(0))}}},
                     Law::Form::Symbol)
      .value();
}

/// Definition 3 of Murakami and Kawamoto, in doubles.
double urrEntry(double eps, std::uint64_t s, std::uint64_t x, std::uint64_t y) {
  const double low = 1 / (static_cast<double>(s) + std::expm1(eps));
  if (y < s)
    return x == y ? std::exp(eps) * low : low;
  return x == y ? std::expm1(eps) * low : 0;
}

/// The personalized mechanism over uRR: S, then B in the place of P.
Law pum(const char *text, std::int64_t s, std::int64_t k, std::int64_t n, std::int64_t p) {
  const Rational eps = rational(text);
  const Powers powers = Powers::create({eps}).value();
  const Number E = powers.exp(eps), low = 1 / (s + k + E - 1);
  return Law::create(powers, {{"S", s}, {"B", k}, {"N", n}},
                     {{"S", s, {own(E * low, low), every(low), every(Number(0))}},
                      {"N", n, {every(low), every(low), own((E - 1) * low, Number(0))}},
                      {"P", p, {every(low), image(0, E * low, low), every(Number(0))}}},
                     Law::Form::Symbol)
      .value();
}

} // namespace

TEST_CASE("utility-optimised randomised response has the law of its definition") {
  struct Size {
    std::int64_t s, n;
  };
  for (const auto &[s, n] : {Size{3, 2}, Size{1, 4}, Size{5, 0}, Size{4, 1}})
    for (const char *text : {"1/10", "1", "5"}) {
      const SymbolClient client = SymbolClient::create(urr(text, s, n)).value();
      const double eps = text == std::string("1/10") ? 0.1 : std::atof(text);
      for (std::uint64_t x = 0; x < client.inputs(); ++x) {
        const auto law = lawAt(client, x);
        for (std::uint64_t y = 0; y < client.inputs(); ++y) {
          INFO("s = " << s << ", n = " << n << ", eps = " << text << ", x = " << x << ", y = " << y);
          const double exact = urrEntry(eps, static_cast<std::uint64_t>(s), x, y);
          const double found = law.count(y) ? law.at(y) : 0;
          CHECK(std::abs(found - exact) <= spacing);
          CHECK((exact > 0 || found == 0));
        }
      }
    }
}

TEST_CASE("the spacing is fine enough to show an eps that is off by a hundredth") {
  const auto law = lawAt(SymbolClient::create(urr("1.01", 3, 2)).value(), 0);
  CHECK(std::abs(law.at(0) - urrEntry(1, 3, 0, 0)) > spacing);
}

TEST_CASE("at eps = 0 a report says nothing, and at eps = 50 it is the value") {
  for (std::uint64_t x = 0; x < 5; ++x) {
    const auto nothing = lawAt(SymbolClient::create(urr("0", 3, 2)).value(), x);
    CHECK(nothing.size() == 3);
    for (std::uint64_t y = 0; y < 3; ++y)
      CHECK(nothing.at(y) == Approx(1.0 / 3).margin(spacing));
    const auto certain = lawAt(SymbolClient::create(urr("50", 3, 2)).value(), x);
    CHECK(certain.size() == 1);
    CHECK(certain.count(x) == 1);
  }
}

TEST_CASE("what is mapped to a bot is perturbed like the bot") {
  const Map bot{1, 0, 1};
  const SymbolClient client = SymbolClient::create(pum("1", 2, 2, 3, 3), {bot}).value();
  REQUIRE(client.inputs() == 8);
  for (std::uint64_t i = 0; i < bot.size(); ++i) {
    const auto law = lawAt(client, 5 + i);
    for (std::uint64_t y = 0; y < 7; ++y)
      CHECK(std::abs((law.count(y) ? law.at(y) : 0) - urrEntry(1, 4, 2 + bot[i], y)) <= spacing);
  }
}

TEST_CASE("a value that is none is refused, and nothing is drawn for it") {
  const SymbolClient client = SymbolClient::create(urr("1", 3, 2)).value();
  struct Untouched {
    std::uint64_t next_u64() { throw std::logic_error("drawn"); }
    std::uint8_t next_byte() { throw std::logic_error("drawn"); }
  } bits;
  CHECK(client.perturb(5, bits).error().message == "the value is none of the 5 values of this mechanism");
  CHECK_THROWS_WITH(client.perturb(4, bits).has_value(), "drawn");
}

TEST_CASE("a law whose entries have several divisors is put over one") {
  const Powers powers = Powers::create({Rational(1)}).value();
  const Number E = powers.exp(Rational(1));
  // 1/(E+1), 1/(2-2E) turned, and what is left.
  const Number a = 1 / (E + 1), b = (1 - E) / (2 - 4 * E), c = 1 - a - b;
  const SymbolClient client =
      SymbolClient::create(Law::create(powers, {{"a", 1}, {"b", 2}, {"c", 1}},
                                       {{"X", 1, {every(a), every(b / 2), every(c)}}}, Law::Form::Symbol)
                               .value())
          .value();
  const auto law = lawAt(client, 0);
  const double e = std::exp(1), exactB = (1 - e) / (2 - 4 * e);
  CHECK(law.at(0) == Approx(1 / (e + 1)).margin(spacing));
  CHECK(law.at(1) == Approx(exactB / 2).margin(spacing));
  CHECK(law.at(2) == Approx(exactB / 2).margin(spacing));
  CHECK(law.at(3) == Approx(1 - 1 / (e + 1) - exactB).margin(spacing));
}

namespace {

/// Utility-optimised RAPPOR with a map, wide enough to span words.
Law bits(std::int64_t s, std::int64_t k, std::int64_t n) {
  const Rational half = rational("1/2");
  const Powers powers = Powers::create({half}).value();
  const Number R = powers.exp(half), low = 1 / (R + 1);
  return Law::create(powers, {{"S", s}, {"B", k}, {"N", n}},
                     {{"S", s, {own(R * low, low), every(low), every(Number(0))}},
                      {"N", n, {every(low), every(low), own(1 - 1 / R, Number(0))}},
                      {"P", 2, {every(low), image(0, R * low, low), every(Number(0))}}},
                     Law::Form::Bits)
      .value();
}

} // namespace

TEST_CASE("every bit has its own law, and bits are independent") {
  constexpr int runs = 100000;
  constexpr std::int64_t s = 61, k = 5, n = 70;
  const BitClient client = BitClient::create(bits(s, k, n), {{4, 0}}).value();
  REQUIRE(client.bits() == 136);
  const double r = std::exp(0.5), low = 1 / (r + 1), high = r / (r + 1), revealed = 1 - 1 / r;
  // Frequencies are off by more than this with probability below 10^-6 / 2000 each (Hoeffding).
  const double tolerance = std::sqrt(std::log(2 * 2000 * 1e6) / (2.0 * runs));
  test::SeededBits source(31);
  // Sensitive; non-sensitive, in the middle and last; mapped.
  for (std::uint64_t x : {0, 60, 61, 130, 131, 132}) {
    const std::uint64_t own = x < 61 ? x : x < 131 ? x + 5 : x == 131 ? 65 : 61;
    std::vector<int> ones(136), pairs(135);
    for (int i = 0; i < runs; ++i) {
      const BitReport report = client.perturb(x, source).value();
      REQUIRE(report.size() == 3);
      REQUIRE(report[2] >> 8 == 0);
      for (std::size_t j = 0; j < 136; ++j) {
        const bool bit = report[j / 64] >> j % 64 & 1;
        ones[j] += bit;
        if (j > 0 && bit)
          pairs[j - 1] += report[(j - 1) / 64] >> (j - 1) % 64 & 1;
      }
    }
    const auto exact = [&](std::size_t j) {
      return j == own ? (j < 66 ? high : revealed) : j < 66 ? low : 0;
    };
    for (std::size_t j = 0; j < 136; ++j) {
      INFO("x = " << x << ", j = " << j);
      CHECK(std::abs(ones[j] / double(runs) - exact(j)) < tolerance);
      if (j > 0)
        CHECK(std::abs(pairs[j - 1] / double(runs) - exact(j) * exact(j - 1)) < tolerance);
    }
  }
}

TEST_CASE("a single bit of an only member is that of its owner") {
  const Powers powers = Powers::create({}).value();
  const BitClient client =
      BitClient::create(
          Law::create(powers, {{"X", 1}}, {{"X", 1, {own(Number(1), Number::undefined())}}}, Law::Form::Bits)
              .value())
          .value();
  test::SeededBits source(1);
  CHECK(client.perturb(0, source).value() == BitReport{1});
  CHECK_FALSE(client.perturb(1, source));
}
