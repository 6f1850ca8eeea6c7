// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/empirical.h"
#include "tests/mechanisms/estimate/draw.h"
#include "tests/mechanisms/estimate/holds.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

Tally symbolsTally(const Channel &channel, const std::vector<std::uint64_t> &counts) {
  Tally tally(channel);
  for (Symbol x = 0; x < counts.size(); ++x)
    if (counts[x] > 0)
      REQUIRE_FALSE(tally.add(x, counts[x]));
  return tally;
}

double sum(const std::vector<double> &p) {
  return std::accumulate(p.begin(), p.end(), 0.0);
}

} // namespace

TEST_CASE("the empirical estimate solves p Q = shares") {
  SeededBits bits(1);
  for (const Channel &channel :
       {Channel::rr(1, 5).value(), Channel::urr(1, {2, 4}).value(), Channel::urr(2, {0, 4}).value()}) {
    const Tally tally = drawTally(channel, rising(channel.alphabet().size()), 500, bits);
    const std::vector<double> p = empirical(tally).value();
    CHECK(sum(p) == Approx(1));
    for (Symbol y = 0; y < p.size(); ++y)
      CHECK(outputProbability(channel, y, p) == Approx(static_cast<double>(tally.marks()[y]) / 500));
  }
}

TEST_CASE("without noise the estimate is the share") {
  const Tally tally = symbolsTally(Channel::urr(50, {2, 2}).value(), {1, 2, 3, 4});
  const std::vector<double> p = empirical(tally).value(), q = thresholded(tally).value();
  for (Symbol x = 0; x < 4; ++x) {
    CHECK(p[x] == Approx(static_cast<double>(x + 1) / 10));
    CHECK(q[x] == Approx(p[x]));
  }
}

TEST_CASE("what is significant is kept, what is not shares the rest") {
  // e^eps = 4 on 4 symbols: share = 1/7 + 3/7 p. With 7000 reports a symbol of
  // probability 0 deviates by sqrt(6/49 / 7000) 7/3 = 0.00976, and the upper
  // 0.05/4-quantile of the normal law is 2.2414: the threshold is 0.02187.
  const Channel rr = Channel::rr(std::log(4), 4).value();
  const std::vector<double> p = thresholded(symbolsTally(rr, {3400, 1500, 1066, 1034})).value();
  CHECK(p[0] == Approx((3400.0 / 7000 - 1.0 / 7) * 7 / 3));
  CHECK(p[1] == Approx((1500.0 / 7000 - 1.0 / 7) * 7 / 3));
  CHECK(p[2] == Approx((1066.0 / 7000 - 1.0 / 7) * 7 / 3)); // 0.0220
  CHECK(p[3] == Approx(1 - p[0] - p[1] - p[2]));
  const std::vector<double> q = thresholded(symbolsTally(rr, {3401, 1500, 1065, 1034})).value();
  CHECK(q[2] == q[3]); // 0.0217 is below
  CHECK(sum(q) == Approx(1));
  // At a level of 0.5 the threshold is 0.0112.
  CHECK(thresholded(symbolsTally(rr, {3401, 1500, 1065, 1034}), 0.5).value()[2] > q[2]);
}

TEST_CASE("any report of a non-sensitive symbol is significant") {
  const std::vector<double> p =
      thresholded(symbolsTally(Channel::urr(0.5, {3, 2}).value(), {280, 275, 270, 175, 0})).value();
  const double c3 = std::expm1(0.5) / (2 + std::exp(0.5));
  CHECK(p[3] == Approx(0.175 / c3));
  for (Symbol x : {0U, 1U, 2U, 4U})
    CHECK(p[x] == Approx((1 - 0.175 / c3) / 4));
  const Channel rr = Channel::urr(0.5, {3, 2}).value();
  CHECK(thresholded(symbolsTally(rr, {824, 0, 0, 1, 175})).value()[3] > 0);
}

TEST_CASE("the thresholded estimate is a distribution") {
  CHECK(holdsAlways("thresholded", [] {
    const auto channels = smallChannels(*rc::gen::inRange(1, 80) / 10.0);
    const Channel &channel = channels[*rc::gen::inRange<std::size_t>(0, channels.size())].channel;
    SeededBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const Tally tally = drawTally(channel, rising(channel.alphabet().size()),
                                  *rc::gen::inRange<std::uint64_t>(1, 200), bits, Tally::Keep::Marks);
    const std::vector<double> p = thresholded(tally).value();
    for (double entry : p)
      RC_ASSERT(entry >= 0);
    RC_ASSERT(std::fabs(sum(p) - 1) < 1e-12);
  }));
}

TEST_CASE("estimates refuse what they cannot work with") {
  const Channel rr = Channel::rr(1, 3).value();
  CHECK(empirical(Tally(rr)).error().message == "no reports");
  CHECK(thresholded(Tally(rr)).error().message == "no reports");
  CHECK(empirical(symbolsTally(Channel::rr(0, 3).value(), {1, 1, 1})).error().message ==
        "eps is 0: the reports say nothing about the distribution");
  for (double level : {0.0, 1.0, -1.0, static_cast<double>(NAN)})
    CHECK(thresholded(symbolsTally(rr, {1, 1, 1}), level).error().message.find("strictly between 0 and 1") !=
          std::string::npos);
}
