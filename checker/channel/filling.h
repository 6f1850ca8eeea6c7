// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/filling.h - What a channel leaves open ---*- C++ -*-===//
///
/// \file
/// Finds what a channel leaves open: the budget of a notion (`ldp(?)`), probabilities (`let stay = ?`) and
/// exponents (`exp(?)`). Each obligation is an inequality between polynomials, and a best answer makes as
/// many of them tight as there are holes. Nothing that is found here is trusted: it goes into the channel as
/// if it had been written, is read again as text, and is proved like everything else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_FILLING_H
#define PLUMB_CHECKER_CHANNEL_FILLING_H

#include "checker/channel/check.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumb::channel {

/// What became of the holes of one channel.
struct Filling {
  struct Found {
    /// Of the `?`.
    SourceRange range;
    /// "let stay = 1 / 2": the line in which it stands, as it is told.
    std::string clause;
    /// What stands in its place then.
    std::string text;
  };
  /// In the order of the text; empty if nothing was found, and then the holes are still there.
  std::vector<Found> found;
  /// Other answers, each of them proved too, and none better than another in all respects: "let a = 1 / 2,
  /// let b = 0".
  std::vector<std::string> others;
  /// Why nothing was found.
  std::vector<std::string> conflict;
  /// Budgets were open, and all of them are the smallest that were found.
  bool isSmallestFound = false;
  /// Each of them is needed by a small table, and this is the one of the first: there a budget whose power of
  /// e is a hundredth smaller is too small.
  std::optional<std::vector<Counterexample::Value>> tightAt;
};

/// Is a filled channel a program that can be written, printed and read back to the same one?
using IsText = std::function<bool(const ir::Channel &)>;

/// Fills the holes of \p channel so that it is proved, or leaves it as it is. Of several answers the one
/// whose rows tell most is written: those where `y = x` is likeliest. Deterministic.
Filling fill(ir::Channel &channel, const EngineMaker &makeEngine, const IsText &isText);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_FILLING_H
