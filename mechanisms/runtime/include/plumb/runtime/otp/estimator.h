// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Reading an answer off a noisy one, and how far off it is.
///
/// z = f(D) + noise is published; z - c estimates f(D). Subtracting a constant
/// costs no privacy. For two-sided noise c = 0 is best in every respect. For
/// one-sided noise the mean makes the estimate unbiased and its mean squared error
/// least, the median makes its mean absolute error least. (The section on the
/// asymmetric Laplace mechanism of "Asymmetric Differential Privacy" subtracts
/// 1/eps, which is the mean for sensitivity 1.)

#ifndef PLUMB_RUNTIME_OTP_ESTIMATOR_H
#define PLUMB_RUNTIME_OTP_ESTIMATOR_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/noise_law.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// What is subtracted: nothing, the mean, or the median of the noise.
enum class Correction : std::uint8_t { None, Mean, Median };

/// The estimator z - c of f(D). All errors are those of z - c - f(D), which does
/// not depend on the data.
struct Estimator {
  /// c, in units of the query; negative for mirrored noise, so that z - c adds.
  Interval subtracted;
  /// E[z - c] - f(D), in units of the query; exactly 0 for the mean.
  Interval bias;
  /// In squared units of the query; that of the noise.
  Interval variance;
  /// E|z - c - f(D)|, in units of the query. Reals, one-sided: b, 2b / e or
  /// b ln 2 for nothing, mean and median.
  Interval meanAbsoluteError;
  /// sqrt(variance + bias^2), in units of the query.
  Interval rootMeanSquaredError;
};

Estimator estimator(const NoiseLaw &law, Correction correction);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_ESTIMATOR_H
