// SPDX-License-Identifier: Apache-2.0
//
// What emitted clients send. The tables are compared with the definitions of the paper, written once more in
// doubles; that a table is drawn exactly is tested with the runtime.
#include "../../runtime/rational_text.h"
#include "../golden/channels/bounds_on_exponents.h"
#include "../golden/channels/mangat.h"
#include "../golden/channels/pum_secrecy.h"
#include "../golden/channels/pum_urap.h"
#include "../golden/channels/pum_urr.h"
#include "../golden/channels/rappor.h"
#include "../golden/channels/urap.h"
#include "../golden/channels/urr.h"
#include "../seeded_bits.h"
#include "plumb/runtime/local/approximation.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb;
using runtime::Rational;
using runtime::local::Block;
using runtime::local::Law;
using runtime::test::rational;

namespace {

/// Q(y|x), or the probability of bit y, by numbers of values and reports.
double entry(const Law &law, std::uint64_t x, std::uint64_t y, const runtime::local::Map &map = {}) {
  std::size_t i = 0, o = 0;
  while (law.firstInput(i + 1) <= x)
    ++i;
  while (law.firstOutput(o + 1) <= y)
    ++o;
  const Block &block = law.inputs()[i].blocks[o];
  const std::uint64_t index = x - law.firstInput(i), member = y - law.firstOutput(o);
  const bool isHit = (block.partner == Block::Partner::Itself && member == index) ||
                     (block.partner == Block::Partner::Image && member == map.at(index));
  return runtime::local::approximately(law.powers(), isHit ? block.hit : block.miss);
}

/// Definition 3 with s sensitive symbols in front.
double responseEntry(double eps, std::uint64_t s, std::uint64_t x, std::uint64_t y) {
  const double divisor = static_cast<double>(s) + std::expm1(eps);
  return y < s ? (x == y ? std::exp(eps) : 1) / divisor : x == y ? std::expm1(eps) / divisor : 0;
}

/// Definition 4; \p rest is 1 - theta, which would lose its digits in a subtraction.
double rapporEntry(double eps, double theta, double rest, std::uint64_t s, std::uint64_t x, std::uint64_t y) {
  const double mixed = rest + theta * std::exp(-eps); // d2
  return y < s ? (x == y ? theta : theta * std::exp(-eps) / mixed) : x == y ? theta * -std::expm1(-eps) : 0;
}

/// The same with the theta of basic RAPPOR.
double basicEntry(double eps, std::uint64_t s, std::uint64_t x, std::uint64_t y) {
  const double low = 1 / (std::exp(eps / 2) + 1);
  return y < s ? (x == y ? std::exp(eps / 2) * low : low) : x == y ? -std::expm1(-eps / 2) : 0;
}

template <class Exact> void compare(const Law &law, Exact exact, const runtime::local::Map &map = {}) {
  for (std::uint64_t x = 0; x < law.inputCount(); ++x)
    for (std::uint64_t y = 0; y < law.outputCount(); ++y) {
      INFO("x = " << x << ", y = " << y);
      CHECK(entry(law, x, y, map) == Approx(exact(x, y)).epsilon(1e-13).margin(1e-300));
    }
}

const char *const epsilons[] = {"0", "1/1000", "0.5", "1", "7/3", "50"};

double value(const char *text) {
  const Rational exact = rational(text);
  return mpz_get_d(exact.numerator()) / mpz_get_d(exact.denominator());
}

template <class Result> std::string message(const Result &result) {
  return result ? "" : result.error().message;
}

} // namespace

TEST_CASE("the tables are those of the definitions") {
  for (const char *eps : epsilons) {
    INFO("eps = " << eps);
    const double e = value(eps);
    compare(urr::lawOf({rational(eps), 3, 2}).value(),
            [&](std::uint64_t x, std::uint64_t y) { return responseEntry(e, 3, x, y); });
    compare(urr::lawOf({rational(eps), 4, 0}).value(),
            [&](std::uint64_t x, std::uint64_t y) { return responseEntry(e, 4, x, y); });
    compare(rappor::lawOf({rational(eps), 4}).value(),
            [&](std::uint64_t x, std::uint64_t y) { return basicEntry(e, 4, x, y); });
    for (const char *theta : {"1/2", "9/10"})
      compare(urap::lawOf({rational(eps), rational(theta), 2, 3}).value(),
              [&](std::uint64_t x, std::uint64_t y) {
                return rapporEntry(e, value(theta), 1 - value(theta), 2, x, y);
              });
    // S, B, N on the side of reports, S, N, P on that of values: P 0 goes to bot 1, and P 1 to bot 0.
    const runtime::local::Map bot{1, 0};
    const auto intermediate = [](std::uint64_t x) { return x < 3 ? x : x < 7 ? x + 2 : x == 7 ? 4 : 3; };
    compare(
        pum_urr::lawOf({rational(eps), 3, 2, 4, 2}).value(),
        [&](std::uint64_t x, std::uint64_t y) { return responseEntry(e, 5, intermediate(x), y); }, bot);
    compare(
        pum_urap::lawOf({rational(eps), 3, 2, 4, 2}).value(),
        [&](std::uint64_t x, std::uint64_t y) { return basicEntry(e, 5, intermediate(x), y); }, bot);
  }
}

