// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using smt::Term;

Templates::Templates(Context context, const ir::For &loop, bool pairs)
    : context(context), mechanism(context.symbols.mechanism()), loop(loop), pairs(pairs),
      stepUnits(unitsOf(context)) {
  enclosing(mechanism.body);
  for (const auto &variable : mechanism.variables) {
    bool found = false;
    relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      found |= assign && &assign->target == variable.get();
    });
    if (!found)
      continue;
    locals.push_back(variable.get());
    if (!variable->isArray() && variable->sort != ir::Sort::Bool)
      numbers.push_back(variable.get());
  }
}

/// Is \p value x \p op something, or may it be by a choice?
static bool mayStep(const ir::Expression &value, const ir::Variable &x, ir::BinaryOperator op) {
  if (const auto *choice = dyn_cast<ir::Conditional>(&value))
    return mayStep(*choice->whenTrue, x, op) || mayStep(*choice->whenFalse, x, op);
  const auto *step = dyn_cast<ir::Binary>(&value);
  const auto *from = step && step->op == op ? dyn_cast<ir::Read>(step->left.get()) : nullptr;
  return from && &from->variable == &x;
}

/// Does the body assign x \p op something to \p x?
static bool steps(const ir::For &loop, const ir::Variable &x, ir::BinaryOperator op) {
  bool does = false;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    does |= assign && &assign->target == &x && mayStep(*assign->value, x, op);
  });
  return does;
}

bool rises(const ir::For &loop, const ir::Variable &x) {
  return steps(loop, x, ir::BinaryOperator::Add);
}

bool falls(const ir::For &loop, const ir::Variable &x) {
  return steps(loop, x, ir::BinaryOperator::Subtract);
}

bool growsWith(const ir::Expression &term, const ir::Variable &x) {
  using Op = ir::BinaryOperator;
  if (const auto *unary = dyn_cast<ir::Unary>(&term))
    return (unary->op != ir::UnaryOperator::Negate) == growsWith(*unary->operand, x);
  const auto *binary = dyn_cast<ir::Binary>(&term);
  if (!binary)
    return true;
  if (!ir::reads(*binary->right, x))
    return growsWith(*binary->left, x);
  return (binary->op != Op::Subtract || ir::reads(*binary->left, x)) == growsWith(*binary->right, x);
}

static std::optional<Rational> literalOf(const ir::Expression &expression) {
  if (const auto *number = dyn_cast<ir::Number>(&expression))
    return number->value;
  const auto *unary = dyn_cast<ir::Unary>(&expression);
  if (!unary || unary->op != ir::UnaryOperator::Negate)
    return std::nullopt;
  const std::optional<Rational> value = literalOf(*unary->operand);
  return value ? std::optional<Rational>(-*value) : std::nullopt;
}

Steps stepsOf(const ir::For &loop, const ir::Variable &x) {
  Steps result;
  bool isLiteral = true;
  const auto isX = [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && &read->variable == &x;
  };
  const auto add = [&](const ir::Binary &sum) {
    const bool adds = sum.op == ir::BinaryOperator::Add, isLeft = isX(*sum.left);
    if ((!adds && sum.op != ir::BinaryOperator::Subtract) || (!isLeft && !(adds && isX(*sum.right))))
      return;
    const std::optional<Rational> step = literalOf(isLeft ? *sum.right : *sum.left);
    (adds == (!step || *step >= 0) ? result.up : result.down) = true;
    isLiteral &= step.has_value();
    if (!step)
      return;
    const Rational size = abs(*step);
    if (!result.least || size < *result.least)
      result.least = size;
    if (!result.most || *result.most < size)
      result.most = size;
  };
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (assign && &assign->target == &x)
      relational::forEachExpression(*assign->value, [&](const ir::Expression &part) {
        if (const auto *sum = dyn_cast<ir::Binary>(&part))
          add(*sum);
      });
  });
  if (!isLiteral)
    result.least = result.most = std::nullopt;
  return result;
}

bool overParameters(const ir::Expression &expression) {
  bool all = true;
  relational::forEachExpression(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    all &= !read || (read->variable.role == ir::Variable::Role::Parameter && !read->variable.isArray());
  });
  return all;
}

