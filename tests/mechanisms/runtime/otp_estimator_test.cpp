// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/estimator.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>
#include <functional>
#include <utility>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

using Integrand = std::function<long double(long double)>;

NoiseLaw law(Side side, Values values, const char *scale) {
  return {side, values, NoiseScale::create(rational(scale)).value()};
}

long double real(const NoiseLaw &of) {
  return mpz_get_d(of.scale.value().numerator()) /
         static_cast<long double>(mpz_get_d(of.scale.value().denominator()));
}

/// Five-point Gauss-Legendre on each of 2000 panels: exact to rounding for what is integrated here.
long double integral(long double from, long double to, const Integrand &f) {
  const long double inner = std::sqrt(5 - 2 * std::sqrt(10.0L / 7)) / 3;
  const long double outer = std::sqrt(5 + 2 * std::sqrt(10.0L / 7)) / 3;
  const std::pair<long double, long double> nodes[] = {{0, 128.0L / 225},
                                                       {inner, (322 + 13 * std::sqrt(70.0L)) / 900},
                                                       {-inner, (322 + 13 * std::sqrt(70.0L)) / 900},
                                                       {outer, (322 - 13 * std::sqrt(70.0L)) / 900},
                                                       {-outer, (322 - 13 * std::sqrt(70.0L)) / 900}};
  constexpr int panels = 2000;
  const long double half = (to - from) / panels / 2;
  long double sum = 0;
  for (int panel = 0; panel < panels; ++panel)
    for (const auto &[node, weight] : nodes)
      sum += weight * f(from + half * (2 * panel + 1 + node));
  return sum * half;
}

/// E[f(X)] by integration over the density, with a panel's edge at \p kink, or by summation over the mass.
long double expectation(const NoiseLaw &of, long double kink, const Integrand &f) {
  const long double b = real(of);
  const bool left = of.side != Side::OneSided, right = of.side != Side::Mirrored;
  if (of.values == Values::Reals) {
    const auto weighted = [&](long double x) {
      return f(x) * std::exp(-std::fabs(x) / b) / (left && right ? 2 * b : b);
    };
    const long double far = 60 * b;
    long double sum = 0;
    if (right)
      sum += integral(0, std::max(kink, 0.0L), weighted) + integral(std::max(kink, 0.0L), far, weighted);
    if (left)
      sum += integral(-far, std::min(kink, 0.0L), weighted) + integral(std::min(kink, 0.0L), 0, weighted);
    return sum;
  }
  const long double q = std::exp(-1 / b), mass = -std::expm1(-1 / b) / (left && right ? 1 + q : 1);
  long double sum = mass * f(0);
  for (long x = static_cast<long>(60 * b) + 60; x > 0; --x) {
    const long double weight = mass * std::exp(-x / b);
    sum += weight * ((right ? f(x) : 0) + (left ? f(-x) : 0));
  }
  return sum;
}

const char *const scales[] = {"1/3", "1/2", "1", "10/3", "7", "25", "1000/7"};
const Side sides[] = {Side::OneSided, Side::Mirrored, Side::TwoSided};
const Values kinds[] = {Values::Reals, Values::Integers};
const Correction corrections[] = {Correction::None, Correction::Mean, Correction::Median};

} // namespace

TEST_CASE("bias, variance and errors are those of the law") {
  for (const char *scale : scales)
    for (Side side : sides)
      for (Values values : kinds)
        for (Correction correction : corrections) {
          const NoiseLaw noise = law(side, values, scale);
          const Estimator estimate = estimator(noise, correction);
          const long double c = estimate.subtracted.lowerDouble(), b = real(noise);
          INFO(scale << " side " << int(side) << " values " << int(values) << " correction "
                     << int(correction));
          const long double bias = expectation(noise, c, [&](long double x) { return x - c; });
          const long double absolute = expectation(noise, c, [&](long double x) { return std::fabs(x - c); });
          const long double square = expectation(noise, c, [&](long double x) { return (x - c) * (x - c); });
          // c is rounded to a double here, hence the absolute terms.
          CHECK(close(estimate.bias, bias, 1e-12L, 1e-15L * b + 1e-15L));
          CHECK(close(estimate.meanAbsoluteError, absolute, 1e-12L));
          CHECK(close(estimate.rootMeanSquaredError, std::sqrt(square), 1e-12L));
          CHECK(close(estimate.variance, square - bias * bias, 1e-12L));
        }
}

