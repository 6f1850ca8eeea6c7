// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/print_expression.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/bound_names.h"
#include "frontend/ir/program.h"
#include "frontend/ir/record.h"
#include "frontend/ir/walk.h"

#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

using llvm::cast;
using llvm::dyn_cast;

namespace {

/// Binding strength, loosest first; the grammar's levels.
enum Level {
  Tail,
  Ternary,
  IffLevel,
  ImpliesLevel,
  OrLevel,
  AndLevel,
  NotLevel,
  Comparison,
  Sum,
  Product,
  Sign,
  Primary
};

/// What the place does with a public Int: leaves it alone, or promotes it to Real.
enum class Wants { AsIs, Real };

struct OperatorText {
  const char *text;
  Level level;
};

} // namespace

static OperatorText textOf(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Add:
    return {"+", Sum};
  case BinaryOperator::Subtract:
    return {"-", Sum};
  case BinaryOperator::Multiply:
    return {"*", Product};
  case BinaryOperator::Divide:
    return {"/", Product};
  case BinaryOperator::IntegerDivide:
    return {"div", Product};
  case BinaryOperator::Modulo:
    return {"mod", Product};
  case BinaryOperator::Less:
    return {"<", Comparison};
  case BinaryOperator::LessEqual:
    return {"<=", Comparison};
  case BinaryOperator::Greater:
    return {">", Comparison};
  case BinaryOperator::GreaterEqual:
    return {">=", Comparison};
  case BinaryOperator::Equal:
    return {"=", Comparison};
  case BinaryOperator::NotEqual:
    return {"!=", Comparison};
  case BinaryOperator::And:
    return {"and", AndLevel};
  case BinaryOperator::Or:
    return {"or", OrLevel};
  case BinaryOperator::Implies:
    return {"implies", ImpliesLevel};
  case BinaryOperator::Iff:
    return {"iff", IffLevel};
  }
  assert(false && "no such operator");
  return {};
}

static std::string text(const BoundNames &names, const Expression &expression, Level least, Wants wants);

static std::string indicesText(const BoundNames &names, const std::vector<ExpressionPtr> &indices) {
  std::string result;
  for (const ExpressionPtr &index : indices)
    result += "[" + text(names, *index, Tail, Wants::AsIs) + "]";
  return result;
}

/// True if \p e is exactly what promotion makes of a shorter text: an integral literal, its
/// negation, a conditional between such, or real(public term).
static bool isPromotion(const Expression &e) {
  if (e.sort() != Sort::Real)
    return false;
  if (const auto *number = dyn_cast<Number>(&e))
    return isIntegral(number->value);
  if (const auto *conditional = dyn_cast<Conditional>(&e))
    return isPromotion(*conditional->whenTrue) && isPromotion(*conditional->whenFalse);
  if (const auto *unary = dyn_cast<Unary>(&e)) {
    if (unary->op == UnaryOperator::ToReal)
      return isPublic(*unary->operand);
    return isSignedLiteral(e) && isPromotion(*unary->operand);
  }
  return false;
}

/// Two operands of one sort: if it is Real, at most the left one has to show it.
struct Pair {
  Wants left, right;
};

static Pair pairWants(const Expression &left, const Expression &right) {
  if (left.sort() != Sort::Real)
    return {Wants::AsIs, Wants::AsIs};
  return {isPromotion(right) ? Wants::AsIs : Wants::Real, Wants::Real};
}

static std::string parenthesized(std::string inner, Level level, Level least) {
  return level < least ? "(" + inner + ")" : inner;
}

