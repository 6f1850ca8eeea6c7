// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/tried.h - What a search looked at -----*- C++ -*-===//
///
/// \file
/// How far the cross-examination of a proof went: the line `tried` of a verdict.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_TRIED_H
#define PLUMB_CHECKER_REFUTATION_TRIED_H

#include "checker/refutation/counterexample.h"

#include <array>
#include <optional>
#include <vector>

namespace plumb::refutation {

/// The aligned pairs of runs that a search replayed and in which nothing failed.
struct Tried {
  std::uint64_t pairs = 0;
  /// Others were not followed to their ends, as an alignment has no value there.
  bool withoutValue = false;
  /// Of the first of them in which an answer differs, or else of the first.
  std::vector<NamedNumber> parameters;
  std::vector<NamedAnswers> answers;
  /// Samples and publications that no first run came to, in the order of the text.
  std::vector<const ir::Statement *> unreached;
  /// Two different draws of all noise with which the same is published and that the alignments move to one,
  /// so that they are not one-to-one; the first such two.
  std::optional<std::array<interpreter::Numbers, 2>> movedToOne;
};

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_TRIED_H
