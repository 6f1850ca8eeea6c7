// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/published_choice.h - What a loop chooses -*- C++ -*-===//
///
/// \file
/// What a loop chooses and the mechanism publishes behind it, as the index of the largest answer: which
/// variables hold it, where the published output z has it, and when the loop has come past it. It is what
/// selection candidates speak of; nothing rests on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_PUBLISHED_CHOICE_H
#define PLUMB_CHECKER_INFERENCE_PUBLISHED_CHOICE_H

#include "checker/inference/templates.h"

#include <string>
#include <vector>

namespace plumb::inference {

/// An Int variable that the loop assigns and that is published behind it, and where z has it.
struct Part {
  const ir::Variable &variable;
  /// "result", "out.winner.1".
  std::string text;
  ValueOfOutput value;
};

/// What is chosen in the loop and published behind it: one such variable, or several at once, as the row and
/// the column of the largest of a table.
struct Published {
  std::vector<Part> parts;
  /// Is the iteration that chooses it over, and its text, and that of the contrary.
  std::string passedText, aheadText;
  Formula isPassed;
  /// The loop has no such iteration, since it begins behind it.
  Formula isBefore;
  /// Invalid if there is no iteration in front of the current one. What one variable is alone,
  /// valueCandidates say.
  Formula hasBegun;
  /// z has nothing there: another tag is published. Invalid: it always has.
  ValueOfOutput isElsewhere;

  /// "best = result", "row = out.value.1 and col = out.value.2"
  std::string isChosenText() const { return text(" = ", " and "); }
  std::string isNotChosenText() const { return text(" != ", " or "); }

  /// Has the first run chosen it at \p state? Invalid where a variable has no value yet.
  ///
  /// \param output where the iterations around are, which z may depend on.
  smt::Term isChosen(relational::Context c, const relational::State &state,
                     const relational::State &output) const;
  smt::Term isChosen(relational::Context c, const relational::LoopHead &head) const {
    return isChosen(c, head.state, head.state);
  }

private:
  std::string text(const std::string &relation, const std::string &joint) const;
};

/// What the loop of \p templates assigns and is published behind it: each variable by itself, and those that
/// are published at once together.
std::vector<Published> publishedChoices(const Templates &templates);

/// Of the loops around, this one, and those in it, that whose index is assigned to \p x; null if none is.
const ir::For *loopTold(const Templates &templates, const ir::Variable &x);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_PUBLISHED_CHOICE_H
