// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/claimed_question.h - What a claim answers -*- C++ -*-===//
///
/// \file
/// Claims of the form "published `below` implies f < T": a yes-no question about one answer, with an answer
/// that is never wrongly given (Definition 13 of Takagi, Cao and Yoshikawa, asymmetric differential privacy).
/// A claim "the published value is at least f" answers such a question for every T: a value below T tells
/// that f < T (Corollary V.6 of their conference text).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_CLAIMED_QUESTION_H
#define PLUMB_CHECKER_CLAIMS_CLAIMED_QUESTION_H

#include "frontend/ir/program.h"

#include <optional>

namespace plumb::claims {

struct ClaimedQuestion {
  /// The answer that is asked about, a query or an element of one.
  const ir::Read *asked;
  /// Less to GreaterEqual, as if the query stood on the left.
  ir::BinaryOperator comparison;
  /// Null: any number may be, and the value that is published is compared with it.
  const ir::Expression *threshold;
  /// The cell that is published if the answer is given.
  const ir::Transcript *transcript;
  const std::vector<ir::ExpressionPtr> *indices;
  const ir::Tag *tag;

  bool isUpward() const {
    return comparison == ir::BinaryOperator::Greater || comparison == ir::BinaryOperator::GreaterEqual;
  }
  bool isStrict() const {
    return comparison == ir::BinaryOperator::Less || comparison == ir::BinaryOperator::Greater;
  }
};

/// Nothing if the claim is of another form.
std::optional<ClaimedQuestion> claimedQuestion(const ir::Claim &claim);

/// The one draw that decides an answer.
struct DecidingDraw {
  const ir::Sample *sample;
  /// A single loop goes on as before where the answer is given: from the first place to which a run comes,
  /// all of several are answered so with the product of the probabilities of each.
  bool repeats;
};

/// The answer is published, and only there, if the query with this draw added passes the very comparison of
/// the claim, outside all other branches; without a threshold, that sum is what is published, outside all
/// branches. The draw is made anew in each iteration, and no run ends between
/// the two: whatever it took to come to the draw, it has its law. Nothing if it is not decided so.
std::optional<DecidingDraw> decidingDraw(const ir::Mechanism &mechanism, const ClaimedQuestion &question);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_CLAIMED_QUESTION_H
