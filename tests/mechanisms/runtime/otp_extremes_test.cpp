// SPDX-License-Identifier: Apache-2.0
// Bounds at any parameters that are allowed: enclosures of the recursion, and never an abort.

#include "otp_close.h"
#include "plumb/runtime/otp/one_sidedness.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

Rational anyEpsilon() {
  const std::int64_t whole = *rc::gen::inRange<std::int64_t>(1, 1000);
  const char *unit =
      *rc::gen::element("1/1000000000000000000000000000000", "1/1000000", "1/1000", "1/10", "1", "4", "1048");
  return Rational(whole) * rational(unit);
}

Rational anyProbability() {
  const Rational small =
      rational(*rc::gen::element("0", "1", "1/10", "1/3", "1/1000000", "1/100000000000000000000000000000000",
                                 "99999999999999999999/100000000000000000000"));
  return *rc::gen::inRange(0, 3) == 0 ? small : randomProbability();
}

struct Case {
  Epsilon eps = epsilon("1");
  Probability delta, alpha;
};

Case anyCase() {
  return {Epsilon::create(anyEpsilon()).value(), Probability::create("delta", anyProbability()).value(),
          Probability::create("alpha", anyProbability()).value()};
}

bool mayBeEqual(const Interval &left, const Interval &right) {
  const Interval difference = left - right;
  return !difference.above(0) && !difference.below(0);
}

/// p_k, step by step, as the recursion is written, with digits enough for eps = 4000.
Interval recursion(const Case &at, std::uint64_t k) {
  constexpr unsigned bits = 16384;
  const Interval one(Rational(1), bits), eps(at.eps.value(), bits), delta(at.delta.value(), bits);
  const Interval growth = exp(eps), fall = exp(-eps);
  Interval p(at.alpha.value(), bits);
  for (std::uint64_t step = 0; step < k; ++step)
    p = min(one, min(growth * p + delta, one - fall * (one - delta - p)));
  return p;
}

} // namespace

TEST_CASE("a large eps with a wrong true in ten has a bound") {
  // 1 - e^-200 0.9, and not the end of the program.
  const Interval truth = dpUpperBound(epsilon("200"), 1, probability("0.1"));
  CHECK(truth.atMost(1));
  CHECK(truth.above(rational("999999999999999999/1000000000000000000")));
  CHECK(close(leastMissedUnderDp(epsilon("200"), 1, probability("0.1")), 0.9L * std::exp(-200.0L)));
}

TEST_CASE("bounds at random parameters enclose the recursion") {
  CHECK(plumb::test::holds([] {
    const Case at = anyCase();
    const std::uint64_t k = *rc::gen::inRange(0u, 12u);
    const Interval truth = approximateDpUpperBound(at.eps, at.delta, k, at.alpha);
    const Interval missed = leastMissedUnderApproximateDp(at.eps, at.delta, k, at.alpha);
    const Interval exact = recursion(at, k);
    RC_ASSERT(mayBeEqual(truth, exact));
    RC_ASSERT(mayBeEqual(missed, Interval(1) - exact));
    RC_ASSERT(truth.atLeast(0));
    RC_ASSERT(truth.atMost(1));
    if (at.eps.value() < 4000)
      RC_ASSERT(truth.isWithin(100) && missed.isWithin(100));
  }));
}

TEST_CASE("bounds at extreme distances are probabilities") {
  CHECK(plumb::test::holds([] {
    const Case at = anyCase();
    const std::uint64_t k = std::uint64_t{1} << *rc::gen::inRange(0, 64);
    for (const Interval &bound :
         {approximateDpUpperBound(at.eps, at.delta, k, at.alpha),
          leastMissedUnderApproximateDp(at.eps, at.delta, k, at.alpha), adpUpperBound(at.eps, k, at.alpha),
          leastMissedUnderAdp(at.eps, k, at.alpha)}) {
      RC_ASSERT(bound.lowerDouble() >= 0);
      RC_ASSERT(bound.lowerDouble() <= bound.upperDouble());
      RC_ASSERT(bound.upperDouble() <= 1);
    }
    RC_ASSERT(!theorem8Sum(at.eps, at.delta, k).below(0));
    RC_ASSERT(!condition7(at.eps, k, at.alpha).below(0));
  }));
}

TEST_CASE("the least eps at random parameters is a value or an error value") {
  CHECK(plumb::test::holds([] {
    const Case at = anyCase();
    const Probability beta = Probability::create("beta", anyProbability()).value();
    const std::uint64_t k = *rc::gen::inRange(0u, 12u);
    const auto least = smallestEpsilonUnderApproximateDp(at.delta, k, at.alpha, beta);
    if (!least) {
      RC_ASSERT(least.error().message == "no eps up to 65536 is enough");
      return;
    }
    RC_ASSERT(least->atLeast(0));
    const auto asymmetric = smallestEpsilonUnderAdp(k, at.alpha, beta);
    RC_ASSERT(asymmetric || beta.value().sign() == 0);
  }));
}
