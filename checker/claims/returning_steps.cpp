// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/returning_steps.h"

#include "checker/claims/alike_elements.h"
#include "checker/interpreter/all_records.h"
#include "checker/interpreter/record_neighbours.h"
#include "checker/proof/converse.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::claims {

namespace {

/// Each pair of them is looked at.
constexpr std::size_t mostRecords = 128;
constexpr std::int64_t mostElements = 128;

/// Does a formula that decides who is a neighbour, or an extent, read a parameter of which \p values says
/// nothing?
bool dependsOnMore(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                   const GivenValues &values) {
  const auto isUnknown = [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read && read->variable.role == ir::Variable::Role::Parameter &&
           (read->variable.isArray() || !values.has(read->variable.name));
  };
  std::vector<const ir::Expression *> formulas = decidingFormulas(neighbourhood, query);
  for (const auto &field : neighbourhood.recordAdjacency->record->fields)
    for (const ir::ExpressionPtr &extent : field->extents)
      formulas.push_back(extent.get());
  return llvm::any_of(formulas, [&](const auto *formula) { return ir::anyPart(*formula, isUnknown); });
}

/// The parameters: what is given, and 1 where nothing depends on it.
std::optional<interpreter::Instance> instanceAt(const ir::Neighbourhood &neighbourhood,
                                                const GivenValues &values) {
  interpreter::Inputs inputs;
  for (const auto &variable : neighbourhood.variables)
    if (variable->role == ir::Variable::Role::Parameter && !variable->isArray()) {
      const auto given = values.all().find(variable->name);
      inputs[variable->name] = {given == values.all().end() ? interpreter::Exact(1) : given->second};
    }
  return interpreter::Instance::create(ir::Setting::alone(neighbourhood), inputs, mostElements);
}

/// Whichever record takes the place of another one, further replacements end at that one again.
bool replacementsLeadBack(const interpreter::Instance &instance) {
  const interpreter::AllRecords all(*instance.recordShape(), mostRecords);
  if (all.unlisted() || all.areTooMany())
    return false;
  std::vector<interpreter::RecordValue> records;
  for (std::size_t i = 0; i < all.count(); ++i)
    if (interpreter::RecordValue record = all.at(i); interpreter::isPossible(instance, record))
      records.push_back(std::move(record));
  const std::size_t count = records.size();
  std::vector<std::vector<bool>> leads(count, std::vector<bool>(count));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      leads[i][j] = interpreter::mayReplace(instance, records[i], records[j]);
  // By one step, then by any number of them (Warshall).
  std::vector<std::vector<bool>> reaches = leads;
  for (std::size_t over = 0; over < count; ++over)
    for (std::size_t i = 0; i < count; ++i)
      if (reaches[i][over])
        for (std::size_t j = 0; j < count; ++j)
          reaches[i][j] = reaches[i][j] || reaches[over][j];
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      if (leads[i][j] && !reaches[j][i])
        return false;
  return true;
}

} // namespace

Return returnOf(const ir::Neighbourhood &neighbourhood, const ir::Variable &query, const GivenValues &values,
                const proof::EngineMaker &makeEngine) {
  if (proof::leadBack(neighbourhood, {&query}, makeEngine))
    return Return::AtOnce;
  const auto &adjacency = neighbourhood.recordAdjacency;
  if (!adjacency || adjacency->kind != ir::RecordAdjacency::Kind::Replace ||
      dependsOnMore(neighbourhood, query, values))
    return Return::NotKnown;
  const auto instance = instanceAt(neighbourhood, values);
  return instance && replacementsLeadBack(*instance) ? Return::InSteps : Return::NotKnown;
}

} // namespace plumb::claims
