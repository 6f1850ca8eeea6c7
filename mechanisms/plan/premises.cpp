// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/premises.h"

#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::plan {

using llvm::cast;
using llvm::dyn_cast;
using Operator = ir::BinaryOperator;

static const ir::Expression &withoutConversion(const ir::Expression &term) {
  const auto *unary = dyn_cast<ir::Unary>(&term);
  return unary && unary->op == ir::UnaryOperator::ToReal ? *unary->operand : term;
}

static const ir::Variable *scalarParameter(const ir::Expression &term) {
  const auto *read = dyn_cast<ir::Read>(&withoutConversion(term));
  bool fits = read && read->indices.empty() && read->variable.role == ir::Variable::Role::Parameter;
  return fits ? &read->variable : nullptr;
}

static std::optional<Rational> literal(const ir::Expression &term) {
  if (const auto *number = dyn_cast<ir::Number>(&term))
    return number->value;
  const auto *unary = dyn_cast<ir::Unary>(&term);
  if (!unary || unary->op == ir::UnaryOperator::Not || unary->op == ir::UnaryOperator::Absolute)
    return std::nullopt;
  std::optional<Rational> inner = literal(*unary->operand);
  if (inner && unary->op == ir::UnaryOperator::Negate)
    inner = -*inner;
  return inner;
}

Premises::Premises(const ir::Neighbourhood &inputs) {
  // Each round passes bounds on along at least one more link of a chain like 1 <= k <= n.
  bool isNew = true;
  for (std::size_t round = 0; isNew && round <= inputs.requirements.size(); ++round) {
    isNew = false;
    for (const auto &requirement : inputs.requirements)
      isNew = read(*requirement) || isNew;
  }
  for (const auto &variable : inputs.variables)
    if (variable->fileSize)
      if (auto known = bounds.find(variable.get()); known != bounds.end())
        bounds[variable->fileSize] = known->second;
}

bool Premises::read(const ir::Expression &premise) {
  const auto *binary = dyn_cast<ir::Binary>(&premise);
  if (!binary)
    return false;
  switch (binary->op) {
  case Operator::And: {
    bool left = read(*binary->left);
    return read(*binary->right) || left;
  }
  case Operator::Less:
    return learn(*binary->left, *binary->right, true);
  case Operator::LessEqual:
    return learn(*binary->left, *binary->right, false);
  case Operator::Greater:
    return learn(*binary->right, *binary->left, true);
  case Operator::GreaterEqual:
    return learn(*binary->right, *binary->left, false);
  case Operator::Equal: {
    if (binary->left->sort() == ir::Sort::Bool)
      return false;
    bool up = learn(*binary->left, *binary->right, false);
    return learn(*binary->right, *binary->left, false) || up;
  }
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::IntegerDivide:
  case Operator::Modulo:
  case Operator::NotEqual:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Iff:
    return false;
  }
  llvm_unreachable("all operators are handled");
}

/// left <= right, or left < right.
bool Premises::learn(const ir::Expression &left, const ir::Expression &right, bool isStrict) {
  const ir::Variable *smaller = scalarParameter(left), *larger = scalarParameter(right);
  std::optional<Rational> low = literal(left), high = literal(right);
  bool isLowStrict = isStrict;
  if (smaller && bounds[smaller].low) {
    low = bounds[smaller].low;
    isLowStrict = isStrict || bounds[smaller].isStrict;
  }
  if (larger && bounds[larger].high)
    high = bounds[larger].high;
  bool isNew = larger && low && raise(*larger, *low, isLowStrict);
  return (smaller && high && lower(*smaller, *high)) || isNew;
}

bool Premises::raise(const ir::Variable &parameter, const Rational &low, bool isStrict) {
  Bounds &known = bounds[&parameter];
  if (known.low && (*known.low > low || (*known.low == low && (known.isStrict || !isStrict))))
    return false;
  known.low = low;
  known.isStrict = isStrict;
  return true;
}

bool Premises::lower(const ir::Variable &parameter, const Rational &high) {
  Bounds &known = bounds[&parameter];
  if (known.high && *known.high <= high)
    return false;
  known.high = high;
  return true;
}

Range Premises::range(const ir::Variable &parameter) const {
  Range range = words();
  auto known = bounds.find(&parameter);
  if (known == bounds.end())
    return range;
  const Bounds &said = known->second;
  if (said.low) {
    // The least integer that the bound allows.
    Integer least = -floorOf(-*said.low);
    if (said.isStrict && isIntegral(*said.low))
      least += 1;
    range.low = std::max(range.low, least);
  }
  if (said.high)
    range.high = std::min(range.high, floorOf(*said.high));
  // Premises that contradict each other; no object with such parameters exists.
  if (range.high < range.low)
    range.high = range.low;
  return range;
}

bool Premises::isPositive(const ir::Expression &term) const {
  if (const ir::Variable *parameter = scalarParameter(term)) {
    auto known = bounds.find(parameter);
    bool isBounded = known != bounds.end() && known->second.low;
    return isBounded && (*known->second.low > 0 || (*known->second.low == 0 && known->second.isStrict));
  }
  if (std::optional<Rational> value = literal(term))
    return *value > 0;
  const auto *binary = dyn_cast<ir::Binary>(&withoutConversion(term));
  bool keepsSign = binary && (binary->op == Operator::Add || binary->op == Operator::Multiply ||
                              binary->op == Operator::Divide);
  return keepsSign && isPositive(*binary->left) && isPositive(*binary->right);
}

} // namespace plumb::plan
