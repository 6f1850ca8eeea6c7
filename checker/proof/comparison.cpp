// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/comparison.h"

#include "checker/proof/lemmas.h"
#include "checker/relational/common_divisor.h"
#include "checker/relational/evaluator.h"
#include "checker/relational/rational_text.h"

namespace plumb::proof {

using relational::Polynomial;
using relational::RationalFunction;
using smt::Term;

Term isAtMost(relational::Context context, const RationalFunction &small, const RationalFunction &large) {
  const RationalFunction a = relational::reduced(small), b = relational::reduced(large);
  // A common divisor cancels where it is positive; it is where b's denominator is, and what that leaves.
  Polynomial belowA = a.denominator, belowB = b.denominator;
  if (belowA.terms().size() > 1 && belowB.terms().size() > 1) {
    const Polynomial shared = relational::commonDivisor(belowA, belowB);
    belowA = *relational::quotientOf(belowA, shared);
    belowB = *relational::quotientOf(belowB, shared);
  }
  const Polynomial surplus = b.numerator * belowA - a.numerator * belowB;
  const relational::Monomial shared = surplus.commonFactor();
  smt::TermStore &store = context.store;
  const Term zero = store.real(0);
  std::vector<Term> parts;
  const auto polynomial = [&](const Polynomial &of) { return context.products.term(of, smt::Sort::Real); };
  parts.push_back(store.lessEqual(zero, polynomial(surplus.dividedBy(shared))));
  for (Term factor : shared)
    parts.push_back(store.lessEqual(zero, factor));
  if (!(belowB == b.denominator))
    parts.push_back(store.less(zero, polynomial(belowB)));
  parts.push_back(store.less(zero, polynomial(a.denominator)));
  parts.push_back(store.less(zero, polynomial(b.denominator)));
  return store.conjunction(std::move(parts));
}

Comparison::Comparison(const ir::Mechanism &of, const EngineMaker &makeEngine)
    : mechanism(of), asked(of, makeEngine, store) {}

std::optional<RationalFunction> Comparison::function(const ir::Expression &term) {
  return relational::rationalFunction(term, asked.symbols, asked.products, store);
}

bool Comparison::isAtMost(const ir::Expression &small, const ir::Expression &large) {
  const auto a = function(small), b = function(large);
  if (!a || !b)
    return false;
  const Term goal = proof::isAtMost(asked.context, *a, *b);
  const relational::State start = relational::startState(asked.context);
  smt::Solver::Scope scope(asked.solver, withLemmas(asked.context, start.facts, {goal}));
  return asked.solver.proves(goal).outcome == smt::Outcome::Proved;
}

ir::ExpressionPtr Comparison::simplified(const ir::Expression &term) {
  const auto value = function(term);
  return value ? relational::termOf(*value, mechanism) : nullptr;
}

std::optional<Rational> Comparison::ratio(const ir::Expression &a, const ir::Expression &b) {
  const auto above = function(a), below = function(b);
  return above && below ? above->ratioTo(*below) : std::nullopt;
}

} // namespace plumb::proof
