// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/products.h"

#include <cassert>

namespace plumb::relational {

using smt::Operator;
using smt::Sort;
using smt::Term;

Products::Products(smt::TermStore &store)
    : store(store), timesInt(store.freshSymbol("times.int", {Sort::Int, Sort::Int}, Sort::Int)),
      timesReal(store.freshSymbol("times", {Sort::Real, Sort::Real}, Sort::Real)),
      over(store.freshSymbol("over", {Sort::Real, Sort::Real}, Sort::Real)),
      overInt(store.freshSymbol("over.int", {Sort::Int, Sort::Int}, Sort::Int)) {}

Polynomial Products::expand(Term term) {
  auto known = expanded.find(term);
  if (known == expanded.end())
    known = expanded.emplace(term, expandAnew(term)).first;
  return known->second;
}

Polynomial Products::expandAnew(Term term) {
  switch (term.op()) {
  case Operator::Literal:
    return Polynomial::constant(term.number());
  case Operator::Add: {
    Polynomial sum;
    for (Term part : term.arguments())
      sum = sum + expand(part);
    return sum;
  }
  case Operator::Multiply:
    return productOf(term);
  case Operator::Apply:
    return isProduct(term) ? productOf(term) : Polynomial::atom(term);
  case Operator::ToReal: {
    Polynomial result, inner = expand(term.arguments()[0]);
    for (const auto &[monomial, coefficient] : inner.terms()) {
      Polynomial product = Polynomial::constant(coefficient);
      for (Term atom : monomial)
        product = product * Polynomial::atom(store.toReal(atom));
      result = result + product;
    }
    return result;
  }
  case Operator::True:
  case Operator::False:
  case Operator::Not:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Equal:
  case Operator::LessEqual:
  case Operator::Less:
  case Operator::Divide:
  case Operator::Modulo:
  case Operator::IfThenElse:
    return Polynomial::atom(term);
  }
}

bool Products::isProduct(Term term) const {
  return term.op() == Operator::Apply && (&term.symbol() == &timesInt || &term.symbol() == &timesReal);
}

Polynomial Products::productOf(Term term) {
  Polynomial left = expand(term.arguments()[0]), right = expand(term.arguments()[1]);
  return left.growsTooLargeWith(right) ? Polynomial::atom(term) : left * right;
}

Term Products::product(const Monomial &monomial) {
  Term result = monomial.back();
  for (auto factor = monomial.rbegin() + 1; factor != monomial.rend(); ++factor)
    result = store.apply(result.sort() == Sort::Int ? timesInt : timesReal, {*factor, result});
  return result;
}

Term Products::term(const Polynomial &polynomial, Sort sort) {
  std::vector<Term> summands;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Term factor = store.literal(coefficient, sort);
    summands.push_back(monomial.empty() ? factor : store.multiply(factor, product(monomial)));
  }
  return summands.empty() ? store.literal(0, sort) : store.add(std::move(summands));
}

Term Products::multiply(Term a, Term b) {
  assert(a.sort() == b.sort());
  if (a.op() == Operator::Literal || b.op() == Operator::Literal)
    return store.multiply(a, b);
  Polynomial left = expand(a), right = expand(b);
  if (!left.growsTooLargeWith(right))
    return term(left * right, a.sort());
  if (b.id() < a.id())
    std::swap(a, b);
  return store.apply(a.sort() == Sort::Int ? timesInt : timesReal, {a, b});
}

Term Products::quotient(Term a, Term b) {
  assert(a.sort() == Sort::Real && b.sort() == Sort::Real);
  const Polynomial divisor = expand(b);
  if (divisor.isZero())
    return store.apply(over, {a, b});
  const auto &[first, coefficient] = *divisor.terms().begin();
  Term inverse = store.real(1 / coefficient);
  if (divisor.terms().size() > 1)
    inverse = multiply(inverse, inverseOf(term(Polynomial::constant(1 / coefficient) * divisor, Sort::Real)));
  else
    for (Term factor : first)
      inverse = multiply(inverse, inverseOf(factor));
  return multiply(a, inverse);
}

Term Products::inverseOf(Term divisor) {
  return isInverse(divisor) ? divisor.arguments()[1] : store.apply(over, {store.real(1), divisor});
}

bool Products::isInverse(Term term) const {
  return term.op() == Operator::Apply && &term.symbol() == &over && term.arguments()[0] == store.real(1);
}

Term Products::integerQuotient(Term a, Term b) {
  assert(a.sort() == Sort::Int && b.sort() == Sort::Int);
  return store.apply(overInt, {a, b});
}

} // namespace plumb::relational
