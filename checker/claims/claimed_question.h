// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/claimed_question.h - What a claim answers -*- C++ -*-===//
///
/// \file
/// Claims of the form "published `below` implies f < T": a yes-no question about one answer, with an answer
/// that is never wrongly given (Definition 13 of Takagi, Cao and Yoshikawa, asymmetric differential privacy).
/// A claim "the published value is at least f" answers such a question for every T: a value below T tells
/// that f < T (Corollary V.6 of their conference text). How a claim or a program writes it does not matter:
/// comparisons are read as weighted sums.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_CLAIMED_QUESTION_H
#define PLUMB_CHECKER_CLAIMS_CLAIMED_QUESTION_H

#include "checker/claims/weighted_sum.h"
#include "frontend/ir/program.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plumb::claims {

struct ClaimedQuestion {
  /// The answer that is asked about, a query or an element of one.
  const ir::Read *asked;
  /// Less to GreaterEqual, with the query on the left.
  ir::BinaryOperator comparison;
  /// On the right. Nothing: any number may be, and what is published bounds the answer.
  std::optional<WeightedSum> threshold;

  /// weight * (the component that is published) + rest, which is never on the wrong side of the answer.
  struct Bound {
    std::size_t component;
    interpreter::Exact weight;
    WeightedSum rest;
    /// It is never equal to the answer either.
    bool isStrict;
    /// Whole numbers, for whole thresholds.
    bool isWhole;
  };
  /// There if no threshold is.
  std::optional<Bound> bound;

  /// The cell that is published if the answer is given.
  const ir::Transcript *transcript;
  const std::vector<ir::ExpressionPtr> *indices;
  const ir::Tag *tag;
  /// The claim, or what it says of this among other things.
  std::string text;

  bool isUpward() const {
    return comparison == ir::BinaryOperator::Greater || comparison == ir::BinaryOperator::GreaterEqual;
  }
  bool isStrict() const {
    return comparison == ir::BinaryOperator::Less || comparison == ir::BinaryOperator::Greater;
  }
};

/// All that \p claim answers, in the order of the text: it is taken apart at `and`, `implies` and `not`, and
/// comparisons are solved for the query. Points into \p claim.
std::vector<ClaimedQuestion> claimedQuestions(const ir::Claim &claim);

/// The one draw that decides an answer, which is given if query + weight * draw + shift compares so with the
/// threshold.
struct DecidingDraw {
  const ir::Sample *sample;
  /// Not zero.
  interpreter::Exact weight;
  /// Of terms over scalar parameters, which are one number in every run and iteration.
  WeightedSum shift;
  ir::BinaryOperator comparison;
  /// It may be given in other ways too: then as often at least.
  bool isOneOfSeveral;
  /// A single loop goes on as before where the answer is given: from the first place to which a run comes,
  /// all of several are answered so with the product of the probabilities of each.
  bool repeats;
  /// A branch leads to the draw, for which nothing was drawn in the same iteration: not all runs that come to
  /// the place come to it.
  bool isBehindBranch = false;
  /// What the claim has in `shift`, in the names of the program.
  std::vector<ir::ExpressionPtr> renamed = {};
};

/// The answer is published, and only there, if a comparison of the query, this draw and the threshold holds,
/// outside all other branches but those behind which all is drawn that is in an iteration; without a
/// threshold, their sum is what is published, or the larger or smaller of it and something else, outside all
/// branches. The draw is made anew in each iteration, and no run ends between the two: whatever it took to
/// come to the draw, it has its law. Nothing if it is not decided so. Points into \p mechanism and into
/// itself.
std::optional<DecidingDraw> decidingDraw(const ir::Mechanism &mechanism, const ClaimedQuestion &question);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_CLAIMED_QUESTION_H
