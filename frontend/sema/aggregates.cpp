// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/aggregate.h"
#include "frontend/ir/walk.h"
#include "frontend/sema/expressions.h"

#include <llvm/ADT/StringSwitch.h>

namespace plumb::sema {

using namespace ir;

static std::optional<Aggregate::Which> aggregateNamed(const std::string &function) {
  return llvm::StringSwitch<std::optional<Aggregate::Which>>(function)
      .Case("max", Aggregate::Which::Maximum)
      .Case("min", Aggregate::Which::Minimum)
      .Case("argmax", Aggregate::Which::FirstMaximum)
      .Case("argmin", Aggregate::Which::FirstMinimum)
      .Default(std::nullopt);
}

bool ExpressionAnalysis::mayAggregate(const Written &expression) {
  if (allowsAggregates(place))
    return true;
  elaboration.report(DiagnosticKind::MisplacedAggregate, expression.range,
                     {expression.text, std::string(describe(place))},
                     allowsForall(place) ? "say it of every index, with `forall`"
                                         : "it stands in statements and alignments");
  return false;
}

ExpressionPtr ExpressionAnalysis::aggregate(const Written &expression) {
  if (expression.text == "sum") {
    elaboration.report(DiagnosticKind::MisplacedSum, expression.range, {},
                       allowsAggregates(place) ? "assign it first, as in `s := sum(...)`, and read `s` here"
                                               : "only a statement adds up; let a parameter hold the sum");
    return nullptr;
  }
  std::optional<Aggregate::Which> which = aggregateNamed(expression.text);
  if (!which) {
    elaboration.report(DiagnosticKind::NoRangeTaken, expression.wordRange, {expression.text},
                       "`max`, `min`, `argmax`, `argmin` and `sum` do");
    return nullptr;
  }
  if (!mayAggregate(expression))
    return nullptr;
  const Written &name = *expression.operands[0];
  ExpressionAnalysis ends(elaboration, Place::Range);
  ExpressionPtr low = ends.value(Sort::Int, *expression.operands[1], "the start of a range");
  ExpressionPtr high = ends.value(Sort::Int, *expression.operands[2], "the end of a range");
  bool isFresh = checkFresh(elaboration, name.text, name.range);
  Variable &variable = elaboration.scope.open(Variable::Role::Bound, name.text, name.range);
  bool hasFilter = expression.operands.size() > 4;
  ExpressionPtr filter;
  if (hasFilter)
    filter = value(Sort::Bool, *expression.operands[4], "the condition behind `where`");
  ExpressionPtr body = value(*expression.operands[3]);
  elaboration.scope.close();
  bool isNumber = body && isNumeric(*body, ("what `" + expression.text + "` looks at").c_str());
  if (!low || !high || !isFresh || (hasFilter && !filter) || !isNumber)
    return nullptr;
  return std::make_unique<Aggregate>(*which, variable, std::move(low), std::move(high), std::move(filter),
                                     std::move(body), expression.range);
}

/// Not taken where \p scope stands.
static std::string freshIndex(Scope &scope) {
  std::string name = "k";
  for (unsigned i = 1; scope.find(name); ++i)
    name = "k" + std::to_string(i);
  return name;
}

ExpressionPtr ExpressionAnalysis::overWholeArray(const Written &call) {
  if (!mayAggregate(call))
    return nullptr;
  const Written &array = *call.operands[0];
  bool isName = array.kind == Written::Kind::Name;
  if (isName && elaboration.misnamed.contains(array.text))
    return nullptr;
  if (isName && !elaboration.scope.find(array.text) && !isReserved(array.text)) {
    reportUnknown(array);
    return nullptr;
  }
  NameFacts *facts = isName ? elaboration.scope.global(array.text) : nullptr;
  bool isBool = facts && facts->hasSort && facts->variable->sort == Sort::Bool;
  if (facts && reportNoElements(elaboration, *facts, call.text, array.range))
    return nullptr;
  if (!facts || facts->dimensions != 1 || isBool) {
    elaboration.report(DiagnosticKind::NotAggregable, array.range, {call.text},
                       "name one, or say what it looks at: `" + call.text + "(k in 0 .. n: ...)`");
    return nullptr;
  }
  if (!facts->hasSort || facts->variable->extents.empty() || !facts->variable->extents.front())
    return nullptr;
  Variable &variable =
      elaboration.scope.open(Variable::Role::Bound, freshIndex(elaboration.scope), array.range);
  Written index{Written::Kind::Name, array.range, variable.name, false, {}, array.range};
  ExpressionPtr body = read({&array, {&index}}, array.range);
  elaboration.scope.close();
  if (!body)
    return nullptr;
  return std::make_unique<Aggregate>(
      *aggregateNamed(call.text), variable, std::make_unique<Number>(0, Sort::Int, array.range),
      copyAt(*facts->variable->extents.front(), array.range), nullptr, std::move(body), call.range);
}

} // namespace plumb::sema
