// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/paths.h - How a word comes to be published -*- C++ -*-===//
///
/// \file
/// All ways in which a mechanism publishes one word on one data set. The run is made once for each outcome of
/// the comparisons of its draws, with the word as a guide: what publishes something else is left at once, and
/// a published number is solved for the newest draw in it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_PATHS_H
#define PLUMB_CHECKER_DISPROOF_PATHS_H

#include "checker/disproof/symbolic_evaluator.h"
#include "checker/interpreter/execute.h"
#include "checker/refutation/budget.h"

namespace plumb::disproof {

/// Counted in statements of runs and terms of integrals, never in time.
using Work = refutation::Budget;

/// Is its density on each side of 0 a multiple of a power of e^(-|x|/b), as piecewise.cpp and reach.cpp
/// compute it? A path with a draw of another law has a likelihood only as closed_form.h says.
bool hasExponentialDensity(ir::Law law);

struct FoundPath {
  witness::Path path;
  /// Which of the published numbers, counted along the word, were solved for a real draw. As many as the
  /// rank.
  std::vector<std::size_t> solved;
};

struct PathSet {
  std::vector<FoundPath> paths;
  /// Then the paths say nothing. Never Impossible.
  std::optional<Obstacle> obstacle;
};

/// The paths of all runs on \p answers that publish \p word, but for a set of runs of probability zero.
///
/// \param word sorted, as interpreter::Output says.
PathSet pathsTo(const interpreter::Instance &instance, const interpreter::Numbers &answers,
                const interpreter::Output &word, Work &work);

/// The paths to all words that begin like \p word, up to its cell number \p cells: what a run does later, it
/// may do.
///
/// \pre the cells of the mechanism are opened in the order of the word.
PathSet pathsToPrefix(const interpreter::Instance &instance, const interpreter::Numbers &answers,
                      const interpreter::Output &word, std::size_t cells, Work &work);

/// Words that runs on \p answers may publish, at most \p most: one for each row of outcomes of the
/// comparisons. Published numbers are what they are if the draw that is solved for is \p offset (moved into
/// the support of its law) and the others are 0. Some of the words may be impossible.
/// \param atEdges what is just within the bounds that tests have set draws comes before that.
std::vector<interpreter::Output> wordsOn(const interpreter::Instance &instance,
                                         const interpreter::Numbers &answers, const Exact &offset,
                                         std::size_t most, Work &work, bool atEdges = false);

/// Do runs on \p answers multiply draws, or take them for a scale or a subscript? Then nothing is known of
/// their words.
bool isOutside(const interpreter::Instance &instance, const interpreter::Numbers &answers, Work &work);

/// What one run compares: the differences in the order of the run.
using Comparisons = std::vector<Form>;

/// The comparisons of the first runs on \p answers, at most \p most, in an order that the outcomes of those
/// without draws alone change.
/// \param atEdges noise to one side of a number decides nothing while the number is on the other side: where
/// all draws of a comparison are of this kind, there is one more, in which they are 0.
std::vector<Comparisons> comparisonsOn(const interpreter::Instance &instance,
                                       const interpreter::Numbers &answers, std::size_t most, Work &work,
                                       bool atEdges);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_PATHS_H
