// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/one_claim.h - What is printed of a claim --*- C++ -*-===//
///
/// \file
/// The rows of one claim: how neighbours move its answer, which draw gives it and which runs come to it are
/// put together here, at each distance that is asked for.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_ONE_CLAIM_H
#define PLUMB_CHECKER_CLAIMS_ONE_CLAIM_H

#include "checker/claims/claim_bounds.h"
#include "checker/claims/claimed_question.h"
#include "checker/claims/defined_values.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace plumb::claims {

/// Where a claim is asked about: in a mechanism by itself, or in a part of a composition.
struct Setting {
  const ir::Mechanism *program;
  /// Of its parameters.
  const GivenValues *values;
  /// That of the guarantee, and whether it is about just the neighbours of the program.
  Ends eps;
  bool hasNeighbours = true;
  /// Of a composition: how often the part runs.
  std::optional<std::uint64_t> times = {};
  /// Of a composition that defines numbers: what a term over parameters of the part is worth; the string
  /// names it.
  std::function<runtime::Expected<Ends>(const ir::Expression &, const std::string &)> enclosed = {};
};

/// An error value if the request does not fit. \p question is one that a claim of the program answers.
runtime::Expected<ClaimBounds> boundsOfClaim(const Setting &setting, const ClaimedQuestion &question,
                                             const Request &request, const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_ONE_CLAIM_H
