// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/one_sidedness.h"
#include "plumb/runtime/otp/upper_bounds.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

TEST_CASE("what is missed and what is true add up to 1") {
  CHECK(plumb::test::holds([] {
    const Epsilon eps = Epsilon::create(randomEpsilon()).value();
    const Probability alpha = Probability::create("alpha", randomProbability()).value();
    const Probability delta = Probability::create("delta", randomProbability()).value();
    const unsigned k = *rc::gen::inRange(0u, 100u);
    const auto addUp = [](const Interval &missed, const Interval &truth) {
      return missed.lowerDouble() <= missed.upperDouble() && close(missed + truth, 1);
    };
    RC_ASSERT(addUp(leastMissedUnderAdp(eps, k, alpha), adpUpperBound(eps, k, alpha)));
    RC_ASSERT(addUp(leastMissedUnderDp(eps, k, alpha), dpUpperBound(eps, k, alpha)));
    RC_ASSERT(addUp(leastMissedUnderApproximateDp(eps, delta, k, alpha),
                    approximateDpUpperBound(eps, delta, k, alpha)));
  }));
}

TEST_CASE("the asymmetric notion misses least, and delta helps") {
  CHECK(plumb::test::holds([] {
    const Epsilon eps = Epsilon::create(randomEpsilon()).value();
    const Probability alpha = Probability::create("alpha", randomProbability()).value();
    const Probability delta = Probability::create("delta", randomProbability()).value();
    const unsigned k = *rc::gen::inRange(1u, 100u);
    RC_ASSERT(leastMissedUnderAdp(eps, k, alpha).lowerDouble() <=
              leastMissedUnderDp(eps, k, alpha).upperDouble());
    RC_ASSERT(leastMissedUnderApproximateDp(eps, delta, k, alpha).lowerDouble() <=
              leastMissedUnderDp(eps, k, alpha).upperDouble());
  }));
}

TEST_CASE("condition (7) is valid and weaker than the recursion") {
  // alpha = 0.01, eps = 1, k = 6: 0.9386 may be true, where the condition would allow 0.9975.
  CHECK(close(leastMissedUnderDp(epsilon("1"), 6, probability("0.01")), 1 - 0.9386L, 0, 5e-5L));
  CHECK(close(condition7(epsilon("1"), 6, probability("0.01")), 1 - 0.9975L, 0, 5e-5L));
  CHECK(plumb::test::holds([] {
    const Epsilon eps = Epsilon::create(randomEpsilon()).value();
    const Probability alpha = Probability::create("alpha", randomProbability()).value();
    const unsigned k = *rc::gen::inRange(0u, 100u);
    RC_ASSERT(condition7(eps, k, alpha).lowerDouble() <=
              leastMissedUnderDp(eps, k, alpha).upperDouble() + 0x1p-200);
  }));
}

TEST_CASE("a small beta keeps its digits under the asymmetric notion") {
  CHECK(close(leastMissedUnderAdp(epsilon("1"), 500, probability("0")), std::exp(-500.0L)));
}
