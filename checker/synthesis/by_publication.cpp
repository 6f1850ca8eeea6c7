// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/situation_families.h"
#include "checker/synthesis/told_values.h"

namespace plumb::synthesis {

Conditions byPublication(const ir::Mechanism &mechanism, const Draw &draw) {
  Conditions conditions;
  const std::vector<const ir::Tag *> tags = tagsBehind(mechanism, draw);
  const ir::Transcript *own = nullptr;
  for (const auto &transcript : mechanism.transcripts)
    if (transcript->loops == draw.loops)
      own = transcript.get();
  if (!own)
    return conditions;
  const bool isOnlyTag = tags.size() == 1;
  for (const ir::Tag *tag : tags) {
    Which which;
    for (std::size_t at = 0; at < tag->components.size() && which.conditions.empty(); ++at)
      which = whichOf(mechanism, draw, published(mechanism, *own, *tag, at),
                      ir::CellRead(*own, indicesOf(*own), *tag, at, tag->components[at], SourceRange{}));
    for (ExpressionPtr &is : which.conditions)
      conditions.push_back(
          {isOnlyTag ? std::move(is) : boolean(ir::BinaryOperator::And, isTagged(*own, *tag), std::move(is)),
           tag, nullptr});
    if (which.isAll)
      continue;
    if (!isOnlyTag)
      conditions.push_back({isTagged(*own, *tag), tag, nullptr});
    else if (!conditions.empty())
      conditions.push_back({});
  }
  return conditions;
}

} // namespace plumb::synthesis
