// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/guard.h - Which case an obligation is ----*- C++ -*-===//
///
/// \file
/// Each obligation says as a value which case it settles, and from which sizes on. That these cases are all
/// there are is computed from the values alone (coverage.h), so that a lost case does not look like a proof.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_GUARD_H
#define PLUMB_CHECKER_CHANNEL_GUARD_H

#include "frontend/ir/channel.h"

#include <compare>
#include <map>
#include <vector>

namespace plumb::channel {

/// The least number of members of classes for which something exists; 0 where nothing is said.
using LeastSizes = std::map<std::size_t, unsigned>;

/// A bit that x or x' hits, or both, and its value.
struct TouchedBit {
  ir::Relation left, right;
  bool isSet;
  auto operator<=>(const TouchedBit &) const = default;
};

/// All touched bits of a class of outputs, with their values; none where neither input hits any.
struct BitChoice {
  std::size_t output;
  std::vector<TouchedBit> bits;
  auto operator<=>(const BitChoice &) const = default;
};

/// What is shown of a case.
enum class Topic : std::uint8_t {
  /// No case: a divisor is positive, from \c sizes on. Cases count where theirs are.
  Defined,
  /// The cases of the others are all there are.
  Coverage,
  /// 1 <= e^budget, the case x = x'.
  Budget,
  /// 0 <= entry, and entry <= 1; of x in \c left and y in \c output.
  EntryLeast,
  EntryMost,
  /// 1 <= sum, and sum <= 1; of the row of x in \c left.
  RowLeast,
  RowMost,
  /// A bit of \c output that neither input hits has one law for both.
  UntouchedLeast,
  UntouchedMost,
  /// Q(y|x) <= e^budget Q(y|x').
  Ratio,
  /// x does not reach y, or sets no bit y.
  Silent,
  /// Not both x and x' reach y, or set the bit y.
  Single,
  /// Q(touched bits|x) <= e^budget Q(touched bits|x') for \c choices, one for each class of outputs.
  BitRatio,
  /// With (a, b) the probabilities for x and x' of the first of two \c choices, (A, B) those of the second:
  /// a <= A, B <= b, and 0 <= B; the last only with fewer members than (A, B) is about.
  NoMoreLikely,
  NoLessLikely,
  NotNegative,
  /// a B <= A b, and 0 < B.
  NoMoreTelling,
  Possible,
};

/// The case of an obligation. Relations are those of x and y, and of x' and y.
struct Guard {
  Topic topic = Topic::Defined;
  std::size_t left = 0, right = 0, output = 0;
  ir::Relation leftRelation = ir::Relation::None, rightRelation = ir::Relation::None;
  std::vector<BitChoice> choices = {};
  LeastSizes sizes = {};
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_GUARD_H
