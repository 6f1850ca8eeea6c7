// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The laws of noise with exponential tails, and their moments.
///
/// With scale b, each law has mass or density proportional to e^(-|x| / b) on its
/// support. For an eps-guarantee b = sensitivity / eps. One-sided and mirrored
/// noise have half the variance of two-sided noise of the same scale.

#ifndef PLUMB_RUNTIME_OTP_NOISE_LAW_H
#define PLUMB_RUNTIME_OTP_NOISE_LAW_H

#include "plumb/runtime/noise_scale.h"
#include "plumb/runtime/otp/interval.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// x >= 0 (for queries that fall along the neighbour relation), x <= 0 (for
/// queries that rise), or both.
enum class Side : std::uint8_t { OneSided, Mirrored, TwoSided };

/// Densities stand in papers; emitted code draws integers.
enum class Values : std::uint8_t { Reals, Integers };

/// One of six laws: exponential, negated exponential and Laplace; one-sided,
/// mirrored and two-sided geometric.
struct NoiseLaw {
  Side side;
  Values values;
  /// b, in units of the query.
  NoiseScale scale;
};

/// E[noise], in units of the query. Reals: b. Integers, with q = e^(-1/b):
/// q / (1 - q). Negated if mirrored; exactly 0 if two-sided.
Interval mean(const NoiseLaw &law);

/// In squared units of the query. Reals: b^2. Integers: q / (1 - q)^2. Twice that
/// if two-sided.
Interval variance(const NoiseLaw &law);

/// The least median, in units of the query. Reals: b ln 2. Integers:
/// floor(b ln 2), exactly, since P[X >= j] = q^j. Negated if mirrored; exactly 0
/// if two-sided.
Interval median(const NoiseLaw &law);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_NOISE_LAW_H
