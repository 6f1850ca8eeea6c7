// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Errors of published top-k values: asymmetric noisy max beside free gaps.
///
/// Mean squared errors of one published value, in squared units of counting
/// queries of sensitivity 1, for a total budget eps and k published values. They
/// are those of the noise: that noisy selection prefers values whose noise is
/// large is not counted, so they describe counts that lie far apart.
///
/// The free-gap estimators are of Ding, Wang, Zhang and Kifer, "Free gap
/// information from the differentially private sparse vector and noisy max
/// mechanisms", VLDB 2020: half of eps selects and yields gaps between the
/// selected values for free, half measures the values, and both are combined.

#ifndef PLUMB_RUNTIME_OTP_TOP_K_ERROR_H
#define PLUMB_RUNTIME_OTP_TOP_K_ERROR_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// k^2 / eps^2: each published value carries one-sided noise of scale k / eps
/// and is corrected by its mean (Algorithm 1 of "Asymmetric Differential
/// Privacy").
Interval asymmetricTopKError(Count k, const Epsilon &eps);

/// The noise of the selection, for queries of any direction or for queries that
/// all rise or all fall together.
enum class SelectionNoise : std::uint8_t {
  LaplaceForAnyQueries,          ///< Scale 4k / eps.
  LaplaceForMonotoneQueries,     ///< Scale 2k / eps.
  ExponentialForMonotoneQueries, ///< Scale 2k / eps.
};

/// v (1 + r k) / (k + r k): the best linear unbiased estimate of a selected value
/// from k measurements of variance v = 8 k^2 / eps^2 (Laplace, scale 2k / eps)
/// and k - 1 gaps of values whose noise has variance r v; r = 4, 1 or 1/2 in the
/// order of `SelectionNoise`.
Interval freeGapTopKError(Count k, const Epsilon &eps, SelectionNoise noise);

/// 1 / (1/g + 1/v) for the sparse vector technique: the gap to the noisy
/// threshold, of variance g = 8 (1 + (s k)^(2/3))^3 / eps^2 with s = 1 for
/// monotone queries and 2 for others, and a measurement of variance
/// v = 8 k^2 / eps^2, weighted by their inverse variances. g is the variance when
/// the selecting half of eps is split between threshold and queries as
/// 1 : (s k)^(2/3), which makes it least.
Interval freeGapSparseVectorError(Count k, const Epsilon &eps, bool monotoneQueries);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_TOP_K_ERROR_H
