// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/loss.h"
#include "tests/mechanisms/estimate/every_report.h"
#include "tests/mechanisms/estimate/holds.h"
#include "tests/mechanisms/runtime/aborts.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

Approx closeBy(double value) {
  return Approx(value).epsilon(1e-12).margin(0);
}

/// What the estimator makes of these reports.
std::vector<double> estimateFrom(const Channel &channel, const std::vector<Report> &reports) {
  Tally tally(channel);
  for (Report y : reports)
    REQUIRE_FALSE(add(tally, y));
  return empirical(tally).value();
}

double squaredDistance(const std::vector<double> &left, const std::vector<double> &right) {
  double sum = 0;
  for (std::size_t x = 0; x < left.size(); ++x)
    sum += (left[x] - right[x]) * (left[x] - right[x]);
  return sum;
}

std::vector<double> randomDistribution(std::size_t size) {
  std::vector<double> p(size);
  double sum = 0;
  for (double &entry : p)
    sum += entry = *rc::gen::inRange(0, 1000) + (&entry == &p[0] ? 1 : 0);
  for (double &entry : p)
    entry /= sum;
  return p;
}

} // namespace

TEST_CASE("the empirical estimate of one user is unbiased, its losses those of the closed forms") {
  for (double eps : {0.1, 1.0, 6.0})
    for (const auto &[name, channel] : smallChannels(eps)) {
      INFO(name << ", eps = " << eps);
      const std::vector<double> p = rising(channel.alphabet().size());
      std::vector<double> mean(p.size()), squares(p.size());
      double total = 0;
      for (Report y : everyReport(channel)) {
        const double q = outputProbability(channel, y, p);
        if (q == 0)
          continue;
        const std::vector<double> estimate = estimateFrom(channel, {y});
        for (Symbol x = 0; x < p.size(); ++x) {
          mean[x] += q * estimate[x];
          squares[x] += q * (estimate[x] - p[x]) * (estimate[x] - p[x]);
        }
        total += q * squaredDistance(estimate, p);
      }
      double roots = 0;
      for (Symbol x = 0; x < p.size(); ++x) {
        CHECK(mean[x] == Approx(p[x]).epsilon(0).margin(1e-11));
        roots += std::sqrt(2 / M_PI * squares[x]);
      }
      CHECK(expectedL2(channel, p, 1) == closeBy(total));
      CHECK(expectedL1(channel, p, 1) == closeBy(roots));
      CHECK(expectedL2(channel, p, 250) == closeBy(total / 250));
      CHECK(expectedL1(channel, p, 400) == closeBy(roots / 20));
    }
}

TEST_CASE("the l2 loss of two users, over all pairs of reports") {
  for (const Channel &channel : {Channel::rappor(1, 4).value(), Channel::urap(1, {2, 2}).value(),
                                 Channel::urap(0.4, {2, 2}, 0.6).value(), Channel::urr(1, {2, 3}).value()}) {
    const std::vector<double> p = rising(channel.alphabet().size());
    double total = 0;
    for (Report first : everyReport(channel))
      for (Report second : everyReport(channel)) {
        const double q = outputProbability(channel, first, p) * outputProbability(channel, second, p);
        if (q > 0)
          total += q * squaredDistance(estimateFrom(channel, {first, second}), p);
      }
    CHECK(expectedL2(channel, p, 2) == closeBy(total));
  }
}

TEST_CASE("no distribution costs more than the hardest one") {
  CHECK(holdsAlways("losses stay below the worst", [] {
    const double eps = *rc::gen::inRange(1, 80) / 10.0;
    const Alphabet alphabet{*rc::gen::inRange<std::size_t>(0, 6), *rc::gen::inRange<std::size_t>(0, 8)};
    RC_PRE(alphabet.size() >= 2);
    const std::vector<double> p = randomDistribution(alphabet.size());
    for (const Channel &channel :
         {Channel::urr(eps, alphabet).value(), Channel::urap(eps, alphabet).value()}) {
      if (const auto worst = worstL1(channel, 100))
        RC_ASSERT(expectedL1(channel, p, 100) <= worst->loss * (1 + 1e-12));
      if (const auto worst = worstL2(channel, 100))
        RC_ASSERT(expectedL2(channel, p, 100) <= worst->loss * (1 + 1e-12));
    }
  }));
}

TEST_CASE("the hardest distribution is claimed only where it is known") {
  CHECK(worstL1(Channel::urr(1, {5, 3}).value(), 10).error().message ==
        "the hardest distribution is known for |X_S| <= |X_N| only");
  CHECK(worstL2(Channel::urr(1, {5, 3}).value(), 10));
  CHECK(worstL1(Channel::urap(9, {3, 5}).value(), 10).error().message ==
        "the hardest distribution is known below eps = 2 ln(|X_N| / 2 + 1) only");
  CHECK(worstL1(Channel::urap(1, {3, 5}, 0.5).value(), 10).error().message ==
        "the hardest distribution is known for basic RAPPOR only, not for other theta");
  CHECK(worstL1(Channel::rappor(1, 5, 0.5).value(), 10).value().p == std::vector<double>(5, 0.2));
  CHECK_FALSE(worstL2(Channel::rr(0, 5).value(), 10));
  CHECK(worstL1(Channel::urr(1, {2, 4}).value(), 10).value().p ==
        std::vector<double>{0, 0, 0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("below eps = ln(|X_N| + 1) the hardest distribution is on X_N, from there on everywhere") {
  const auto hardest = [](double eps) { return worstL2(Channel::urr(eps, {2, 7}).value(), 10).value().p; };
  const double border = std::log(8);
  CHECK(hardest(border - 0.01)[0] == 0);
  CHECK(hardest(border - 0.01)[2] == closeBy(1.0 / 7));
  CHECK(hardest(border + 0.01)[0] > 0);
  CHECK(hardest(border + 0.01)[0] < 0.01);
  CHECK(hardest(20)[0] == Approx(1.0 / 9));
}

TEST_CASE("losses at eps = 0 and eps = 50") {
  const std::vector<double> p{0.5, 0.25, 0.25};
  CHECK(std::isinf(expectedL1(Channel::urr(0, {1, 2}).value(), p, 10)));
  CHECK(std::isinf(expectedL2(Channel::rappor(0, 3).value(), p, 10)));
  // What is left is the sampling of the users.
  for (const Channel &channel : {Channel::urr(50, {1, 2}).value(), Channel::urap(50, {1, 2}).value()})
    CHECK(expectedL2(channel, p, 10) == Approx((1 - 0.375) / 10).epsilon(1e-9));
  CHECK(
      plumb::runtime::test::aborts([&] { static_cast<void>(expectedL1(Channel::rr(1, 4).value(), p, 10)); }));
}
