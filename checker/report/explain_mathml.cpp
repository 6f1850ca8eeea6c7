// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_mathml.h"

#include "checker/report/explain_mathml_parts.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "frontend/ir/statement.h"

#include <llvm/Support/Casting.h>

namespace plumb::report {

using llvm::dyn_cast;
using namespace parts;

namespace {

/// Binding strength, loosest first. A fraction has brackets of its own.
enum Level { Loosest, Logic, Negation, Relation, Sum, Product, Sign, Atom };

struct Written {
  std::string text;
  Level level;
};

Written write(const ir::Expression &expression);

std::string within(const ir::Expression &expression, Level least) {
  Written written = write(expression);
  return written.level < least ? parenthesized(written.text) : row(written.text);
}

std::string indexed(const std::string &base, const std::vector<ir::ExpressionPtr> &indices,
                    bool isPrimed = false) {
  if (indices.empty())
    return isPrimed ? primed(base) : base;
  std::string list;
  for (const ir::ExpressionPtr &index : indices)
    list += (list.empty() ? "" : symbol(",")) + within(*index, Loosest);
  return isPrimed ? primedSubscript(base, list) : subscript(base, list);
}

struct Connective {
  const char *mark;
  Level level;
};

Connective markOf(ir::BinaryOperator op) {
  switch (op) {
  case ir::BinaryOperator::Add:
    return {"+", Sum};
  case ir::BinaryOperator::Subtract:
    return {"\u2212", Sum};
  case ir::BinaryOperator::Multiply:
    return {"\u00b7", Product};
  case ir::BinaryOperator::Divide:
    return {"/", Product};
  case ir::BinaryOperator::IntegerDivide:
    return {"div", Product};
  case ir::BinaryOperator::Modulo:
    return {"mod", Product};
  case ir::BinaryOperator::Less:
    return {"<", Relation};
  case ir::BinaryOperator::LessEqual:
    return {"\u2264", Relation};
  case ir::BinaryOperator::Greater:
    return {">", Relation};
  case ir::BinaryOperator::GreaterEqual:
    return {"\u2265", Relation};
  case ir::BinaryOperator::Equal:
    return {"=", Relation};
  case ir::BinaryOperator::NotEqual:
    return {"\u2260", Relation};
  case ir::BinaryOperator::And:
    return {"\u2227", Logic};
  case ir::BinaryOperator::Or:
    return {"\u2228", Logic};
  case ir::BinaryOperator::Implies:
    return {"\u21d2", Logic};
  case ir::BinaryOperator::Iff:
    return {"\u21d4", Logic};
  }
  return {"?", Loosest};
}

Written writeBinary(const ir::Binary &binary) {
  if (binary.op == ir::BinaryOperator::Divide)
    return {fraction(within(*binary.left, Loosest), within(*binary.right, Loosest)), Atom};
  Connective mark = markOf(binary.op);
  bool chains = binary.op == ir::BinaryOperator::And || binary.op == ir::BinaryOperator::Or;
  const auto *inner = dyn_cast<ir::Binary>(binary.left.get());
  bool sameOnTheLeft = inner && inner->op == binary.op && chains;
  // Different connectives side by side get parentheses; a + b - c and a * b * c do not.
  Level left = mark.level == Sum || mark.level == Product || sameOnTheLeft
                   ? mark.level
                   : static_cast<Level>(mark.level + 1);
  return {within(*binary.left, left) + symbol(mark.mark) +
              within(*binary.right, static_cast<Level>(mark.level + 1)),
          mark.level};
}

Written writeUnary(const ir::Unary &unary) {
  switch (unary.op) {
  case ir::UnaryOperator::Negate:
    return {symbol("\u2212") + within(*unary.operand, Atom), Sign};
  case ir::UnaryOperator::Not:
    return {symbol("\u00ac") + within(*unary.operand, Negation), Negation};
  case ir::UnaryOperator::Absolute:
    return {symbol("|") + within(*unary.operand, Loosest) + symbol("|"), Atom};
  case ir::UnaryOperator::ToReal:
    // On paper an integer is a real number.
    return write(*unary.operand);
  }
  return {"", Loosest};
}

Written writeCell(const ir::CellRead &read) {
  return {indexed(name("out"), read.indices) + word(ir::printComponent(read.tag, read.component)), Atom};
}

/// Its body reaches as far as a product.
Written writeAggregate(const ir::Aggregate &aggregate) {
  std::string function =
      std::string(aggregate.givesIndex() ? "arg" : "") + (aggregate.isMaximum() ? "max" : "min");
  std::string index = name(aggregate.variable.name);
  std::string range =
      within(*aggregate.low, Sum) + symbol("\u2264") + index + symbol("<") + within(*aggregate.high, Sum);
  if (aggregate.filter)
    range += symbol(",") + within(*aggregate.filter, Loosest);
  return {under(word(function), range) + within(*aggregate.body, Product), Product};
}

Written writeResult(const ir::ResultRead &read) {
  switch (read.part) {
  case ir::ResultRead::Part::Whole:
    return {name("result"), Atom};
  case ir::ResultRead::Part::Index:
    return {subscript(name("result.indices"), within(*read.position, Loosest)), Atom};
  case ir::ResultRead::Part::Value:
    return {subscript(name("result.values"), within(*read.position, Loosest)), Atom};
  }
  return {"", Loosest};
}

Written write(const ir::Expression &expression) {
  if (const auto *number = dyn_cast<ir::Number>(&expression)) {
    Rational size = abs(number->value);
    std::string digits = isIntegral(size)
                             ? numeral(toString(size))
                             : fraction(numeral(size.get_num().get_str()), numeral(size.get_den().get_str()));
    return number->value < 0 ? Written{symbol("\u2212") + digits, Sign} : Written{digits, Atom};
  }
  if (const auto *read = dyn_cast<ir::Read>(&expression))
    return {indexed(name(read->variable.name), read->indices, read->primed), Atom};
  if (const auto *unary = dyn_cast<ir::Unary>(&expression))
    return writeUnary(*unary);
  if (const auto *binary = dyn_cast<ir::Binary>(&expression))
    return writeBinary(*binary);
  if (const auto *conditional = dyn_cast<ir::Conditional>(&expression))
    return {cases(within(*conditional->whenTrue, Loosest), within(*conditional->condition, Loosest),
                  within(*conditional->whenFalse, Loosest)),
            Atom};
  if (const auto *extremum = dyn_cast<ir::Extremum>(&expression))
    return {
        word(extremum->isMaximum ? "max" : "min") +
            parenthesized(within(*extremum->left, Loosest) + symbol(",") + within(*extremum->right, Loosest)),
        Atom};
  if (const auto *aggregate = dyn_cast<ir::Aggregate>(&expression))
    return writeAggregate(*aggregate);
  if (const auto *test = dyn_cast<ir::CellTest>(&expression))
    return {indexed(name("out"), test->indices) + text(" is ") + word(test->tag.name), Relation};
  if (const auto *cell = dyn_cast<ir::CellRead>(&expression))
    return writeCell(*cell);
  if (const auto *result = dyn_cast<ir::ResultRead>(&expression))
    return writeResult(*result);
  if (const auto *membership = dyn_cast<ir::Membership>(&expression))
    return {within(*membership->element, Sum) + symbol("\u2208") + name("result.indices"), Relation};
  // What has no form of its own here keeps the one of the language.
  return {text(ir::print(expression)), Loosest};
}

} // namespace

std::string mathml(const ir::Expression &expression) {
  return row(write(expression).text);
}

} // namespace plumb::report
