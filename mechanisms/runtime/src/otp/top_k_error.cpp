// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/top_k_error.h"

namespace plumb::runtime::otp {

namespace {

Rational squared(const Rational &value) {
  return value * value;
}

/// Of a Laplace measurement with half of eps for k values.
Rational measurementVariance(const Rational &k, const Epsilon &eps) {
  return 8 * squared(k / eps.value());
}

/// The variance of the selection's noise over that of a measurement.
Rational varianceRatio(SelectionNoise noise) {
  switch (noise) {
  case SelectionNoise::LaplaceForAnyQueries:
    return Rational(4);
  case SelectionNoise::LaplaceForMonotoneQueries:
    return Rational(1);
  case SelectionNoise::ExponentialForMonotoneQueries:
    break;
  }
  return Rational(1) / 2;
}

} // namespace

Interval asymmetricTopKError(Count k, const Epsilon &eps) {
  return Interval(squared(Rational(k.value()) / eps.value()));
}

Interval freeGapTopKError(Count k, const Epsilon &eps, SelectionNoise noise) {
  const Rational values = Rational(k.value()), ratio = varianceRatio(noise);
  return Interval(measurementVariance(values, eps) * (1 + ratio * values) / (values + ratio * values));
}

Interval freeGapSparseVectorError(Count k, const Epsilon &eps, bool monotoneQueries) {
  const Rational values = Rational(k.value());
  const Interval shifts(monotoneQueries ? values : 2 * values);
  const Interval split = Interval(1) + exp(log(shifts) * Interval(Rational(2) / 3));
  const Interval gap = Interval(8 / squared(eps.value())) * split * split * split;
  return Interval(1) / (Interval(1) / gap + Interval(1 / measurementVariance(values, eps)));
}

} // namespace plumb::runtime::otp
