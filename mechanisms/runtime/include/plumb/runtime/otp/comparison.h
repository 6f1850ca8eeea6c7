// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How often a comparison with a threshold is true once noise is added.
///
/// A mechanism publishes "below" if f(D) + lambda < T, or <= T, or "above" if
/// f(D) + lambda >= T, or > T. Which of the four it is matters by one record:
/// over integers f <= T is f < T + 1.

#ifndef PLUMB_RUNTIME_OTP_COMPARISON_H
#define PLUMB_RUNTIME_OTP_COMPARISON_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/noise_law.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// What stands between the noisy answer, on the left, and the threshold.
enum class Comparison : std::uint8_t { Less, LessEqual, Greater, GreaterEqual };

/// How far \p answer is from the nearest value for which the comparison is false:
///
///     <    T - f        <=   T - f + 1
///     >    f - T        >=   f - T + 1
///
/// for integers, with T rounded to where the comparison turns; for reals T - f or
/// f - T. Positive exactly where the comparison is true, but 0 on the line f = T
/// of reals. The fewest steps from data for which the comparison is false are
/// ceil(gap / sensitivity), in the unit of the query.
///
/// \pre \p answer is an integer if \p values is Integers; else the result is that
/// of the gap rounded up.
Rational gapOf(Comparison comparison, Values values, const Rational &answer, const Rational &threshold);

/// Pr[answer + noise < threshold], or whatever \p comparison says. For one-sided
/// noise and < or <=, and for mirrored noise and > or >=, it is 1 - e^(-gap / b),
/// and 0 where the comparison is false of the answer itself: Theorem 11 of
/// "Asymmetric Differential Privacy" and its mirror image.
Interval probabilityThat(Comparison comparison, const Rational &answer, const Rational &threshold,
                         const NoiseLaw &law);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_COMPARISON_H
