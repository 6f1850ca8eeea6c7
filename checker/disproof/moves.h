// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/moves.h - Questions close to a question -*- C++ -*-===//
///
/// \file
/// The steps by which a search climbs: other differences of the answers, answers farther into a tail, larger
/// records, other published numbers; and longer words, by repeating cells. Answers that are told about alike
/// are moved together.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_MOVES_H
#define PLUMB_CHECKER_DISPROOF_MOVES_H

#include "checker/disproof/question.h"

namespace plumb::disproof {

/// What the adjacency lets one answer be less on D' than on D.
struct AnswerRange {
  Exact lowest, highest;
  /// At most one answer of the query differs.
  bool isOnlyOne;
  /// The answers of the query: first and behind the last.
  std::size_t first, last;
  bool isIntegral;
};

/// For each answer. Nothing if an adjacency allows nothing.
/// \pre the textbook form.
std::optional<std::vector<AnswerRange>> answerRanges(const interpreter::Instance &instance);

/// Sets what answer \p at is less on D', and that of the others of the query to 0 if only one may differ.
void setDifference(Question &question, const std::vector<AnswerRange> &ranges, std::size_t at,
                   const Exact &difference);

/// For each answer a group: those of one query with the same word told about them.
std::vector<std::size_t> groupsOf(const Question &question);

/// Every question one step away, in a fixed order.
std::vector<Question> steps(const Question &question);

/// Data in which a number of the one record that differs is larger, 16 times or by 16: losses of sums are
/// found far out. The words are those of \p question, and say nothing here. None in the textbook form.
std::vector<Question> larger(const Question &question);

/// Questions in which one element of an array of ints among the parameters is by 16 larger or smaller, where
/// the requirements allow it: a weight that nothing bounds. None in records.
std::vector<Question> stretched(const Question &question);

/// Questions in which a block of one to three neighbouring cells, with its answers and the elements of array
/// parameters that belong to it, is repeated; of a word without cells all answers, or the first one. None if
/// the mechanism has no loop over its answers, or \p most cells would be too few.
std::vector<Question> grown(const Question &question, std::int64_t most);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_MOVES_H
