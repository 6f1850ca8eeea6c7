// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/terms.h"

#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using ir::BinaryOperator;
using ir::Sort;
using llvm::dyn_cast;

ExpressionPtr number(const Rational &value, Sort sort) {
  if (value >= 0)
    return std::make_unique<ir::Number>(value, sort, SourceRange{});
  return std::make_unique<ir::Unary>(ir::UnaryOperator::Negate, sort, number(-value, sort), SourceRange{});
}

ExpressionPtr read(const ir::Variable &variable, bool primed, std::vector<ExpressionPtr> indices) {
  return std::make_unique<ir::Read>(variable, primed, std::move(indices), SourceRange{});
}

ExpressionPtr copy(const ir::Expression &term) {
  return ir::copyAt(term, SourceRange{});
}

bool isReadOf(const ir::Expression &term, const ir::Variable &variable) {
  const auto *name = llvm::dyn_cast<ir::Read>(&term);
  return name && &name->variable == &variable && name->indices.empty();
}

ExpressionPtr arithmetic(BinaryOperator op, ExpressionPtr left, ExpressionPtr right) {
  const Sort sort = left->sort();
  return std::make_unique<ir::Binary>(op, sort, std::move(left), std::move(right), SourceRange{});
}

ExpressionPtr extremum(bool isMaximum, ExpressionPtr left, ExpressionPtr right) {
  return std::make_unique<ir::Extremum>(isMaximum, std::move(left), std::move(right), SourceRange{});
}

ExpressionPtr converted(ExpressionPtr term, Sort sort) {
  if (term->sort() == sort)
    return term;
  if (const auto *literal = dyn_cast<ir::Number>(term.get()))
    return number(literal->value, sort);
  return std::make_unique<ir::Unary>(ir::UnaryOperator::ToReal, Sort::Real, std::move(term), SourceRange{});
}

ExpressionPtr asWritten(const ir::Expression &term) {
  return replaced(term, [](const ir::Expression &part) -> ExpressionPtr {
    const auto *unary = dyn_cast<ir::Unary>(&part);
    return unary && unary->op == ir::UnaryOperator::ToReal ? converted(asWritten(*unary->operand), Sort::Real)
                                                           : nullptr;
  });
}

ExpressionPtr replaced(const ir::Expression &term,
                       llvm::function_ref<ExpressionPtr(const ir::Expression &)> part) {
  if (ExpressionPtr other = part(term))
    return other;
  return ir::rebuilt(term, SourceRange{},
                     [&](const ir::Expression &operand) { return replaced(operand, part); });
}

ExpressionPtr substituted(const ir::Expression &term, const ir::Variable &variable,
                          const ir::Expression &value) {
  return replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && &name->variable == &variable && name->indices.empty() ? copy(value) : nullptr;
  });
}

ExpressionPtr secondRun(const ir::Expression &term, const ir::Variable &own) {
  return replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
    const auto *name = dyn_cast<ir::Read>(&part);
    if (!name)
      return nullptr;
    using Role = ir::Variable::Role;
    const Role role = name->variable.role;
    const bool isPublic = role == Role::Parameter || role == Role::LoopIndex || role == Role::Bound;
    std::vector<ExpressionPtr> indices;
    for (const ExpressionPtr &index : name->indices)
      indices.push_back(secondRun(*index, own));
    return read(name->variable, !isPublic && &name->variable != &own, std::move(indices));
  });
}

namespace {

std::optional<Rational> literal(const ir::Expression &term) {
  if (const auto *value = dyn_cast<ir::Number>(&term))
    return value->value;
  const auto *unary = dyn_cast<ir::Unary>(&term);
  if (unary && unary->op == ir::UnaryOperator::Negate)
    if (auto value = literal(*unary->operand))
      return -*value;
  return std::nullopt;
}

void add(const ir::Expression &term, const Rational &factor, std::vector<Summand> &sum) {
  if (literal(term))
    return;
  if (const auto *unary = dyn_cast<ir::Unary>(&term)) {
    if (unary->op == ir::UnaryOperator::Negate)
      return add(*unary->operand, -factor, sum);
    if (unary->op == ir::UnaryOperator::ToReal)
      return add(*unary->operand, factor, sum);
  }
  if (const auto *binary = dyn_cast<ir::Binary>(&term)) {
    if (binary->op == BinaryOperator::Add || binary->op == BinaryOperator::Subtract) {
      add(*binary->left, factor, sum);
      return add(*binary->right, binary->op == BinaryOperator::Add ? factor : Rational(-factor), sum);
    }
    auto left = literal(*binary->left), right = literal(*binary->right);
    if (binary->op == BinaryOperator::Multiply && left)
      return add(*binary->right, factor * *left, sum);
    if (binary->op == BinaryOperator::Multiply && right)
      return add(*binary->left, factor * *right, sum);
    if (binary->op == BinaryOperator::Divide && right && *right != 0)
      return add(*binary->left, factor / *right, sum);
  }
  for (Summand &known : sum)
    if (known.atom->sort() == term.sort() && ir::isSameTerm(*known.atom, term)) {
      known.factor += factor;
      return;
    }
  sum.push_back({factor, copy(term)});
}

} // namespace

std::vector<Summand> summands(const ir::Expression &term) {
  std::vector<Summand> sum;
  add(term, 1, sum);
  sum.erase(std::remove_if(sum.begin(), sum.end(), [](const Summand &one) { return one.factor == 0; }),
            sum.end());
  return sum;
}

} // namespace plumb::synthesis
