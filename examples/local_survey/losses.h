// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/losses.h - How far off an estimate is *- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_LOSSES_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_LOSSES_H

#include "plumb/runtime/estimate/channel.h"

#include <cstddef>
#include <span>

namespace local_survey {

/// Between an estimate and the true distribution.
struct Losses {
  /// Total variation, l1 / 2. An estimate that is no distribution may be further off than 1.
  double tv;
  /// l2^2, the sum over all values of the squared errors.
  double mse;
};

Losses lossesOf(std::span<const double> estimate, std::span<const double> truth);

/// Who was asked: \p users of \p people, each set of them equally likely.
struct Sample {
  std::size_t users, people;

  /// What the variance of a mean over users is less than that over independent draws from the people, if \p
  /// variance is that of one person: variance / n (1 - (N - n) / (N - 1)), by the correction for a finite
  /// population. \pre people > 1
  double saved(double variance) const;
};

/// The losses that are expected of `estimate::empirical`, by propositions 4, 7, 15 and 18: the formulas of
/// estimate/loss.h are for users drawn independently. Since Var E[estimate | users] is the variance of the
/// share of users, and E Var[estimate | users] is the same for both ways to draw, the variance of each entry
/// is less by `Sample::saved`. mse is exact, tv holds as n grows. \pre truth is a distribution on the
/// alphabet of \p channel
Losses expectedLosses(const plumb::runtime::estimate::Channel &channel, std::span<const double> truth,
                      Sample sample);

/// Those of the users' own shares, if they were told openly. mse is exact, tv holds as n grows.
Losses expectedLossesWithoutPrivacy(std::span<const double> truth, Sample sample);

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_LOSSES_H
