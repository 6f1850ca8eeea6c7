// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/meetings.h - x, x' and y of all kinds ----*- C++ -*-===//
///
/// \file
/// All ways in which two different inputs and an output can meet, found by trying every choice of members in
/// classes that are large enough. What is said of x, x' and y mentions them, f(x) and f(x') alone, so that
/// each way exists in classes with as many members as that are different.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_MEETINGS_H
#define PLUMB_CHECKER_CHANNEL_MEETINGS_H

#include "checker/channel/guard.h"

namespace plumb::channel {

/// x in \c left, x' in \c right, different, and y in \c output.
struct Meeting {
  std::size_t left, right, output;
  ir::Relation leftRelation, rightRelation;
  /// Do x and x' hit the same member of \c output? False if one of them hits none.
  bool isHitTogether;
  /// How many different members of each class take part.
  LeastSizes sizes;
  auto operator<=>(const Meeting &) const = default;
};

/// Does each input of the one class hit a member of the other: itself, or its image under a map?
bool isHitBy(const ir::Channel &channel, std::size_t input, std::size_t output);

/// Each once, without those for which a class of a fixed size has too few members.
std::vector<Meeting> meetings(const ir::Channel &channel, std::size_t left, std::size_t right,
                              std::size_t output);

/// The same of one input x: \c right is \c left, and \c rightRelation None.
std::vector<Meeting> encounters(const ir::Channel &channel, std::size_t input, std::size_t output);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_MEETINGS_H
