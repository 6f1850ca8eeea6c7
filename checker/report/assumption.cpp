// SPDX-License-Identifier: Apache-2.0
#include "checker/report/assumption.h"

#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <optional>

namespace plumb::report {

namespace {

/// One index name for each dimension of \p query, none of which means something in \p mechanism.
std::vector<std::string> freeIndices(const ir::Mechanism &mechanism, const ir::Variable &query) {
  const auto taken = [&](const std::string &name) {
    return std::any_of(mechanism.variables.begin(), mechanism.variables.end(), [&](const auto &variable) {
      bool scoped =
          variable->role == ir::Variable::Role::LoopIndex || variable->role == ir::Variable::Role::Bound;
      return !scoped && variable->name == name;
    });
  };
  std::vector<std::string> indices;
  for (unsigned candidate = 0; indices.size() < query.extents.size(); ++candidate) {
    std::string name(1, static_cast<char>('i' + candidate % 6));
    if (candidate >= 6)
      name += std::to_string(candidate / 6);
    if (!taken(name))
      indices.push_back(name);
  }
  return indices;
}

std::string differenceText(const ir::Mechanism &mechanism, const ir::Difference &difference) {
  std::string subscripts, every;
  for (const std::string &index : freeIndices(mechanism, *difference.query)) {
    subscripts += "[" + index + "]";
    every += (every.empty() ? "" : ", ") + index;
  }
  std::string first = difference.query->name + subscripts, second = difference.query->name + "'" + subscripts;
  std::string bound = ir::printPromoted(*difference.bound), text;
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

std::vector<Assumption> assumptionsOf(const ir::Mechanism &mechanism) {
  std::vector<Assumption> assumptions;
  for (const ir::Difference &difference : mechanism.adjacency)
    assumptions.push_back(
        {Assumption::Kind::DifferenceSet, differenceText(mechanism, difference), difference.range});
  for (const ir::RecordPremise &premise : mechanism.premises)
    assumptions.push_back({Assumption::Kind::DataPremise, ir::print(premise), premise.range});
  for (const ir::ExpressionPtr &requirement : mechanism.requirements)
    assumptions.push_back({Assumption::Kind::Premise, ir::print(*requirement), requirement->range()});

  std::string names;
  std::optional<SourceRange> range;
  for (const auto &variable : mechanism.variables) {
    if (variable->role != ir::Variable::Role::Parameter)
      continue;
    names += (names.empty() ? "" : ", ") + variable->name;
    range = range ? cover(*range, variable->range) : variable->range;
  }
  if (range)
    assumptions.push_back({Assumption::Kind::PublicParameters,
                           "chosen without looking at the sensitive data: " + names, *range});
  return assumptions;
}

static std::string_view label(Assumption::Kind kind) {
  switch (kind) {
  case Assumption::Kind::DifferenceSet:
    return "assumes of neighbouring data";
  case Assumption::Kind::DataPremise:
    return "assumes of the data";
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
  case Assumption::Kind::Premise:
    return "premise";
  case Assumption::Kind::PublicParameters:
    return "public parameters";
  }
  return "";
}

} // namespace plumb::report
