// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/announcement.h"

#include "frontend/ir/announcement.h"

#include <cassert>

namespace plumb::synthesis {

Announcement::Announcement(ir::Mechanism &in)
    : mechanism(in), variablesBefore(in.variables.size()), tagsBefore(in.tags.size()),
      transcriptsBefore(in.transcripts.size()) {}

Announcement::~Announcement() {
  if (isKept)
    return;
  for (const Place &place : places)
    place.block->erase(place.block->begin() + static_cast<std::ptrdiff_t>(place.position));
  mechanism.transcripts.resize(transcriptsBefore);
  mechanism.tags.resize(tagsBefore);
  mechanism.variables.resize(variablesBefore);
}

void Announcement::add(const Place &place, std::vector<ExpressionPtr> values) {
  assert(place.position > 0);
  // Empty, at the end of the statement in front of it.
  const std::uint32_t end = (*place.block)[place.position - 1]->range().end;
  const SourceRange range{end, end};
  if (mechanism.tags.size() == tagsBefore) {
    std::vector<ir::Sort> sorts;
    for (const ExpressionPtr &value : values)
      sorts.push_back(value->sort());
    mechanism.tags.push_back(
        std::make_unique<ir::Tag>(ir::Tag{std::string(ir::announced), std::move(sorts), range}));
  }
  mechanism.transcripts.push_back(std::make_unique<ir::Transcript>(ir::Transcript{place.loops}));
  auto statement = std::make_unique<ir::Output>(*mechanism.transcripts.back(), *mechanism.tags.back(),
                                                std::move(values), range);
  const std::string indent(2 * (place.loops.size() + 1), ' ');
  said.push_back({range, ir::printHead(*statement), "\n" + indent + ir::printHead(*statement)});
  place.block->insert(place.block->begin() + static_cast<std::ptrdiff_t>(place.position),
                      std::move(statement));
  places.push_back(place);
}

std::vector<Found> Announcement::keep() {
  isKept = true;
  return said;
}

} // namespace plumb::synthesis
