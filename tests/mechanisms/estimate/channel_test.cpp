// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/channel.h"
#include "tests/mechanisms/estimate/every_report.h"
#include "tests/mechanisms/runtime/aborts.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

constexpr double allEps[] = {0, 1e-9, 0.1, 1, 6, 50, 600};

Approx nearly(double value) {
  return Approx(value).epsilon(1e-13).margin(0);
}

} // namespace

TEST_CASE("rows of a channel are distributions") {
  for (double eps : allEps)
    for (const auto &[name, channel] : smallChannels(eps))
      for (Symbol x = 0; x < channel.alphabet().size(); ++x) {
        INFO(name << ", eps = " << eps << ", x = " << x);
        double sum = 0;
        for (Report y : everyReport(channel)) {
          CHECK(probability(channel, y, x) >= 0);
          sum += probability(channel, y, x);
        }
        CHECK(sum == nearly(1));
      }
}

TEST_CASE("marks are what the reports mark") {
  for (double eps : allEps)
    for (const auto &[name, channel] : smallChannels(eps))
      for (Symbol x = 0; x < channel.alphabet().size(); ++x)
        for (Symbol j = 0; j < channel.alphabet().size(); ++j) {
          INFO(name << ", eps = " << eps << ", x = " << x << ", j = " << j);
          double one = 0, zero = 0;
          for (Report y : everyReport(channel))
            (marks(channel, y, j) ? one : zero) += probability(channel, y, x);
          const Mark &mark = channel.mark(j);
          CHECK((x == j ? mark.oneIfOwn : mark.oneIfOther) == nearly(one));
          CHECK((x == j ? mark.zeroIfOwn : mark.zeroIfOther) == nearly(zero));
        }
}

/// Def. 2: for reports that reveal nothing, all pairs of values; the others are
/// sent for one value only, and that is not sensitive.
TEST_CASE("channels are private, and no more than they say") {
  for (double eps : {0.0, 0.1, 1.0, 6.0, 50.0})
    for (const auto &[name, channel] : smallChannels(eps)) {
      INFO(name << ", eps = " << eps);
      const Alphabet &alphabet = channel.alphabet();
      double largest = 0;
      for (Report y : everyReport(channel)) {
        std::vector<Symbol> possible;
        double low = 1, high = 0;
        for (Symbol x = 0; x < alphabet.size(); ++x) {
          const double q = probability(channel, y, x);
          low = std::min(low, q);
          high = std::max(high, q);
          if (q > 0)
            possible.push_back(x);
        }
        if (possible.size() == alphabet.size())
          largest = std::max(largest, high / low);
        else if (!possible.empty())
          CHECK((possible.size() == 1 && !alphabet.isSensitive(possible[0])));
      }
      if (alphabet.sensitive > 0)
        CHECK(largest == Approx(std::exp(eps)).epsilon(1e-12));
    }
}

TEST_CASE("all sensitive is plain, none sensitive reveals") {
  const auto rr = Channel::rr(0.7, 4).value(), urr = Channel::urr(0.7, {4, 0}).value();
  const auto rappor = Channel::rappor(0.7, 4).value(), urap = Channel::urap(0.7, {4, 0}).value();
  for (Symbol x = 0; x < 4; ++x) {
    for (Report y : everyReport(rr)) {
      CHECK(probability(rr, y, x) == nearly((y == x ? std::exp(0.7) : 1) / (3 + std::exp(0.7))));
      CHECK(probability(rr, y, x) == probability(urr, y, x));
    }
    for (Report y : everyReport(rappor))
      CHECK(probability(rappor, y, x) == probability(urap, y, x));
  }
  const auto open = Channel::urr(0.7, {0, 4}).value();
  for (Symbol x = 0; x < 4; ++x)
    for (Report y : everyReport(open))
      CHECK(probability(open, y, x) == (y == x ? 1 : 0));
}

TEST_CASE("Mangat's response is uRR with one sensitive symbol of two") {
  const auto channel = Channel::urr(std::log(4), {1, 1}).value();
  CHECK(channel.probability(Symbol{0}, 0) == nearly(1));
  CHECK(channel.probability(Symbol{0}, 1) == nearly(0.25));
  CHECK(channel.probability(Symbol{1}, 1) == nearly(0.75));
}

TEST_CASE("complements keep their digits at large eps") {
  const Mark &mark = Channel::rappor(50, 3).value().mark(0);
  CHECK(mark.zeroIfOwn == nearly(std::exp(-25) / (1 + std::exp(-25))));
  CHECK(Channel::urr(50, {3, 1}).value().mark(0).zeroIfOwn == nearly(2 / (2 + std::exp(50))));
}

TEST_CASE("generalised RAPPOR flips with psi") {
  const double eps = 1.3, theta = 0.4;
  const Mark &mark = Channel::rappor(eps, 3, theta).value().mark(1);
  CHECK(mark.oneIfOwn == theta);
  CHECK(mark.oneIfOther == nearly(theta / ((1 - theta) * std::exp(eps) + theta)));
  CHECK(mark.slope == nearly(mark.oneIfOwn - mark.oneIfOther));
}

TEST_CASE("parameters that make no channel are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  for (double eps : {-1.0, nan, infinity, 601.0}) {
    CHECK(Channel::rr(eps, 3).error().message.find("it must lie between 0 and 600") != std::string::npos);
    CHECK_FALSE(Channel::urap(eps, {1, 2}));
  }
  CHECK(Channel::rr(1, 1).error().message == "alphabet of 1 symbol; an estimate needs at least two");
  CHECK(Channel::rappor(1, 0).error().message == "alphabet of 0 symbols; an estimate needs at least two");
  CHECK(Channel::urr(0, {0, 3}).error().message ==
        "no symbol is sensitive and eps is 0; there is no such channel, so let eps be positive");
  CHECK_FALSE(Channel::urap(0, {0, 3}));
  CHECK(Channel::urr(0, {1, 3}));
  for (double theta : {0.0, 1.0, -0.5, nan})
    CHECK(Channel::rappor(1, 3, theta).error().message.find("strictly between 0 and 1") != std::string::npos);
  CHECK_FALSE(Channel::urr(1, {std::size_t{1} << 40, 1}));
}

TEST_CASE("asking for what the channel does not report aborts") {
  const std::uint64_t word = 1;
  using plumb::runtime::test::aborts;
  CHECK(aborts([&] { static_cast<void>(Channel::rr(1, 3).value().probability(Bits(&word, 1), 0)); }));
  CHECK(aborts([&] { static_cast<void>(Channel::rappor(1, 3).value().probability(Symbol{0}, 0)); }));
  CHECK(aborts([&] { static_cast<void>(Channel::rr(1, 3).value().probability(Symbol{3}, 0)); }));
}