/// The digits of a number whose denominator divides a power of ten; nothing for 1/3.
static std::string decimal(const Rational &value) {
  std::string digits;
  Rational rest = value - Rational(floorOf(value));
  while (rest != 0) {
    if (digits.size() > 10'000)
      return {};
    rest *= 10;
    Integer digit = floorOf(rest);
    digits += digit.get_str();
    rest -= digit;
  }
  return floorOf(value).get_str() + "." + (digits.empty() ? "0" : digits);
}

static bool hasDecimal(const Rational &value) {
  Integer rest = value.get_den();
  while (rest % 10 == 0)
    rest /= 10;
  for (int factor : {2, 5})
    while (rest % factor == 0)
      rest /= factor;
  return rest == 1;
}

static std::string numberText(const Number &number, Level least, Wants wants) {
  const Rational magnitude = abs(number.value);
  bool bare = number.sort() == Sort::Int || (wants == Wants::Real && isIntegral(magnitude));
  bool fraction = !bare && !hasDecimal(magnitude);
  std::string digits = bare       ? toString(magnitude)
                       : fraction ? magnitude.get_num().get_str() + " / " + magnitude.get_den().get_str()
                                  : decimal(magnitude);
  Level level = fraction ? Product : number.value < 0 ? Sign : Primary;
  return parenthesized((number.value < 0 ? "-" : "") + digits, level, least);
}

static std::string rangeText(const BoundNames &names, const Forall &forall) {
  return names.of(forall.variable) + " in " + text(names, *forall.low, Sum, Wants::AsIs) + " .. " +
         text(names, *forall.high, Sum, Wants::AsIs);
}

/// "i in 0 .. n, j in 0 .. m: F" of a `forall` at these indices whose body is `not F`, so that its `not` says
/// that there are some at which F holds; empty of any other.
static std::string existsText(const BoundNames &names, const Forall &forall) {
  const std::string range = rangeText(names, forall);
  if (const auto *inner = dyn_cast<Forall>(forall.body.get())) {
    const std::string rest = existsText(names, *inner);
    return rest.empty() ? rest : range + ", " + rest;
  }
  const auto *body = dyn_cast<Unary>(forall.body.get());
  return body && body->op == UnaryOperator::Not
             ? range + ": " + text(names, *body->operand, Tail, Wants::AsIs)
             : std::string();
}

static std::string unaryText(const BoundNames &names, const Unary &unary, Level least, Wants wants) {
  const Expression &operand = *unary.operand;
  switch (unary.op) {
  case UnaryOperator::Negate: {
    Wants inner = isPromotion(unary) ? wants : Wants::AsIs;
    return parenthesized("-" + text(names, operand, Primary, inner), Sign, least);
  }
  case UnaryOperator::Not:
    if (const auto *forall = dyn_cast<Forall>(&operand))
      if (const std::string some = existsText(names, *forall); !some.empty())
        return parenthesized("exists " + some, Tail, least);
    return parenthesized("not " + text(names, operand, NotLevel, Wants::AsIs), NotLevel, least);
  case UnaryOperator::Absolute:
    return "abs(" + text(names, operand, Tail, Wants::AsIs) + ")";
  case UnaryOperator::ToReal:
    if (wants == Wants::Real && isPublic(operand))
      return text(names, operand, least, Wants::AsIs);
    return "real(" + text(names, operand, Tail, Wants::AsIs) + ")";
  }
  assert(false && "no such operator");
  return {};
}

static std::string binaryText(const BoundNames &names, const Binary &binary, Level least) {
  OperatorText op = textOf(binary.op);
  Level next = static_cast<Level>(op.level + 1);
  bool isRightAssociative = binary.op == BinaryOperator::Implies;
  bool isAssociative = op.level != Comparison && op.level != IffLevel;
  Pair wants = binary.op == BinaryOperator::Divide ? Pair{Wants::Real, Wants::Real}
                                                   : pairWants(*binary.left, *binary.right);
  Level left = isAssociative && !isRightAssociative ? op.level : next;
  Level right = isRightAssociative ? op.level : next;
  return parenthesized(text(names, *binary.left, left, wants.left) + " " + op.text + " " +
                           text(names, *binary.right, right, wants.right),
                       op.level, least);
}

static std::string conditionalText(const BoundNames &names, const Conditional &conditional, Level least,
                                   Wants wants) {
  Pair each = wants == Wants::Real ? Pair{Wants::Real, Wants::Real}
                                   : pairWants(*conditional.whenTrue, *conditional.whenFalse);
  return parenthesized(text(names, *conditional.condition, IffLevel, Wants::AsIs) + " ? " +
                           text(names, *conditional.whenTrue, IffLevel, each.left) + " : " +
                           text(names, *conditional.whenFalse, Ternary, each.right),
                       Ternary, least);
}

static std::string resultText(const BoundNames &names, const ResultRead &read) {
  switch (read.part) {
  case ResultRead::Part::Whole:
    return "result";
  case ResultRead::Part::Index:
    return "result.indices[" + text(names, *read.position, Tail, Wants::AsIs) + "]";
  case ResultRead::Part::Value:
    return "result.values[" + text(names, *read.position, Tail, Wants::AsIs) + "]";
  }
  assert(false && "no such part");
  return {};
}

static std::string cellText(const BoundNames &names, const CellRead &read) {
  return "out" + indicesText(names, read.indices) + printComponent(read.tag, read.component);
}

static std::string aggregateText(const BoundNames &names, const Aggregate &aggregate) {
  std::string name = aggregate.isMaximum() ? "max(" : "min(";
  return (aggregate.givesIndex() ? "arg" + name : name) + names.of(aggregate.variable) + " in " +
         text(names, *aggregate.low, Sum, Wants::AsIs) + " .. " +
         text(names, *aggregate.high, Sum, Wants::AsIs) +
         (aggregate.filter ? " where " + text(names, *aggregate.filter, Tail, Wants::AsIs) : "") + ": " +
         text(names, *aggregate.body, Tail, Wants::AsIs) + ")";
}

static std::string text(const BoundNames &names, const Expression &expression, Level least, Wants wants) {
  switch (expression.kind()) {
  case Expression::Kind::Number:
    return numberText(cast<Number>(expression), least, wants);
  case Expression::Kind::Boolean:
    return cast<Boolean>(expression).value ? "true" : "false";
  case Expression::Kind::Read: {
    const auto &read = cast<Read>(expression);
    // It is called as it is written, `seen is above`.
    const Level level = read.variable.cellPart && !read.variable.cellPart->component ? Comparison : Primary;
    const std::string indices = indicesText(names, read.indices);
    return parenthesized(read.variable.cellPart
                             ? printCellPart(*read.variable.cellPart, indices)
                             : names.of(read.variable) + (read.primed ? "'" : "") + indices,
                         level, least);
  }
  case Expression::Kind::Unary:
    return unaryText(names, cast<Unary>(expression), least, wants);
  case Expression::Kind::Binary:
    return binaryText(names, cast<Binary>(expression), least);
  case Expression::Kind::Conditional:
    return conditionalText(names, cast<Conditional>(expression), least, wants);
  case Expression::Kind::Extremum: {
    const auto &extremum = cast<Extremum>(expression);
    Pair each = pairWants(*extremum.left, *extremum.right);
    return std::string(extremum.isMaximum ? "max" : "min") + "(" +
           text(names, *extremum.left, Tail, each.left) + ", " +
           text(names, *extremum.right, Tail, each.right) + ")";
  }
  case Expression::Kind::TopK: {
    const auto &topK = cast<TopK>(expression);
    return "top_k(" + text(names, *topK.count, Tail, Wants::AsIs) + ", " + names.of(topK.array) +
           (topK.primed ? "'" : "") + ")";
  }
  case Expression::Kind::CellTest: {
    const auto &test = cast<CellTest>(expression);
    return parenthesized("out" + indicesText(names, test.indices) + " is " + test.tag.name, Comparison,
                         least);
  }
  case Expression::Kind::CellRead:
    return cellText(names, cast<CellRead>(expression));
  case Expression::Kind::ResultRead:
    return resultText(names, cast<ResultRead>(expression));
  case Expression::Kind::Membership:
    return parenthesized(text(names, *cast<Membership>(expression).element, Sum, Wants::AsIs) +
                             " in result.indices",
                         Comparison, least);
  case Expression::Kind::Forall: {
    const auto &forall = cast<Forall>(expression);
    return parenthesized("forall " + rangeText(names, forall) + ": " +
                             text(names, *forall.body, Tail, Wants::AsIs),
                         Tail, least);
  }
  case Expression::Kind::Aggregate:
    return aggregateText(names, cast<Aggregate>(expression));
  case Expression::Kind::Moved:
    return "moved(" + text(names, *cast<Moved>(expression).scale, Tail, Wants::Real) + ")";
  case Expression::Kind::Cost:
    return "cost";
  case Expression::Kind::FieldRead: {
    const auto &read = cast<FieldRead>(expression);
    std::string owner = read.record.name.empty() ? "" : names.of(read.record) + (read.primed ? "'." : ".");
    return owner + read.field.name + indicesText(names, read.indices);
  }
  case Expression::Kind::NoneTest:
    return parenthesized(text(names, *cast<NoneTest>(expression).operand, Sum, Wants::AsIs) + " = none",
                         Comparison, least);
  case Expression::Kind::FieldComparison: {
    const auto &comparison = cast<FieldComparison>(expression);
    return parenthesized(text(names, *comparison.left, Sum, Wants::AsIs) + " " + textOf(comparison.op).text +
                             " " + text(names, *comparison.right, Sum, Wants::AsIs),
                         Comparison, least);
  }
  }
  assert(false && "no such expression");
  return {};
}

std::string print(const Expression &expression) {
  return text(BoundNames(expression), expression, Tail, Wants::AsIs);
}

static Wants wantsOf(const Expression &expression) {
  return expression.sort() == Sort::Real ? Wants::Real : Wants::AsIs;
}

std::string printPromoted(const Expression &expression) {
  return text(BoundNames(expression), expression, Tail, wantsOf(expression));
}

std::string printBound(const Expression &expression) {
  return text(BoundNames(expression), expression, Sum, Wants::AsIs);
}

std::string printPromotedBound(const Expression &expression) {
  return text(BoundNames(expression), expression, Sum, wantsOf(expression));
}

std::string printFactor(const Expression &expression) {
  return text(BoundNames(expression), expression, Product, Wants::AsIs);
}

std::string printComponent(const Tag &tag, std::size_t component) {
  return "." + tag.name + (tag.components.size() > 1 ? "." + std::to_string(component + 1) : "");
}

std::string printCellPart(const Variable::CellPart &part, const std::string &indices) {
  return part.cell + indices +
         (part.component ? printComponent(*part.tag, *part.component) : " is " + part.tag->name);
}

std::string printIndices(const std::vector<ExpressionPtr> &indices) {
  std::string result;
  for (const ExpressionPtr &index : indices)
    result += "[" + print(*index) + "]";
  return result;
}

std::string print(const RecordPremise &premise) {
  const BoundNames names(premise);
  std::string result = "forall " + names.of(*premise.record) + " in data";
  for (const RecordPremise::Index &index : premise.indices)
    result += ", " + names.of(*index.variable) + " in " + text(names, *index.low, Sum, Wants::AsIs) + " .. " +
              text(names, *index.high, Sum, Wants::AsIs);
  return result + ": " + text(names, *premise.formula, Tail, Wants::AsIs);
}

} // namespace plumb::ir
