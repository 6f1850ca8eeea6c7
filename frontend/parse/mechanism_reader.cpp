// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/mechanism_reader.h"

#include <iterator>

namespace plumb {

namespace {

void append(std::vector<syntax::ExpressionPtr> &all, std::vector<syntax::ExpressionPtr> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

} // namespace

syntax::Mechanism MechanismReader::read(Parser::MechanismContext &context) {
  syntax::Mechanism mechanism;
  mechanism.range = reading.places.of(context);
  mechanism.name = readName(*context.signature()->NAME(), reading);
  for (Parser::ParameterContext *parameter : context.signature()->parameters()->parameter())
    mechanism.parameters.push_back(readParameter(*parameter));
  mechanism.clauses = reading.places.of(*context.signature()).end;
  for (Parser::ClauseContext *clause : context.clauses()->clause())
    readClause(*clause, mechanism);
  mechanism.body = readBlock(*context.block());
  return mechanism;
}

syntax::Parameter MechanismReader::readParameter(Parser::ParameterContext &context) {
  syntax::Parameter parameter;
  parameter.range = reading.places.of(context);
  parameter.name = readName(*context.NAME(), reading);
  if (context.type() == nullptr) {
    parameter.type = readWord(*context.SIZE()->getSymbol(), reading);
    return parameter;
  }
  parameter.type = readWord(*context.type()->getStart(), reading);
  parameter.queryReal = context.type()->QUERY() != nullptr && context.type()->REAL() != nullptr;
  parameter.dimensions = expressions.read(context.subscript());
  return parameter;
}

void MechanismReader::readClause(Parser::ClauseContext &context, syntax::Mechanism &mechanism) {
  if (auto *requirement = dynamic_cast<Parser::RequirementContext *>(&context)) {
    for (Parser::PremiseContext *premise : requirement->premise())
      if (syntax::ExpressionPtr read = expressions.read(*premise))
        mechanism.requirements.push_back(std::move(read));
  } else if (auto *claim = dynamic_cast<Parser::ClaimContext *>(&context)) {
    append(mechanism.claims, expressions.read(claim->expressions()));
  } else if (auto *adjacency = dynamic_cast<Parser::AdjacencyContext *>(&context)) {
    if (adjacency->recordChange() != nullptr)
      mechanism.recordAdjacency.push_back(readRecordChange(*adjacency->recordChange()));
    for (Parser::ChangeContext *change : adjacency->change())
      mechanism.adjacency.push_back(readChange(*change));
  } else {
    auto &guarantee = dynamic_cast<Parser::GuaranteeContext &>(context);
    mechanism.guarantees.push_back({readName(*guarantee.NAME(), reading),
                                    expressions.read(guarantee.expressions()),
                                    reading.places.of(context),
                                    {}});
    if (guarantee.hole)
      mechanism.guarantees.back().hole = reading.places.of(*guarantee.hole);
  }
}

syntax::AdjacencyClause MechanismReader::readChange(Parser::ChangeContext &context) {
  const auto words = context.NAME();
  syntax::AdjacencyClause clause;
  clause.range = reading.places.of(context);
  const auto query = std::prev(words.end(), context.direction ? 1 : 2);
  clause.onlyOne = query != words.begin();
  clause.query = readName(**query, reading);
  clause.direction =
      context.direction ? readWord(*context.direction, reading) : readName(*words.back(), reading);
  if (context.openEnd)
    clause.openBound = reading.places.of(*context.openEnd);
  else
    clause.bound = expressions.read(*context.expression());
  return clause;
}

syntax::RecordAdjacency MechanismReader::readRecordChange(Parser::RecordChangeContext &context) {
  syntax::RecordAdjacency adjacency;
  adjacency.range = reading.places.of(context);
  adjacency.kind = readWord(*context.getStart(), reading);
  if (context.OR() != nullptr) {
    adjacency.kind.text = "add or remove";
    adjacency.kind.range = cover(adjacency.kind.range, reading.places.of(*context.REMOVE()->getSymbol()));
  }
  adjacency.record = readName(*context.NAME(0), reading);
  if (context.expression() != nullptr)
    adjacency.formula = expressions.read(*context.expression());
  if (context.UNDER() != nullptr) {
    adjacency.detail = readWord(*context.UNDER()->getSymbol(), reading);
    adjacency.policy = readName(*context.NAME(1), reading);
  } else if (context.WHEN() != nullptr) {
    adjacency.detail = readWord(*context.WHEN()->getSymbol(), reading);
  } else if (context.ALONG() != nullptr) {
    adjacency.detail = readWord(*context.ALONG()->getSymbol(), reading);
  }
  return adjacency;
}

} // namespace plumb
