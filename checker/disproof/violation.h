// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/violation.h - It is not private ---------*- C++ -*-===//
///
/// \file
/// A confirmed violation of a guarantee, whatever the alignment, as it is told: data sets D -> D' that the
/// adjacency allows, and a word that is more than e^eps times as likely to be published on D as on D'. The
/// definition is that of asymmetric differential privacy (Definition 9 of Takagi, Cao and Yoshikawa): only D
/// -> D' counts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_VIOLATION_H
#define PLUMB_CHECKER_DISPROOF_VIOLATION_H

#include "checker/disproof/search.h"
#include "checker/witness/confirm.h"

namespace plumb::disproof {

/// A question, as it is told.
struct ToldQuestion {
  std::vector<refutation::NamedNumber> parameters;
  std::vector<refutation::NamedAnswers> answers;
  /// Nothing in the textbook form. No field is marked as any.
  std::optional<refutation::NamedRecords> records;
  /// "out[0] = below, out[1] = above(2)".
  std::string word;
  /// "1.25", or "infinite" if the word is impossible on D'; rounded to nearest. More than \p epsilon only if
  /// that was certified.
  std::string loss;
  /// What is guaranteed.
  std::string epsilon;
};

ToldQuestion told(const Question &question, double loss, double claim);

/// Decimal bounds on Pr[D] and Pr[D'] by cells of noise (see witness::confirm), rounded outward.
struct ByCells {
  std::string firstLow, firstHigh, secondLow, secondHigh;
};

/// \p isDensity: these may be above 1.
ByCells byCells(const witness::Opinion &opinion, bool isDensity);

/// For which other parameters a violation stands, as it is told: see reach.h.
struct ToldReach {
  struct Sizes {
    std::string size, least;
    /// What is published first.
    std::string word;
  };
  struct Budgets {
    std::string budget;
    /// "infinite", or "2": of each unit of the budget.
    std::string loss;
  };
  std::optional<Sizes> sizes;
  std::optional<Budgets> budgets;
};

struct Violation {
  ToldQuestion question;
  /// Decimal bounds on Pr[D] and Pr[D'], rounded outward.
  std::string firstLow, firstHigh, secondLow, secondHigh;
  /// The bounds are on densities, at the published numbers.
  bool isDensity = false;
  bool isImpossibleOnSecond = false;
  /// The statement that gives most of it away. Null if that is not known.
  const ir::Statement *telling = nullptr;
  witness::Witness witness;
  /// They confirm it.
  ByCells byCells;
  ToldReach reach;
  /// Another one with a larger loss, confirmed as well; nothing if none was found.
  std::optional<ToldQuestion> larger;
};

struct Findings {
  std::optional<Violation> violation;
  /// Without a violation: the question with the largest loss that was found.
  std::optional<ToldQuestion> largest;
  /// Why \c largest is no violation although its loss is larger than what is guaranteed: the second opinion
  /// does not confirm it. Empty if nothing of the kind was found.
  std::string doubt;
  /// Why no question had an answer, or beside \c largest, why nothing is known of some runs. Empty if there
  /// is nothing of the kind.
  std::string silence;
};

/// "1.25", "infinite": as few digits as tell \p loss from \p other, if it differs, but four at least.
std::string lossText(double loss, double other);

/// Looks for a violation (see search), and asks for a second opinion on it (see witness::confirm).
///
/// \param cells how many the second opinion may look at.
Findings examine(const ir::Mechanism &mechanism, const refutation::Counterexample *start,
                 std::uint64_t cells = witness::mostCells, const SearchLimits &limits = {});

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_VIOLATION_H
