// SPDX-License-Identifier: Apache-2.0
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
#include "plumb/runtime/estimate/background.h"
#include "plumb/runtime/estimate/em.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/local/bit_client.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

using namespace plumb;
using runtime::Rational;
using runtime::test::rational;
namespace estimate = runtime::estimate;

namespace {

/// Sends \p users reports for each value, by the client into the collector.
template <class Client, class Collector>
void send(const Client &client, Collector &collector, const std::vector<std::uint64_t> &users,
          std::uint64_t seed) {
  test::SeededBits bits(seed);
  for (std::uint64_t x = 0; x < users.size(); ++x)
    for (std::uint64_t i = 0; i < users[x]; ++i)
      REQUIRE_FALSE(collector.add(client.perturb(x, bits).value()));
}

double distance(const std::vector<double> &one, const std::vector<double> &other) {
  REQUIRE(one.size() == other.size());
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    sum += std::abs(one[i] - other[i]);
  return sum;
}

} // namespace

TEST_CASE("what is collected is estimated with the channel that was perturbed with") {
  auto collector = urr::Collector::create({rational("3/2"), 3, 2});
  REQUIRE(collector);
  CHECK(collector->tally().channel().eps() == 1.5);
  CHECK(collector->tally().channel().alphabet() == estimate::Alphabet{3, 2});
  send(*urr::Client::create({rational("3/2"), 3, 2}), *collector, {8000, 4000, 0, 20000, 8000}, 1);
  const std::vector<double> truth{0.2, 0.1, 0, 0.5, 0.2};
  CHECK(distance(estimate::empirical(collector->tally()).value(), truth) < 0.05);
  CHECK(distance(estimate::em(collector->tally(), estimate::uniformStart(collector->tally().channel()))
                     .value()
                     .state.p,
                 truth) < 0.05);
}

TEST_CASE("a collector tells how far its estimates are expected to be from the truth") {
  const auto symbols = urr::Collector::create({rational("1"), 3, 5});
  const auto bots = pum_urr::Collector::create({rational("1"), 2, 2, 5, 1});
  REQUIRE(symbols);
  REQUIRE(bots);
  // As `plumb bounds` says of all on the values that are not sensitive.
  const std::vector<double> p{0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0.2};
  CHECK(symbols->expectedL2(p, 1000).value() == Approx(0.00632404156525));
  CHECK(symbols->expectedL1(p, 1000).value() == Approx(0.174966975568));
  CHECK(bots->expectedL2(p, 1000).value() == Approx(0.00632404156525));
  CHECK_FALSE(symbols->expectedL2(std::vector<double>(7, 1.0 / 7), 1000));
  CHECK_FALSE(symbols->expectedL1(p, 0));
}

TEST_CASE("rows of bits are collected as they are sent") {
  auto basic = rappor::Collector::create({rational("3/2"), 5});
  CHECK(basic->tally().channel().isBasic());
  CHECK(basic->tally().channel().eps() == 1.5);
  auto collector = urap::Collector::create({rational("3/2"), rational("3/5"), 3, 2});
  CHECK_FALSE(collector->tally().channel().isBasic());
  CHECK(collector->tally().channel().mark(0).oneIfOwn == 0.6);
  CHECK(collector->tally().channel().eps() == Approx(1.5).epsilon(1e-15));
  const std::vector<double> truth{0.2, 0.1, 0, 0.5, 0.2};
  send(*rappor::Client::create({rational("3/2"), 5}), *basic, {8000, 4000, 0, 20000, 8000}, 2);
  send(*urap::Client::create({rational("3/2"), rational("3/5"), 3, 2}), *collector,
       {8000, 4000, 0, 20000, 8000}, 3);
  CHECK(distance(estimate::empirical(basic->tally()).value(), truth) < 0.1);
  CHECK(distance(estimate::empirical(collector->tally()).value(), truth) < 0.1);
  CHECK(distance(estimate::em(collector->tally(), estimate::uniformStart(collector->tally().channel()))
                     .value()
                     .state.p,
                 truth) < 0.1);
}

TEST_CASE("Mangat's response is utility-optimised response with two symbols") {
  auto collector = mangat::Collector::create({rational("1/3")});
  REQUIRE(collector);
  CHECK(collector->tally().channel().eps() == Approx(std::log(3)).epsilon(1e-15));
  CHECK(collector->tally().channel().alphabet() == estimate::Alphabet{1, 1});
}

