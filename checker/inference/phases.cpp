// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/phases.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using smt::Term;
using Op = ir::BinaryOperator;

namespace {

/// Each is a case of every question about the loop.
constexpr std::size_t mostValues = 8;

void insert(std::vector<Rational> &values, const Rational &value) {
  const auto at = std::lower_bound(values.begin(), values.end(), value);
  if (at == values.end() || *at != value)
    values.insert(at, value);
}

/// i + s, i - s or s + i with a literal s: s, or -s; of i alone 0.
std::optional<Rational> behindIndex(const ir::Expression &expression, const ir::For &loop) {
  if (const auto *read = dyn_cast<ir::Read>(&expression))
    return &read->variable == &loop.index ? std::optional(Rational(0)) : std::nullopt;
  const auto *sum = dyn_cast<ir::Binary>(&expression);
  if (!sum || (sum->op != Op::Add && sum->op != Op::Subtract))
    return std::nullopt;
  if (const auto *number = dyn_cast<ir::Number>(sum->right.get())) {
    const auto before = behindIndex(*sum->left, loop);
    const Rational more = sum->op == Op::Add ? number->value : Rational(-number->value);
    return before ? std::optional(Rational(*before + more)) : std::nullopt;
  }
  const auto *number = dyn_cast<ir::Number>(sum->left.get());
  const auto before = number && sum->op == Op::Add ? behindIndex(*sum->right, loop) : std::nullopt;
  return before ? std::optional(Rational(*before + number->value)) : std::nullopt;
}

Rational modulo(const Rational &value, const Rational &divisor) {
  Integer rest;
  mpz_fdiv_r(rest.get_mpz_t(), value.get_num_mpz_t(), divisor.get_num_mpz_t());
  return Rational(rest);
}

std::vector<const ir::Expression *> conditionsIn(const ir::Block &block) {
  std::vector<const ir::Expression *> conditions;
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned loops) {
    if (loops > 0)
      return;
    if (const auto *branch = dyn_cast<ir::If>(&statement))
      conditions.push_back(branch->condition.get());
    else if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      relational::forEachExpression(*assign->value, [&](const ir::Expression &part) {
        if (const auto *choice = dyn_cast<ir::Conditional>(&part))
          conditions.push_back(choice->condition.get());
      });
  });
  return conditions;
}

/// The literal that is all that \p x gets outside of \p loop.
std::optional<Rational> startOf(const ir::Mechanism &mechanism, const ir::For &loop, const ir::Variable &x) {
  std::size_t inside = 0, all = 0;
  std::optional<Rational> start;
  const auto count = [&](const ir::Block &block, std::size_t &assigned) {
    relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (!assign || &assign->target != &x)
        return;
      ++assigned;
      const auto *number = dyn_cast<ir::Number>(assign->value.get());
      // What is first in the text.
      if (&assigned == &all && assigned == 1 && number)
        start = number->value;
    });
  };
  count(mechanism.body, all);
  count(loop.body, inside);
  return all == inside + 1 ? start : std::nullopt;
}

} // namespace

std::optional<Remainder> Remainder::of(const ir::Expression &expression, const ir::For &loop) {
  const auto *binary = dyn_cast<ir::Binary>(&expression);
  const auto *number = binary ? dyn_cast<ir::Number>(binary->right.get()) : nullptr;
  if (!number || binary->op != Op::Modulo || number->value <= 0)
    return std::nullopt;
  const auto more = behindIndex(*binary->left, loop);
  return more ? std::optional(Remainder{number->value, *more}) : std::nullopt;
}

std::optional<Phases> Phases::of(const Templates &templates) {
  const ir::For &loop = templates.loop;
  const std::vector<const ir::Expression *> conditions = conditionsIn(loop.body);
  for (const ir::Expression *condition : conditions) {
    std::optional<Rational> divisor;
    relational::forEachExpression(*condition, [&](const ir::Expression &part) {
      if (const auto found = Remainder::of(part, loop))
        divisor = found->divisor;
    });
    if (!divisor || *divisor < 2 || *divisor > mostValues)
      continue;
    Phases phases(loop, nullptr, *divisor);
    for (Rational value = 0; value < *divisor; value += 1)
      phases.heads.push_back(value);
    return phases;
  }
  for (const ir::Variable *x : templates.assignedNumbers()) {
    const bool decides =
        llvm::any_of(conditions, [&](const ir::Expression *condition) { return ir::reads(*condition, *x); });
    const auto start =
        decides && x->sort == ir::Sort::Int ? startOf(templates.mechanism, loop, *x) : std::nullopt;
    if (!start)
      continue;
    Phases phases(loop, x, 0);
    phases.heads = {*start};
    bool isFinite = true;
    for (std::size_t before = 0; isFinite && before < phases.heads.size();) {
      before = phases.heads.size();
      std::vector<Rational> behind = phases.heads;
      isFinite = phases.follow(loop.body, behind);
      for (const Rational &value : behind)
        insert(phases.heads, value);
      isFinite &= phases.heads.size() <= mostValues;
    }
    if (isFinite && phases.heads.size() > 1)
      return phases;
  }
  return std::nullopt;
}

Phases::Known Phases::next(const Known &value) const {
  if (!value || counter)
    return value;
  return *value + 1 == divisor ? Rational(0) : Rational(*value + 1);
}

std::vector<Rational> Phases::round() const {
  std::vector<Rational> values = {heads.front()};
  for (;;) {
    const Known after = next(behind(loop->body, values.back()));
    if (!after || values.size() > heads.size())
      return {};
    if (*after == values.front())
      break;
    values.push_back(*after);
  }
  return values.size() == heads.size() ? values : std::vector<Rational>();
}

