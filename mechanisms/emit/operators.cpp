// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using Operator = ir::BinaryOperator;

namespace {

struct Spelling {
  const char *text;
  Level level;
};

} // namespace

static Spelling spelling(Operator op) {
  switch (op) {
  case Operator::Add:
    return {" + ", Level::Sum};
  case Operator::Subtract:
    return {" - ", Level::Sum};
  case Operator::Multiply:
    return {" * ", Level::Product};
  case Operator::Divide:
    return {" / ", Level::Product};
  case Operator::Less:
    return {" < ", Level::Relational};
  case Operator::LessEqual:
    return {" <= ", Level::Relational};
  case Operator::Greater:
    return {" > ", Level::Relational};
  case Operator::GreaterEqual:
    return {" >= ", Level::Relational};
  case Operator::Equal:
  case Operator::Iff:
    return {" == ", Level::Equality};
  case Operator::NotEqual:
    return {" != ", Level::Equality};
  case Operator::And:
    return {" && ", Level::And};
  case Operator::Or:
  case Operator::Implies:
    return {" || ", Level::Or};
  case Operator::IntegerDivide:
  case Operator::Modulo:
    break;
  }
  llvm_unreachable("no operator of C++");
}

Code ExpressionWriter::binary(const ir::Binary &binary) {
  switch (binary.op) {
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
    return arithmetic(binary);
  case Operator::Divide:
    return divide(binary);
  case Operator::IntegerDivide:
  case Operator::Modulo:
    return euclidean(binary);
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
    return connective(binary);
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
  case Operator::Equal:
  case Operator::NotEqual:
  case Operator::Iff:
    return comparison(binary, binary.op);
  }
  llvm_unreachable("all operators are handled");
}

static Code joined(Operator op, const Code &left, const Code &right) {
  auto [text, level] = spelling(op);
  Level behind = static_cast<Level>(static_cast<int>(level) + 1);
  return {operand(left, level) + text + operand(right, behind), level, std::max(left.type, right.type)};
}

Code ExpressionWriter::arithmetic(const ir::Binary &binary) {
  Code left = write(*binary.left), right = write(*binary.right);
  // One wide operand makes the operation wide.
  ValueType type = needed(binary);
  if (right.type < type)
    left = widened(std::move(left), type);
  return joined(binary.op, left, right);
}

/// In the program and behind the premises, what is proved or known to be positive needs no check.
Code ExpressionWriter::divisor(const ir::Expression &expression) {
  Code code = write(expression);
  const auto *literal = llvm::dyn_cast<ir::Number>(&expression);
  bool isSafe = isInProgram() || (literal && literal->value != 0) ||
                (stage == Stage::Checked && unit.premises.isPositive(expression));
  if (isSafe)
    return code;
  needsFlag = true;
  use(Facility::NonZero);
  ValueType type = std::max(code.type, ValueType::Word);
  return {"nonZero<" + std::string(name(type)) + ">(" + code.text + ", isDefined)", Level::Postfix, type};
}

Code ExpressionWriter::divide(const ir::Binary &binary) {
  Code left = write(*binary.left), right = divisor(*binary.right);
  if (right.type != ValueType::Rational)
    left = widened(std::move(left), ValueType::Rational);
  return joined(binary.op, left, right);
}

Code ExpressionWriter::euclidean(const ir::Binary &binary) {
  Code left = write(*binary.left), right = divisor(*binary.right);
  if (std::max(left.type, right.type) == ValueType::Rational)
    return refuse("`" + ir::print(binary) + "` may need more than 128 bits", binary);
  bool isQuotient = binary.op == Operator::IntegerDivide;
  use(isQuotient ? Facility::Quotient : Facility::Remainder);
  return {(isQuotient ? "quotient(" : "remainder(") + left.text + ", " + right.text + ")", Level::Postfix,
          ValueType::Wide};
}

Code ExpressionWriter::comparison(const ir::Binary &binary, Operator op) {
  Code left = write(*binary.left), right = write(*binary.right);
  auto [text, level] = spelling(op);
  // Compilers warn of comparisons and negations as operands without parentheses.
  Level least = binary.left->sort() == ir::Sort::Bool ? Level::Postfix : Level::Sum;
  return {operand(left, least) + text + operand(right, least), level, ValueType::Bool};
}

/// std::optional compares as the language does, but for its order, in which none is the least.
Code ExpressionWriter::fieldComparison(const ir::FieldComparison &comparison) {
  const bool isEquality = comparison.op == Operator::Equal || comparison.op == Operator::NotEqual;
  Code left = write(*comparison.left), right = write(*comparison.right);
  std::string known;
  for (const auto &[side, code] :
       {std::pair(comparison.left.get(), &left), {comparison.right.get(), &right}}) {
    if (isEquality || !ir::mayBeNone(*side))
      continue;
    known += code->text + ".has_value() && ";
    *code = {"*" + code->text, Level::Prefix, code->type};
  }
  const auto [text, level] = spelling(comparison.op);
  const Level least = comparison.left->sort() == ir::Sort::Bool ? Level::Postfix : Level::Sum;
  return {known + operand(left, least) + text + operand(right, least), known.empty() ? level : Level::And,
          ValueType::Bool};
}

static std::optional<Operator> opposite(Operator op) {
  switch (op) {
  case Operator::Less:
    return Operator::GreaterEqual;
  case Operator::LessEqual:
    return Operator::Greater;
  case Operator::Greater:
    return Operator::LessEqual;
  case Operator::GreaterEqual:
    return Operator::Less;
  case Operator::Equal:
    return Operator::NotEqual;
  case Operator::NotEqual:
    return Operator::Equal;
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::IntegerDivide:
  case Operator::Modulo:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Iff:
    return std::nullopt;
  }
  llvm_unreachable("all operators are handled");
}

Code ExpressionWriter::negation(const ir::Expression &expression) {
  const auto *binary = llvm::dyn_cast<ir::Binary>(&expression);
  std::optional<Operator> op = binary ? opposite(binary->op) : std::nullopt;
  if (op)
    return comparison(*binary, *op);
  return {"!" + operand(write(expression), Level::Postfix), Level::Prefix, ValueType::Bool};
}

Code ExpressionWriter::connective(const ir::Binary &binary) {
  Code left = write(*binary.left), right = write(*binary.right);
  if (binary.op == Operator::Implies)
    left = {"!" + operand(left, Level::Postfix), Level::Prefix, ValueType::Bool};
  auto [text, level] = spelling(binary.op);
  // Compilers warn of && inside || without parentheses.
  Level least = left.level == level ? level : Level::Equality;
  return {operand(left, least) + text + operand(right, Level::Equality), level, ValueType::Bool};
}

} // namespace plumb::emit
