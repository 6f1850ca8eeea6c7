// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/obligations.h - What a notion asks -------*- C++ -*-===//
///
/// \file
/// The inequalities behind a channel and its notions, for all sizes at once.
///
/// Values of a class are treated alike, so that two inputs x, x' and an output y (or a bit j)
/// meet in finitely many ways: by their classes, and by whether y = x, y = x', y = f(x),
/// y = f(x') for a map f. Each way is one case, with the least class sizes for which it
/// exists. Q(y|x) <= B Q(y|x') is asked as a polynomial in the parameters, multiplied out:
/// entries may be 0.
///
/// The law of a bitwise channel is a product over bits, and so is its worst ratio. Each class of outputs has
/// up to six choices: which of its bits are touched, and their values. Where one choice bounds another (it is
/// an obligation that it does), only the greater one takes part in products: mostly one for each class, and
/// then one product for each pair of inputs instead of 6^classes.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_OBLIGATIONS_H
#define PLUMB_CHECKER_CHANNEL_OBLIGATIONS_H

#include "checker/channel/algebra.h"
#include "checker/channel/guard.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace plumb::channel {

/// facts => goal for all values of the parameters.
struct Obligation {
  /// "row.S", "entry.N.S.miss", "uldp.ratio.N.hit.S.miss": stable and unique in a channel.
  std::string name;
  /// What it says, in words: "the row of x in S sums to 1".
  std::string text;
  std::vector<Fact> facts;
  Fact goal;
  /// The words of the program that it is about.
  SourceRange range;
  /// Number of the notion; nothing if it is about the table itself.
  std::optional<std::size_t> notion;
  /// The case that it settles.
  Guard guard = {};
  /// What the goal compares has a value where all of these are positive; that they are is asked by
  /// obligations of the topic Defined.
  std::set<Polynomial> divisors = {};
};

/// Does it look as if the facts implied the goal? Only decides which obligations are chosen: a wrong answer
/// leaves one open.
using Guess = std::function<bool(const std::vector<Fact> &facts, const Fact &goal)>;

/// Everything that has to hold for \p algebra's channel to be a channel (entries are defined and
/// probabilities, rows sum to 1) and for each of its notions. Throws Unsupported and TooLarge.
std::vector<Obligation> obligations(Algebra &algebra, const Guess &guess);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_OBLIGATIONS_H
