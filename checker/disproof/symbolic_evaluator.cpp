// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/symbolic_evaluator.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::disproof {

using llvm::cast;

bool advance(std::vector<Choice> &choices) {
  while (!choices.empty()) {
    if (++choices.back().taken < choices.back().count)
      return true;
    choices.pop_back();
  }
  return false;
}

std::size_t SymbolicEvaluator::choose(std::size_t count) {
  if (next == choices.size())
    choices.push_back({0, count});
  return choices[next++].taken;
}

bool SymbolicEvaluator::hasRealDraw(const Form &form) const {
  return llvm::any_of(form.linear.terms, [&](const LinearForm::Term &term) {
    return scope.sortOf(term.draw) == ir::Sort::Real;
  });
}

std::optional<bool> SymbolicEvaluator::known(const Form &form, bool isStrict) {
  if (form.isConstant()) {
    if (form.followsNumber && form.constant().isZero())
      stop(Obstacle::Tie);
    return isStrict ? form.constant().sign() > 0 : form.constant().sign() >= 0;
  }
  // Integers may meet the number with positive probability.
  if (form.followsNumber && !hasRealDraw(form))
    stop(Obstacle::Tie);
  LinearForm opposite = form.times(-1).linear;
  for (const std::vector<Demand> *demands :
       {&scope.demands(), const_cast<const std::vector<Demand> *>(&news)})
    for (const Demand &demand : *demands) {
      ++taken;
      if (demand.form.linear == form.linear && (demand.isStrict || !isStrict))
        return true;
      if (demand.form.linear == opposite && (demand.isStrict || isStrict))
        return false;
    }
  return std::nullopt;
}

bool SymbolicEvaluator::isAbove(const Form &form, bool isStrict) {
  if (watched)
    watched->push_back(form);
  if (auto answer = known(form, isStrict))
    return *answer;
  bool isHeld = choose(2) == 0;
  if (isHeld)
    news.push_back({form, isStrict});
  else
    news.push_back({form.times(-1), !isStrict});
  return isHeld;
}

void SymbolicEvaluator::require(const Form &form, bool isStrict) {
  auto answer = known(form, isStrict);
  if (!answer)
    news.push_back({form, isStrict});
  else if (!*answer)
    stop(Obstacle::Impossible);
}

bool SymbolicEvaluator::isEqual(const Form &difference) {
  if (watched)
    watched->push_back(difference);
  if (difference.isConstant()) {
    if (difference.followsNumber && difference.constant().isZero())
      stop(Obstacle::Tie);
    return difference.constant().isZero();
  }
  // Real draws meet a number with probability 0.
  if (hasRealDraw(difference))
    return false;
  if (difference.followsNumber)
    stop(Obstacle::Tie);
  std::size_t outcome = choose(3);
  if (outcome == 0) {
    require(difference, false);
    require(difference.times(-1), false);
    return true;
  }
  require(outcome == 1 ? difference : difference.times(-1), true);
  return false;
}

Exact SymbolicEvaluator::fixed(const ir::Expression &expression) {
  Form form = evaluate(expression);
  if (!form.isConstant() || form.followsNumber)
    stop(Obstacle::Outside);
  return stopped ? Exact(0) : form.constant();
}

interpreter::Indices SymbolicEvaluator::subscripts(const std::vector<ir::ExpressionPtr> &expressions) {
  interpreter::Indices indices;
  for (const ir::ExpressionPtr &expression : expressions)
    indices.push_back(fixed(*expression).toInt64().value_or(-1));
  return indices;
}

bool SymbolicEvaluator::holds(const ir::Expression &condition) {
  return !evaluate(condition).constant().isZero();
}

