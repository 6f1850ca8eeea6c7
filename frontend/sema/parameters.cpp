// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/clauses.h"
#include "frontend/sema/expressions.h"

#include <llvm/ADT/StringSwitch.h>

namespace plumb::sema {

using namespace ir;
using Role = Variable::Role;

static std::optional<Sort> sortNamed(const syntax::Parameter &parameter) {
  return llvm::StringSwitch<std::optional<Sort>>(parameter.type.text)
      .Case("bool", Sort::Bool)
      .Case("int", Sort::Int)
      .Case("size", Sort::Int)
      .Case("real", Sort::Real)
      .Case("query", parameter.queryReal ? Sort::Real : Sort::Int)
      .Default(std::nullopt);
}

static NameFacts *declare(Elaboration &elaboration, const syntax::Parameter &parameter) {
  std::optional<Sort> sort = sortNamed(parameter);
  if (!sort)
    elaboration.report(DiagnosticKind::UnknownType, parameter.type.range, {parameter.type.text},
                       "the types are `int`, `real`, `bool`, `size`, `query` and `query real`");
  const NameFacts *known = elaboration.scope.global(parameter.name.text);
  const bool isKnown = known != nullptr;
  const std::string &type = parameter.type.text;
  const bool isOfFile = isKnown && (known->variable->definition
                                        ? type == "query"
                                        : known->variable->fileSize && (type == "int" || type == "size"));
  checkFresh(elaboration, parameter.name.text, parameter.name.range,
             isOfFile ? Help("what the file declares is used by its name: leave this parameter out")
                      : Help());
  if (isKnown)
    return nullptr;
  bool isQuery = parameter.type.text == "query";
  NameFacts &facts = elaboration.scope.declare(isQuery ? Role::Query : Role::Parameter, parameter.name.text,
                                               sort.value_or(Sort::Int), parameter.name.range);
  facts.dimensions = parameter.dimensions.size();
  facts.hasSort = sort.has_value();
  return &facts;
}

static void addExtents(Elaboration &elaboration, const syntax::Parameter &parameter, NameFacts &facts) {
  for (const syntax::ExpressionPtr &dimension : parameter.dimensions) {
    if (!dimension) {
      elaboration.report(DiagnosticKind::MissingExtent, parameter.range, {parameter.name.text},
                         "write `" + parameter.name.text + ": " + parameter.type.text + "[n]`");
      continue;
    }
    ExpressionAnalysis analysis(elaboration, Place::Extent);
    facts.variable->extents.push_back(analysis.value(Sort::Int, *dimension, "the length of an array"));
  }
}

static void requireSize(Elaboration &elaboration, const syntax::Parameter &parameter, Variable &size) {
  SourceRange range = parameter.name.range;
  if (!parameter.dimensions.empty())
    elaboration.report(DiagnosticKind::NotAnArray, range, {"the size `" + size.name + "`"},
                       "sizes are single ints; an array of ints is `int[n]`");
  auto read = std::make_unique<Read>(size, false, std::vector<ExpressionPtr>(), range);
  auto zero = std::make_unique<Number>(0, Sort::Int, range);
  elaboration.neighbourhood.requirements.push_back(std::make_unique<Binary>(
      BinaryOperator::GreaterEqual, Sort::Bool, std::move(read), std::move(zero), range));
}

static bool mentionsQuery(const Elaboration &elaboration) {
  for (const auto &[name, query] : elaboration.names->queries)
    if (elaboration.mentions.count(name))
      return true;
  return false;
}

void declareParameters(Elaboration &elaboration, const syntax::Mechanism &written) {
  std::vector<NameFacts *> declared;
  for (const syntax::Parameter &parameter : written.parameters)
    declared.push_back(declare(elaboration, parameter));
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const syntax::Parameter &parameter = written.parameters[i];
    if (!declared[i])
      continue;
    addExtents(elaboration, parameter, *declared[i]);
    if (parameter.type.text == "size")
      requireSize(elaboration, parameter, *declared[i]->variable);
  }
}

void analyzeParameters(Elaboration &elaboration, const syntax::Mechanism &written) {
  declareParameters(elaboration, written);
  bool hasQuery = mentionsQuery(elaboration);
  for (const syntax::Parameter &parameter : written.parameters)
    hasQuery = hasQuery || parameter.type.text == "query";
  elaboration.lacksQuery = !hasQuery;
}

} // namespace plumb::sema
