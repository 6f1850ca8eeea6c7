// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/solved_for.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::Polynomial;
using relational::RationalFunction;
using smt::Term;

RationalFunction sum(const RationalFunction &a, const RationalFunction &b) {
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

RationalFunction difference(const RationalFunction &a, const RationalFunction &b) {
  return {a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator};
}

SolvedFor::SolvedFor(const ir::Variable &x, Context context)
    : x(x), context(context), atom(context.store.freshVariable(x.name, smt::Sort::Real)) {}

std::optional<RationalFunction> SolvedFor::end(const ir::Expression &left, const ir::Expression &right) {
  const auto a = valueOf(left), b = valueOf(right);
  return a && b ? solved(difference(*a, *b)) : std::nullopt;
}

std::optional<RationalFunction> SolvedFor::step(const ir::Assign &assign) {
  if (&assign.target != &x)
    return std::nullopt;
  const auto next = valueOf(*assign.value);
  if (!next)
    return std::nullopt;
  RationalFunction step = difference(*next, {Polynomial::atom(atom), Polynomial::constant(1)});
  if (step.numerator.isZero() || reads(step.numerator) || reads(step.denominator))
    return std::nullopt;
  return step;
}

std::vector<RationalFunction> SolvedFor::steps(const ir::For &loop) {
  std::vector<RationalFunction> found;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    const auto next = assign ? step(*assign) : std::nullopt;
    if (next && llvm::none_of(found, [&](const auto &known) { return known.equals(*next); }))
      found.push_back(*next);
  });
  return found;
}

bool SolvedFor::isOverParameters(const RationalFunction &function) const {
  for (const Polynomial *part : {&function.numerator, &function.denominator})
    for (const auto &[monomial, coefficient] : part->terms())
      for (Term factor : monomial)
        if (factor == atom || llvm::any_of(others, [&](const auto &other) { return other.second == factor; }))
          return false;
  return true;
}

ir::ExpressionPtr SolvedFor::overParameters(const RationalFunction &function) const {
  const RationalFunction value = relational::inLowestTerms(function);
  if (!isOverParameters(value))
    return nullptr;
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  if (x.sort == ir::Sort::Real)
    return relational::termOf(value, neighbourhood);
  ir::ExpressionPtr term = relational::termOf(
      value, [&](Term parameter) { return relational::parameterOf(parameter, neighbourhood); });
  return term->sort() == x.sort ? std::move(term) : nullptr;
}

std::optional<RationalFunction> SolvedFor::valueOf(const ir::Expression &expression) {
  bool isHidden = false;
  auto value = relational::rationalFunctionOfValues(
      expression, context.symbols, context.products, context.store, [&](const ir::Expression &part) {
        if (const auto *read = dyn_cast<ir::Read>(&part); read && &read->variable == &x)
          return atom;
        isHidden |= ir::anyPart(part, [&](const ir::Expression &inner) {
          const auto *read = dyn_cast<ir::Read>(&inner);
          return read && &read->variable == &x;
        });
        for (const auto &[known, name] : others)
          if (ir::isSameTerm(*known, part))
            return name;
        return others.emplace_back(&part, context.store.freshVariable("value", smt::Sort::Real)).second;
      });
  return isHidden ? std::nullopt : value;
}

bool SolvedFor::reads(const Polynomial &polynomial) const {
  return std::any_of(polynomial.terms().begin(), polynomial.terms().end(),
                     [&](const auto &term) { return llvm::is_contained(term.first, atom); });
}

/// The x for which it is 0.
std::optional<RationalFunction> SolvedFor::solved(const RationalFunction &function) const {
  Polynomial factor, rest;
  for (const auto &[monomial, coefficient] : function.numerator.terms()) {
    Polynomial part = Polynomial::constant(coefficient);
    for (Term each : monomial)
      if (!(each == atom))
        part = part * Polynomial::atom(each);
    const auto degree = std::count(monomial.begin(), monomial.end(), atom);
    if (degree > 1)
      return std::nullopt;
    (degree == 1 ? factor : rest) = (degree == 1 ? factor : rest) + part;
  }
  if (factor.isZero() || reads(function.denominator))
    return std::nullopt;
  return RationalFunction{Polynomial() - rest, factor};
}

} // namespace plumb::inference
