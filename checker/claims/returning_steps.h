// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/returning_steps.h - Do steps lead back? ---*- C++ -*-===//
///
/// \file
/// Whether steps along the neighbour relation lead back to where others came from, by one step or by several.
/// The definition of privacy carries a probability of 0 along them, so that an answer that is never wrongly
/// given cannot be given at all (section 4.2 of Takagi, Cao and Yoshikawa, "Asymmetric Differential
/// Privacy").
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_RETURNING_STEPS_H
#define PLUMB_CHECKER_CLAIMS_RETURNING_STEPS_H

#include "checker/claims/given_values.h"
#include "checker/proof/proof.h"

#include <cstdint>

namespace plumb::claims {

enum class Return : std::uint8_t {
  NotKnown,
  /// Wherever neighbour steps lead, others lead back to data with the answer as before.
  InSteps,
  /// The same, and where one step leads, one leads back.
  AtOnce,
};

/// What is proved: for all records; or, of any number of steps, where all records can be listed and who is a
/// neighbour depends on no parameter but those that \p values has.
///
/// \pre \p query is one of \p neighbourhood.
Return returnOf(const ir::Neighbourhood &neighbourhood, const ir::Variable &query, const GivenValues &values,
                const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_RETURNING_STEPS_H
