// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/claim_terms.h - A claim for all parameters -*- C++ -*-===//
///
/// \file
/// What is known of each claim before parameters have values: the question that it answers, how neighbours
/// move the answer, and the draw that decides. At numbers it is a runtime::otp::ClaimedAnswer; one_claim.h
/// makes one for a user, and emitted code makes its own.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_CLAIM_TERMS_H
#define PLUMB_CHECKER_CLAIMS_CLAIM_TERMS_H

#include "checker/claims/claimed_question.h"
#include "checker/claims/movement.h"
#include "frontend/ir/law.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::claims {

struct ClaimTerms {
  ClaimedQuestion question;
  /// Nothing if it is not known: of a part, neighbours of the whole may be others.
  std::optional<GeneralMovement> movement;
  /// Nothing where no single draw decides, or one of whose law the runtime knows no tail.
  std::optional<DecidingDraw> draw;
};

/// Of each claim that is a question about one answer, in the order of the text; points into \p mechanism.
///
/// \param movements null: it is not known how the answers move.
std::vector<ClaimTerms> claimTermsOf(const ir::Mechanism &mechanism, Movements *movements);

/// Are those of \p part neighbours of the whole, and under no further premises? A bound for any mechanism
/// needs steps that exist.
bool hasNeighboursOf(const ir::Composition &composition, const ir::Part &part);

// In the terms of the runtime.

/// \pre \p op is one of the four.
runtime::otp::Comparison comparisonOf(ir::BinaryOperator op);
/// Nothing for a law of which the runtime knows no tail.
std::optional<runtime::otp::Side> sideOf(ir::Law law);
runtime::otp::Values valuesOf(ir::Sort sort);
runtime::Rational numberOf(const interpreter::Exact &value);

// In words.

/// "`f` falls by at most 1"; \p most says by how much. Also for which thresholds bounds stand, if not for
/// all.
std::string movementText(const ClaimedQuestion &question, const Movement &movement, const std::string &most);
/// Beside a draw to which a branch leads.
inline constexpr const char *ofRunsAtDraw =
    "a branch leads to the draw, and it is given so in runs that take it";
/// Of the distance from the nearest answer for which the claim is false: "T - f + 1". \p rounds: is it told
/// beside distances that are rounded to gaps?
std::string gapText(const ClaimedQuestion &question, bool rounds);
/// Whole answers beside a threshold that may be none: answers of several distances have one gap.
bool isGapRounded(const ClaimedQuestion &question);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_CLAIM_TERMS_H
