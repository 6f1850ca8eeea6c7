// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/em.h"
#include "plumb/runtime/estimate/water_filling.h"
#include "tests/mechanisms/estimate/holds.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

Tally tallyOf(const Channel &channel, const std::vector<std::uint64_t> &counts) {
  Tally tally(channel);
  for (Symbol x = 0; x < counts.size(); ++x)
    if (counts[x] > 0)
      static_cast<void>(tally.add(x, counts[x]));
  return tally;
}

} // namespace

/// Necessary and, the likelihood being concave, sufficient: the derivatives
/// agree where p > 0 and are not larger where p = 0.
TEST_CASE("water filling satisfies the conditions of a maximum") {
  CHECK(holdsAlways("water filling", [] {
    const Alphabet alphabet{*rc::gen::inRange<std::size_t>(0, 7), *rc::gen::inRange<std::size_t>(0, 7)};
    RC_PRE(alphabet.size() >= 2);
    const Channel channel = Channel::urr(*rc::gen::inRange(1, 80) / 10.0, alphabet).value();
    std::vector<std::uint64_t> counts(alphabet.size());
    for (std::uint64_t &count : counts)
      count = *rc::gen::inRange<std::uint64_t>(0, 50);
    RC_PRE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) > 0);
    const std::vector<double> p = waterFilling(tallyOf(channel, counts)).value();

    const double gain = std::expm1(channel.eps());
    double sum = 0, level = 0;
    for (Symbol x = 0; x < p.size(); ++x) {
      RC_ASSERT(p[x] >= 0);
      sum += p[x];
    }
    RC_ASSERT(std::fabs(sum - 1) < 1e-12);
    const auto derivative = [&](Symbol x) {
      const auto w = static_cast<double>(counts[x]);
      return alphabet.isSensitive(x) ? gain * w / (1 + gain * p[x]) : w / p[x];
    };
    for (Symbol x = 0; x < p.size(); ++x)
      if (p[x] > 0)
        level = std::max(level, derivative(x));
    for (Symbol x = 0; x < p.size(); ++x)
      if (p[x] > 0)
        RC_ASSERT(std::fabs(derivative(x) - level) <= 1e-9 * level);
      else
        RC_ASSERT((alphabet.isSensitive(x) ? derivative(x) : static_cast<double>(counts[x])) <=
                  level * (1 + 1e-9));
  }));
}

TEST_CASE("water filling on counts worked out by hand") {
  // e^eps = 3, u' = 2: counts 5, 3, 0 have L = 8 / (1 + 2/2) = 4 with two
  // above water, and p = 5/4 - 1/2, 3/4 - 1/2, 0.
  const Channel rr = Channel::rr(std::log(3), 3).value();
  const std::vector<double> p = waterFilling(tallyOf(rr, {5, 3, 0})).value();
  CHECK(p[0] == Approx(0.75));
  CHECK(p[1] == Approx(0.25));
  CHECK(p[2] == 0);
}

TEST_CASE("water filling refuses what has no closed form") {
  CHECK(waterFilling(Tally(Channel::rappor(1, 3).value())).error().message ==
        "the maximum has no closed form for reports of bits");
  CHECK(waterFilling(Tally(Channel::rr(1, 3).value())).error().message == "no reports");
  CHECK(waterFilling(tallyOf(Channel::rr(0, 3).value(), {1, 2, 3})).error().message ==
        "eps is 0: every distribution is equally likely");
}
