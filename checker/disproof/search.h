// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/search.h - Is it private at all? --------*- C++ -*-===//
///
/// \file
/// Looks for a violation of a guarantee, whatever the alignment, of mechanisms over integers and over reals:
/// data D
/// -> D' that the adjacency allows and a word that is more than e^eps times as likely on D. Only what was
/// certified is found.
///
/// The search asks questions in an order in which violations of the literature come early: the input on which
/// the alignment fails; small inputs with all words; then longer words, by repeating cells of the best near
/// misses; and each time it climbs to larger losses.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_SEARCH_H
#define PLUMB_CHECKER_DISPROOF_SEARCH_H

#include "checker/disproof/question.h"
#include "checker/refutation/counterexample.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

struct SearchLimits {
  /// See Work.
  std::uint64_t work = 4'000'000;
  /// Assignments to the parameters.
  std::size_t assignments = 40;
  /// How often a second opinion may say no before the search ends.
  unsigned doubts = 4;
  /// Asked once, when that much work is spent: may the search go on? Null: it does.
  llvm::function_ref<bool()> goesOn = nullptr;
  std::uint64_t askedAfter = 0;
};

/// A second opinion on a violation. False: the search goes on.
using IsConfirmed = llvm::function_ref<bool(const Certified &certified)>;

struct SearchResult {
  /// What was found, and confirmed.
  std::optional<Certified> violation;
  /// Its question; without a violation, the first one whose violation was not confirmed, or else the one with
  /// the largest loss, as far as doubles tell.
  std::optional<Question> question;
  double loss = 0;
  double claim = 0;
  /// How many there were, and how many had an answer.
  std::uint64_t asked = 0, answered = 0;
  /// See disproof::isOutside: of some runs no words are known.
  bool isOutside = false;
};

/// Deterministic.
///
/// \param start what an alignment fails on; null if that is not known.
SearchResult search(const ir::Mechanism &mechanism, const refutation::Counterexample *start,
                    IsConfirmed isConfirmed, const SearchLimits &limits = {});

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_SEARCH_H
