// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/sampled_inputs.h"

#include "frontend/ir/program.h"
#include "frontend/ir/published.h"
#include "frontend/ir/substitution.h"

#include <set>
#include <utility>
#include <vector>

namespace plumb::plan {

using Role = ir::Variable::Role;

/// \p variable as one of \p inputs, still without extents.
static ir::Variable &copyOf(const ir::Variable &variable, ir::Neighbourhood &inputs) {
  ir::Variable copy{variable.role, variable.name, variable.sort, {}, variable.range};
  copy.definition = variable.definition;
  copy.fileSize = variable.fileSize;
  inputs.variables.push_back(std::make_unique<ir::Variable>(std::move(copy)));
  return *inputs.variables.back();
}

static void copyExtents(const ir::Variable &from, const ir::Substitution &copied, ir::Variable &to) {
  for (const ir::ExpressionPtr &extent : from.extents)
    to.extents.push_back(ir::substituted(*extent, copied));
}

/// Those that all parts ask together.
static void addQueries(const ir::Composition &composition, const ir::Substitution &copied,
                       ir::Neighbourhood &inputs) {
  std::set<const ir::SchemaQuery *> known;
  for (const ir::Part &part : composition.parts) {
    // Of the part's sizes first those of the composition, and then their copies.
    ir::Substitution sizes;
    for (const auto &[ofPart, ofComposition] : ir::argumentsOf(composition, part).variables)
      if (ofPart->fileSize)
        sizes.variables[ofPart] = copied.variables.at(ofComposition);
    for (const auto &variable : part.mechanism->variables)
      if (variable->definition && known.insert(variable->definition).second)
        copyExtents(*variable, sizes, copyOf(*variable, inputs));
  }
}

SampledInputs::SampledInputs(const ir::Composition &composition) {
  const ir::Neighbourhood &head = composition.head;
  neighbourhood.name = head.name;
  neighbourhood.nameRange = head.nameRange;
  neighbourhood.range = head.range;
  const ir::RecordAdjacency &stated = *head.recordAdjacency;
  neighbourhood.recordAdjacency =
      ir::RecordAdjacency{stated.kind, stated.record, stated.policy,
                          nullptr,     nullptr,       std::make_unique<ir::RecordVariable>(*stated.pair),
                          stated.range};
  ir::Substitution copied;
  std::vector<std::pair<const ir::Variable *, ir::Variable *>> copies;
  const auto add = [&](bool ofFile) {
    for (const auto &variable : head.variables)
      if (variable->role == Role::Parameter && (variable->fileSize != nullptr) == ofFile &&
          ir::isGiven(composition, *variable)) {
        copies.emplace_back(variable.get(), &copyOf(*variable, neighbourhood));
        copied.variables[variable.get()] = copies.back().second;
      }
  };
  add(true);
  addQueries(composition, copied, neighbourhood);
  add(false);
  for (const auto &[from, to] : copies)
    copyExtents(*from, copied, *to);
  for (const ir::ExpressionPtr &requirement : head.requirements)
    neighbourhood.requirements.push_back(ir::substituted(*requirement, copied, neighbourhood.variables));
  for (const ir::RecordPremise &premise : head.premises)
    neighbourhood.premises.push_back(ir::substituted(premise, copied, neighbourhood.variables));
  if (composition.guarantee.epsilon)
    epsilon = ir::substituted(*composition.guarantee.epsilon, copied);
}

} // namespace plumb::plan