Form SymbolicEvaluator::evaluate(const ir::Expression &expression) {
  if (stopped || !spend(1))
    return 0;
  switch (expression.kind()) {
  case ir::Expression::Kind::Number:
    return Exact(cast<ir::Number>(expression).value);
  case ir::Expression::Kind::Boolean:
    return cast<ir::Boolean>(expression).value ? 1 : 0;
  case ir::Expression::Kind::Read:
    return read(cast<ir::Read>(expression));
  case ir::Expression::Kind::Unary: {
    const auto &unary = cast<ir::Unary>(expression);
    Form operand = evaluate(*unary.operand);
    switch (unary.op) {
    case ir::UnaryOperator::Negate:
      return operand.times(-1);
    case ir::UnaryOperator::Not:
      return operand.constant().isZero() ? 1 : 0;
    case ir::UnaryOperator::Absolute:
      return isAbove(operand, false) ? operand : operand.times(-1);
    case ir::UnaryOperator::ToReal:
      return operand;
    }
    return stop(Obstacle::Outside);
  }
  case ir::Expression::Kind::Binary:
    return binary(cast<ir::Binary>(expression));
  case ir::Expression::Kind::Conditional: {
    const auto &choice = cast<ir::Conditional>(expression);
    return evaluate(holds(*choice.condition) ? *choice.whenTrue : *choice.whenFalse);
  }
  case ir::Expression::Kind::Extremum: {
    const auto &extremum = cast<ir::Extremum>(expression);
    Form left = evaluate(*extremum.left), right = evaluate(*extremum.right);
    // Where both are equal it does not matter which is taken.
    return isAbove(left - right, false) == extremum.isMaximum ? left : right;
  }
  case ir::Expression::Kind::Aggregate:
    return aggregate(cast<ir::Aggregate>(expression));
#define EXPRESSION_OF_RETURN(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_OUTPUT(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_FORMULA(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_INVARIANT(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_RECORD(kind) case ir::Expression::Kind::kind:
#include "frontend/ir/expression_kinds.def"
    break;
  }
  // Program code has none of these but TopK, which stands behind `return` alone.
  return stop(Obstacle::Outside);
}

/// Ends the evaluation where not so much is left.
bool SymbolicEvaluator::spend(std::uint64_t steps) {
  taken += steps;
  if (taken > most)
    stop(Obstacle::Spent);
  return !stopped;
}

/// Long numbers are paid for before they are computed. \returns false after an obstacle.
bool SymbolicEvaluator::mayScale(const Form &form, const Exact &factor) {
  const auto stepsOf = [&](const Exact &number) {
    // Lowest terms take many times the product.
    constexpr std::uint64_t ofAFraction = 8;
    const bool isInteger = number.isIntegral() && factor.isIntegral();
    return interpreter::stepsToDivide(number, factor) * (isInteger ? 1 : ofAFraction);
  };
  std::uint64_t steps = stepsOf(form.constant());
  for (const LinearForm::Term &term : form.linear.terms)
    steps += stepsOf(term.coefficient);
  return spend(steps);
}

Form SymbolicEvaluator::read(const ir::Read &read) {
  for (const auto &[variable, value] : bound)
    if (variable == &read.variable)
      return value;
  interpreter::Indices indices = subscripts(read.indices);
  if (stopped)
    return 0;
  const Form *value = scope.element(read.variable, indices);
  if (!value)
    return stop(Obstacle::Undefined);
  constexpr std::uint64_t termsOfAStep = 8;
  return spend(value->linear.terms.size() / termsOfAStep) ? *value : 0;
}

Form SymbolicEvaluator::product(const Form &left, const Form &right) {
  const Form &factor = left.isConstant() ? left : right;
  // A factor that moves with a published number could vanish at the number alone.
  if (!factor.isConstant() || factor.followsNumber)
    return stop(Obstacle::Outside);
  const Form &form = left.isConstant() ? right : left;
  return mayScale(form, factor.constant()) ? form.times(factor.constant()) : 0;
}

bool SymbolicEvaluator::comparison(const ir::Binary &binary) {
  Form difference = evaluate(*binary.left) - evaluate(*binary.right);
  if (stopped)
    return false;
  switch (binary.op) {
  case ir::BinaryOperator::Less:
    return isAbove(difference.times(-1), true);
  case ir::BinaryOperator::LessEqual:
    return isAbove(difference.times(-1), false);
  case ir::BinaryOperator::Greater:
    return isAbove(difference, true);
  case ir::BinaryOperator::GreaterEqual:
    return isAbove(difference, false);
  case ir::BinaryOperator::Equal:
  case ir::BinaryOperator::Iff:
    return isEqual(difference);
  case ir::BinaryOperator::NotEqual:
    return !isEqual(difference);
  case ir::BinaryOperator::Add:
  case ir::BinaryOperator::Subtract:
  case ir::BinaryOperator::Multiply:
  case ir::BinaryOperator::Divide:
  case ir::BinaryOperator::IntegerDivide:
  case ir::BinaryOperator::Modulo:
  case ir::BinaryOperator::And:
  case ir::BinaryOperator::Or:
  case ir::BinaryOperator::Implies:
    break;
  }
  llvm_unreachable("no comparison");
}

