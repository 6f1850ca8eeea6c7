// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/declared_neighbourhoods.h"

#include "frontend/ir/adjacency_formulas.h"
#include "frontend/ir/substitution.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb {

using namespace ir;

namespace {

using Variables = std::set<const Variable *>;

void collect(const Expression *expression, Variables &read) {
  if (!expression)
    return;
  if (const auto *variable = llvm::dyn_cast<Read>(expression))
    read.insert(&variable->variable);
  forEachOperand(*expression, [&](const Expression &operand) { collect(&operand, read); });
}

/// What the record, the policy and the queries speak of.
Variables readBy(const Record &record, const Policy *policy,
                 const std::vector<const SchemaQuery *> &queries) {
  Variables read;
  const auto collectAll = [&](const std::vector<ExpressionPtr> &terms) {
    for (const ExpressionPtr &term : terms)
      collect(term.get(), read);
  };
  for (const auto &field : record.fields) {
    collectAll(field->extents);
    collect(field->low.get(), read);
    collect(field->high.get(), read);
  }
  if (policy)
    for (const Expression *formula : formulasOf(*policy))
      collect(formula, read);
  for (const SchemaQuery *query : queries) {
    collectAll(query->extents);
    collect(query->term.get(), read);
    collect(query->where.get(), read);
  }
  return read;
}

/// n >= 0
ExpressionPtr isNotNegative(const Variable &size) {
  return std::make_unique<Binary>(
      BinaryOperator::GreaterEqual, Sort::Bool,
      std::make_unique<Read>(size, false, std::vector<ExpressionPtr>(), size.range),
      std::make_unique<Number>(0, Sort::Int, size.range), size.range);
}

RecordAdjacency replacement(const Record &record, const Policy *policy) {
  RecordAdjacency adjacency;
  adjacency.kind = RecordAdjacency::Kind::Replace;
  adjacency.record = &record;
  adjacency.policy = policy;
  adjacency.pair = std::make_unique<RecordVariable>(RecordVariable{"r", &record, record.range});
  adjacency.range = policy ? policy->range : record.range;
  return adjacency;
}

/// Null if nothing is asked about \p record.
std::unique_ptr<Neighbourhood> neighbourhood(const Program &program, const Record &record,
                                             const Policy *policy) {
  std::vector<const SchemaQuery *> queries;
  for (const auto &query : program.queries)
    if (query->record->record == &record)
      queries.push_back(query.get());
  if (queries.empty())
    return nullptr;
  auto result = std::make_unique<Neighbourhood>();
  const Variables read = readBy(record, policy, queries);
  Substitution sizes;
  for (const auto &size : program.sizes)
    if (read.count(size.get()) != 0) {
      auto own = std::make_unique<Variable>(
          Variable{Variable::Role::Parameter, size->name, Sort::Int, {}, size->range, nullptr, size.get()});
      sizes.variables[size.get()] = own.get();
      result->requirements.push_back(isNotNegative(*own));
      result->variables.push_back(std::move(own));
    }
  for (const SchemaQuery *query : queries) {
    auto asked = std::make_unique<Variable>(
        Variable{Variable::Role::Query, query->name, query->sort(), {}, query->range, query, nullptr});
    for (const ExpressionPtr &extent : query->extents)
      asked->extents.push_back(substituted(*extent, sizes));
    result->variables.push_back(std::move(asked));
  }
  result->recordAdjacency = replacement(record, policy);
  return result;
}

/// Each policy, and each record without one.
template <typename Action> void forEachDeclared(const Program &program, const Action &action) {
  for (const auto &policy : program.policies)
    action(*policy->record, policy.get());
  for (const auto &record : program.records)
    if (std::none_of(program.policies.begin(), program.policies.end(),
                     [&](const auto &policy) { return policy->record == record.get(); }))
      action(*record, nullptr);
}

} // namespace

std::vector<std::unique_ptr<Neighbourhood>> declaredNeighbourhoods(const Program &program) {
  std::vector<std::unique_ptr<Neighbourhood>> all;
  forEachDeclared(program, [&](const Record &record, const Policy *policy) {
    if (auto found = neighbourhood(program, record, policy))
      all.push_back(std::move(found));
  });
  return all;
}

std::vector<RecordAdjacency> declaredRelations(const Program &program) {
  std::vector<RecordAdjacency> all;
  forEachDeclared(program, [&](const Record &record, const Policy *policy) {
    all.push_back(replacement(record, policy));
  });
  return all;
}

} // namespace plumb
