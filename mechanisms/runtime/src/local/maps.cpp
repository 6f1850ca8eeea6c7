// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/maps.h"

#include <algorithm>

namespace plumb::runtime::local {

static std::optional<Error> problemOf(const InputClass &from, const OutputClass &to, const Map &map) {
  if (map.size() != static_cast<std::uint64_t>(from.size))
    return Error{"the map from " + from.name + " to " + to.name + " has " + std::to_string(map.size()) +
                 " entries instead of " + std::to_string(from.size)};
  if (std::any_of(map.begin(), map.end(),
                  [&](std::uint64_t image) { return image >= static_cast<std::uint64_t>(to.size); }))
    return Error{"an entry of the map from " + from.name + " is no member of " + to.name + ", which has " +
                 std::to_string(to.size)};
  return std::nullopt;
}

std::optional<Error> problemOf(const Law &law, const std::vector<Map> &maps) {
  for (const InputClass &input : law.inputs())
    for (std::size_t o = 0; o < law.outputs().size(); ++o) {
      const Block &block = input.blocks[o];
      if (block.partner != Block::Partner::Image)
        continue;
      if (block.map >= maps.size())
        return Error{"the map from " + input.name + " to " + law.outputs()[o].name + " is missing"};
      if (auto problem = problemOf(input, law.outputs()[o], maps[block.map]))
        return problem;
    }
  return std::nullopt;
}

} // namespace plumb::runtime::local
