// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/achieved.h"
#include "plumb/runtime/otp/comparison.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

constexpr Comparison comparisons[] = {Comparison::Less, Comparison::LessEqual, Comparison::Greater,
                                      Comparison::GreaterEqual};

NoiseLaw law(Side side, Values values, const char *scale) {
  return {side, values, NoiseScale::create(rational(scale)).value()};
}

bool isTrue(Comparison comparison, const Rational &left, const Rational &right) {
  switch (comparison) {
  case Comparison::Less:
    return left < right;
  case Comparison::LessEqual:
    return left <= right;
  case Comparison::Greater:
    return left > right;
  case Comparison::GreaterEqual:
    break;
  }
  return left >= right;
}

/// P[x] of the integer law, from its definition.
long double mass(Side side, long double q, int x) {
  if ((side == Side::OneSided && x < 0) || (side == Side::Mirrored && x > 0))
    return 0;
  const long double power = std::pow(q, static_cast<long double>(std::abs(x)));
  return side == Side::TwoSided ? (1 - q) / (1 + q) * power : (1 - q) * power;
}

} // namespace

TEST_CASE("a comparison with integer noise is true as often as its masses sum up to") {
  for (Side side : {Side::OneSided, Side::Mirrored, Side::TwoSided})
    for (const char *scale : {"1/2", "2"})
      for (Comparison comparison : comparisons)
        for (const char *threshold : {"10", "21/2"})
          for (int answer = 5; answer <= 15; ++answer) {
            const long double q = std::exp(-1 / (std::string(scale) == "2" ? 2.0L : 0.5L));
            long double sum = 0;
            for (int x = -120; x <= 120; ++x)
              if (isTrue(comparison, Rational(answer + x), rational(threshold)))
                sum += mass(side, q, x);
            INFO(static_cast<int>(side)
                 << " " << scale << " " << static_cast<int>(comparison) << " " << threshold << " " << answer);
            CHECK(close(probabilityThat(comparison, Rational(answer), rational(threshold),
                                        law(side, Values::Integers, scale)),
                        sum, 1e-12L, 1e-22L));
          }
}

TEST_CASE("a comparison with real noise is true as often as the density says") {
  // Exponential with mean 2, and T - f = 3.
  const NoiseLaw falls = law(Side::OneSided, Values::Reals, "2");
  CHECK(close(probabilityThat(Comparison::Less, Rational(7), Rational(10), falls), 1 - std::exp(-1.5L)));
  CHECK(close(probabilityThat(Comparison::LessEqual, Rational(7), Rational(10), falls), 1 - std::exp(-1.5L)));
  CHECK(close(probabilityThat(Comparison::GreaterEqual, Rational(7), Rational(10), falls), std::exp(-1.5L)));
  CHECK(probabilityThat(Comparison::LessEqual, Rational(10), Rational(10), falls).atMost(0));
  const NoiseLaw rises = law(Side::Mirrored, Values::Reals, "2");
  CHECK(close(probabilityThat(Comparison::GreaterEqual, Rational(13), Rational(10), rises),
              1 - std::exp(-1.5L)));
  CHECK(close(probabilityThat(Comparison::Less, Rational(13), Rational(10), rises), std::exp(-1.5L)));
  const NoiseLaw both = law(Side::TwoSided, Values::Reals, "2");
  CHECK(close(probabilityThat(Comparison::Greater, Rational(10), Rational(10), both), 0.5L));
  CHECK(
      close(probabilityThat(Comparison::Greater, Rational(13), Rational(10), both), 1 - std::exp(-1.5L) / 2));
  CHECK(close(probabilityThat(Comparison::Greater, Rational(7), Rational(10), both), std::exp(-1.5L) / 2));
}

TEST_CASE("a rising query at least at its threshold has a gap of one more") {
  // eps = 1/2, T = 10: what 200,000 runs of an emitted threshold showed as .3935, .634 and .776.
  const NoiseLaw rises = law(Side::Mirrored, Values::Integers, "2");
  const long double expected[] = {0.39346934L, 0.63212056L, 0.77686984L};
  for (int answer = 10; answer <= 12; ++answer) {
    CHECK(gapOf(Comparison::GreaterEqual, Values::Integers, Rational(answer), Rational(10)) == answer - 9);
    CHECK(close(probabilityThat(Comparison::GreaterEqual, Rational(answer), Rational(10), rises),
                expected[answer - 10], 1e-7L));
    CHECK(probabilityThat(Comparison::GreaterEqual, Rational(answer), Rational(10), rises).lowerText(40) ==
          achievedByGeometric(Rational(answer - 9), rises.scale).lowerText(40));
  }
}

TEST_CASE("the gap counts the steps to where the comparison is false") {
  for (Comparison comparison : comparisons)
    for (const char *threshold : {"10", "21/2", "-3"})
      for (int answer = -8; answer <= 15; ++answer) {
        const Rational limit = rational(threshold);
        if (!isTrue(comparison, Rational(answer), limit)) {
          CHECK(gapOf(comparison, Values::Integers, Rational(answer), limit) <= 0);
          continue;
        }
        const int step = comparison == Comparison::Less || comparison == Comparison::LessEqual ? 1 : -1;
        int steps = 0;
        while (isTrue(comparison, Rational(answer + step * steps), limit))
          ++steps;
        CHECK(gapOf(comparison, Values::Integers, Rational(answer), limit) == steps);
      }
}

TEST_CASE("one-sided noise reaches the bound with the gap of its comparison") {
  const NoiseLaw falls = law(Side::OneSided, Values::Integers, "2"),
                 rises = law(Side::Mirrored, Values::Integers, "2");
  for (Comparison comparison : comparisons) {
    const bool up = comparison == Comparison::Greater || comparison == Comparison::GreaterEqual;
    for (unsigned k : {1u, 2u, 9u}) {
      // The k-th value on the right side.
      const bool strict = comparison == Comparison::Less || comparison == Comparison::Greater;
      const Rational away(strict ? k : k - 1), answer = up ? 10 + away : 10 - away;
      CHECK(probabilityThat(comparison, answer, Rational(10), up ? rises : falls).lowerText(40) ==
            adpUpperBound(epsilon("1/2"), k).lowerText(40));
    }
  }
}
