// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/expected_losses.h - Estimates that miss ---*- C++ -*-===//
///
/// \file
/// How far the empirical estimate of a distribution is expected to be from it, for given shares of values and
/// for the worst ones (Murakami and Kawamoto, Propositions 4 to 8 and 15 to 19, for any channel that has such
/// an estimate).
///
/// With v(x) for the variance of one user (share_estimator.h), E l2^2 is the sum of v(x) / n, exactly. E l1
/// is at most the sum of sqrt(v(x) / n), since a mean is at most the root of the mean of squares; as n grows
/// it comes to sqrt(2 / pi) times that. All are concave in the shares, and the same for permuted members of a
/// class, so that in some worst shares these are alike. A tangent there is above the whole: what is said of
/// all shares is certain, wherever the search for them ended.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_EXPECTED_LOSSES_H
#define PLUMB_CHECKER_CLAIMS_EXPECTED_LOSSES_H

#include "checker/claims/share_estimator.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::claims {

/// Of each class of an estimator, of all its members together; they add up to 1, and none is negative.
using Shares = std::vector<Rational>;

enum class Loss : std::uint8_t {
  /// E l2^2.
  Squared,
  /// What E l1 is at most.
  Absolute
};

struct LossRow {
  enum class Kind : std::uint8_t { Given, Uniform, WorstSquared, WorstAbsolute };
  Kind kind;
  Shares shares;
  /// At these shares; of WorstSquared and WorstAbsolute that loss is around its largest value over all
  /// shares.
  runtime::otp::Interval squared, absolute;
  /// What E l1 comes to as the number of users grows.
  runtime::otp::Interval absoluteOfMany;
};

/// Sum over all values of \p loss for \p users users. \pre users > 0
runtime::otp::Interval lossAt(const ShareEstimator &estimator, Loss loss, const Shares &shares,
                              const Rational &users);

/// \p given if it is not empty, then all values alike, then the worst shares.
std::vector<LossRow> lossRows(const ShareEstimator &estimator, const Shares &given, const Rational &users);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_EXPECTED_LOSSES_H