Form SymbolicEvaluator::binary(const ir::Binary &binary) {
  switch (binary.op) {
  case ir::BinaryOperator::And:
    return holds(*binary.left) && holds(*binary.right) ? 1 : 0;
  case ir::BinaryOperator::Or:
    return holds(*binary.left) || holds(*binary.right) ? 1 : 0;
  case ir::BinaryOperator::Implies:
    return !holds(*binary.left) || holds(*binary.right) ? 1 : 0;
  case ir::BinaryOperator::Add:
    return evaluate(*binary.left) + evaluate(*binary.right);
  case ir::BinaryOperator::Subtract:
    return evaluate(*binary.left) - evaluate(*binary.right);
  case ir::BinaryOperator::Multiply:
    return product(evaluate(*binary.left), evaluate(*binary.right));
  case ir::BinaryOperator::Divide: {
    Form left = evaluate(*binary.left);
    Exact divisor = fixed(*binary.right);
    if (divisor.isZero())
      return stop(Obstacle::Undefined);
    const Exact factor = Exact(1) / divisor;
    return mayScale(left, factor) ? left.times(factor) : 0;
  }
  case ir::BinaryOperator::IntegerDivide:
  case ir::BinaryOperator::Modulo: {
    Exact divisor = fixed(*binary.right);
    if (divisor.isZero())
      return stop(Obstacle::Undefined);
    Exact left = fixed(*binary.left);
    if (!mayScale(left, divisor))
      return 0;
    Exact rest = interpreter::euclideanRemainder(left, divisor);
    if (watched)
      watched->push_back(rest);
    return binary.op == ir::BinaryOperator::Modulo ? rest : interpreter::euclideanQuotient(left, divisor);
  }
  case ir::BinaryOperator::Less:
  case ir::BinaryOperator::LessEqual:
  case ir::BinaryOperator::Greater:
  case ir::BinaryOperator::GreaterEqual:
  case ir::BinaryOperator::Equal:
  case ir::BinaryOperator::NotEqual:
  case ir::BinaryOperator::Iff:
    return comparison(binary) ? 1 : 0;
  }
  llvm_unreachable("all binary operators are handled");
}

std::size_t SymbolicEvaluator::largest(const std::vector<Form> &values) {
  bool areFixed = llvm::all_of(values, [](const Form &value) { return value.isConstant(); });
  if (areFixed) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
      if (isAbove(values[i] - values[best], true))
        best = i;
    return best;
  }
  // One choice for each winner, and not one for each comparison.
  std::size_t best = choose(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i != best)
      require(values[best] - values[i], i < best);
  return best;
}

Form SymbolicEvaluator::aggregate(const ir::Aggregate &aggregate) {
  constexpr int longestRange = 1 << 10;
  Exact low = fixed(*aggregate.low), high = fixed(*aggregate.high);
  if (high - low > longestRange)
    return stop(Obstacle::Outside);
  std::vector<Exact> indices;
  std::vector<Form> values;
  for (Exact k = low; k < high && !stopped; k = k + 1) {
    bound.emplace_back(&aggregate.variable, Form(k));
    if (!aggregate.filter || holds(*aggregate.filter)) {
      Form value = evaluate(*aggregate.body);
      indices.push_back(k);
      values.push_back(aggregate.isMaximum() ? std::move(value) : value.times(-1));
    }
    bound.pop_back();
  }
  if (stopped)
    return 0;
  if (values.empty())
    return stop(Obstacle::Undefined);
  std::size_t best = largest(values);
  if (aggregate.givesIndex())
    return indices[best];
  return aggregate.isMaximum() ? values[best] : values[best].times(-1);
}

std::vector<std::pair<std::int64_t, Form>> SymbolicEvaluator::select(const ir::TopK &selection) {
  std::vector<std::int64_t> left;
  std::vector<Form> values;
  for (std::int64_t i = 0; const Form *value = scope.element(selection.array, i); ++i) {
    left.push_back(i);
    values.push_back(*value);
  }
  auto count = fixed(*selection.count).toInt64();
  std::vector<std::pair<std::int64_t, Form>> chosen;
  if (!count || *count < 0 || *count > static_cast<std::int64_t>(values.size())) {
    stop(Obstacle::Undefined);
    return chosen;
  }
  while (static_cast<std::int64_t>(chosen.size()) < *count && !stopped) {
    auto best = static_cast<std::ptrdiff_t>(largest(values));
    chosen.emplace_back(left[static_cast<std::size_t>(best)], values[static_cast<std::size_t>(best)]);
    left.erase(left.begin() + best);
    values.erase(values.begin() + best);
  }
  return chosen;
}

} // namespace plumb::disproof
