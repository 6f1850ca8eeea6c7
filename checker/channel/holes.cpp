// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/holes.h"

#include "frontend/ir/print_channel.h"

#include <algorithm>

namespace plumb::channel {

using ir::Channel;
using ir::ChannelTerm;
using ir::ChannelTermPtr;

/// Of a term, or of the exponent in it.
static void findHole(ChannelTermPtr &term, const Channel &channel, Hole::Clause clause, std::size_t number,
                     std::vector<Hole> &holes) {
  if (term->kind == ChannelTerm::Kind::Parameter && channel.parameters[term->index].isOpen)
    holes.push_back({term->index, &term, clause, number});
  else if (term->kind == ChannelTerm::Kind::Exponential)
    findHole(term->operands[0], channel, clause, number, holes);
}

std::vector<Hole> holesOf(Channel &channel) {
  std::vector<Hole> holes;
  for (std::size_t i = 0; i < channel.notions.size(); ++i)
    findHole(channel.notions[i].budget, channel, Hole::Clause::Notion, i, holes);
  for (std::size_t i = 0; i < channel.definitions.size(); ++i)
    findHole(channel.definitions[i].value, channel, Hole::Clause::Definition, i, holes);
  for (std::size_t i = 0; i < channel.rules.size(); ++i)
    findHole(channel.rules[i].entry, channel, Hole::Clause::Rule, i, holes);
  std::sort(holes.begin(), holes.end(), [&](const Hole &a, const Hole &b) {
    return channel.parameters[a.parameter].range.begin < channel.parameters[b.parameter].range.begin;
  });
  return holes;
}

std::string lineOf(const Channel &channel, const Hole &hole) {
  switch (hole.clause) {
  case Hole::Clause::Notion:
    return "guarantees " + ir::print(channel, channel.notions[hole.number]);
  case Hole::Clause::Definition: {
    const Channel::Definition &definition = channel.definitions[hole.number];
    return "let " + definition.name + " = " + ir::print(channel, *definition.value);
  }
  case Hole::Clause::Rule:
    return ir::print(channel, channel.rules[hole.number]);
  }
  return {};
}

} // namespace plumb::channel
