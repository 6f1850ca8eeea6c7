// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/situation_families.h"
#include "checker/synthesis/told_values.h"
#include "frontend/ir/announcement.h"

namespace plumb::synthesis {

/// Each of the values of one with each of the other.
///
/// \pre neither is all there is.
static Which product(const Which &one, const Which &other) {
  Which both;
  for (const ExpressionPtr &a : one.conditions)
    for (const ExpressionPtr &b : other.conditions)
      both.conditions.push_back(boolean(ir::BinaryOperator::And, copy(*a), copy(*b)));
  for (const Which *each : {&one, &other})
    for (const ExpressionPtr &is : each->conditions)
      both.conditions.push_back(copy(*is));
  return both;
}

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
    for (std::size_t at = 0; at < tag->components.size(); ++at) {
      // Of what is announced any may be why the draw is moved; else the first says which way was gone.
      if (!which.conditions.empty() && !ir::isAnnounced(*tag))
        break;
      Which more = whichOf(mechanism, draw, published(mechanism, *own, *tag, at),
                           ir::CellRead(*own, indicesOf(*own), *tag, at, tag->components[at], SourceRange{}));
      which = which.conditions.empty() ? std::move(more) : product(which, more);
    }
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
