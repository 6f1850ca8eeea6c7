// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/cases.h - How x, x' and y can meet -------*- C++ -*-===//
///
/// \file
/// The finitely many ways in which two inputs and an output of a channel with symbolic class sizes can
/// meet: x is y's own value, or another of its class, and so on. Each obligation about all x, x', y becomes
/// one for each case, with the least sizes at which the case exists.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_CASES_H
#define PLUMB_CHECKER_CHANNEL_CASES_H

#include "checker/channel/guard.h"

namespace plumb::channel {

/// An input x of a class, and how an output y is related to it.
struct Cell {
  std::size_t input;
  ir::Relation relation;
};

/// "hit", "miss"; empty for None.
const char *word(ir::Relation relation);

/// The relations that members of two classes can have.
std::vector<ir::Relation> relationsBetween(const ir::Channel &channel, std::size_t input, std::size_t output);

/// The sizes for which an x and a y as in the cell exist.
LeastSizes sizesFor(const Cell &cell, std::size_t output);

/// Two different inputs and one output of a class.
struct PairCase {
  Cell left, right;
  LeastSizes sizes;
};

/// All ways in which some x != x' and a y of class \p output can meet.
std::vector<PairCase> pairCases(const ir::Channel &channel, std::size_t output);

/// Of each class the larger of both.
void atLeast(LeastSizes &sizes, const LeastSizes &others);

/// Does the class have a fixed number of members, and fewer than that?
bool isTooSmall(const ir::Channel &channel, std::size_t number, unsigned least);

/// The numbers of the classes of inputs.
std::vector<std::size_t> inputsOf(const ir::Channel &channel);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_CASES_H
