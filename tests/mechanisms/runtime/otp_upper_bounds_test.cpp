// SPDX-License-Identifier: Apache-2.0

#include "enclosure.h"
#include "otp_close.h"
#include "plumb/runtime/otp/achieved.h"
#include "plumb/runtime/otp/upper_bounds.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

NoiseScale scale(const Rational &b) {
  return NoiseScale::create(b).value();
}

/// p_k, step by step, as the recursion is written.
long double recursion(long double eps, long double delta, unsigned k, long double alpha) {
  long double p = alpha;
  for (unsigned step = 0; step < k; ++step)
    p = std::min({1.0L, std::exp(eps) * p + delta, 1 - std::exp(-eps) * (1 - delta - p)});
  return p;
}

long double real(const Rational &value) {
  return mpz_get_d(value.numerator()) / static_cast<long double>(mpz_get_d(value.denominator()));
}

} // namespace

TEST_CASE("the probability achieved is a sum over the law") {
  for (const char *b : {"1/3", "1", "10", "250/7"})
    for (unsigned gap : {1u, 2u, 5u, 40u}) {
      long double sum = 0;
      const long double q = std::exp(-1 / real(rational(b)));
      for (unsigned x = 0; x < gap; ++x)
        sum += (1 - q) * std::pow(q, static_cast<long double>(x));
      CHECK(close(achievedByGeometric(Rational(gap), scale(rational(b))), sum));
      CHECK(close(achievedByExponential(Rational(gap), scale(rational(b))), sum));
    }
}

TEST_CASE("a gap between two integers counts as the larger for integer noise") {
  const NoiseScale b = scale(Rational(2));
  CHECK(close(achievedByGeometric(rational("7/3"), b), 1 - std::exp(-1.5L)));
  CHECK(close(achievedByExponential(rational("7/3"), b), 1 - std::exp(-7.0L / 6)));
}

TEST_CASE("at or above the threshold nothing is called below") {
  for (const char *gap : {"0", "-1/2", "-3"}) {
    CHECK(achievedByExponential(rational(gap), scale(Rational(1))).atMost(0));
    CHECK(achievedByGeometric(rational(gap), scale(Rational(1))).atMost(0));
  }
}

TEST_CASE("one-sided noise reaches the bound if the sensitivity divides the gap") {
  for (unsigned k : {1u, 3u, 17u})
    for (unsigned sensitivity : {1u, 4u}) {
      const Rational eps = rational("3/10");
      const Interval bound = adpUpperBound(epsilon("3/10"), k);
      const Interval reached = achievedByGeometric(Rational(k * sensitivity), scale(sensitivity / eps));
      CHECK(reached.lowerText(60) == bound.lowerText(60));
      CHECK(close(reached, 1 - std::exp(-0.3L * k)));
    }
  // One record short of the next step: strictly below the bound for ceil(g / sensitivity) steps.
  const Interval reached = achievedByGeometric(Rational(5), scale(4 / rational("3/10")));
  CHECK(reached.upperDouble() < adpUpperBound(epsilon("3/10"), 2).lowerDouble());
}

TEST_CASE("known values of the bound for asymmetric privacy") {
  CHECK(close(adpUpperBound(epsilon("0.5"), 3), 0.77686983985157021L));
  CHECK(close(adpUpperBound(epsilon("1"), 5), 0.99326205300091452L));
  CHECK(adpUpperBound(epsilon("1"), 0).atMost(0));
  CHECK(close(adpUpperBound(epsilon("1"), 2, probability("1/4")), 1 - 0.75L * std::exp(-2.0L)));
}

