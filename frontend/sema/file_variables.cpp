// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/file_variables.h"

#include "frontend/sema/expressions.h"
#include "frontend/sema/mentions.h"

#include <algorithm>

namespace plumb::sema {

using namespace ir;

static void mentionRecord(const FileNames &names, const std::string &record, Mentions &needed) {
  auto found = names.records.find(record);
  if (found != names.records.end())
    collectMentions(*found->second.written, needed);
}

Mentions neededBy(const Elaboration &elaboration, const syntax::Mechanism &written) {
  const FileNames &names = *elaboration.names;
  Mentions needed = elaboration.mentions;
  for (const syntax::RecordAdjacency &adjacency : written.recordAdjacency) {
    mentionRecord(names, adjacency.record.text, needed);
    auto policy = names.policies.find(adjacency.policy.text);
    if (policy != names.policies.end())
      collectMentions(*policy->second.written, needed);
  }
  for (const auto &[name, query] : names.queries)
    if (elaboration.mentions.count(name)) {
      collectMentions(*query.written, needed);
      mentionRecord(names, query.written->sources.front().record.text, needed);
    }
  return needed;
}

static void requireNotNegative(Elaboration &elaboration, const Variable &size) {
  auto read = std::make_unique<Read>(size, false, std::vector<ExpressionPtr>(), size.range);
  auto zero = std::make_unique<Number>(0, Sort::Int, size.range);
  elaboration.neighbourhood.requirements.push_back(std::make_unique<Binary>(
      BinaryOperator::GreaterEqual, Sort::Bool, std::move(read), std::move(zero), size.range));
}

static void declareQuery(Elaboration &elaboration, const syntax::QueryDefinition &written,
                         const SchemaQuery *definition) {
  const syntax::Word &name = written.name;
  bool isMentioned = elaboration.mentions.count(name.text) != 0;
  NameFacts &facts = elaboration.scope.declare(Variable::Role::Query, name.text,
                                               definition ? definition->sort() : Sort::Int, name.range);
  facts.dimensions = written.indices.size();
  facts.variable->definition = definition;
  // Without a definition there was a mistake in it, and that is told.
  elaboration.failed = elaboration.failed || (isMentioned && !definition);
  if (!isMentioned || !definition)
    return;
  for (const syntax::Binder &index : written.indices)
    facts.variable->extents.push_back(
        ExpressionAnalysis(elaboration, Place::Extent).value(Sort::Int, *index.high, "the end of a range"));
}

void declareFileVariables(Elaboration &elaboration, const syntax::Mechanism &written) {
  const FileNames &names = *elaboration.names;
  collectMentions(written, elaboration.mentions);
  Mentions needed = neededBy(elaboration, written);
  for (const syntax::Word &size : names.written->sizes) {
    auto known = names.sizes.find(size.text);
    if (known == names.sizes.end() || known->second.written != &size)
      continue;
    NameFacts &facts = elaboration.scope.declare(Variable::Role::Parameter, size.text, Sort::Int, size.range);
    facts.variable->fileSize = known->second.checked;
    if (needed.count(size.text))
      requireNotNegative(elaboration, *facts.variable);
  }
  for (const syntax::QueryDefinition &query : names.written->queries) {
    const auto &known = names.queries.at(query.name.text);
    if (known.written == &query && !elaboration.scope.global(query.name.text))
      declareQuery(elaboration, query, known.checked);
  }
}

void dropUnusedFileVariables(Elaboration &elaboration, const syntax::Mechanism &written) {
  const FileNames &names = *elaboration.names;
  Mentions needed = neededBy(elaboration, written);
  auto isUnused = [&](const std::unique_ptr<Variable> &variable) {
    bool isQuery = variable->role == Variable::Role::Query && names.queries.count(variable->name);
    return (variable->fileSize && !needed.count(variable->name)) ||
           (isQuery && !elaboration.mentions.count(variable->name));
  };
  auto &variables = elaboration.neighbourhood.variables;
  for (const std::unique_ptr<Variable> &variable : variables)
    if (isUnused(variable))
      elaboration.neighbourhood.namesElsewhere.push_back(variable->name);
  variables.erase(std::remove_if(variables.begin(), variables.end(), isUnused), variables.end());
}

} // namespace plumb::sema
