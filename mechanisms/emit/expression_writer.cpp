// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/expression_writer.h"

#include "frontend/ir/program.h"
#include "mechanisms/plan/program_walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using llvm::cast;
using Kind = ir::Expression::Kind;

void addReads(const ir::Expression &expression, std::vector<const ir::Variable *> &all) {
  plan::forEachPart(expression, [&](const ir::Expression &part) {
    if (const auto *read = llvm::dyn_cast<ir::Read>(&part))
      all.push_back(&read->variable);
    if (const auto *selection = llvm::dyn_cast<ir::TopK>(&part))
      all.push_back(&selection->array);
  });
}

Code ExpressionWriter::refuse(std::string message, const ir::Expression &expression) {
  unit.problems.add(std::move(message), expression.range());
  return {"0", Level::Postfix, ValueType::Literal};
}

std::optional<plan::Range> ExpressionWriter::range(const ir::Expression &expression) {
  return (stage == Stage::Checking ? unit.rawRanges : unit.ranges).of(expression);
}

ValueType ExpressionWriter::needed(const ir::Expression &expression) {
  if (expression.sort() == ir::Sort::Real)
    return ValueType::Rational;
  std::optional<plan::Range> values = range(expression);
  if (values && fitsLiteral(*values))
    return ValueType::Literal;
  if (values && fitsWord(*values))
    return ValueType::Word;
  if (values && fitsWide(*values))
    return ValueType::Wide;
  if (isInProgram()) {
    std::vector<const ir::Variable *> read;
    addReads(expression, read);
    unit.problems.addUnbounded(
        "`" + ir::print(expression) +
            "` may need more than 128 bits, and an emitted mechanism must not wrap; bound "
            "what goes into it",
        expression.range(), nullptr, std::move(read));
  }
  return ValueType::Rational;
}

Code ExpressionWriter::write(const ir::Expression &expression) {
  if (isInProgram() && expression.sort() == ir::Sort::Real)
    return refuse("`" + ir::print(expression) +
                      "` is a real; emitted programs compute with integers, and with reals only in scales "
                      "and premises",
                  expression);
  switch (expression.kind()) {
  case Kind::Number:
    return number(cast<ir::Number>(expression));
  case Kind::Boolean:
    return {cast<ir::Boolean>(expression).value ? "true" : "false", Level::Postfix, ValueType::Bool};
  case Kind::Read:
    return read(cast<ir::Read>(expression));
  case Kind::Unary:
    return unary(cast<ir::Unary>(expression));
  case Kind::Binary:
    return binary(cast<ir::Binary>(expression));
  case Kind::Conditional:
    return conditional(cast<ir::Conditional>(expression));
  case Kind::Extremum:
    return extremum(cast<ir::Extremum>(expression));
  case Kind::Forall:
    return forall(cast<ir::Forall>(expression));
  case Kind::Aggregate:
    return aggregate(cast<ir::Aggregate>(expression));
#define EXPRESSION_OF_RETURN(kind) case Kind::kind:
#define EXPRESSION_OF_OUTPUT(kind) case Kind::kind:
#define EXPRESSION_OF_INVARIANT(kind) case Kind::kind:
#include "frontend/ir/expression_kinds.def"
    break;
  case Kind::FieldRead:
    return fieldRead(cast<ir::FieldRead>(expression));
  case Kind::NoneTest:
    return noneTest(cast<ir::NoneTest>(expression));
  case Kind::FieldComparison:
    return fieldComparison(cast<ir::FieldComparison>(expression));
  }
  llvm_unreachable("no value in program code or a premise");
}

Code ExpressionWriter::number(const ir::Number &number) {
  const Rational &value = number.value;
  if (isIntegral(value)) {
    Integer integer = value.get_num();
    plan::Range here{integer, integer};
    Level level = integer < 0 ? Level::Prefix : Level::Postfix;
    if (fitsWord(here))
      return {integer.get_str(), level, fitsLiteral(here) ? ValueType::Literal : ValueType::Word};
  }
  if (isInProgram())
    return refuse("`" + ir::print(number) + "` does not fit into 64 bits", number);
  // Texts beyond the limit of Rational::parse cannot be told from parameters by the time they run.
  std::string text = toString(value);
  if (text.size() > 2000)
    return refuse("a number of more than 2000 digits is not emitted", number);
  return {"Rational::parse(" + quoted(text) + ").value()", Level::Postfix, ValueType::Rational};
}

