// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/likelihood_text.h - Bounds as told ------*- C++ -*-===//
///
/// \file
/// Decimal bounds on a probability or a density, rounded outward. An interval may pass 1, and no probability
/// does.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_LIKELIHOOD_TEXT_H
#define PLUMB_CHECKER_DISPROOF_LIKELIHOOD_TEXT_H

#include "plumb/runtime/otp/interval.h"

#include <string>

namespace plumb::disproof {

/// Of the decimal bounds that are told.
inline constexpr unsigned toldDigits = 6;

inline std::string lowText(const runtime::otp::Interval &likelihood) {
  return likelihood.lowerText(toldDigits);
}

inline std::string highText(const runtime::otp::Interval &likelihood, bool isDensity) {
  return isDensity || likelihood.atMost(1) ? likelihood.upperText(toldDigits) : "1";
}

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_LIKELIHOOD_TEXT_H