TEST_CASE("the mean has the least squared error and the median the least absolute one") {
  for (const char *scale : scales)
    for (Values values : kinds) {
      const NoiseLaw noise = law(Side::OneSided, values, scale);
      const Estimator none = estimator(noise, Correction::None), mean = estimator(noise, Correction::Mean),
                      median = estimator(noise, Correction::Median);
      CHECK(mean.rootMeanSquaredError.upperDouble() < none.rootMeanSquaredError.lowerDouble());
      CHECK(mean.rootMeanSquaredError.upperDouble() < median.rootMeanSquaredError.lowerDouble());
      CHECK(median.meanAbsoluteError.lowerDouble() <= none.meanAbsoluteError.upperDouble());
      CHECK(median.meanAbsoluteError.upperDouble() < mean.meanAbsoluteError.lowerDouble());
      CHECK(mean.bias.atMost(0));
      CHECK(mean.bias.atLeast(0));
    }
}

TEST_CASE("the median of integer noise is an integer with half of the mass on either side") {
  // eps = 0.3 and 0.5 at sensitivity 1.
  CHECK(median(law(Side::OneSided, Values::Integers, "10/3")).lowerText(9) == "2");
  CHECK(median(law(Side::OneSided, Values::Integers, "2")).lowerText(9) == "1");
  CHECK(median(law(Side::OneSided, Values::Integers, "1")).lowerText(9) == "0");
  CHECK(median(law(Side::Mirrored, Values::Integers, "10/3")).lowerText(9) == "-2");
  CHECK(plumb::test::holds([] {
    const Rational b = Rational(*rc::gen::inRange<std::int64_t>(1, 100000)) / 97;
    const NoiseLaw noise{Side::OneSided, Values::Integers, NoiseScale::create(b).value()};
    const long m = static_cast<long>(median(noise).floorOfLower().value());
    const long double scale = real(noise);
    RC_ASSERT(1 - std::exp(-(m + 1) / scale) >= 0.5L);
    RC_ASSERT(1 - std::exp(-m / scale) < 0.5L);
  }));
}

TEST_CASE("a median next to an integer is decided with more digits") {
  // b = 10^80 / floor(10^80 ln 2): b ln 2 lies above 1, by less than one part in 10^79.
  const char *justAbove = "100000000000000000000000000000000000000000000000000000000000000000000000000000000/"
                          "69314718055994530941723212145817656807550013436025525412068000949339362196969471";
  CHECK(median(law(Side::OneSided, Values::Integers, justAbove)).lowerText(9) == "1");
  const char *justBelow = "100000000000000000000000000000000000000000000000000000000000000000000000000000000/"
                          "69314718055994530941723212145817656807550013436025525412068000949339362196969472";
  CHECK(median(law(Side::OneSided, Values::Integers, justBelow)).lowerText(9) == "0");
}

TEST_CASE("one-sided noise has half the variance and mirrored noise the opposite bias") {
  CHECK(plumb::test::holds([] {
    const Rational b = Rational(*rc::gen::inRange<std::int64_t>(1, 100000)) / 97;
    const NoiseScale scale = NoiseScale::create(b).value();
    for (Values values : kinds) {
      const NoiseLaw one{Side::OneSided, values, scale}, mirrored{Side::Mirrored, values, scale},
          two{Side::TwoSided, values, scale};
      RC_ASSERT(close(variance(two) / variance(one), 2));
      RC_ASSERT(variance(one).lowerText(50) == variance(mirrored).lowerText(50));
      RC_ASSERT((mean(one) + mean(mirrored)).above(-1));
      for (Correction correction : corrections) {
        const Estimator e = estimator(one, correction), m = estimator(mirrored, correction);
        RC_ASSERT(e.meanAbsoluteError.lowerDouble() <= e.meanAbsoluteError.upperDouble());
        RC_ASSERT(e.meanAbsoluteError.upperText(50) == m.meanAbsoluteError.upperText(50));
        RC_ASSERT(e.bias.upperText(50) == (-m.bias).upperText(50));
      }
    }
  }));
}

TEST_CASE("errors of extreme scales stay enclosed") {
  const char *largest = "18446744073709551616", *smallest = "1/18446744073709551616";
  const Estimator wide = estimator(law(Side::OneSided, Values::Integers, largest), Correction::Mean);
  CHECK(close(wide.meanAbsoluteError, 2 * 0x1p64L / std::exp(1.0L), 1e-12L));
  const Estimator narrow = estimator(law(Side::OneSided, Values::Integers, smallest), Correction::Mean);
  CHECK(narrow.meanAbsoluteError.upperDouble() < 1e-300);
  CHECK(narrow.rootMeanSquaredError.lowerDouble() >= 0);
}