Code ExpressionWriter::unary(const ir::Unary &unary) {
  switch (unary.op) {
  case ir::UnaryOperator::Not:
    return {"!" + operand(write(*unary.operand), Level::Postfix), Level::Prefix, ValueType::Bool};
  case ir::UnaryOperator::ToReal:
    // Whoever computes with it widens it.
    return write(*unary.operand);
  case ir::UnaryOperator::Negate: {
    Code inner = widened(write(*unary.operand), needed(unary));
    return {"-" + operand(inner, Level::Postfix), Level::Prefix, inner.type};
  }
  case ir::UnaryOperator::Absolute:
    return absolute(unary);
  }
  llvm_unreachable("all unary operators are handled");
}

Code ExpressionWriter::absolute(const ir::Unary &unary) {
  Code inner = widened(write(*unary.operand), needed(unary));
  if (inner.type == ValueType::Rational)
    return {"std::max<Rational>(" + inner.text + ", -" + operand(inner, Level::Postfix) + ")", Level::Postfix,
            inner.type};
  use(Facility::Absolute);
  return {"absolute(" + inner.text + ")", Level::Postfix, ValueType::Wide};
}

/// One side of a choice between Rationals. A parameter is an Exact, and both sides have to be of one type.
static Code rational(const ir::Expression &term, Code code) {
  if (llvm::isa<ir::Read>(&term) && code.type == ValueType::Rational)
    return {"Rational(" + code.text + ")", Level::Postfix, code.type};
  return widened(std::move(code), ValueType::Rational);
}

Code ExpressionWriter::conditional(const ir::Conditional &conditional) {
  Code condition = write(*conditional.condition);
  Code whenTrue = write(*conditional.whenTrue), whenFalse = write(*conditional.whenFalse);
  ValueType type = std::max(whenTrue.type, whenFalse.type);
  if (type == ValueType::Rational) {
    whenTrue = rational(*conditional.whenTrue, std::move(whenTrue));
    whenFalse = rational(*conditional.whenFalse, std::move(whenFalse));
  }
  return {operand(condition, Level::Or) + " ? " + operand(whenTrue, Level::Or) + " : " +
              operand(whenFalse, Level::Or),
          Level::Ternary, type};
}

Code ExpressionWriter::extremum(const ir::Extremum &extremum) {
  Code left = write(*extremum.left), right = write(*extremum.right);
  ValueType type = std::max(left.type, right.type);
  if (type == ValueType::Rational) {
    left = widened(std::move(left), type);
    right = widened(std::move(right), type);
  }
  return {std::string(extremum.isMaximum ? "std::max<" : "std::min<") + std::string(name(type)) + ">(" +
              left.text + ", " + right.text + ")",
          Level::Postfix, type};
}

Code ExpressionWriter::forall(const ir::Forall &forall) {
  if (stage == Stage::Record)
    return forallOfRecord(forall);
  ValueType type = typeOf(forall.variable);
  std::string index(name(type));
  if (type == ValueType::Rational)
    return refuse("the range of this `forall` may need more than 128 bits", forall);
  use(Facility::ForAll);
  return {"forAll<" + index + ">(" + write(*forall.low, type) + ", " + write(*forall.high, type) + ", [&](" +
              index + " " + unit.names.of(forall.variable) + ") { return " + write(*forall.body).text +
              "; })",
          Level::Postfix, ValueType::Bool};
}

Code ExpressionWriter::aggregate(const ir::Aggregate &aggregate) {
  if (stage == Stage::Record)
    return refuse("`" + ir::print(aggregate) + "` looks for an index in a record", aggregate);
  if (!isInProgram())
    return refuse("`" + ir::print(aggregate) +
                      "` stands in a scale, and the scales of an emitted mechanism look through no array; "
                      "make it a parameter",
                  aggregate);
  ValueType type = typeOf(aggregate.variable);
  if (type == ValueType::Rational)
    return refuse("the range of `" + ir::print(aggregate) + "` may need more than 128 bits", aggregate);
  use(Facility::Extremal);
  std::string capture = "[&](" + std::string(name(type)) + " " + unit.names.of(aggregate.variable) + ")";
  std::string filter = aggregate.filter ? capture + " { return " + write(*aggregate.filter).text + "; }"
                                        : "[](" + std::string(name(type)) + ") { return true; }";
  Code body = write(*aggregate.body);
  std::string call = "extremal<" + std::string(aggregate.isMaximum() ? "true" : "false") + ", " +
                     std::string(name(body.type)) + ", " + std::string(name(type)) + ">(" +
                     write(*aggregate.low, type) + ", " + write(*aggregate.high, type) + ", " + filter +
                     ", " + capture + " { return " + body.text + "; })";
  return {call + (aggregate.givesIndex() ? ".index" : ".value"), Level::Postfix,
          aggregate.givesIndex() ? type : body.type};
}

} // namespace plumb::emit
