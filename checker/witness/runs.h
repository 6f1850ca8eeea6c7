// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/runs.h - Which runs publish a word? ------*- C++ -*-===//
///
/// \file
/// All runs of a mechanism that publish a word, found by executing its text while the draws are not known: it
/// is executed from the start once for each row of outcomes of its comparisons. The paths of a witness are
/// not asked: whoever checks them has to come to them alone.
///
/// A real number that is published with noise in it is no single place but a window around what the word
/// says. So the event has a probability, and a run that publishes something close by is not forgotten.
///
/// This room evaluates expressions, as checker/interpreter and checker/disproof do, and shares no evaluation
/// with them. It is the second opinion on what they have found: an operator that one of them computes wrongly
/// would confirm itself if it were computed here by the same lines. So the operators stand here once more, on
/// purpose; only exact numbers and their division are shared.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_RUNS_H
#define PLUMB_CHECKER_WITNESS_RUNS_H

#include "checker/witness/witness.h"

#include <set>

namespace plumb::witness {

/// Which of the published numbers, counted along the word, are windows. The others are exact.
using Windows = std::set<std::size_t>;

/// A window is this wide on either side: later ones are wider, so that sums of earlier ones lie inside.
Exact radiusOf(std::size_t window);

/// What the forms of a run are made of: its draws, and windows. Here LinearForm::Term::draw is an index of
/// Run::symbols.
struct Symbol {
  /// What is published: a place in a window around \c center. Nothing for a draw.
  std::optional<std::size_t> window;
  Exact center;
  /// Of a draw.
  ir::Law law = ir::Law::Laplace;
  Exact scale = 1;
  ir::Sort sort = ir::Sort::Real;
  /// What the draw is, given what is published. Nothing for a free draw.
  std::optional<LinearForm> value;
};

struct Run {
  std::vector<Symbol> symbols;
  /// A test without draws, in windows alone, may be left as well.
  std::vector<Test> tests;
  Exact jacobian = 1;
  /// The windows that are symbols, and all published numbers that have real noise in them.
  Windows solved, published;
};

struct Runs {
  /// Empty if the text does more than this room understands.
  std::optional<std::string> obstacle;
  /// Disjoint, but for a set of probability zero; together all that publish the word.
  std::vector<Run> list;
};

/// \param isBeginning the word has no result, and runs that go on to further cells publish it as well: each
/// is left where it opens the first of them. \param windows nothing: whatever has real noise in it. \param
/// statements how many may be executed at most.
Runs runsTo(const interpreter::Instance &instance, const interpreter::Numbers &answers,
            const interpreter::Output &word, bool isBeginning, const std::optional<Windows> &windows,
            std::uint64_t statements = 200'000);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_RUNS_H
