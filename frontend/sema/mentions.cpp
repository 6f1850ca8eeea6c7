// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/mentions.h"

namespace plumb::sema {

using syntax::ExpressionPtr;

static void mention(const std::string &name, SourceRange range, Mentions &mentions) {
  auto [entry, isNew] = mentions.emplace(name, range);
  if (!isNew && range.begin < entry->second.begin)
    entry->second = range;
}

static void collect(const ExpressionPtr &expression, Mentions &mentions) {
  if (expression)
    collectMentions(*expression, mentions);
}

static void collect(const std::vector<ExpressionPtr> &expressions, Mentions &mentions) {
  for (const ExpressionPtr &expression : expressions)
    collect(expression, mentions);
}

static void collect(const syntax::Block &block, Mentions &mentions) {
  for (const std::unique_ptr<syntax::Statement> &statement : block) {
    collect(statement->indices, mentions);
    collect(statement->lawArguments, mentions);
    collect(statement->invariants, mentions);
    for (const ExpressionPtr *part : {&statement->alignTarget, &statement->aligned, &statement->condition,
                                      &statement->low, &statement->high, &statement->value})
      collect(*part, mentions);
    collect(statement->thenBlock, mentions);
    collect(statement->elseBlock, mentions);
  }
}

void collectMentions(const syntax::Expression &expression, Mentions &mentions) {
  if (expression.kind == syntax::Expression::Kind::Name)
    mention(expression.text, expression.range, mentions);
  collect(expression.operands, mentions);
}

void collectMentions(const syntax::Mechanism &mechanism, Mentions &mentions) {
  for (const syntax::Parameter &parameter : mechanism.parameters)
    collect(parameter.dimensions, mentions);
  collect(mechanism.requirements, mentions);
  for (const syntax::AdjacencyClause &clause : mechanism.adjacency) {
    mention(clause.query.text, clause.query.range, mentions);
    collect(clause.bound, mentions);
  }
  for (const syntax::RecordAdjacency &adjacency : mechanism.recordAdjacency)
    collect(adjacency.formula, mentions);
  for (const syntax::GuaranteeClause &guarantee : mechanism.guarantees)
    collect(guarantee.arguments, mentions);
  collect(mechanism.claims, mentions);
  collect(mechanism.body, mentions);
}

void collectMentions(const syntax::Record &record, Mentions &mentions) {
  for (const syntax::Field &field : record.fields) {
    collect(field.dimensions, mentions);
    collect(field.low, mentions);
    collect(field.high, mentions);
  }
}

void collectMentions(const syntax::Policy &policy, Mentions &mentions) {
  collect(policy.conditions, mentions);
  collect(policy.formula, mentions);
}

void collectMentions(const syntax::QueryDefinition &query, Mentions &mentions) {
  for (const syntax::Binder &index : query.indices) {
    collect(index.low, mentions);
    collect(index.high, mentions);
  }
  collect(query.term, mentions);
  collect(query.where, mentions);
}

} // namespace plumb::sema
