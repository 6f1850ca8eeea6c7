// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/movement.h - How neighbours move an answer -*- C++ -*-===//
///
/// \file
/// How far one answer moves along the neighbour relation, for all parameters and at given numbers: stated, or
/// derived from records. What bounds every mechanism needs steps that are there, so it is also asked which
/// ones are known to be.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_MOVEMENT_H
#define PLUMB_CHECKER_CLAIMS_MOVEMENT_H

#include "checker/claims/given_values.h"
#include "checker/proof/sensitivity.h"
#include "plumb/runtime/otp/claimed_answer.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace plumb::claims {

using runtime::otp::Movement;

/// What is known at all values of the parameters.
struct GeneralMovement {
  bool falls = false, rises = false;
  /// See stepsLeadBack, which may know more at values of parameters.
  bool returns = false, returnsAtOnce = false;
  /// A term over scalar parameters. Null: no bound is known.
  std::shared_ptr<const ir::Expression> most;
  /// Steps that are there, as many as one likes, where these parameters have these values.
  struct Steps {
    interpreter::Exact length;
    std::map<std::string, Rational> values;
  };
  /// Steps of the length `most` are there: they are stated, or it is proved. Of records that is so where
  /// these parameters are no less than that.
  bool isEverywhere = true;
  std::map<std::string, Rational> leasts;
  /// There steps of each lesser length are too; see Movement.
  bool hasEachLength = false;
  /// Where they are not: nothing if none are known.
  std::optional<Steps> steps;
  /// Where steps are; see Movement.
  bool isBelowZero = true, isAboveZero = true;
};

/// How the answers of one neighbourhood move. What is derived from records is so once.
class Movements {
public:
  /// Both outlive this.
  Movements(const ir::Neighbourhood &of, const proof::EngineMaker &makeEngine)
      : neighbourhood(of), engine(makeEngine) {}

  /// \p values are those at which it is asked whether steps lead back.
  /// \pre \p query is one of the neighbourhood.
  GeneralMovement of(const ir::Variable &query, const GivenValues &values);
  /// The same but for the steps that are there.
  GeneralMovement directionsOf(const ir::Variable &query, const GivenValues &values);

private:
  const proof::QuerySensitivity *derivedOf(const ir::Variable &query);

  const ir::Neighbourhood &neighbourhood;
  const proof::EngineMaker &engine;
  std::optional<proof::Sensitivity> derived;
};

/// \pre \p query is one of \p neighbourhood.
runtime::Expected<Movement> movementOf(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                                       const GivenValues &values, const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_MOVEMENT_H
