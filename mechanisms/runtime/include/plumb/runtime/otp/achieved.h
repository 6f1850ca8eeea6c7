// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How often one-sided noise answers "below the threshold", and is then right.
///
/// The mechanism publishes "below" if f(D) + lambda < T, for a query f that only
/// falls along the neighbour relation and noise lambda >= 0. A value at or above
/// T is then never called "below". The mirrored mechanism, for f that only rises,
/// noise lambda <= 0 and "above", has the same probabilities with its own gap. The
/// comparison decides the gap (`gapOf` of `comparison.h`); for whole numbers it is
///
///     <    T - f(D)        <=   T - f(D) + 1
///     >    f(D) - T        >=   f(D) - T + 1

#ifndef PLUMB_RUNTIME_OTP_ACHIEVED_H
#define PLUMB_RUNTIME_OTP_ACHIEVED_H

#include "plumb/runtime/noise_scale.h"
#include "plumb/runtime/otp/interval.h"

namespace plumb::runtime::otp {

/// P[lambda < g] = 1 - e^(-g / b) for lambda exponential with mean b, and 0 for
/// g <= 0. Theorem 11 of "Asymmetric Differential Privacy", for any scale.
///
/// \param gap g, in units of the query.
/// \param scale b = sensitivity / eps, in units of the query.
Interval achievedByExponential(const Rational &gap, const NoiseScale &scale);

/// The same for the one-sided geometric law of scale b, whose mass at x >= 0 is
/// proportional to e^(-x / b): P[X < g] = 1 - e^(-ceil(g) / b), and 0 for g <= 0.
/// For whole g equal to the above. This is what emitted code does.
Interval achievedByGeometric(const Rational &gap, const NoiseScale &scale);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_ACHIEVED_H