bool Templates::enclosing(const ir::Block &block) {
  for (const auto &statement : block) {
    if (statement.get() == &loop)
      return true;
    if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      if (enclosing(branch->thenBlock) || enclosing(branch->elseBlock))
        return true;
    } else if (const auto *around = dyn_cast<ir::For>(statement.get())) {
      enclosingLoops.push_back(around);
      if (enclosing(around->body))
        return true;
      enclosingLoops.pop_back();
    }
  }
  return false;
}

std::size_t Templates::add(relational::Invariant invariant) {
  invariant.number = list.size();
  list.push_back(std::move(invariant));
  return list.back().number;
}

std::size_t Templates::add(std::string text, Formula formula, std::vector<std::size_t> impliedBy) {
  relational::Invariant invariant;
  invariant.text = std::move(text);
  invariant.formula = std::move(formula);
  invariant.impliedBy = std::move(impliedBy);
  return add(std::move(invariant));
}

Term valueOf(Context context, const relational::State &state, const ir::Variable &variable,
             relational::Side side) {
  return state.run(side).scalars[context.symbols.ordinal(variable)];
}

std::vector<Term> cellOf(const ir::Transcript &transcript, Context context, const relational::State &state) {
  std::vector<Term> cell;
  for (const ir::For *loop : transcript.loops)
    cell.push_back(valueOf(context, state, loop->index, relational::Side::First));
  return cell;
}

/// "out[r].winner.1"
std::pair<std::string, ValueOfOutput> cellComponent(const ir::Output &output, std::size_t position) {
  std::string text = "out";
  for (const ir::For *loop : output.transcript.loops)
    text += "[" + loop->index.name + "]";
  return {text + ir::printComponent(output.tag, position),
          [&output, position](Context c, const relational::State &state) {
            return c.symbols.cellValue(output.transcript, output.tag, position,
                                       cellOf(output.transcript, c, state));
          }};
}

Term asReal(Context context, Term number) {
  return number.sort() == smt::Sort::Int ? context.store.toReal(number) : number;
}

static bool isIndexOf(const ir::For &loop, const ir::Expression &term) {
  const auto *read = dyn_cast<ir::Read>(&term);
  return read && &read->variable == &loop.index;
}

/// The side of a sum or difference that has the variable of \p loop in it, where the other is over
/// parameters; null if there is none.
static const ir::Expression *offsetSide(const ir::For &loop, const ir::Binary &sum) {
  if (sum.op != ir::BinaryOperator::Add && sum.op != ir::BinaryOperator::Subtract)
    return nullptr;
  for (const auto &[side, other] : {std::pair(&sum.left, &sum.right), std::pair(&sum.right, &sum.left)})
    if (overParameters(**other) && (isIndexOf(loop, **side) || isOffset(loop, **side)))
      return side->get();
  return nullptr;
}

bool isOffset(const ir::For &loop, const ir::Expression &term) {
  const auto *sum = dyn_cast<ir::Binary>(&term);
  return sum && sum->sort() == ir::Sort::Int && offsetSide(loop, *sum);
}

const ir::Expression *offsetOf(const ir::For &loop, const ir::Variable &x) {
  const ir::Expression *found = nullptr;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (!found && assign && &assign->target == &x && isOffset(loop, *assign->value))
      found = assign->value.get();
  });
  return found;
}

Term iterationAt(Context context, const relational::State &state, const ir::For &loop,
                 const ir::Expression &term, Term value) {
  if (isIndexOf(loop, term))
    return value;
  const auto &sum = llvm::cast<ir::Binary>(term);
  const ir::Expression *side = offsetSide(loop, sum);
  const bool isLeft = side == sum.left.get();
  relational::State there = state;
  const Term other = relational::Evaluator(context, there).relational(isLeft ? *sum.right : *sum.left);
  const bool isSum = sum.op == ir::BinaryOperator::Add;
  return iterationAt(context, state, loop, *side,
                     isSum    ? context.store.subtract(value, other)
                     : isLeft ? context.store.add(value, other)
                              : context.store.subtract(other, value));
}

std::vector<relational::MovementBound> Templates::unitsFor(ir::Sort sort) const {
  std::vector<relational::MovementBound> result;
  for (const relational::MovementBound &unit : stepUnits)
    if (sort == ir::Sort::Real || !unit.isShare)
      result.push_back(unit);
  return result;
}

bool Templates::hasSample(llvm::function_ref<bool(const ir::Sample &)> is) const {
  bool found = false;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    found |= sample && is(*sample);
  });
  return found;
}

} // namespace plumb::inference
