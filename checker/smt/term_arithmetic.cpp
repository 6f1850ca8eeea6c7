// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/term.h"

#include <algorithm>
#include <cassert>

namespace plumb::smt {

namespace {

bool isArithmetic(Term term) {
  return term.sort() != Sort::Bool;
}
bool isLiteral(Term term) {
  return term.op() == Operator::Literal;
}

/// coefficient * base; the base is neither a literal, nor a sum, nor a product with a literal.
struct Monomial {
  Rational coefficient;
  Term base;
};

Monomial monomialOf(Term term) {
  if (term.op() == Operator::Multiply && isLiteral(term.arguments()[0]))
    return {term.arguments()[0].number(), term.arguments()[1]};
  return {Rational(1), term};
}

/// c_1 * t_1 + ... + c_n * t_n + constant, with t_1, ..., t_n distinct and in order of creation.
struct LinearForm {
  std::vector<Monomial> monomials;
  Rational constant;

  void append(Term summand) {
    if (isLiteral(summand))
      constant += summand.number();
    else
      monomials.push_back(monomialOf(summand));
  }

  void collect() {
    std::stable_sort(monomials.begin(), monomials.end(),
                     [](const Monomial &a, const Monomial &b) { return a.base.id() < b.base.id(); });
    std::vector<Monomial> collected;
    for (Monomial &monomial : monomials)
      if (!collected.empty() && collected.back().base == monomial.base)
        collected.back().coefficient += monomial.coefficient;
      else
        collected.push_back(std::move(monomial));
    std::erase_if(collected, [](const Monomial &monomial) { return monomial.coefficient == 0; });
    monomials = std::move(collected);
  }
};

} // namespace

Term TermStore::add(std::vector<Term> terms) {
  assert(!terms.empty() && "a sum needs a summand to have a sort");
  const Sort sort = terms[0].sort();
  LinearForm form;
  for (Term term : terms) {
    assert(isArithmetic(term) && term.sort() == sort && "a sum has one arithmetic sort");
    if (term.op() != Operator::Add) {
      form.append(term);
      continue;
    }
    for (Term summand : term.arguments())
      form.append(summand);
  }
  form.collect();

  std::vector<Term> summands;
  for (const Monomial &monomial : form.monomials)
    summands.push_back(scale(monomial.coefficient, monomial.base));
  if (form.constant != 0 || summands.empty())
    summands.push_back(literal(form.constant, sort));
  if (summands.size() == 1)
    return summands[0];
  return intern(Operator::Add, sort, std::move(summands));
}

Term TermStore::add(Term a, Term b) {
  return add(std::vector<Term>{a, b});
}

Term TermStore::subtract(Term a, Term b) {
  return add(a, minus(b));
}

Term TermStore::minus(Term a) {
  assert(isArithmetic(a) && "only a number has a negative");
  return scale(Rational(-1), a);
}

Term TermStore::scale(const Rational &factor, Term a) {
  if (isLiteral(a))
    return literal(factor * a.number(), a.sort());
  if (factor == 0)
    return literal(Rational(0), a.sort());
  if (factor == 1)
    return a;
  if (a.op() == Operator::Add) {
    std::vector<Term> summands;
    for (Term summand : a.arguments())
      summands.push_back(scale(factor, summand));
    return add(std::move(summands));
  }
  const Monomial monomial = monomialOf(a);
  if (monomial.coefficient != 1)
    return scale(factor * monomial.coefficient, monomial.base);
  return intern(Operator::Multiply, a.sort(), {literal(factor, a.sort()), a});
}

Term TermStore::multiply(Term a, Term b) {
  assert(isArithmetic(a) && a.sort() == b.sort() && "a product has one arithmetic sort");
  if (isLiteral(a))
    return scale(a.number(), b);
  if (isLiteral(b))
    return scale(b.number(), a);
  // (c x) * (d y) = (c d) (x * y), factors in order of creation.
  Monomial first = monomialOf(a);
  Monomial second = monomialOf(b);
  if (second.base.id() < first.base.id())
    std::swap(first, second);
  return scale(first.coefficient * second.coefficient,
               intern(Operator::Multiply, a.sort(), {first.base, second.base}));
}

Term TermStore::lessEqual(Term a, Term b) {
  assert(isArithmetic(a) && a.sort() == b.sort() && "a comparison has one arithmetic sort");
  if (a == b)
    return boolean(true);
  if (isLiteral(a) && isLiteral(b))
    return boolean(a.number() <= b.number());
  return intern(Operator::LessEqual, Sort::Bool, {a, b});
}

Term TermStore::less(Term a, Term b) {
  assert(isArithmetic(a) && a.sort() == b.sort() && "a comparison has one arithmetic sort");
  if (a == b)
    return boolean(false);
  if (isLiteral(a) && isLiteral(b))
    return boolean(a.number() < b.number());
  return intern(Operator::Less, Sort::Bool, {a, b});
}

// For a divisor > 0 the Euclidean quotient is the floor of the fraction, and 0 <= a mod divisor < divisor.
Term TermStore::divide(Term a, const Integer &divisor) {
  assert(a.sort() == Sort::Int && "only integers have a quotient");
  assert(divisor > 0 && "a divisor is a positive literal");
  if (divisor == 1)
    return a;
  if (isLiteral(a)) {
    Integer quotient;
    mpz_fdiv_q(quotient.get_mpz_t(), a.number().get_num_mpz_t(), divisor.get_mpz_t());
    return integer(quotient);
  }
  return intern(Operator::Divide, Sort::Int, {a, integer(divisor)});
}

Term TermStore::modulo(Term a, const Integer &divisor) {
  assert(a.sort() == Sort::Int && "only integers have a remainder");
  assert(divisor > 0 && "a divisor is a positive literal");
  if (divisor == 1)
    return integer(0);
  if (isLiteral(a)) {
    Integer remainder;
    mpz_fdiv_r(remainder.get_mpz_t(), a.number().get_num_mpz_t(), divisor.get_mpz_t());
    return integer(remainder);
  }
  return intern(Operator::Modulo, Sort::Int, {a, integer(divisor)});
}

Term TermStore::toReal(Term a) {
  assert(a.sort() == Sort::Int && "only an integer becomes a real");
  if (isLiteral(a))
    return real(a.number());
  return intern(Operator::ToReal, Sort::Real, {a});
}

Term TermStore::absolute(Term a) {
  assert(isArithmetic(a) && "only a number has an absolute value");
  return ite(lessEqual(literal(Rational(0), a.sort()), a), a, minus(a));
}

} // namespace plumb::smt
