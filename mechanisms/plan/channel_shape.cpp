// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/channel_shape.h"

#include <algorithm>

namespace plumb::plan {

using ir::Channel;
using ir::Relation;

bool hasPartner(const Channel &channel, std::size_t input, std::size_t output) {
  return input == output || ir::mapBetween(channel, input, output).has_value();
}

namespace {

bool isWrittenZero(const Channel::Rule *rule) {
  return !rule || (rule->entry->kind == ir::ChannelTerm::Kind::Number && sgn(rule->entry->number) == 0);
}

bool isSingle(const Channel::Class &declared) {
  return declared.size->kind == ir::ChannelTerm::Kind::Number && declared.size->number == 1;
}

/// Some value has another member of the class as a report than the one that belongs to it.
bool isSharedBy(const Channel &channel, std::size_t input, std::size_t output) {
  if (!hasPartner(channel, input, output))
    return !isWrittenZero(ir::ruleFor(channel, input, output, Relation::None));
  return !isSingle(channel.classes[output]) &&
         !isWrittenZero(ir::ruleFor(channel, input, output, Relation::Miss));
}

bool isReachedBy(const Channel &channel, std::size_t input, std::size_t output) {
  return isSharedBy(channel, input, output) ||
         (hasPartner(channel, input, output) &&
          !isWrittenZero(ir::ruleFor(channel, input, output, Relation::Hit)));
}

bool isMappedTo(const Channel &channel, std::size_t output) {
  return std::any_of(channel.maps.begin(), channel.maps.end(),
                     [&](const Channel::Map &map) { return map.to == output; });
}

template <class Test> bool anyInput(const Channel &channel, Test test) {
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    if (channel.classes[i].isInput && test(i))
      return true;
  return false;
}

/// Each value owns exactly one report, and each report has an owner.
bool hasOwners(const Channel &channel, const ChannelShape &shape) {
  const auto owned = [&](std::size_t input) {
    return std::count_if(shape.outputs.begin(), shape.outputs.end(),
                         [&](std::size_t output) { return hasPartner(channel, input, output); });
  };
  const auto owners = [&](std::size_t output) {
    return std::count_if(shape.inputs.begin(), shape.inputs.end(),
                         [&](std::size_t input) { return hasPartner(channel, input, output); });
  };
  return std::all_of(shape.inputs.begin(), shape.inputs.end(),
                     [&](std::size_t input) { return owned(input) == 1; }) &&
         std::all_of(shape.outputs.begin(), shape.outputs.end(),
                     [&](std::size_t output) { return owners(output) == 1; });
}

} // namespace

ChannelShape::ChannelShape(const Channel &channel) {
  for (std::size_t i = 0; i < channel.notions.size(); ++i)
    if (channel.notions[i].kind != Channel::Notion::Kind::KeepsTypes)
      priced.push_back(i);
  for (std::size_t output : channel.outputs)
    if (anyInput(channel, [&](std::size_t input) { return isReachedBy(channel, input, output); }))
      outputs.push_back(output);
  const auto rank = [&](std::size_t output) {
    const bool isShared =
        anyInput(channel, [&](std::size_t input) { return isSharedBy(channel, input, output); });
    return !isShared ? 2 : isMappedTo(channel, output) ? 1 : 0;
  };
  std::stable_sort(outputs.begin(), outputs.end(),
                   [&](std::size_t left, std::size_t right) { return rank(left) < rank(right); });

  for (std::size_t output : outputs)
    if (channel.classes[output].isInput)
      inputs.push_back(output);
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    if (channel.classes[i].isInput && std::find(inputs.begin(), inputs.end(), i) == inputs.end())
      inputs.push_back(i);

  if (channel.maps.size() > 1 || !hasOwners(channel, *this))
    return;
  collection = Collection::Estimates;
  if (channel.maps.empty())
    return;
  bots = channel.maps.front().to;
  const bool isPersonal = rank(*bots) == 1 && !channel.classes[*bots].isInput;
  collection = isPersonal ? Collection::PersonalEstimates : Collection::Counts;
}

} // namespace plumb::plan
