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
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_OBLIGATIONS_H
#define PLUMB_CHECKER_CHANNEL_OBLIGATIONS_H

#include "checker/channel/algebra.h"

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
};

/// Everything that has to hold for \p algebra's channel to be a channel (entries are defined and
/// probabilities, rows sum to 1) and for each of its notions. Throws Unsupported and TooLarge.
std::vector<Obligation> obligations(Algebra &algebra);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_OBLIGATIONS_H
