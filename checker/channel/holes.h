// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/holes.h - Where a channel is open --------*- C++ -*-===//
///
/// \file
/// The places of a channel that its text leaves open: budgets of notions, definitions and entries, or the
/// exponents in them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_HOLES_H
#define PLUMB_CHECKER_CHANNEL_HOLES_H

#include "frontend/ir/open_channel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::channel {

/// A `?` of the text.
struct Hole {
  enum class Clause : std::uint8_t { Notion, Definition, Rule };
  /// Its number among the parameters.
  std::size_t parameter;
  ir::ChannelTermPtr *place;
  /// Where it stands, and the number of that.
  Clause clause;
  std::size_t number;

  bool isBudget() const { return clause == Clause::Notion; }
};

/// In the order of the text. They point into \p channel.
std::vector<Hole> holesOf(ir::Channel &channel);

/// The line in which the hole stands, as it is told: "let stay = ?".
std::string lineOf(const ir::Channel &channel, const Hole &hole);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_HOLES_H
