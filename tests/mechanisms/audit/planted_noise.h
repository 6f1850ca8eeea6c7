// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/audit/planted_noise.h - Faulty noise ----*- C++ -*-===//
///
/// \file
/// What audit.py puts around the noise of emitted headers: nothing, until a fault is chosen.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_MECHANISMS_AUDIT_PLANTED_NOISE_H
#define PLUMB_TESTS_MECHANISMS_AUDIT_PLANTED_NOISE_H

#include "plumb/runtime/rational.h"
#include "plumb/runtime/wide.h"

#include <utility>

namespace plumb::audit {

/// Every scale is divided by this when a mechanism is created.
inline int scaleDivisor = 1;
/// Every draw is multiplied by this: -1, 0 or 1.
inline int noiseFactor = 1;

inline runtime::Rational plantedScale(runtime::Rational scale) {
  return std::move(scale) / scaleDivisor;
}
inline runtime::Wide planted(runtime::Wide noise) {
  return noiseFactor * noise;
}

} // namespace plumb::audit

#endif // PLUMB_TESTS_MECHANISMS_AUDIT_PLANTED_NOISE_H
