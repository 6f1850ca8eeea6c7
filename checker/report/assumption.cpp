// SPDX-License-Identifier: Apache-2.0
#include "checker/report/assumption.h"

#include "checker/report/json_text.h"
#include "frontend/ir/open_part.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/published.h"

#include <algorithm>
#include <optional>

namespace plumb::report {

namespace {

bool isTaken(const ir::Neighbourhood &neighbourhood, const std::string &name) {
  return std::any_of(neighbourhood.variables.begin(), neighbourhood.variables.end(),
                     [&](const auto &variable) {
                       bool scoped = variable->role == ir::Variable::Role::LoopIndex ||
                                     variable->role == ir::Variable::Role::Bound;
                       return !scoped && variable->name == name;
                     });
}

/// So many names from \p first on, each with \p letters in turn, that mean nothing in \p mechanism.
std::vector<std::string> freeNames(const ir::Neighbourhood &neighbourhood, char first, unsigned letters,
                                   std::size_t count) {
  std::vector<std::string> names;
  for (unsigned candidate = 0; names.size() < count; ++candidate) {
    std::string name(1, static_cast<char>(first + candidate % letters));
    if (candidate >= letters)
      name += std::to_string(candidate / letters);
    if (!isTaken(neighbourhood, name))
      names.push_back(name);
  }
  return names;
}

/// One for each dimension of an array with these \p extents.
std::vector<std::string> freeIndices(const ir::Neighbourhood &neighbourhood,
                                     const std::vector<ir::ExpressionPtr> &extents) {
  return freeNames(neighbourhood, 'i', 6, extents.size());
}

/// As a premise would say it: "forall v in data, i in 0 .. n: 0 <= v.x[i] < 3". \pre \p field has a range.
std::string rangeText(const ir::Neighbourhood &neighbourhood, const ir::Field &field) {
  std::string record = freeNames(neighbourhood, 'v', 1, 1).front();
  std::string element = record + "." + field.name, text = "forall " + record + " in data";
  std::vector<std::string> indices = freeIndices(neighbourhood, field.extents);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    text += ", " + indices[i] + " in 0 .. " + ir::printBound(*field.extents[i]);
    element += "[" + indices[i] + "]";
  }
  return text + ": " + (field.orNone ? element + " = none or " : "") + ir::printPromoted(*field.low) +
         " <= " + element + (field.reachesHigh() ? " <= " : " < ") + ir::printPromoted(*field.high);
}

std::string differenceText(const ir::Neighbourhood &neighbourhood, const ir::Difference &difference) {
  std::string subscripts, every;
  for (const std::string &index : freeIndices(neighbourhood, difference.query->extents)) {
    subscripts += "[" + index + "]";
    every += (every.empty() ? "" : ", ") + index;
  }
  std::string first = difference.query->name + subscripts, second = difference.query->name + "'" + subscripts;
  std::string bound = difference.openBound.isOpen ? "?" : ir::printPromoted(*difference.bound), text;
  if (difference.openDirection.isOpen)
    text = "0 <= " + first + " - " + second + " <= " + bound + ", or 0 <= " + second + " - " + first +
           " <= " + bound + " (left open)";
  else
    switch (difference.direction) {
    case ir::Difference::Direction::Decreasing:
      text = "0 <= " + first + " - " + second + " <= " + bound;
      break;
    case ir::Difference::Direction::Increasing:
      text = "0 <= " + second + " - " + first + " <= " + bound;
      break;
    case ir::Difference::Direction::Changes:
      text = "abs(" + first + " - " + second + ") <= " + bound;
      break;
    }
  if (!every.empty())
    text += " for every " + every;
  if (difference.onlyOne)
    text += ", and the two differ in at most one place";
  return text;
}

} // namespace

/// \param isChosen of a parameter: by whoever calls.
static std::vector<Assumption> assumptionsOf(const ir::Neighbourhood &neighbourhood,
                                             llvm::function_ref<bool(const ir::Variable &)> isChosen) {
  std::vector<Assumption> assumptions;
  for (const ir::Difference &difference : neighbourhood.adjacency)
    assumptions.push_back(
        {Assumption::Kind::DifferenceSet, differenceText(neighbourhood, difference), difference.range});
  if (neighbourhood.recordAdjacency)
    for (const auto &field : neighbourhood.recordAdjacency->record->fields)
      if (field->low)
        assumptions.push_back(
            {Assumption::Kind::DataPremise, rangeText(neighbourhood, *field), field->range});
  for (const ir::RecordPremise &premise : neighbourhood.premises)
    assumptions.push_back({Assumption::Kind::DataPremise, ir::print(premise), premise.range});
  for (const ir::ExpressionPtr &requirement : neighbourhood.requirements)
    assumptions.push_back(
        {Assumption::Kind::Premise, ir::printRequirement(*requirement), requirement->range()});

  std::string names;
  std::optional<SourceRange> range;
  for (const auto &variable : neighbourhood.variables) {
    if (variable->role != ir::Variable::Role::Parameter || !isChosen(*variable))
      continue;
    names += (names.empty() ? "" : ", ") + variable->name;
    range = range ? cover(*range, variable->range) : variable->range;
  }
  if (range)
    assumptions.push_back({Assumption::Kind::PublicParameters,
                           "chosen without looking at the sensitive data: " + names, *range});
  return assumptions;
}

std::vector<Assumption> assumptionsOf(const ir::Neighbourhood &neighbourhood) {
  return assumptionsOf(neighbourhood, [](const ir::Variable &) { return true; });
}

std::vector<Assumption> assumptionsOf(const ir::Composition &composition) {
  std::vector<Assumption> all = assumptionsOf(
      composition.head, [&](const ir::Variable &variable) { return ir::isGiven(composition, variable); });
  if (composition.sampling)
    all.insert(all.begin(),
               {Assumption::Kind::Sample,
                "each record is in it with probability " +
                    ir::printPromoted(*composition.sampling->probability) +
                    ", by a coin of its own that stays secret, and all parts see this one sample",
                composition.sampling->range});
  return all;
}

static std::string_view label(Assumption::Kind kind) {
  switch (kind) {
  case Assumption::Kind::DifferenceSet:
    return "assumes of neighbouring data";
  case Assumption::Kind::DataPremise:
    return "assumes of the data";
  case Assumption::Kind::Sample:
    return "assumes of the sample";
  case Assumption::Kind::Premise:
    return "requires";
  case Assumption::Kind::PublicParameters:
    return "assumes of parameters";
  }
  return "assumes";
}

std::string assumptionText(const Assumption &assumption) {
  return std::string(label(assumption.kind)) + ": " + assumption.text;
}

std::string_view kindName(Assumption::Kind kind) {
  switch (kind) {
  case Assumption::Kind::DifferenceSet:
    return "difference set";
  case Assumption::Kind::DataPremise:
    return "premise about the data";
  case Assumption::Kind::Sample:
    return "sample of the records";
  case Assumption::Kind::Premise:
    return "premise";
  case Assumption::Kind::PublicParameters:
    return "public parameters";
  }
  return "";
}

void writeAssumption(llvm::json::OStream &json, const Assumption &assumption) {
  json.object([&] {
    json.attribute("kind", jsonText(kindName(assumption.kind)));
    json.attribute("text", jsonText(assumption.text));
  });
}

} // namespace plumb::report
