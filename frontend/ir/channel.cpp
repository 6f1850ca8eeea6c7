// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/channel.h"

#include <algorithm>

namespace plumb::ir {

std::optional<std::size_t> mapBetween(const Channel &channel, std::size_t input, std::size_t output) {
  for (std::size_t i = 0; i < channel.maps.size(); ++i)
    if (channel.maps[i].from == input && channel.maps[i].to == output)
      return i;
  return std::nullopt;
}

static bool holds(const Channel &channel, const Channel::Condition &condition, std::size_t input,
                  std::size_t output, Relation relation) {
  const auto isAmong = [&](std::size_t number) {
    return std::binary_search(condition.classes.begin(), condition.classes.end(), number);
  };
  const auto isRelated = [&] {
    const bool concerned =
        condition.map ? mapBetween(channel, input, output) == condition.map : input == output;
    return concerned && relation == Relation::Hit;
  };
  switch (condition.kind) {
  case Channel::Condition::Kind::Input:
    return isAmong(input);
  case Channel::Condition::Kind::Output:
    return isAmong(output);
  case Channel::Condition::Kind::Related:
    return isRelated();
  case Channel::Condition::Kind::Unrelated:
    return !isRelated();
  }
  return false;
}

const Channel::Rule *ruleFor(const Channel &channel, std::size_t input, std::size_t output,
                             Relation relation) {
  for (const Channel::Rule &rule : channel.rules)
    if (std::all_of(rule.conditions.begin(), rule.conditions.end(), [&](const Channel::Condition &condition) {
          return holds(channel, condition, input, output, relation);
        }))
      return &rule;
  return nullptr;
}

} // namespace plumb::ir
