// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/other_direction.h - A guarantee turned round -*- C++ -*-===//
///
/// \file
/// What a guarantee for D -> D' says of D' and D exchanged. Pr[m(D) in S] <= q Pr[m(D') in S] holds for every
/// set S, so also for what is not in S: 1 - Pr[m(D) in S] <= q (1 - Pr[m(D') in S]), and
///
///     Pr[m(D') in S] <= Pr[m(D) in S] / q + 1 - 1 / q.
///
/// This is (-eps, 1 - exp(-eps))-differential privacy for the converse relation (T. Steinke, "One-Sided
/// Differential Privacy", differentialprivacy.org, behind Definition 2).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_OTHER_DIRECTION_H
#define PLUMB_CHECKER_CLAIMS_OTHER_DIRECTION_H

#include "checker/claims/given_values.h"
#include "checker/proof/proof.h"
#include "plumb/runtime/otp/interval.h"

#include <optional>
#include <string>

namespace plumb::claims {

struct OtherDirection {
  /// Of the file, as the user wrote it; for whoever asks to fill in.
  std::string path;
  std::string name;
  /// "2 * eps", "exp(-(2 * eps))", "1 - exp(-(2 * eps))"
  std::string epsilon, factor, delta;
  /// It is proved that neighbours may be exchanged, so that the guarantee itself holds in both directions.
  /// Else what is said here holds all the same, and may be all that is known.
  bool isOwnConverse = false;
  /// "eps = 1/2", and around the two terms above what they are there; nothing where no values were given.
  std::string values;
  std::optional<runtime::otp::Interval> factorAt, deltaAt;
};

/// An error value if the values do not fit, or are there and not enough. \pre \p mechanism is proved.
runtime::Expected<OtherDirection> otherDirectionOf(const ir::Mechanism &mechanism, const GivenValues &values,
                                                   const proof::EngineMaker &makeEngine);
/// Also if it guarantees no total. \pre \p composition is proved.
runtime::Expected<OtherDirection> otherDirectionOf(const ir::Composition &composition,
                                                   const GivenValues &values,
                                                   const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_OTHER_DIRECTION_H
