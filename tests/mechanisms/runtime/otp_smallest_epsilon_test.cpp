// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/one_sidedness.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

Probability named(const Rational &value) {
  return Probability::create("the probability", value).value();
}

/// Of "1.25e-9" as well, which is how small ends are printed.
Rational printed(const std::string &text) {
  const std::size_t mark = text.find('e');
  Rational value = rational(text.substr(0, mark));
  for (long exponent = mark == std::string::npos ? 0 : std::stol(text.substr(mark + 1)); exponent < 0;
       ++exponent)
    value /= 10;
  return value;
}

/// The upper end suffices and the lower end does not, to 40 digits: more than tell them apart.
template <class LeastMissed>
void checkBracket(const Interval &smallest, const Rational &beta, LeastMissed leastMissed) {
  const Rational enough = printed(smallest.upperText(40)), tooLittle = printed(smallest.lowerText(40));
  if (enough.sign() > 0)
    RC_ASSERT(leastMissed(Epsilon::create(enough).value()).atMost(beta));
  if (tooLittle.sign() > 0)
    RC_ASSERT(leastMissed(Epsilon::create(tooLittle).value()).above(beta));
}

/// From 1/10000 to 1.
Rational randomBeta() {
  return (randomProbability() * 9999 + 1) / 10000;
}

} // namespace

TEST_CASE("asymmetric notion: known values") {
  CHECK(close(smallestEpsilonUnderAdp(1, probability("0"), probability("1/2")).value(), std::log(2.0L)));
  CHECK(
      close(smallestEpsilonUnderAdp(5, probability("0"), probability("0.01")).value(), std::log(100.0L) / 5));
  CHECK(close(smallestEpsilonUnderAdp(5, probability("0.1"), probability("0.01")).value(),
              std::log(90.0L) / 5));
}

TEST_CASE("nothing is needed when errors may be large") {
  CHECK(smallestEpsilonUnderAdp(0, probability("0.3"), probability("0.7")).value().atMost(0));
  CHECK(smallestEpsilonUnderDp(0, probability("0.3"), probability("0.7")).value().atMost(0));
  // At eps = 0 each step adds delta.
  CHECK(smallestEpsilonUnderApproximateDp(probability("0.1"), 5, probability("0"), probability("0.5"))
            .value()
            .atMost(0));
  CHECK(smallestEpsilonUnderApproximateDp(probability("0.1"), 5, probability("0"), probability("0.4999"))
            .value()
            .above(0));
}

TEST_CASE("some wishes no eps fulfils") {
  const auto reason = [](const Expected<Interval> &none) { return none ? "" : none.error().message; };
  CHECK(reason(smallestEpsilonUnderAdp(0, probability("0"), probability("0.5"))) == "no eps is enough");
  CHECK(reason(smallestEpsilonUnderAdp(9, probability("0"), probability("0"))) == "no eps is enough");
  CHECK(reason(smallestEpsilonUnderDp(9, probability("0"), probability("0.5"))) ==
        "no eps up to 65536 is enough");
  // One step away from q = 0, "true" has probability delta whatever eps.
  CHECK_FALSE(smallestEpsilonUnderApproximateDp(probability("0.1"), 1, probability("0"), probability("0.5")));
  CHECK(smallestEpsilonUnderApproximateDp(probability("0.1"), 2, probability("0"), probability("0.5")));
}

TEST_CASE("beta = 0 is within reach once delta lets the recursion end at 1") {
  const Interval smallest =
      smallestEpsilonUnderApproximateDp(probability("0.3"), 3, probability("0"), probability("0")).value();
  // p_2 = min(0.3 e^eps + 0.3, 1 - 0.4 e^-eps) has to reach 1 - delta = 0.7: e^eps = 4/3 by both.
  CHECK(close(smallest, std::log(4.0L / 3)));
}

TEST_CASE("the smallest eps is enough and less is not") {
  CHECK(plumb::test::holds([] {
    const Probability alpha = named(randomProbability());
    const Rational beta = randomBeta();
    const unsigned k = *rc::gen::inRange(1u, 50u);
    checkBracket(smallestEpsilonUnderAdp(k, alpha, named(beta)).value(), beta,
                 [&](const Epsilon &eps) { return leastMissedUnderAdp(eps, k, alpha); });
  }));
  CHECK(plumb::test::holds([] {
    const Probability alpha = named(randomProbability());
    const Probability delta = named(randomProbability());
    const Rational beta = randomBeta();
    const unsigned k = *rc::gen::inRange(1u, 50u);
    const auto smallest = smallestEpsilonUnderApproximateDp(delta, k, alpha, named(beta));
    // Without alpha and delta, or one step away without alpha, there is none.
    RC_ASSERT(smallest.has_value() || alpha.value().sign() == 0);
    if (smallest)
      checkBracket(*smallest, beta,
                   [&](const Epsilon &eps) { return leastMissedUnderApproximateDp(eps, delta, k, alpha); });
  }));
}
