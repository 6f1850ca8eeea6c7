// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/outcomes.h - All that can be published --*- C++ -*-===//
///
/// \file
/// Of a mechanism that publishes one of a few words, or a number with noise that is an integer, how likely
/// each of them is on a small pair of neighbours. Computed with doubles, for who wants to see what is
/// guaranteed: no verdict rests on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_OUTCOMES_H
#define PLUMB_CHECKER_DISPROOF_OUTCOMES_H

#include "checker/disproof/violation.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::disproof {

struct Outcomes {
  struct Word {
    std::string text;
    /// On D and on D'.
    double first, second;
  };

  /// The pair, and the word that tells most.
  ToldQuestion question;
  /// The likely ones. Numbers stand in their order.
  std::vector<Word> words;
  /// How likely all others are together, where that is no matter of rounding: both columns sum to 1 with it.
  struct Rest {
    double first, second;
  };
  std::optional<Rest> rest;
  /// Where there is no rest, all others together are less likely than this, if there are any.
  static constexpr double negligible = 1e-9;
  /// What is guaranteed.
  double epsilon = 0;
};

/// On a pair among the smallest ones, of which some word that is not rare tells most. Nothing where a few
/// words are not most of what is published, or where their probabilities have no closed form.
std::optional<Outcomes> outcomesOf(const ir::Mechanism &mechanism);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_OUTCOMES_H
