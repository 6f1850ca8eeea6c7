// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/most_difference.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::synthesis {

using ir::BinaryOperator;
using ir::Sort;
using llvm::dyn_cast;
using Role = ir::Variable::Role;

namespace {

const ir::Number *literal(const ExpressionPtr &term) {
  return term ? dyn_cast<ir::Number>(term.get()) : nullptr;
}

void toOneSort(ExpressionPtr &left, ExpressionPtr &right) {
  if (left->sort() == right->sort())
    return;
  left = converted(std::move(left), Sort::Real);
  right = converted(std::move(right), Sort::Real);
}

/// Without a factor 1.
ExpressionPtr product(ExpressionPtr left, ExpressionPtr right) {
  toOneSort(left, right);
  const ir::Number *a = literal(left), *b = literal(right);
  if (a && b)
    return number(a->value * b->value, left->sort());
  if (a && a->value == 1)
    return right;
  if (b && b->value == 1)
    return left;
  return arithmetic(BinaryOperator::Multiply, std::move(left), std::move(right));
}

/// Null if one of them is.
ExpressionPtr total(ExpressionPtr left, ExpressionPtr right) {
  if (!left || !right)
    return nullptr;
  toOneSort(left, right);
  const ir::Number *a = literal(left), *b = literal(right);
  if (a && b)
    return number(a->value + b->value, left->sort());
  if (a && a->value == 0)
    return right;
  if (b && b->value == 0)
    return left;
  return arithmetic(BinaryOperator::Add, std::move(left), std::move(right));
}

/// At least each of them; null if one of them is.
ExpressionPtr larger(ExpressionPtr left, ExpressionPtr right) {
  const ir::Number *a = literal(left), *b = literal(right);
  if (left && right && ((a && b && a->value >= b->value) || ir::isSameTerm(*left, *right)))
    return left;
  if (left && a && b)
    return right;
  return total(std::move(left), std::move(right));
}

} // namespace

ExpressionPtr MostDifference::of(const std::vector<Summand> &sum) const {
  ExpressionPtr all = number(0, Sort::Int);
  for (const Summand &part : sum) {
    ExpressionPtr most = ofAtom(*part.atom);
    if (!most)
      return nullptr;
    ExpressionPtr factor = number(abs(part.factor), isIntegral(part.factor) ? most->sort() : Sort::Real);
    all = total(std::move(all), product(std::move(factor), std::move(most)));
  }
  return all;
}

ExpressionPtr MostDifference::ofAtom(const ir::Expression &atom) const {
  if (ir::isPublic(atom))
    return number(0, Sort::Int);
  if (const auto *unary = dyn_cast<ir::Unary>(&atom))
    return of(*unary->operand);
  if (const auto *extremum = dyn_cast<ir::Extremum>(&atom))
    return larger(of(*extremum->left), of(*extremum->right));
  if (const auto *choice = dyn_cast<ir::Conditional>(&atom))
    return ir::isPublic(*choice->condition) ? larger(of(*choice->whenTrue), of(*choice->whenFalse)) : nullptr;
  if (const auto *binary = dyn_cast<ir::Binary>(&atom))
    return binary->op == BinaryOperator::Multiply        ? ofProduct(*binary)
           : binary->op == BinaryOperator::IntegerDivide ? ofQuotient(*binary)
                                                         : nullptr;
  const auto *read = dyn_cast<ir::Read>(&atom);
  return read ? ofRead(*read) : nullptr;
}

ExpressionPtr MostDifference::ofRead(const ir::Read &read) const {
  if (read.variable.role == Role::Local)
    return ofLocal(read.variable);
  if (read.variable.role != Role::Query)
    return nullptr;
  for (const ir::Difference &difference : mechanism.adjacency)
    if (difference.query == &read.variable)
      return copy(*difference.bound);
  const ir::SchemaQuery *definition = read.variable.definition;
  return definition && definition->aggregate == ir::SchemaQuery::Aggregate::Count ? number(1, Sort::Int)
                                                                                  : nullptr;
}

ExpressionPtr MostDifference::ofProduct(const ir::Binary &term) const {
  const bool isLeftPublic = ir::isPublic(*term.left);
  const ir::Expression &factor = isLeftPublic ? *term.left : *term.right,
                       &answer = isLeftPublic ? *term.right : *term.left;
  if (!ir::isPublic(factor))
    return nullptr;
  ExpressionPtr most = of(answer), size = sizeOf(factor);
  return most && size ? product(std::move(size), std::move(most)) : nullptr;
}

/// Quotients that are rounded differ by no more than the difference divided, rounded up.
ExpressionPtr MostDifference::ofQuotient(const ir::Binary &quotient) const {
  const ExpressionPtr most = of(*quotient.left);
  const auto *differs = literal(most), *divisor = dyn_cast<ir::Number>(quotient.right.get());
  if (!differs || !divisor || divisor->value == 0 || !isIntegral(differs->value))
    return nullptr;
  const Rational size = abs(divisor->value);
  mpz_class rounded;
  mpz_cdiv_q(rounded.get_mpz_t(), differs->value.get_num_mpz_t(), size.get_num_mpz_t());
  return number(Rational(rounded), Sort::Int);
}

/// That of the one value other than public ones that is assigned to it, perhaps through other locals: the
/// last answers, kept for a while.
ExpressionPtr MostDifference::ofLocal(const ir::Variable &local) const {
  std::set<const ir::Variable *> known{&local};
  std::vector<const ir::Variable *> open{&local};
  const ir::Expression *kept = nullptr;
  bool isOne = true;
  while (!open.empty()) {
    const ir::Variable *target = open.back();
    open.pop_back();
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (!assign || &assign->target != target || ir::isPublic(*assign->value))
        return;
      const auto *read = dyn_cast<ir::Read>(assign->value.get());
      if (read && read->variable.role == Role::Local) {
        if (known.insert(&read->variable).second)
          open.push_back(&read->variable);
        return;
      }
      isOne = isOne && (!kept || ir::isSameTerm(*kept, *assign->value));
      kept = assign->value.get();
    });
  }
  return kept && isOne && !ir::reads(*kept, Role::Local) ? of(*kept) : nullptr;
}

/// A number, a scalar parameter, or what bounds the elements of an array of parameters: the scalar parameter
/// in its quantified premise or, without one, the largest number in it.
ExpressionPtr MostDifference::sizeOf(const ir::Expression &factor) const {
  if (const auto *unary = dyn_cast<ir::Unary>(&factor))
    return sizeOf(*unary->operand);
  if (const auto *value = dyn_cast<ir::Number>(&factor))
    return number(abs(value->value), value->sort());
  const auto *name = dyn_cast<ir::Read>(&factor);
  if (!name || name->variable.role != Role::Parameter)
    return nullptr;
  if (!name->variable.isArray())
    return copy(factor);
  for (const ExpressionPtr &requirement : mechanism.requirements) {
    const auto *every = dyn_cast<ir::Forall>(requirement.get());
    if (!every || !ir::reads(*every->body, name->variable))
      continue;
    const ir::Read *bound = nullptr;
    const ir::Number *largest = nullptr;
    (void)ir::anyPart(*every->body, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      if (read && read->variable.role == Role::Parameter && !read->variable.isArray())
        bound = read;
      const auto *value = dyn_cast<ir::Number>(&part);
      if (value && (!largest || value->value > largest->value))
        largest = value;
      return bound != nullptr;
    });
    if (bound || (largest && largest->value > 0))
      return bound ? copy(*bound) : copy(*largest);
  }
  return nullptr;
}

} // namespace plumb::synthesis
