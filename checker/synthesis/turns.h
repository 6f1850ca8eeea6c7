// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/turns.h - What iterations turn for good -*- C++ -*-===//
///
/// \file
/// Loops that publish nothing and gather what their iterations decide: in flags that stay as they are once
/// they have turned, in counts that go one way. Of each of these it is said in one condition that it turns in
/// this iteration, or takes a step that shows, by what is known before the first of them does: what the
/// statements between make of locals is written out.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_TURNS_H
#define PLUMB_CHECKER_SYNTHESIS_TURNS_H

#include "checker/synthesis/announcement.h"

#include <cstdint>
#include <vector>

namespace plumb::synthesis {

/// Of flags and counts that turn one behind the other, with no draw between that decides.
struct Turns {
  /// In front of the first statement that turns one.
  Place place;
  /// One for each time that one may turn, in the order of the text.
  std::vector<ExpressionPtr> conditions;
  /// None of the same iteration stands in front of it.
  bool isFirst;
};

/// How a turn is told that one of several draws may decide (`x := x or a > T or b > T`).
enum class Told : std::uint8_t {
  /// In one condition.
  Whole,
  /// In one for each of them, of which no two hold at once.
  Apart
};

/// In the order of the text. Those of a loop that does more than a few such things are left out.
std::vector<Turns> turns(ir::Mechanism &mechanism, Told how);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_TURNS_H
