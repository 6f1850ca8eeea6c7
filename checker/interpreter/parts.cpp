// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/parts.h"

#include "checker/interpreter/neighbours.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/published.h"
#include "frontend/ir/stated_neighbours.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::interpreter {

namespace {

const ir::Argument *argumentOf(const ir::Part &part, const ir::Variable &variable) {
  const auto argument = llvm::find_if(
      part.arguments, [&](const ir::Argument &candidate) { return candidate.parameter == &variable; });
  return argument == part.arguments.end() ? nullptr : &*argument;
}

/// Nothing if an argument is undefined.
std::optional<Inputs> argumentsOf(const ir::Part &part, const Instance &head) {
  const ParameterScope names(head);
  Evaluator evaluator(names);
  const Inputs given = head.named(Numbers(head.answerCount()));
  Inputs inputs;
  for (const auto &variable : part.mechanism->variables) {
    if (variable->role != ir::Variable::Role::Parameter)
      continue;
    const ir::Argument *argument = argumentOf(part, *variable);
    if (argument && argument->value) {
      inputs[variable->name] = {evaluator.evaluate(*argument->value)};
      continue;
    }
    // Sizes of the file are no arguments.
    const auto same = given.find(argument ? argument->whole->name : variable->name);
    if (same == given.end())
      return std::nullopt;
    inputs[variable->name] = same->second;
  }
  return evaluator.failure() ? std::nullopt : std::optional(std::move(inputs));
}

/// Nothing if it is undefined.
std::optional<std::int64_t> timesOf(const ir::Part &part, const Instance &head) {
  if (!part.times)
    return 1;
  const ParameterScope names(head);
  Evaluator evaluator(names);
  const Exact times = evaluator.evaluate(*part.times);
  return evaluator.failure() ? std::nullopt : times.toInt64();
}

/// Sizes are those of the file, so that a record of the whole is one of each part.
std::optional<RecordPair> recordsFor(const PartInstance &part, const Instance &head,
                                     const RecordPair &records) {
  const RecordShape &from = *head.recordShape(), &to = *part.instance.recordShape();
  bool fits = true;
  const auto same = [&](const RecordValue &record) {
    auto renamed = to.unnamed(from.named(record));
    fits &= renamed.has_value();
    return renamed.value_or(RecordValue());
  };
  RecordPair own;
  if (records.first)
    own.first = same(*records.first);
  if (records.second)
    own.second = same(*records.second);
  for (const OtherRecords &other : records.others)
    own.others.push_back({same(other.record), other.copies});
  return fits ? std::optional(std::move(own)) : std::nullopt;
}

/// Does some part let r' stand in the place of r?
bool isAllowed(const Instance &head, const std::vector<PartInstance> &parts, const RecordPair &records) {
  return llvm::any_of(parts, [&](const PartInstance &part) {
    auto own = recordsFor(part, head, records);
    return own && mayReplace(part.instance, own->first, own->second);
  });
}

/// What \p variable, or its element at \p indices, reads of what \p mechanism publishes.
Exact readIn(const Output &output, const ir::Mechanism &mechanism, const ir::Variable &variable,
             const Indices &indices) {
  const ir::Transcript *cells = ir::seenCells(mechanism);
  if (!cells)
    return output.result.scalar;
  // The value of a whole cell is that of its only tag.
  const ir::Tag *tag = variable.cellPart ? variable.cellPart->tag : ir::seenTags(mechanism).front();
  const Cell *cell = output.cell(*cells, indices);
  const bool holds = cell && cell->tag == tag;
  if (variable.cellPart && !variable.cellPart->component)
    return Exact(holds ? 1 : 0);
  return holds ? cell->values[variable.cellPart ? *variable.cellPart->component : 0] : Exact(0);
}

bool isInAttributeForm(const ir::Part &part) {
  const ir::RecordAdjacency &adjacency = *part.mechanism->recordAdjacency;
  const bool hasRelation =
      adjacency.when || adjacency.along || (adjacency.policy && adjacency.policy->formula);
  return adjacency.kind == ir::RecordAdjacency::Kind::Replace && !hasRelation;
}

} // namespace

