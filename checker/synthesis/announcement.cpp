// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/announcement.h"

#include "frontend/ir/announcement.h"
#include "frontend/ir/fresh_name.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::isa;

Announcement::Announcement(ir::Mechanism &in)
    : mechanism(in), variablesBefore(in.variables.size()), tagsBefore(in.tags.size()),
      transcriptsBefore(in.transcripts.size()) {}

Announcement::~Announcement() {
  if (isKept)
    return;
  for (auto place = places.rbegin(); place != places.rend(); ++place)
    place->block->erase(place->block->begin() + static_cast<std::ptrdiff_t>(place->position));
  mechanism.transcripts.resize(transcriptsBefore);
  mechanism.tags.resize(tagsBefore);
  mechanism.variables.resize(variablesBefore);
}

std::unique_ptr<ir::Statement> Announcement::announce(const std::vector<const ir::For *> &loops,
                                                      std::vector<ExpressionPtr> values, SourceRange range) {
  if (mechanism.tags.size() == tagsBefore) {
    std::vector<ir::Sort> sorts;
    for (const ExpressionPtr &value : values)
      sorts.push_back(value->sort());
    mechanism.tags.push_back(
        std::make_unique<ir::Tag>(ir::Tag{std::string(ir::announced), std::move(sorts), range}));
  }
  mechanism.transcripts.push_back(std::make_unique<ir::Transcript>(ir::Transcript{loops}));
  return std::make_unique<ir::Output>(*mechanism.transcripts.back(), *mechanism.tags.back(),
                                      std::move(values), range);
}

/// Empty, at the end of the statement in front of \p place; where there is none, at the one behind it.
static SourceRange rangeAt(const Place &place) {
  const std::uint32_t at =
      place.position > 0 ? (*place.block)[place.position - 1]->range().end : (*place.block)[0]->range().begin;
  return {at, at};
}

void Announcement::put(const Place &place, std::unique_ptr<ir::Statement> statement,
                       const std::string &text) {
  const std::string indent(2 * (place.loops.size() + 1), ' ');
  if (place.position > 0)
    said.push_back({statement->range(), text, "\n" + indent + text});
  else
    said.push_back({statement->range(), text, text + "; ", true});
  place.block->insert(place.block->begin() + static_cast<std::ptrdiff_t>(place.position),
                      std::move(statement));
  places.push_back(place);
}

void Announcement::add(const Place &place, std::vector<ExpressionPtr> values) {
  std::unique_ptr<ir::Statement> statement = announce(place.loops, std::move(values), rangeAt(place));
  const std::string text = ir::printHead(*statement);
  put(place, std::move(statement), text);
}

void Announcement::addWithOwnCell(const Place &place, std::vector<ExpressionPtr> values) {
  const SourceRange range = rangeAt(place);
  mechanism.variables.push_back(std::make_unique<ir::Variable>(ir::Variable{
      ir::Variable::Role::LoopIndex, ir::freshName(mechanism, "once"), ir::Sort::Int, {}, range}));
  auto loop = std::make_unique<ir::For>(*mechanism.variables.back(), number(0, ir::Sort::Int),
                                        number(1, ir::Sort::Int), nullptr, std::vector<ExpressionPtr>{},
                                        ir::Block{}, range);
  std::vector<const ir::For *> loops = place.loops;
  loops.push_back(loop.get());
  loop->body.push_back(announce(loops, std::move(values), range));
  const std::string text = ir::printHead(*loop) + " { " + ir::printHead(*loop->body.front()) + " }";
  put(place, std::move(loop), text);
}

bool Announcement::isCellTaken(const Place &place) const {
  return std::any_of(mechanism.transcripts.begin(), mechanism.transcripts.end(),
                     [&](const auto &transcript) { return transcript->loops == place.loops; });
}

const ir::Variable &Announcement::addLocal(const std::string &name) {
  mechanism.variables.push_back(std::make_unique<ir::Variable>(
      ir::Variable{ir::Variable::Role::Local, ir::freshName(mechanism, name), ir::Sort::Int, {}, {}}));
  return *mechanism.variables.back();
}

void Announcement::assign(const Place &place, const ir::Variable &local, ExpressionPtr value) {
  const ir::Statement &next = *(*place.block)[place.position];
  const SourceRange range{next.range().begin, next.range().begin};
  auto statement = std::make_unique<ir::Assign>(local, std::vector<ExpressionPtr>{}, std::move(value), range);
  const std::string text = ir::printHead(*statement);
  const std::string indent(2 * (place.loops.size() + 1), ' ');
  said.push_back({range, text, text + (isa<ir::For>(next) ? "\n" + indent : "; "), true});
  place.block->insert(place.block->begin() + static_cast<std::ptrdiff_t>(place.position),
                      std::move(statement));
  places.push_back(place);
}

std::vector<Found> Announcement::keep() {
  isKept = true;
  return said;
}

} // namespace plumb::synthesis
