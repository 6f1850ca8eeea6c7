// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/reach.h - How far a violation reaches ---*- C++ -*-===//
///
/// \file
/// A violation has numbers for all parameters. Here it is asked for which others it stands as well, by what
/// the text of the mechanism reads:
///
/// Sizes. If a size decides nothing but how many answers there are and how often a loop runs, then runs at
/// all larger sizes begin alike: with the same noise, the iterations that there are at the smaller one do the
/// same. So what is published in them is as likely, on data that have the same answers there and further ones
/// that do not change. The event is that the output begins with a word.
///
/// Budgets. If a parameter such as eps is read in scales and in the guarantee alone, runs with the same noise
/// do not depend on it, and a word that is impossible on D' is so for all of its values. If besides all
/// scales are inversely proportional to it, and every draw is fixed by what is published or not asked for,
/// then the loss is a sum of shifts / scales, exactly, and is proportional to it.
///
/// Both are theorems; all the same a second opinion is asked for at some other values, and if one is not
/// confirmed nothing is said.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_REACH_H
#define PLUMB_CHECKER_DISPROOF_REACH_H

#include "checker/disproof/search.h"

#include <utility>

namespace plumb::disproof {

struct AllSizes {
  const ir::Variable *size;
  /// At the smallest size; its word is a beginning. A violation at every larger size, with further answers
  /// that are 0 on both sides.
  Question least;
  /// The same where this beginning is a whole word at that size.
  std::optional<std::pair<Question, Certified>> word;
};

/// The shortest beginning of the word of \p question that is a violation at every size from its own on.
/// Nothing if none is known.
///
/// \pre \p question is a violation.
std::optional<AllSizes> allSizes(const Question &question, IsConfirmed isConfirmed);

struct AllBudgets {
  const ir::Variable *budget;
  /// The loss is that many times the budget. Nothing: it is infinite.
  std::optional<Exact> lossPerUnit;
};

/// Is \p question, with the same data and the same word, a violation for every positive value of the one
/// parameter that the guarantee reads? Nothing if that is not known.
///
/// \pre \p certified is its violation.
std::optional<AllBudgets> allBudgets(const Question &question, const Certified &certified,
                                     IsConfirmed isConfirmed);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_REACH_H
