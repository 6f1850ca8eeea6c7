// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/estimator.h"

namespace plumb::runtime::otp {

namespace {

/// E|X| of two-sided noise: b, or 2q / (1 - q^2) = 2 / (e^(1/b) - e^(-1/b)).
Interval twoSidedAbsoluteError(const NoiseLaw &law) {
  if (law.values == Values::Reals)
    return Interval(law.scale.value());
  const Interval inverse(1 / law.scale.value());
  return Interval(2) / (expMinusOne(inverse) - expMinusOne(-inverse));
}

/// E|X - c| of the exponential law: c - b + 2b e^(-c/b).
Interval exponentialAbsoluteError(const Interval &b, Correction correction) {
  switch (correction) {
  case Correction::None:
    break;
  case Correction::Mean:
    return Interval(2) * b / exp(Interval(1));
  case Correction::Median:
    return b * log(Interval(2));
  }
  return b;
}

/// E|X - c| of the geometric law on x >= 0 with mean mu, for c >= 0.
///
/// E|X - c| = c - mu + 2 E[(X - c) 1{X > c}], and X given X >= n is n + X again:
/// E[(X - c) 1{X >= n}] = q^n (n + mu - c), which is largest at n = floor(c) + 1.
/// Where c is not known well enough for its floor, that is the larger of two.
Interval geometricAbsoluteError(const Interval &inverseScale, const Interval &mu, const Interval &c) {
  const auto beyond = [&](std::optional<Wide> floorOfC) {
    // A NoiseScale keeps c far below 2^126; were it not so, nothing would be known.
    const Interval n = floorOfC ? Interval(Rational(*floorOfC + 1)) : Interval(1) / Interval(0);
    return exp(-(n * inverseScale)) * (n + mu - c);
  };
  return c - mu + Interval(2) * max(beyond(c.floorOfLower()), beyond(c.floorOfUpper()));
}

Interval absoluteError(const NoiseLaw &law, Correction correction, const Interval &subtracted) {
  if (law.side == Side::TwoSided)
    return twoSidedAbsoluteError(law);
  if (law.values == Values::Reals)
    return exponentialAbsoluteError(Interval(law.scale.value()), correction);
  // The mirrored law and its correction, both negated.
  const bool mirrored = law.side == Side::Mirrored;
  const Interval mu = mirrored ? -mean(law) : mean(law);
  return geometricAbsoluteError(Interval(1 / law.scale.value()), mu, mirrored ? -subtracted : subtracted);
}

Interval subtrahend(const NoiseLaw &law, Correction correction) {
  switch (correction) {
  case Correction::None:
    break;
  case Correction::Mean:
    return mean(law);
  case Correction::Median:
    return median(law);
  }
  return Interval(0);
}

} // namespace

Estimator estimator(const NoiseLaw &law, Correction correction) {
  const Interval subtracted = subtrahend(law, correction);
  const Interval bias = correction == Correction::Mean ? Interval(0) : mean(law) - subtracted;
  const Interval spread = variance(law);
  return {subtracted, bias, spread, absoluteError(law, correction, subtracted), sqrt(spread + bias * bias)};
}

} // namespace plumb::runtime::otp