Phases::Known Phases::valueOf(const ir::Expression &expression, const Known &value) const {
  if (const auto *number = dyn_cast<ir::Number>(&expression))
    return number->value;
  if (const auto *read = dyn_cast<ir::Read>(&expression))
    return counter && &read->variable == counter && !read->primed ? value : std::nullopt;
  if (const auto of = Remainder::of(expression, *loop); of && !counter && of->divisor == divisor)
    return value ? Known(modulo(*value + of->more, divisor)) : value;
  if (const auto *choice = dyn_cast<ir::Conditional>(&expression)) {
    if (const auto decided = holds(*choice->condition, value))
      return valueOf(*decided ? *choice->whenTrue : *choice->whenFalse, value);
    const Known one = valueOf(*choice->whenTrue, value), other = valueOf(*choice->whenFalse, value);
    return one == other ? one : std::nullopt;
  }
  const auto *binary = dyn_cast<ir::Binary>(&expression);
  if (!binary)
    return std::nullopt;
  const Known left = valueOf(*binary->left, value), right = valueOf(*binary->right, value);
  if (!left || !right)
    return std::nullopt;
  if (binary->op == Op::Add)
    return Rational(*left + *right);
  if (binary->op == Op::Subtract)
    return Rational(*left - *right);
  if (binary->op == Op::Modulo && isIntegral(*left) && isIntegral(*right) && *right > 0)
    return modulo(*left, *right);
  return std::nullopt;
}

std::optional<bool> Phases::holds(const ir::Expression &condition, const Known &value) const {
  if (const auto *unary = dyn_cast<ir::Unary>(&condition); unary && unary->op == ir::UnaryOperator::Not) {
    const auto operand = holds(*unary->operand, value);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  const auto *binary = dyn_cast<ir::Binary>(&condition);
  if (!binary)
    return std::nullopt;
  if (binary->op == Op::And || binary->op == Op::Or) {
    const bool decisive = binary->op == Op::Or;
    const auto left = holds(*binary->left, value), right = holds(*binary->right, value);
    if ((left && *left == decisive) || (right && *right == decisive))
      return decisive;
    return left && right ? std::optional(!decisive) : std::nullopt;
  }
  const Known left = valueOf(*binary->left, value), right = valueOf(*binary->right, value);
  if (!left || !right)
    return std::nullopt;
  if (binary->op == Op::Less)
    return *left < *right;
  if (binary->op == Op::LessEqual)
    return *left <= *right;
  if (binary->op == Op::Greater)
    return *left > *right;
  if (binary->op == Op::GreaterEqual)
    return *left >= *right;
  if (binary->op == Op::Equal)
    return *left == *right;
  if (binary->op == Op::NotEqual)
    return *left != *right;
  return std::nullopt;
}

Phases::Known Phases::behind(const ir::Block &block, Known value) const {
  for (const auto &statement : block)
    value = behind(*statement, value);
  return value;
}

Phases::Known Phases::behind(const ir::Statement &statement, Known value) const {
  if (const auto *assign = dyn_cast<ir::Assign>(&statement))
    return counter && &assign->target == counter ? valueOf(*assign->value, value) : value;
  if (const auto *branch = dyn_cast<ir::If>(&statement)) {
    if (const auto decided = holds(*branch->condition, value))
      return behind(*decided ? branch->thenBlock : branch->elseBlock, value);
    const Known one = behind(branch->thenBlock, value), other = behind(branch->elseBlock, value);
    return one == other ? one : std::nullopt;
  }
  const auto *inner = dyn_cast<ir::For>(&statement);
  return !inner || behind(inner->body, value) == value ? value : std::nullopt;
}

bool Phases::choose(const ir::Expression &expression, const Known &value,
                    std::vector<Rational> &values) const {
  const auto *choice = dyn_cast<ir::Conditional>(&expression);
  if (choice && !holds(*choice->condition, value))
    return choose(*choice->whenTrue, value, values) && choose(*choice->whenFalse, value, values);
  const Known one = valueOf(expression, value);
  if (one)
    insert(values, *one);
  return one.has_value();
}

bool Phases::follow(const ir::Block &block, std::vector<Rational> &values) const {
  for (const auto &statement : block) {
    std::vector<Rational> after;
    for (const Rational &value : values) {
      const auto *assign = dyn_cast<ir::Assign>(statement.get());
      if (assign && &assign->target == counter) {
        if (!choose(*assign->value, value, after))
          return false;
        continue;
      }
      const auto *branch = dyn_cast<ir::If>(statement.get());
      if (!branch) {
        const Known one = behind(*statement, value);
        if (!one)
          return false;
        insert(after, *one);
        continue;
      }
      const auto decided = holds(*branch->condition, value);
      for (const bool side : {true, false}) {
        std::vector<Rational> those = {value};
        if (decided && *decided != side)
          continue;
        if (!follow(side ? branch->thenBlock : branch->elseBlock, those))
          return false;
        for (const Rational &each : those)
          insert(after, each);
      }
    }
    values = std::move(after);
    if (values.size() > mostValues)
      return false;
  }
  return true;
}

Term Phases::at(Context context, const relational::State &state, Term index) const {
  return counter ? inference::valueOf(context, state, *counter, relational::Side::First)
                 : context.store.modulo(index, divisor.get_num());
}

std::string Phases::text() const {
  std::string list;
  for (const Rational &value : heads)
    list += (list.empty() ? "" : ", ") + toString(value);
  return (counter ? counter->name : loop->index.name + " mod " + toString(divisor)) + " is one of " + list;
}

} // namespace plumb::inference
