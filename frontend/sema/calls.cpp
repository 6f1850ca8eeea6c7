// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/law.h"
#include "frontend/sema/expressions.h"
#include "frontend/sema/promotion.h"
#include "frontend/sema/tag_called_like_function.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <array>

namespace plumb::sema {

using namespace ir;

/// What the arguments are for, if there are more of them than \p call takes.
static Help helpForSurplus(Elaboration &elaboration, const syntax::Expression &call) {
  std::vector<std::string> arguments;
  for (const syntax::ExpressionPtr &operand : call.operands)
    arguments.push_back(elaboration.textOf(operand->range));
  if (call.text == "abs" && arguments.size() == 2) {
    using Kind = syntax::Expression::Kind;
    const Kind second = call.operands[1]->kind;
    const bool isOne = second == Kind::Name || second == Kind::Index || second == Kind::Number;
    return writeInstead(
        "abs(" + arguments[0] + " - " + (isOne ? arguments[1] : "(" + arguments[1] + ")") + ")", call.range);
  }
  if ((call.text != "min" && call.text != "max") || arguments.size() < 3)
    return {};
  std::string nested = arguments.back();
  for (std::size_t i = arguments.size() - 1; i-- > 0;)
    nested = call.text + "(" + arguments[i] + ", " + nested + ")";
  return writeInstead(nested, call.range);
}

static bool hasArguments(Elaboration &elaboration, const syntax::Expression &call, std::size_t wanted) {
  if (call.operands.size() == wanted)
    return true;
  elaboration.report(DiagnosticKind::WrongArgumentCount, call.range,
                     {call.text, count(wanted, "argument", "arguments"),
                      count(call.operands.size(), "argument", "arguments")},
                     helpForSurplus(elaboration, call));
  return false;
}

constexpr std::array functions = {"abs", "min", "max", "argmin", "argmax", "real", "top_k", "moved"};

bool isFunction(std::string_view name) {
  return std::find(functions.begin(), functions.end(), name) != functions.end();
}

/// What other languages call, and what is written for it here.
static Help helpForForeignFunction(const std::string &unknown, const std::vector<std::string> &arguments) {
  if (unknown == "sum")
    return "say what it runs over: `s := sum(k in 0 .. n: ...)`";
  if (unknown == "exp" || unknown == "e")
    return "only channels have `exp`, and compositions where it stands alone behind `let`: `let E = "
           "exp(eps)`, and then `let c = ln(1 + p * (E - 1))`; in `private(eps)` the budget is eps itself, "
           "not "
           "e^eps";
  if (unknown == "ln" || unknown == "log")
    return "only channels have `ln`, and compositions behind `let`, as in `let c = ln(1 + E)`";
  if (unknown == "len" || unknown == "length")
    return "an array is as long as its declaration says: `f: query[n]` has `n` elements";
  if (unknown == "median" || unknown == "quantile" || unknown == "percentile")
    return "give each candidate a score, such as how many answers lie below it, and choose with `argmax` of "
           "noisy scores";
  if (unknown == "mean" || unknown == "average" || unknown == "avg")
    return "an average is a sum over a number: `s := sum(k in 0 .. n: ...)` and then `s / n`, "
           "or `real(s) / n` of ints";
  if (unknown == "xor")
    return "one of two and not both is `not (a iff b)`";
  if (lawNamed(unknown))
    return "noise is drawn by a statement of its own: `lam ~ " + unknown + "(...) align lam' = ...`";
  if (const std::string instead = insteadOfFunction(unknown, arguments); !instead.empty())
    return "write `" + instead + "`";
  return {};
}

bool resemblesFunction(const std::string &name) {
  return isFunction(name) || !helpForForeignFunction(name, {}).empty() ||
         !helpForWord(name, functions).empty();
}

static Help helpForFunction(const std::string &unknown, const std::vector<std::string> &arguments) {
  Help help = helpForForeignFunction(unknown, arguments);
  return help.empty() ? helpForWord(unknown, functions,
                                    "the functions are `abs`, `min`, `max`, `argmin`, `argmax` and `real`")
                      : help;
}

ExpressionPtr ExpressionAnalysis::call(const Written &expression) {
  const std::string &function = expression.text;
  bool isExtremum = function == "min" || function == "max";
  bool isPosition = function == "argmin" || function == "argmax";
  if (expression.operands.size() == 1 && (isExtremum || isPosition))
    return overWholeArray(expression);
  if (isExtremum)
    return minimumOrMaximum(expression);
  if (isPosition)
    return hasArguments(elaboration, expression, 1) ? overWholeArray(expression) : nullptr;
  if (function == "real")
    return toReal(expression);
  if (function == "moved")
    return moved(expression);
  if (function == "abs") {
    if (!hasArguments(elaboration, expression, 1))
      return nullptr;
    ExpressionPtr operand = value(*expression.operands[0]);
    if (!operand || !isNumeric(*operand, "the argument of `abs`"))
      return nullptr;
    Sort sort = operand->sort();
    return std::make_unique<Unary>(UnaryOperator::Absolute, sort, std::move(operand), expression.range);
  }
  if (function == "top_k") {
    elaboration.lacksSelection = true;
    elaboration.report(DiagnosticKind::MisplacedTopK, expression.range, {},
                       "write `return " + elaboration.textOf(expression.range) +
                           "` as the last statement: it publishes indices and values, which alignments and "
                           "claims read as `result.indices[j]` and `result.values[j]`");
    return nullptr;
  }
  std::vector<std::string> arguments;
  for (const syntax::ExpressionPtr &operand : expression.operands)
    arguments.push_back(elaboration.textOf(operand->range));
  Help help = helpForFunction(function, arguments);
  const NameFacts *facts = elaboration.scope.global(function);
  if (facts && facts->dimensions != 0) {
    std::string element = function;
    for (const std::string &argument : arguments)
      element += "[" + argument + "]";
    help = {"an element stands in brackets: `" + element + "`", Repair{expression.range, element}};
  }
  // `f(D)` and `f(D')`
  if (facts && facts->variable->role == Variable::Role::Query && facts->dimensions == 0) {
    const bool isSecond = arguments.size() == 1 && expression.operands[0]->primed;
    help = {"the answer on D is `" + function + "`, that on D' `" + function + "'`",
            Repair{expression.range, function + (isSecond ? "'" : "")}};
  }
  elaboration.report(DiagnosticKind::UnknownFunction, expression.wordRange, {function}, std::move(help));
  return nullptr;
}

ExpressionPtr ExpressionAnalysis::minimumOrMaximum(const Written &expression) {
  if (!hasArguments(elaboration, expression, 2))
    return nullptr;
  std::string what = "an argument of `" + expression.text + "`";
  ExpressionPtr left = value(*expression.operands[0]);
  ExpressionPtr right = value(*expression.operands[1]);
  bool leftIsNumeric = left && isNumeric(*left, what.c_str());
  bool rightIsNumeric = right && isNumeric(*right, what.c_str());
  if (!leftIsNumeric || !rightIsNumeric || !unify(left, right))
    return nullptr;
  return std::make_unique<Extremum>(expression.text == "max", std::move(left), std::move(right),
                                    expression.range);
}

ExpressionPtr ExpressionAnalysis::toReal(const Written &expression) {
  if (!hasArguments(elaboration, expression, 1))
    return nullptr;
  ExpressionPtr operand = value(*expression.operands[0]);
  if (!operand || !isNumeric(*operand, "the argument of `real`"))
    return nullptr;
  return operand->sort() == Sort::Int ? promote(std::move(operand)) : std::move(operand);
}

ExpressionPtr ExpressionAnalysis::moved(const Written &expression) {
  if (place != Place::Invariant) {
    elaboration.report(DiagnosticKind::CostOutsideInvariant, expression.range, {"moved"}, helpForCost());
    return nullptr;
  }
  if (!hasArguments(elaboration, expression, 1))
    return nullptr;
  ExpressionAnalysis scaleAnalysis(elaboration, Place::MovedScale);
  ExpressionPtr scale = scaleAnalysis.value(Sort::Real, *expression.operands[0], "a scale");
  return scale ? std::make_unique<Moved>(std::move(scale), expression.range) : nullptr;
}

} // namespace plumb::sema