TEST_CASE("the closed form agrees with the recursion") {
  CHECK(plumb::test::holds([] {
    const Rational eps = randomEpsilon(), delta = randomProbability(), alpha = randomProbability();
    const unsigned k = *rc::gen::inRange(0u, 300u);
    const Interval bound =
        approximateDpUpperBound(Epsilon::create(eps).value(), Probability::create("delta", delta).value(), k,
                                Probability::create("alpha", alpha).value());
    RC_ASSERT(close(bound, recursion(real(eps), real(delta), k, real(alpha)), 1e-12L, 1e-18L));
    RC_ASSERT(bound.lowerDouble() >= 0);
    RC_ASSERT(bound.upperDouble() <= 1);
  }));
}

TEST_CASE("the closed form agrees with the recursion around its turning point") {
  // p* = (1 - delta) / (1 + e^eps) is 0.26894 (1 - delta) for eps = 1.
  for (const char *alpha : {"0.26", "0.2689", "0.26895", "0.27", "0.7", "0.999", "1"})
    for (const char *delta : {"0", "0.00001", "0.1", "1"})
      for (unsigned k = 0; k < 12; ++k)
        CHECK(close(approximateDpUpperBound(epsilon("1"), probability(delta), k, probability(alpha)),
                    recursion(1, real(rational(delta)), k, real(rational(alpha)))));
}

TEST_CASE("the bound is a mechanism on a chain, and nothing above it is") {
  const long double eps = 0.3L, delta = 0.002L;
  for (unsigned k = 1; k <= 40; ++k) {
    const Interval before = approximateDpUpperBound(epsilon("0.3"), probability("0.002"), k - 1);
    const Interval here = approximateDpUpperBound(epsilon("0.3"), probability("0.002"), k);
    const long double p = before.upperDouble(), next = here.lowerDouble();
    const auto isPrivate = [&](long double a, long double b) {
      return a <= std::exp(eps) * b + delta + 1e-15L && 1 - a <= std::exp(eps) * (1 - b) + delta + 1e-15L;
    };
    CHECK(isPrivate(p, next));
    CHECK(isPrivate(next, p));
    if (next < 1) {
      const bool moreIsPrivate = isPrivate(next + 1e-9L, p) && isPrivate(p, next + 1e-9L);
      CHECK_FALSE(moreIsPrivate);
    }
  }
}

TEST_CASE("differential privacy without delta never says true for certain") {
  for (unsigned k : {0u, 1u, 1000000u})
    CHECK(dpUpperBound(epsilon("20"), k).atMost(0));
  CHECK(dpUpperBound(epsilon("20"), 1, probability("0.001")).above(0));
}

TEST_CASE("the sum of theorem 8 is weaker and may exceed 1") {
  CHECK(plumb::test::holds([] {
    const Epsilon eps = Epsilon::create(randomEpsilon()).value();
    const Probability delta = Probability::create("delta", randomProbability()).value();
    const unsigned k = *rc::gen::inRange(0u, 30u);
    RC_ASSERT(approximateDpUpperBound(eps, delta, k).lowerDouble() <=
              theorem8Sum(eps, delta, k).upperDouble());
  }));
  CHECK(theorem8Sum(epsilon("1"), probability("0.00001"), 13).above(1));
  CHECK(approximateDpUpperBound(epsilon("1"), probability("0.00001"), 13).below(1));
}

TEST_CASE("bounds never fall when eps, delta, k or alpha rise") {
  CHECK(plumb::test::holds([] {
    const Rational eps = randomEpsilon(), delta = randomProbability(), alpha = randomProbability();
    const unsigned k = *rc::gen::inRange(0u, 100u);
    const auto approximate = [](const Rational &e, const Rational &d, unsigned steps, const Rational &a) {
      return approximateDpUpperBound(Epsilon::create(e).value(), Probability::create("delta", d).value(),
                                     steps, Probability::create("alpha", a).value());
    };
    const Interval base = approximate(eps, delta, k, alpha);
    RC_ASSERT(base.lowerDouble() <= base.upperDouble());
    const Rational largerEps = eps + randomEpsilon();
    const Interval others[] = {
        approximate(largerEps, delta, k, alpha), approximate(eps, (delta + 1) / 2, k, alpha),
        approximate(eps, delta, k + 1, alpha), approximate(eps, delta, k, (alpha + 1) / 2)};
    for (const Interval &larger : others) {
      RC_ASSERT(base.lowerDouble() <= larger.lowerDouble());
      RC_ASSERT(base.upperDouble() <= larger.upperDouble());
    }
    const Interval adp = adpUpperBound(Epsilon::create(eps).value(), k);
    RC_ASSERT(adp.upperDouble() <= adpUpperBound(Epsilon::create(largerEps).value(), k).upperDouble());
    RC_ASSERT(adp.lowerDouble() <= adpUpperBound(Epsilon::create(eps).value(), k + 1).lowerDouble());
  }));
}

