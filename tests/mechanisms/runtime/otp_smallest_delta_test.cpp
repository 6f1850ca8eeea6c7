// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/upper_bounds.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

TEST_CASE("one step needs a delta of all that may not be missed") {
  // p_1 = min(delta, 1 - e^-eps (1 - delta)) for alpha = 0.
  CHECK(close(smallestDelta(epsilon("1"), 1, probability("0"), probability("0.75")).value(), 0.25L));
  // Of two steps the second rises: (e^eps + 1) delta.
  CHECK(close(smallestDelta(epsilon("1"), 2, probability("0"), probability("0.99")).value(),
              0.01L / (std::exp(1.0L) + 1)));
}

TEST_CASE("nothing is needed when errors may be large, and nothing helps without a step") {
  CHECK(smallestDelta(epsilon("1"), 3, probability("0.3"), probability("0.7")).value().atMost(0));
  CHECK(smallestDelta(epsilon("1"), 0, probability("0.3"), probability("0.7")).value().atMost(0));
  CHECK(smallestDelta(epsilon("1"), 3, probability("0"), probability("0")).value().atMost(1));
  const auto refused = smallestDelta(epsilon("1"), 0, probability("0.3"), probability("0.6"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "no delta is enough");
}

TEST_CASE("the least delta is enough and less is not") {
  CHECK(plumb::test::holds([] {
    const Epsilon eps = Epsilon::create(randomEpsilon()).value();
    const Probability alpha = Probability::create("alpha", randomProbability()).value();
    const Rational beta = (randomProbability() + rational("1/10000")) / 2;
    const unsigned k = *rc::gen::inRange(1u, 60u);
    const Interval least = smallestDelta(eps, k, alpha, Probability::create("beta", beta).value()).value();
    const auto bound = [&](double end, int parts) {
      const Rational unit = Rational(1) / (Wide{1} << 100);
      const Rational delta = Rational(static_cast<Wide>(std::ldexp(end, 100)) + 1) * unit * parts / 1'000'000;
      return approximateDpUpperBound(eps, Probability::create("delta", std::min(Rational(1), delta)).value(),
                                     k, alpha);
    };
    RC_ASSERT(bound(least.upperDouble(), 1'000'000).atLeast(1 - beta));
    // In units of 2^-100.
    if (least.lowerDouble() > 1e-20)
      RC_ASSERT(bound(least.lowerDouble(), 999'999).below(1 - beta));
    RC_ASSERT(least.isWithin(40) || least.atMost(0));
  }));
}
