// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/top_k_error.h"

#include "plumb/runtime/fatal.h"

namespace plumb::runtime::otp {

namespace {

Rational squared(const Rational &value) {
  return value * value;
}

/// k as a rational. \pre k >= 1.
Rational published(std::uint64_t k) {
  if (k == 0)
    abortWith("the error of a value among 0 published ones");
  return Rational(k);
}

/// Of a Laplace measurement with half of eps for k values.
Rational measurementVariance(const Rational &k, const Epsilon &eps) {
  return 8 * squared(k / eps.value());
}

/// The variance of the selection's noise over that of a measurement.
Rational varianceRatio(SelectionNoise noise) {
  switch (noise) {
  case SelectionNoise::LaplaceForAnyQueries:
    return 4;
  case SelectionNoise::LaplaceForMonotoneQueries:
    return 1;
  case SelectionNoise::ExponentialForMonotoneQueries:
    break;
  }
  return Rational(1) / 2;
}

} // namespace

Interval asymmetricTopKError(std::uint64_t k, const Epsilon &eps) {
  return Interval(squared(published(k) / eps.value()));
}

Interval freeGapTopKError(std::uint64_t k, const Epsilon &eps, SelectionNoise noise) {
  const Rational values = published(k), ratio = varianceRatio(noise);
  return Interval(measurementVariance(values, eps) * (1 + ratio * values) / (values + ratio * values));
}

Interval freeGapSparseVectorError(std::uint64_t k, const Epsilon &eps, bool monotoneQueries) {
  const Rational values = published(k);
  const Interval shifts(monotoneQueries ? values : 2 * values);
  const Interval split = Interval(1) + exp(log(shifts) * Interval(Rational(2) / 3));
  const Interval gap = Interval(8 / squared(eps.value())) * split * split * split;
  return Interval(1) / (Interval(1) / gap + Interval(1 / measurementVariance(values, eps)));
}

} // namespace plumb::runtime::otp