std::optional<std::vector<PartInstance>> partsOf(const ir::Composition &composition, const Instance &head) {
  constexpr std::int64_t mostTimes = 1000;
  std::vector<PartInstance> parts;
  for (const ir::Part &part : composition.parts) {
    auto inputs = argumentsOf(part, head);
    auto times = timesOf(part, head);
    if (!inputs || !times || *times < 0 || *times > mostTimes)
      return std::nullopt;
    if (*times == 0)
      continue;
    auto instance = Instance::create(*part.mechanism, *inputs);
    if (!instance || !requirementsHold(*instance))
      return std::nullopt;
    parts.push_back({&part, std::move(*instance), *times});
  }
  return parts;
}

std::optional<Exact> sampledWith(const ir::Composition &composition, const Instance &head) {
  if (!composition.sampling)
    return 1;
  const ParameterScope names(head);
  Evaluator evaluator(names);
  Exact probability = evaluator.evaluate(*composition.sampling->probability);
  const bool isOne = !evaluator.failure() && probability.sign() >= 0 && probability <= 1;
  return isOne ? std::optional(std::move(probability)) : std::nullopt;
}

Inputs passedOn(const ir::Composition &composition, const Instance &head, const ir::Part &part,
                const Output &output) {
  Inputs passed;
  for (const ir::Variable *variable : ir::publishedBy(composition, part)) {
    const Place &place = head.place(*variable);
    Numbers &values = passed[variable->name];
    for (std::size_t at = 0; at < place.size; ++at)
      values.push_back(readIn(output, *part.mechanism, *variable, place.indicesOf(at)));
  }
  return passed;
}

Exact &publishedValue(Output &output) {
  return output.result.kind == Result::Kind::Scalar ? output.result.scalar
                                                    : output.cells.front().values.front();
}

std::optional<PartData> dataOf(const PartInstance &part, const Instance &head, const ComposedData &data) {
  if (data.records) {
    auto own = recordsFor(part, head, *data.records);
    auto answers = own ? answersOf(part.instance, *own) : std::nullopt;
    if (!answers)
      return std::nullopt;
    return PartData{std::move(answers->first), std::move(answers->second), std::move(own)};
  }
  const auto side = [&](const Numbers &answers) {
    const Inputs given = head.named(answers);
    Inputs own;
    for (const ir::Argument &argument : part.part->arguments)
      if (argument.parameter->role == ir::Variable::Role::Query)
        own[argument.parameter->name] = given.at(argument.whole->name);
    return part.instance.answers(own);
  };
  auto first = side(data.first), second = side(data.second);
  if (!first || !second)
    return std::nullopt;
  return PartData{std::move(*first), std::move(*second), std::nullopt};
}

bool areNeighbours(const ir::Composition &composition, const Instance &head,
                   const std::vector<PartInstance> &parts, const ComposedData &data) {
  if (!data.records)
    return areNeighbours(head, data.first, data.second) && llvm::all_of(parts, [&](const PartInstance &part) {
             auto own = dataOf(part, head, data);
             return own && areNeighbours(part.instance, own->first, own->second);
           });
  const RecordPair &records = *data.records;
  if (!areNeighbours(head, records))
    return false;
  if (ir::statesNeighbours(composition) || isAllowed(head, parts, records))
    return true;
  if (!llvm::all_of(composition.parts, isInAttributeForm) || !records.first || !records.second)
    return false;
  for (std::size_t at = 0; at < records.first->size(); ++at) {
    RecordPair one = records;
    one.second = one.first;
    (*one.second)[at] = (*records.second)[at];
    if (one.first != one.second && !isAllowed(head, parts, one))
      return false;
  }
  return true;
}

} // namespace plumb::interpreter
