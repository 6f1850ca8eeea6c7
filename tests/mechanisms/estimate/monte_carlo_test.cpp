// SPDX-License-Identifier: Apache-2.0
//
// Losses of simulated collections beside the closed forms. The mean over the
// rounds is compared at z = 6.1 of its own standard errors; 32 comparisons at
// Pr[|Z| > 6.1] = 1.1e-9 err jointly with a probability below 4e-8 if the means
// are normal, which leaves a factor of 25 to 1e-6 for their skewness. The seeds
// are fixed.

#include "mechanisms/runtime/src/estimate/normal.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/loss.h"
#include "tests/mechanisms/estimate/draw.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

constexpr double z = 6.1;

struct Mean {
  double value, error;
};

/// The mean loss, sum over x of f(p^(x) - p(x)), over \p rounds collections.
template <class Function>
Mean simulatedLoss(const Channel &channel, const std::vector<double> &p, std::uint64_t users, int rounds,
                   SeededBits &bits, Function f) {
  double sum = 0, squares = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto estimate = empirical(drawTally(channel, p, users, bits, Tally::Keep::Marks)).value();
    double loss = 0;
    for (Symbol x = 0; x < p.size(); ++x)
      loss += f(estimate[x] - p[x]);
    sum += loss;
    squares += loss * loss;
  }
  const double mean = sum / rounds;
  return {mean, std::sqrt((squares / rounds - mean * mean) / (rounds - 1))};
}

template <class Check> void forEachCase(Check check) {
  const std::vector<double> even(6, 1.0 / 6), skew{0.1, 0.3, 0.1, 0.25, 0.1, 0.15};
  for (double eps : {0.3, 2.0})
    for (const Channel &channel : {Channel::rr(eps, 6).value(), Channel::urr(eps, {2, 4}).value(),
                                   Channel::rappor(eps, 6).value(), Channel::urap(eps, {3, 3}).value()})
      for (const std::vector<double> &p : {even, skew}) {
        INFO("eps = " << eps << ", form " << static_cast<int>(channel.form())
                      << ", |X_S| = " << channel.alphabet().sensitive);
        check(channel, p);
      }
}

} // namespace

TEST_CASE("the simulated l2 loss is that of the closed form") {
  SeededBits bits(2019);
  forEachCase([&](const Channel &channel, const std::vector<double> &p) {
    constexpr std::uint64_t users = 200;
    const Mean mean = simulatedLoss(channel, p, users, 6000, bits, [](double d) { return d * d; });
    CHECK(std::fabs(mean.value - expectedL2(channel, p, users)) <= z * mean.error);
    CHECK(z * mean.error < 0.1 * mean.value); // sharp enough to be a test
  });
}

TEST_CASE("the simulated l1 loss is within 2 % of the asymptotic one where n p >= 1000") {
  SeededBits bits(2020);
  forEachCase([&](const Channel &channel, const std::vector<double> &p) {
    constexpr std::uint64_t users = 10000;
    const Mean mean = simulatedLoss(channel, p, users, 250, bits, [](double d) { return std::fabs(d); });
    const double asymptotic = expectedL1(channel, p, users);
    CHECK(std::fabs(mean.value - asymptotic) <= 0.02 * asymptotic + z * mean.error);
    CHECK(z * mean.error < 0.2 * mean.value);
  });
}

TEST_CASE("the joint error rate of these tests") {
  CHECK(32 * 2 * normalAbove(z) < 1e-6 / 25);
}
