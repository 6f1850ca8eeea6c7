// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/movement.h - How neighbours move an answer -*- C++ -*-===//
///
/// \file
/// How far one answer moves along the neighbour relation, at given numbers: stated, or derived from records.
/// What bounds every mechanism needs steps that are there, so it is also asked which ones are known to be.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_MOVEMENT_H
#define PLUMB_CHECKER_CLAIMS_MOVEMENT_H

#include "checker/claims/given_values.h"
#include "checker/proof/proof.h"

namespace plumb::claims {

/// Along the neighbour relation.
struct Movement {
  bool falls = false, rises = false, returns = false;
  runtime::Rational most;
  /// Steps of that length are known to be there, wherever is asked, and as many of them as one likes.
  bool isAttained = true;
  /// Answers below 0 and above 0 are known, as far from it as one likes.
  bool isBelowZero = true, isAboveZero = true;
};

/// \pre \p query is one of \p neighbourhood.
runtime::Expected<Movement> movementOf(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                                       const GivenValues &values, const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_MOVEMENT_H