namespace {

/// Users whose own values stay theirs: three values for all, of which the first is sensitive for everyone,
/// and four others. A value that is a user's own is entered as a member of P, with the number that it has in
/// N.
template <class Client, class Collector, class Input> void personalEstimate(std::uint64_t seed) {
  const Rational eps(2);
  constexpr std::int64_t s = 1, others = 4, tags = 2;
  auto collector = Collector::create({eps, s, others, others, tags});
  REQUIRE(collector);
  REQUIRE(collector->personalized().tags() == 2);
  REQUIRE(collector->personalized().alphabet() == estimate::Alphabet{1, 4});
  test::SeededBits bits(seed);
  const auto client = Client::create({eps, s, others, others, tags}, {{0, 0, 1, 0}});
  // Everybody's home is other 0 or 1, half of them each, and goes to bot 0; the workplace is 2 and goes to 1.
  constexpr int users = 40000;
  for (int user = 0; user < users; ++user) {
    const std::uint64_t home = user % 2 == 0 ? 0 : 1;
    const auto own = [&](std::uint64_t other) { return client->first(Input::P) + other; };
    const auto open = [&](std::uint64_t other) { return client->first(Input::N) + other; };
    // 30 % are at home, 20 % at work, 40 % at the public place 3, 10 % in the hospital, which is sensitive.
    const int where = user / 2 % 10;
    const std::uint64_t x = where < 3 ? own(home) : where < 5 ? own(2) : where < 9 ? open(3) : 0;
    REQUIRE_FALSE(collector->add(client->perturb(x, bits).value()));
  }
  const auto r = estimate::empirical(collector->tally()).value();
  const estimate::Knowledge knowledge{std::vector<double>{0, 0.5, 0.5, 0, 0},
                                      std::vector<double>{0, 0, 0, 1, 0}};
  const auto p = estimate::personal(collector->personalized(), r, knowledge).value();
  CHECK(distance(p, {0.1, 0.15, 0.15, 0.2, 0.4}) < 0.06);
}

} // namespace

TEST_CASE("personal estimates come from reports, and never from what is secret") {
  personalEstimate<pum_urr::Client, pum_urr::Collector, pum_urr::Input>(5);
  personalEstimate<pum_urap::Client, pum_urap::Collector, pum_urap::Input>(6);
}

TEST_CASE("reports that nobody sends are refused and not counted") {
  auto collector = urr::Collector::create({Rational(1), 3, 2});
  CHECK(collector->add(5));
  CHECK(collector->tally().reports() == 0);
  auto rows = urap::Collector::create({Rational(1), rational("1/2"), 3, 2});
  CHECK(rows->add(runtime::local::BitReport{0b11000})); // two bits that only their owners set
  CHECK(rows->add(runtime::local::BitReport{0b100000}));
  CHECK_FALSE(rows->add(runtime::local::BitReport{0b01111}));
  CHECK(rows->tally().reports() == 1);
}

TEST_CASE("reports come from CSV, and a mistake has its line and column") {
  auto collector = urr::Collector::create({Rational(1), 3, 2});
  std::istringstream good("report,count\n0,5\n4\n"), bad("0\n1\n5\n"), worse("0\n1,x\n");
  CHECK(collector->read(good).value() == 6);
  CHECK(collector->tally().marks()[0] == 5);
  CHECK(collector->read(bad).error().message.rfind("line 3, column 1: ", 0) == 0);
  CHECK(collector->read(worse).error().message.rfind("line 2, column 3: ", 0) == 0);
  // What a client sends can be written down and read back.
  auto rows = urap::Collector::create({Rational(1), rational("1/2"), 3, 2});
  std::istringstream row(runtime::local::bitText({0b01101}, 5) + "\n");
  CHECK(rows->read(row).value() == 1);
  CHECK(rows->tally().marks()[3] == 1);
}

TEST_CASE("an alphabet of one and an eps of 0 are errors where they make estimates void") {
  CHECK(urr::Client::create({Rational(1), 1, 0}));
  CHECK(urr::Collector::create({Rational(1), 1, 0}).error().message ==
        "alphabet of 1 symbol; an estimate needs at least two");
  auto collector = urr::Collector::create({Rational(0), 3, 2});
  REQUIRE(collector);
  REQUIRE_FALSE(collector->add(0));
  CHECK_FALSE(estimate::empirical(collector->tally()));
}

TEST_CASE("where no estimator is known reports are counted") {
  auto collector = pum_secrecy::Collector::create({Rational(1), 3});
  send(*pum_secrecy::Client::create({Rational(1), 3}), *collector, {100, 100, 100}, 4);
  CHECK(collector->counts().reports() == 300);
  CHECK(collector->counts().each().size() == 6);
  CHECK(collector->add(6)->message == "report 6 is outside of the 6 reports of this mechanism");
  CHECK(collector->first(pum_secrecy::Output::v) == 5);
  CHECK(bounds_on_exponents::Collector::create({Rational(1), Rational(0), rational("1/2"), 3}));
}