TEST_CASE("a table without powers of e, and one without owners") {
  compare(mangat::lawOf({rational("1/3")}).value(), [](std::uint64_t x, std::uint64_t y) {
    return x == 0 ? (y == 0 ? 1 : 0) : y == 0 ? 1.0 / 3 : 2.0 / 3;
  });
  const double divisor = 3 + 1 + std::exp(1);
  compare(pum_secrecy::lawOf({Rational(1), 3}).value(), [&](std::uint64_t x, std::uint64_t y) {
    if (y == 5)
      return x == 2 ? std::expm1(1) / divisor : 0;
    return (x == y && x < 2 ? std::exp(1) : 1) / divisor;
  });
  const double low = 1 / (3 + std::expm1(1));
  compare(bounds_on_exponents::lawOf({Rational(1), Rational(0), rational("1/4"), 3}).value(),
          [&](std::uint64_t x, std::uint64_t y) {
            return y == 3 ? 0.25 : 0.75 * low * (x == y ? std::exp(1) : 1);
          });
}

TEST_CASE("create names the premise that does not hold, and its values") {
  CHECK(message(urr::Client::create({rational("-1/2"), 3, 2})) == "requires `eps >= 0`, but eps = -1/2");
  CHECK(message(urr::Client::create({Rational(1), 0, 2})) == "requires `s >= 1`, but s = 0");
  CHECK(message(urr::Client::create({Rational(1), 3, -1})) == "requires `n >= 0`, but n = -1");
  CHECK(message(urr::Client::create({Rational(5000), 3, 2})) == "e^(5000) is beyond e^4096");
  CHECK(message(urap::Client::create({Rational(1), rational("11/10"), 3, 2})) ==
        "requires `theta <= 1`, but theta = 11/10");
  CHECK(message(mangat::Client::create({Rational(0)})) == "requires `0 < p`, but p = 0");
  CHECK(message(urr::Collector::create({Rational(1), 0, 2})) == "requires `s >= 1`, but s = 0");
}

TEST_CASE("premises on exponents are decided exactly") {
  const auto with = [](const char *eps, const char *slack) {
    return message(bounds_on_exponents::Client::create({rational(eps), rational(slack), rational("1/2"), 2}));
  };
  // 2 ln 3 = 2.19722457733621938279..., ln 50 = 3.91202300542814605861...
  CHECK(with("2.1972245773362193827", "0").empty());
  CHECK(with("2.1972245773362193828", "0").rfind("requires `eps <= 2 * ln(3)`, but eps = ", 0) == 0);
  CHECK(with("1", "2.9120230054281460586").empty());
  CHECK(with("1", "2.9120230054281460587")
            .rfind("requires `eps + slack <= ln(50)`, but eps = 1, slack = ", 0) == 0);
  CHECK(with("0", "0") == "requires `eps > 0`, but eps = 0");
}

TEST_CASE("eps may be any rational, and all or no reports the truth") {
  const char *odd = "123456789012345678901234567890/987654321098765432109876543211";
  CHECK(urr::Client::create({rational(odd), 3, 2}));
  test::SeededBits bits(3);
  const auto certain = urr::Client::create({Rational(50), 3, 2});
  const auto alone = urr::Client::create({Rational(1), 1, 0});
  for (std::uint64_t x = 0; x < 5; ++x)
    CHECK(certain->perturb(x, bits).value() == x);
  CHECK(alone->perturb(0, bits).value() == 0);
}

