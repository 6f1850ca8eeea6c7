// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/cases.h"

#include <algorithm>

namespace plumb::channel {

using ir::Relation;

const char *word(Relation relation) {
  return relation == Relation::Hit ? "hit" : relation == Relation::Miss ? "miss" : "";
}

std::vector<Relation> relationsBetween(const ir::Channel &channel, std::size_t input, std::size_t output) {
  if (input == output || ir::mapBetween(channel, input, output))
    return {Relation::Hit, Relation::Miss};
  return {Relation::None};
}

/// y = x and y = f(x) exist as soon as both classes have members, y != x and y != f(x) from two members on.
LeastSizes sizesFor(const Cell &cell, std::size_t output) {
  LeastSizes sizes{{cell.input, 1u}};
  unsigned &outputs = sizes[output];
  outputs = std::max(outputs, cell.relation == Relation::Miss ? 2u : 1u);
  return sizes;
}

std::vector<std::size_t> inputsOf(const ir::Channel &channel) {
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    if (channel.classes[i].isInput)
      inputs.push_back(i);
  return inputs;
}

void atLeast(LeastSizes &sizes, const LeastSizes &others) {
  for (const auto &[number, least] : others) {
    unsigned &size = sizes[number];
    size = std::max(size, least);
  }
}

bool isTooSmall(const ir::Channel &channel, std::size_t number, unsigned least) {
  const ir::ChannelTerm &size = *channel.classes[number].size;
  return size.kind == ir::ChannelTerm::Kind::Number && size.number < least;
}

/// A single y equals at most one of x != x'; that it equals neither needs a third member if all three are of
/// one class. Two members may well have the same image under a map.
std::vector<PairCase> pairCases(const ir::Channel &channel, std::size_t output) {
  std::vector<PairCase> cases;
  const std::vector<std::size_t> inputs = inputsOf(channel);
  for (std::size_t a : inputs)
    for (std::size_t b : inputs)
      for (Relation left : relationsBetween(channel, a, output))
        for (Relation right : relationsBetween(channel, b, output)) {
          const bool isIdentity = a == output && b == output;
          if (isIdentity && left == Relation::Hit && right == Relation::Hit)
            continue;
          PairCase found{{a, left}, {b, right}, sizesFor({a, left}, output)};
          atLeast(found.sizes, sizesFor({b, right}, output));
          if (a == b)
            atLeast(found.sizes, {{a, isIdentity && left == right ? 3u : 2u}});
          cases.push_back(std::move(found));
        }
  return cases;
}

} // namespace plumb::channel
