// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/evaluate.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <numeric>

namespace plumb::interpreter {

using llvm::cast;

const FieldValue *Scope::field(const ir::FieldRead &, llvm::ArrayRef<std::int64_t>) const {
  llvm_unreachable("no record is known here");
}

Exact Evaluator::fail(Failure::Kind kind, const ir::Expression &expression) {
  if (!failed)
    failed = Failure{kind, expression.range()};
  return 0;
}

Exact Evaluator::evaluate(const ir::Expression &expression) {
  if (failed)
    return 0;
  switch (expression.kind()) {
  case ir::Expression::Kind::Number:
    return bounded(Exact(cast<ir::Number>(expression).value), expression);
  case ir::Expression::Kind::Boolean:
    return cast<ir::Boolean>(expression).value;
  case ir::Expression::Kind::Read:
    return read(cast<ir::Read>(expression));
  case ir::Expression::Kind::Unary:
    return unary(cast<ir::Unary>(expression));
  case ir::Expression::Kind::Binary:
    return binary(cast<ir::Binary>(expression));
  case ir::Expression::Kind::Conditional: {
    const auto &choice = cast<ir::Conditional>(expression);
    return evaluate(holds(*choice.condition) ? *choice.whenTrue : *choice.whenFalse);
  }
  case ir::Expression::Kind::Extremum: {
    const auto &extremum = cast<ir::Extremum>(expression);
    Exact left = evaluate(*extremum.left), right = evaluate(*extremum.right);
    return (left < right) == extremum.isMaximum ? right : left;
  }
  case ir::Expression::Kind::CellTest:
    return cellTest(cast<ir::CellTest>(expression));
  case ir::Expression::Kind::CellRead:
    return cellRead(cast<ir::CellRead>(expression));
  case ir::Expression::Kind::ResultRead:
    return resultRead(cast<ir::ResultRead>(expression));
  case ir::Expression::Kind::Membership:
    return isMember(cast<ir::Membership>(expression));
  case ir::Expression::Kind::Forall:
    return forall(cast<ir::Forall>(expression));
  case ir::Expression::Kind::FieldRead:
    return fieldRead(cast<ir::FieldRead>(expression)).value;
  case ir::Expression::Kind::NoneTest:
    return fieldRead(cast<ir::FieldRead>(*cast<ir::NoneTest>(expression).operand)).isNone;
  case ir::Expression::Kind::FieldComparison:
    return fieldComparison(cast<ir::FieldComparison>(expression));
  case ir::Expression::Kind::Aggregate:
    return aggregate(cast<ir::Aggregate>(expression));
  case ir::Expression::Kind::TopK:
  case ir::Expression::Kind::Moved:
  case ir::Expression::Kind::Cost:
    break;
  }
  llvm_unreachable("an expression that is no value of a single run");
}

Indices Evaluator::subscripts(const std::vector<ir::ExpressionPtr> &expressions) {
  Indices indices;
  for (const ir::ExpressionPtr &expression : expressions) {
    // A subscript too large for a word is out of every bound, like -1.
    indices.push_back(evaluate(*expression).toInt64().value_or(-1));
  }
  return indices;
}

Exact Evaluator::read(const ir::Read &read) {
  for (const auto &[variable, value] : bound)
    if (variable == &read.variable)
      return value;
  Indices indices = subscripts(read.indices);
  if (failed)
    return 0;
  const Exact *value = scope.element(read.variable, read.primed, indices);
  return value ? *value : fail(Failure::Kind::IndexOutOfBounds, read);
}

FieldValue Evaluator::fieldRead(const ir::FieldRead &read) {
  Indices indices = subscripts(read.indices);
  if (failed)
    return {};
  if (const FieldValue *value = scope.field(read, indices))
    return *value;
  fail(Failure::Kind::IndexOutOfBounds, read);
  return {};
}

FieldValue Evaluator::comparand(const ir::Expression &operand) {
  if (ir::mayBeNone(operand))
    return fieldRead(cast<ir::FieldRead>(operand));
  return {evaluate(operand)};
}

bool Evaluator::fieldComparison(const ir::FieldComparison &comparison) {
  FieldValue left = comparand(*comparison.left), right = comparand(*comparison.right);
  bool neither = !left.isNone && !right.isNone;
  switch (comparison.op) {
  case ir::BinaryOperator::Equal:
    return left == right;
  case ir::BinaryOperator::NotEqual:
    return left != right;
  case ir::BinaryOperator::Less:
    return neither && left.value < right.value;
  case ir::BinaryOperator::LessEqual:
    return neither && left.value <= right.value;
  case ir::BinaryOperator::Greater:
    return neither && left.value > right.value;
  case ir::BinaryOperator::GreaterEqual:
    return neither && left.value >= right.value;
  case ir::BinaryOperator::Add:
  case ir::BinaryOperator::Subtract:
  case ir::BinaryOperator::Multiply:
  case ir::BinaryOperator::Divide:
  case ir::BinaryOperator::IntegerDivide:
  case ir::BinaryOperator::Modulo:
  case ir::BinaryOperator::And:
  case ir::BinaryOperator::Or:
  case ir::BinaryOperator::Implies:
  case ir::BinaryOperator::Iff:
    break;
  }
  llvm_unreachable("no comparison");
}

Exact Evaluator::unary(const ir::Unary &unary) {
  Exact operand = evaluate(*unary.operand);
  switch (unary.op) {
  case ir::UnaryOperator::Negate:
    return -operand;
  case ir::UnaryOperator::Not:
    return operand.isZero();
  case ir::UnaryOperator::Absolute:
    return operand.absolute();
  case ir::UnaryOperator::ToReal:
    return operand;
  }
  llvm_unreachable("all unary operators are handled");
}

Exact Evaluator::binary(const ir::Binary &binary) {
  Exact left = evaluate(*binary.left);
  switch (binary.op) {
  case ir::BinaryOperator::And:
    return !left.isZero() && holds(*binary.right);
  case ir::BinaryOperator::Or:
    return !left.isZero() || holds(*binary.right);
  case ir::BinaryOperator::Implies:
    return left.isZero() || holds(*binary.right);
  case ir::BinaryOperator::Add:
  case ir::BinaryOperator::Subtract:
  case ir::BinaryOperator::Multiply:
  case ir::BinaryOperator::Divide:
  case ir::BinaryOperator::IntegerDivide:
  case ir::BinaryOperator::Modulo:
  case ir::BinaryOperator::Less:
  case ir::BinaryOperator::LessEqual:
  case ir::BinaryOperator::Greater:
  case ir::BinaryOperator::GreaterEqual:
  case ir::BinaryOperator::Equal:
  case ir::BinaryOperator::NotEqual:
  case ir::BinaryOperator::Iff:
    return arithmetic(binary, left, evaluate(*binary.right));
  }
}

/// Numbers that double their length in each round would take all the time there is.
Exact Evaluator::bounded(Exact value, const ir::Expression &expression) {
  constexpr std::size_t longest = 1 << 16;
  constexpr std::size_t bitsOfAStep = 64;
  const std::size_t bits = value.bits();
  stepsLeft -= std::min<std::uint64_t>(stepsLeft, bits / bitsOfAStep);
  return bits > longest || (bits > 0 && stepsLeft == 0) ? fail(Failure::Kind::StepLimit, expression) : value;
}

/// Long quotients are paid for before they are asked. \returns false, having failed, if there is no quotient
/// or not enough is left.
bool Evaluator::mayDivide(const ir::Binary &binary, const Exact &left, const Exact &right) {
  if (right.isZero()) {
    fail(Failure::Kind::DivisionByZero, binary);
    return false;
  }
  // Lowest terms take many times the quotient.
  constexpr std::uint64_t ofAFraction = 8;
  const std::uint64_t price =
      stepsToDivide(left, right) * (binary.op == ir::BinaryOperator::Divide ? ofAFraction : 1);
  stepsLeft -= std::min(stepsLeft, price);
  if (price > 0 && stepsLeft == 0)
    fail(Failure::Kind::StepLimit, binary);
  return !failed;
}

Exact Evaluator::arithmetic(const ir::Binary &binary, const Exact &left, const Exact &right) {
  switch (binary.op) {
  case ir::BinaryOperator::Add:
    return bounded(left + right, binary);
  case ir::BinaryOperator::Subtract:
    return bounded(left - right, binary);
  case ir::BinaryOperator::Multiply:
    return bounded(left * right, binary);
  case ir::BinaryOperator::Divide:
    return mayDivide(binary, left, right) ? bounded(left / right, binary) : 0;
  case ir::BinaryOperator::IntegerDivide:
    return mayDivide(binary, left, right) ? euclideanQuotient(left, right) : 0;
  case ir::BinaryOperator::Modulo:
    return mayDivide(binary, left, right) ? euclideanRemainder(left, right) : 0;
  case ir::BinaryOperator::Less:
    return left < right;
  case ir::BinaryOperator::LessEqual:
    return left <= right;
  case ir::BinaryOperator::Greater:
    return left > right;
  case ir::BinaryOperator::GreaterEqual:
    return left >= right;
  case ir::BinaryOperator::Equal:
  case ir::BinaryOperator::Iff:
    return left == right;
  case ir::BinaryOperator::NotEqual:
    return left != right;
  case ir::BinaryOperator::And:
  case ir::BinaryOperator::Or:
  case ir::BinaryOperator::Implies:
    break;
  }
  llvm_unreachable("the lazy operators are handled by the caller");
}

bool Evaluator::cellTest(const ir::CellTest &test) {
  const Cell *cell = scope.cell(test.transcript, subscripts(test.indices));
  if (test.tag.name == "unreached")
    return !cell;
  if (test.tag.name == "none")
    return cell && !cell->tag;
  return cell && cell->tag == &test.tag;
}

Exact Evaluator::cellRead(const ir::CellRead &read) {
  const Cell *cell = scope.cell(read.transcript, subscripts(read.indices));
  // Any value of the sort may stand for a component that is not there.
  if (!cell || cell->tag != &read.tag)
    return 0;
  return cell->values[read.component];
}

Exact Evaluator::resultRead(const ir::ResultRead &read) {
  const Result &result = scope.result();
  if (read.part == ir::ResultRead::Part::Whole)
    return result.scalar;
  auto position = evaluate(*read.position).toInt64();
  const Selection &selection = result.selection;
  if (!position || *position < 0 || *position >= static_cast<std::int64_t>(selection.indices.size()))
    return fail(Failure::Kind::IndexOutOfBounds, read);
  auto place = static_cast<std::size_t>(*position);
  return read.part == ir::ResultRead::Part::Index ? Exact(selection.indices[place]) : selection.values[place];
}

bool Evaluator::isMember(const ir::Membership &membership) {
  auto element = evaluate(*membership.element).toInt64();
  const std::vector<std::int64_t> &indices = scope.result().selection.indices;
  return element && std::find(indices.begin(), indices.end(), *element) != indices.end();
}

bool Evaluator::step(SourceRange words) {
  if (stepsLeft == 0 && !failed)
    failed = Failure{Failure::Kind::StepLimit, words};
  else if (!failed)
    --stepsLeft;
  return !failed;
}

bool Evaluator::forall(const ir::Forall &forall) {
  Exact high = evaluate(*forall.high);
  for (Exact i = evaluate(*forall.low); i < high && !failed && step(forall.range()); i = i + 1) {
    bind(forall.variable, i);
    bool here = holds(*forall.body);
    unbind();
    if (!here)
      return false;
  }
  return true;
}

Exact Evaluator::aggregate(const ir::Aggregate &aggregate) {
  Exact high = evaluate(*aggregate.high), low = evaluate(*aggregate.low);
  std::optional<std::pair<Exact, Exact>> best; // An index and its value.
  for (Exact k = low; k < high && !failed && step(aggregate.range()); k = k + 1) {
    bind(aggregate.variable, k);
    if (!aggregate.filter || holds(*aggregate.filter)) {
      Exact value = evaluate(*aggregate.body);
      if (!best || (aggregate.isMaximum() ? best->second < value : value < best->second))
        best = {k, value};
    }
    unbind();
  }
  if (failed)
    return 0;
  if (!best)
    return fail(Failure::Kind::NothingToChoose, aggregate);
  return aggregate.givesIndex() ? best->first : best->second;
}

Selection Evaluator::select(const ir::TopK &selection) {
  std::vector<Exact> elements;
  for (std::int64_t i = 0; const Exact *value = scope.element(selection.array, selection.primed, i); ++i)
    elements.push_back(*value);
  auto count = evaluate(*selection.count).toInt64();
  if (!count || *count < 0 || *count > static_cast<std::int64_t>(elements.size())) {
    fail(Failure::Kind::SelectionSize, selection);
    return {};
  }
  std::vector<std::int64_t> order(elements.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return elements[static_cast<std::size_t>(a)] > elements[static_cast<std::size_t>(b)];
  });
  order.resize(static_cast<std::size_t>(*count));
  Selection chosen{order, {}};
  for (std::int64_t index : order)
    chosen.values.push_back(elements[static_cast<std::size_t>(index)]);
  return chosen;
}

Result Evaluator::resultOf(const ir::Expression *expression) {
  Result result;
  if (!expression)
    return result;
  result.sort = expression->sort();
  if (const auto *selection = llvm::dyn_cast<ir::TopK>(expression)) {
    result.kind = Result::Kind::Selection;
    result.selection = select(*selection);
  } else {
    result.kind = Result::Kind::Scalar;
    result.scalar = evaluate(*expression);
  }
  return result;
}

} // namespace plumb::interpreter