TEST_CASE("values have the numbers that the header says") {
  const auto client = pum_urr::Client::create({Rational(1), 3, 2, 4, 2}, {{1, 0}});
  CHECK(client->inputs() == 9);
  CHECK(client->first(pum_urr::Input::S) == 0);
  CHECK(client->first(pum_urr::Input::N) == 3);
  CHECK(client->first(pum_urr::Input::P) == 7);
  const auto collector = pum_urr::Collector::create({Rational(1), 3, 2, 4, 2});
  CHECK(collector->first(pum_urr::Output::S) == 0);
  CHECK(collector->first(pum_urr::Output::B) == 3);
  CHECK(collector->first(pum_urr::Output::N) == 5);
  CHECK(message(client->perturb(9)) == "the value is none of the 9 values of this mechanism");
}

TEST_CASE("what is wrong with the user's secrets is told without them") {
  const pum_urr::Parameters parameters{Rational(1), 3, 2, 4, 2};
  CHECK(message(pum_urr::Client::create(parameters, {{}})) ==
        "the map from P to B has 0 entries instead of 2");
  CHECK(message(pum_urr::Client::create(parameters, {{0, 77777}})) ==
        "an entry of the map from P is no member of B, which has 2");
}

namespace {

constexpr int runs = 200'000;

/// Pearson's statistic of reports on \p x, standardized (Wilson and Hilferty); far beyond 6 for a wrong law.
double misfit(const urr::Client &client, std::uint64_t x, double eps) {
  test::SeededBits bits(17 + x);
  std::vector<int> seen(5);
  for (int i = 0; i < runs; ++i)
    ++seen.at(client.perturb(x, bits).value());
  double statistic = 0, cells = 0;
  for (std::uint64_t y = 0; y < 5; ++y) {
    const double expected = runs * responseEntry(eps, 3, x, y);
    if (expected == 0) {
      REQUIRE(seen[y] == 0);
      continue;
    }
    statistic += (seen[y] - expected) * (seen[y] - expected) / expected;
    ++cells;
  }
  const double freedom = cells - 1, spread = 2 / (9 * freedom);
  return (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
}

} // namespace

TEST_CASE("reports have the law of the table") {
  // A standard normal variable exceeds 6 with probability 10^-9.
  const auto client = urr::Client::create({Rational(1), 3, 2});
  for (std::uint64_t x = 0; x < 5; ++x)
    CHECK(misfit(*client, x, 1) < 6);
}

TEST_CASE("reports with an eps that is off by a twentieth are noticed") {
  const auto planted = urr::Client::create({rational("1.05"), 3, 2});
  CHECK(misfit(*planted, 0, 1) > 6);
  CHECK(misfit(*planted, 4, 1) > 6);
}

namespace {

/// Random words of a report, on average. \p client draws from seeded bits.
template <class Client> double averageWords(const Client &client) {
  struct Counted {
    test::SeededBits bits{11};
    double words = 0;
    std::uint64_t next_u64() {
      ++words;
      return bits.next_u64();
    }
    std::uint8_t next_byte() {
      words += 1.0 / 8;
      return bits.next_byte();
    }
  } bits;
  constexpr int reports = 1000;
  for (int i = 0; i < reports; ++i)
    REQUIRE(client.perturb(0, bits));
  return bits.words / reports;
}

} // namespace

TEST_CASE("the words that docs/local.md says a report takes") {
  CHECK(averageWords(*urr::Client::create({Rational(1), 3, 2})) == 3);
  CHECK(averageWords(*urr::Client::create({Rational(1), 300, 200})) == 3);
  for (const double words : {averageWords(*rappor::Client::create({Rational(1), 64})),
                             averageWords(*urap::Client::create({Rational(1), rational("1/2"), 40, 24}))}) {
    CHECK(words > 7);
    CHECK(words < 8.5);
  }
}

TEST_CASE("the operating system's randomness gives reports, too") {
  const auto client = urap::Client::create({Rational(1), rational("1/2"), 40, 40});
  const auto one = client->perturb(0), other = client->perturb(0);
  REQUIRE(one);
  CHECK(one->size() == 2);
  // Equal with probability below 10^-6.
  CHECK(*one != *other);
}

TEST_CASE("a client says what a report costs, rounded up where it is no fraction") {
  CHECK(urr::Client::create({Rational{3, 2}, 3, 2})->epsilon() == Rational{3, 2});
  CHECK(bounds_on_exponents::Client::create({Rational{1, 2}, Rational{1, 3}, Rational{1, 2}, 2})->epsilon() ==
        Rational{5, 6});
  // ln(3) = 1.0986122886681098... (OEIS A002391)
  const Rational cost = mangat::Client::create({Rational{1, 3}})->epsilon();
  CHECK(cost > rational("1.0986122886681096913"));
  CHECK(cost < rational("1.0986122886681098"));
  CHECK(mangat::Client::create({Rational(1)})->epsilon() == 0);
}