TEST_CASE("ends lie on their side of a value with 640 bits") {
  using plumb::runtime::test::Enclosure;
  CHECK(plumb::test::holds([] {
    const Rational eps = randomEpsilon();
    const unsigned k = *rc::gen::inRange(1u, 2000u);
    const Interval bound = adpUpperBound(Epsilon::create(eps).value(), k);
    const Enclosure exact = plumb::runtime::test::one() - Enclosure::expOfMinus(eps).power(k);
    RC_ASSERT(bound.lowerDouble() <= exact.lower());
    RC_ASSERT(exact.upper() <= bound.upperDouble());
    // Twelve digits, as they are printed: the text itself is a valid bound.
    RC_ASSERT(Enclosure(rational(bound.lowerText(12))).lower() <= exact.lower());
    RC_ASSERT(Enclosure(rational(bound.upperText(12))).upper() >= exact.upper());
    RC_ASSERT(bound.upperDouble() - bound.lowerDouble() <= 0x1p-52);
  }));
}

TEST_CASE("parameters out of range are error values that name them") {
  const auto reason = [](const auto &refused) { return refused ? "" : refused.error().message; };
  CHECK(reason(Epsilon::create(Rational(0))) == "eps is 0; it must be positive");
  CHECK(reason(Epsilon::create(rational("-1/2"))) == "eps is -1/2; it must be positive");
  CHECK(reason(Epsilon::create(Rational(1048577))) == "eps is 1048577; it must be at most 1048576");
  CHECK(reason(Probability::create("delta", rational("1.5"))) == "delta is 3/2; it must lie between 0 and 1");
  CHECK(reason(Probability::create("alpha", Rational(-1))) == "alpha is -1; it must lie between 0 and 1");
  CHECK(Probability::create("beta", Rational(1)));
}

TEST_CASE("extreme parameters stay enclosed") {
  const Epsilon tiny = epsilon("1/1000000000000000000000000000000000000000000000000");
  const std::uint64_t far = std::uint64_t{1} << 63;
  CHECK(adpUpperBound(tiny, 1).lowerText(10) == "9.999999999e-49");
  CHECK(close(approximateDpUpperBound(tiny, probability("1/1000000"), 10), 1e-5L));
  CHECK(close(approximateDpUpperBound(tiny, probability("0"), far, probability("9/10")), 0.9L));
  CHECK(approximateDpUpperBound(epsilon("1048576"), probability("1/1000000"), far).atLeast(1));
  CHECK(approximateDpUpperBound(epsilon("1/1000000"), probability("1/1000000000000000000"), far).atLeast(1));
  CHECK(close(approximateDpUpperBound(epsilon("1048576"), probability("1/1000000"), 1), 1e-6L));
  // A tiny alpha or delta is lifted late, and by the right branch.
  const std::string zeros(1000, '0');
  const Interval lifted =
      approximateDpUpperBound(epsilon("1"), probability("0"), 2301, probability("1/1" + zeros));
  CHECK(close(lifted, std::exp(2301 - 1000 * std::log(10.0L)), 1e-12L));
  CHECK_FALSE(adpUpperBound(epsilon("1048576"), far).atLeast(1));
}
