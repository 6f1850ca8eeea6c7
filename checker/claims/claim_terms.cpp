// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claim_terms.h"

#include "checker/composition/change_class.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/ir/substitution.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/ErrorHandling.h>
#include <utility>

namespace plumb::claims {

using runtime::otp::Comparison;
using runtime::otp::Side;

std::vector<ClaimTerms> claimTermsOf(const ir::Mechanism &mechanism, Movements *movements) {
  std::vector<ClaimTerms> all;
  for (const ir::Claim &claim : mechanism.claims)
    for (ClaimedQuestion &question : claimedQuestions(claim)) {
      auto draw = decidingDraw(mechanism, question);
      if (draw && !sideOf(draw->sample->law))
        draw.reset();
      std::optional<GeneralMovement> movement;
      if (movements)
        movement = movements->of(question.asked->variable, GivenValues());
      all.push_back({std::move(question), std::move(movement), std::move(draw)});
    }
  return all;
}

bool hasNeighboursOf(const ir::Composition &composition, const ir::Part &part) {
  const ir::Substitution given = ir::argumentsOf(composition, part);
  ir::BoundVariables bound;
  std::vector<ir::RecordPremise> own;
  for (const ir::RecordPremise &premise : part.mechanism->premises)
    own.push_back(ir::substituted(premise, given, bound));
  if (!llvm::all_of(composition.head.premises, [&](const ir::RecordPremise &premise) {
        return llvm::any_of(own, [&](const auto &one) { return ir::isSamePremise(one, premise); });
      }))
    return false;
  if (!ir::statesNeighbours(composition))
    return true;
  const composition::ChangeClass stated = composition::statedBy(composition),
                                 allowed = composition::allowedBy(composition, part);
  return part.mechanism->premises.empty() &&
         ir::isSameAdjacency(*stated.neighbourhood->recordAdjacency, *allowed.neighbourhood->recordAdjacency);
}

Comparison comparisonOf(ir::BinaryOperator op) {
  using Op = ir::BinaryOperator;
  return op == Op::Less        ? Comparison::Less
         : op == Op::LessEqual ? Comparison::LessEqual
         : op == Op::Greater   ? Comparison::Greater
                               : Comparison::GreaterEqual;
}

std::optional<Side> sideOf(ir::Law law) {
  switch (ir::row(law).tail) {
  case ir::Tail::TwoSided:
    return Side::TwoSided;
  case ir::Tail::OneSided:
    return Side::OneSided;
  case ir::Tail::Mirrored:
    return Side::Mirrored;
  case ir::Tail::Unknown:
    return std::nullopt;
  }
  llvm_unreachable("all tails are handled");
}

runtime::otp::Values valuesOf(ir::Sort sort) {
  return sort == ir::Sort::Real ? runtime::otp::Values::Reals : runtime::otp::Values::Integers;
}

runtime::Rational numberOf(const interpreter::Exact &value) {
  return *runtime::Rational::parse(toString(value.rational()));
}

/// "; bounds stand for T > 0 ...", where only answers on one side of 0 are known: beyond it the claim may be
/// right of all data. Else empty.
static std::string knownAnswersText(const ClaimedQuestion &question, const Movement &movement) {
  const bool isUpward = question.isUpward();
  if (!movement.isAttained || (isUpward ? movement.isBelowZero : movement.isAboveZero))
    return {};
  const std::string threshold = question.threshold ? textOf(*question.threshold) : "threshold";
  const std::string sign = std::string(isUpward ? " >" : " <") + (question.isStrict() ? "= 0" : " 0");
  return "; bounds stand for " + threshold + sign + " (no data with `" + question.asked->variable.name +
         (isUpward ? " < 0`" : " > 0`") + " are known)";
}

std::string movementText(const ClaimedQuestion &question, const Movement &movement, const std::string &most) {
  const std::string by = " by at most " + most;
  return "`" + question.asked->variable.name + "` " +
         (movement.falls   ? "falls" + by
          : movement.rises ? "rises" + by
                           : "changes" + by + " in either direction") +
         (movement.returns ? ", and other steps lead back" : "") +
         (!movement.isAttained ? ", and whether by as much is not derived"
          : runtime::otp::leadsToAll(movement, question.isUpward(), valuesOf(question.asked->sort()))
              ? ""
              : ", and whether by each lesser amount is not derived") +
         knownAnswersText(question, movement);
}

bool isGapRounded(const ClaimedQuestion &question) {
  return question.asked->sort() != ir::Sort::Real &&
         !(question.threshold ? isWhole(*question.threshold) : question.bound->isWhole);
}

std::string gapText(const ClaimedQuestion &question, bool rounds) {
  const WeightedSum answer{0, {{question.asked, 1}}};
  const bool isReal = question.asked->sort() == ir::Sort::Real;
  if (!question.threshold) {
    const std::string f = ir::print(*question.asked);
    return (question.isUpward() ? f + " - threshold" : "threshold - " + f) + (rounds ? ", rounded up" : "");
  }
  // Is the threshold itself no number for which the claim is false, but the next one?
  const bool isNextTo = !isReal && !question.isStrict();
  const WeightedSum threshold = scaled(*question.threshold, question.isUpward() ? -1 : 1);
  WeightedSum gap = question.isUpward() ? plus(answer, threshold, 1) : plus(threshold, answer, -1);
  gap.constant = gap.constant + (isNextTo ? 1 : 0);
  return textOf(gap) + (!rounds ? "" : isNextTo ? ", rounded down" : ", rounded up");
}

} // namespace plumb::claims
