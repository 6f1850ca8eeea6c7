// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/registers.h - Answers that wait --------*- C++ -*-===//
///
/// \file
/// What a loop hands on from one iteration to the next, and to what is behind it: an answer that is kept in a
/// variable, or handed from one variable to another, is still to be paid for each time that an alignment
/// reads it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_REGISTERS_H
#define PLUMB_CHECKER_INFERENCE_REGISTERS_H

#include "checker/inference/phases.h"

namespace plumb::inference {

/// A variable, and how often it is moved: once for all iterations, or for each phase with which one begins.
struct Waiting {
  const ir::Variable *variable;
  std::vector<Factor> often;
};

/// How often what is in a variable where an iteration begins is moved by alignments of this class of scales
/// until it is overwritten for good, and how often an answer is from where it is read.
struct Registers {
  /// What the body assigns, in the order of the mechanism; none with 0.
  std::vector<Waiting> waiting;
  /// Each term by which the body reads an answer.
  std::vector<AnswerRead> answers;

  /// Of the query that is moved most, all of its answers together.
  Factor perAnswer() const;
};

/// Counted along the text, with the factors that are numbers and scalar parameters; of two sides the one that
/// reads more. Nothing if no answer is moved, or something is kept forever.
std::optional<Registers> registersOf(const Templates &templates, const relational::Scales::Class &scaleClass);

/// The same for each phase. Nothing, too, if they are the same in all of them.
std::optional<Registers> registersOf(const Templates &templates, const relational::Scales::Class &scaleClass,
                                     const Phases &phases);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_REGISTERS_H
