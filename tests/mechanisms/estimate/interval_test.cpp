// SPDX-License-Identifier: Apache-2.0

#include "mechanisms/runtime/src/estimate/beta.h"
#include "mechanisms/runtime/src/estimate/normal.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/interval.h"
#include "tests/mechanisms/estimate/draw.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

/// Pr[Bin(n, x) >= k], term by term.
double binomialTail(int n, int k, double x) {
  double sum = 0;
  for (int i = k; i <= n; ++i)
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * std::log(x) +
                    (n - i) * std::log1p(-x));
  return sum;
}

} // namespace

TEST_CASE("the beta law gives the tails of the binomial law") {
  for (int n : {1, 2, 10, 400})
    for (int k : {1, 2, 5, 10, 200, 399, 400})
      for (double x : {1e-6, 0.01, 0.3, 0.5, 0.9, 0.999})
        if (k <= n) {
          INFO("n = " << n << ", k = " << k << ", x = " << x);
          const double tail = binomialTail(n, k, x);
          CHECK(regularizedBeta(x, k, n - k + 1) == Approx(tail).epsilon(1e-10).margin(1e-15));
        }
}

TEST_CASE("quantiles of the beta law invert it") {
  for (double a : {1.0, 2.0, 30.0, 5000.0, 1e6})
    for (double b : {1.0, 7.0, 900.0, 2e6})
      for (double probability : {1e-12, 1e-6, 0.025, 0.5}) {
        INFO("a = " << a << ", b = " << b << ", probability " << probability);
        const double x = betaQuantile(probability, a, b);
        CHECK(regularizedBeta(x, a, b) == Approx(probability).epsilon(1e-6).margin(0));
      }
}

TEST_CASE("the normal law") {
  CHECK(normalQuantileAbove(0.025) == Approx(1.959963984540054).epsilon(1e-12));
  CHECK(normalQuantileAbove(0.5) == Approx(0).margin(1e-12));
  CHECK(normalAbove(normalQuantileAbove(1e-20)) == Approx(1e-20).epsilon(1e-10).margin(0));
  CHECK(meanAbsolute(0, 4) == Approx(2 * std::sqrt(2 / M_PI)));
  CHECK(meanAbsolute(-3, 0) == 3);
  CHECK(meanAbsolute(1, 1) == Approx(1.1666308).epsilon(1e-6));
}

TEST_CASE("Clopper and Pearson's interval for 3 of 10, through a channel without noise") {
  Tally tally(Channel::urr(50, {0, 2}).value());
  REQUIRE_FALSE(tally.add(Symbol{0}, 3));
  REQUIRE_FALSE(tally.add(Symbol{1}, 7));
  const Interval interval = intervals(tally, 0.05).value()[0];
  CHECK(interval.low == Approx(0.06673951).epsilon(1e-6));
  CHECK(interval.high == Approx(0.65245285).epsilon(1e-6));
}

/// For each possible number of marks the interval either covers or does not:
/// the exact probability that it covers, without any sampling.
TEST_CASE("intervals cover with at least their probability") {
  const int n = 60;
  for (double eps : {0.5, 2.0})
    for (double p : {0.0, 0.01, 0.3, 0.8, 1.0})
      for (double error : {0.2, 0.05}) {
        const Channel channel = Channel::rappor(eps, 2).value();
        const double m = channel.mark(0).one(p);
        double covered = 0;
        for (int k = 0; k <= n; ++k) {
          Tally tally(channel);
          const std::uint64_t set = 1, unset = 0;
          if (k > 0)
            REQUIRE_FALSE(tally.add(Bits(&set, 1), static_cast<std::uint64_t>(k)));
          if (k < n)
            REQUIRE_FALSE(tally.add(Bits(&unset, 1), static_cast<std::uint64_t>(n - k)));
          if (intervals(tally, error).value()[0].contains(p))
            covered += binomialTail(n, k, m) - (k < n ? binomialTail(n, k + 1, m) : 0);
        }
        INFO("eps = " << eps << ", p = " << p << ", error " << error);
        CHECK(covered >= 1 - error);
        // They cover too much at the ends, where they are cut, and by the steps of a law on 61 points.
        if (p > 0.1 && p < 0.9)
          CHECK(covered < 1 - error / 4);
      }
}

TEST_CASE("intervals hold the estimate, and shrink with the root of the reports") {
  SeededBits bits(1);
  for (const Channel &channel : {Channel::urr(1, {2, 3}).value(), Channel::urap(1, {2, 3}).value()}) {
    const Tally few = drawTally(channel, rising(5), 1000, bits),
                many = drawTally(channel, rising(5), 100000, bits);
    const auto wide = intervals(few, 0.05).value(), narrow = intervals(many, 0.05).value();
    const auto joint = simultaneousIntervals(many, 0.05).value();
    const std::vector<double> p = empirical(many).value();
    for (Symbol x = 0; x < 5; ++x) {
      CHECK(narrow[x].contains(p[x]));
      CHECK((wide[x].high - wide[x].low) > 3 * (narrow[x].high - narrow[x].low));
      CHECK(joint[x].low < narrow[x].low);
      CHECK(joint[x].high > narrow[x].high);
    }
  }
}

TEST_CASE("at eps = 0 every probability is possible; bad requests are refused") {
  Tally tally(Channel::rr(0, 3).value());
  CHECK(intervals(tally, 0.05).error().message == "no reports");
  REQUIRE_FALSE(tally.add(Symbol{0}, 10));
  const auto all = intervals(tally, 0.05).value();
  CHECK(all[0].low == 0);
  CHECK(all[0].high == 1);
  Tally many(Channel::rr(1, 3).value());
  REQUIRE_FALSE(many.add(Symbol{0}, 1'000'000'000'000));
  CHECK(intervals(many, 0.05));
  REQUIRE_FALSE(many.add(Symbol{1}));
  CHECK(intervals(many, 0.05).error().message ==
        "more than 10^12 reports; the intervals are not computed accurately from so many");
  for (double error : {0.0, 1.0, 2.0, static_cast<double>(NAN)}) {
    CHECK_FALSE(intervals(tally, error));
    CHECK_FALSE(simultaneousIntervals(tally, error));
  }
}
