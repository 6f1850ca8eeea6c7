// SPDX-License-Identifier: Apache-2.0
// Products: what is known of products, of one and of two.
#include "checker/relational/products.h"
#include "checker/smt/subterms.h"

#include <algorithm>

namespace plumb::relational {

using smt::Operator;
using smt::Sort;
using smt::Term;

namespace {

/// So many products are compared pairwise.
constexpr std::size_t comparedProducts = 40;

Term withoutToReal(Term term) {
  return term.op() == Operator::ToReal ? term.arguments()[0] : term;
}

/// Of two reals.
bool isComparison(Term term) {
  const Operator op = term.op();
  return (op == Operator::Less || op == Operator::LessEqual || op == Operator::Equal) &&
         term.arguments()[0].sort() == Sort::Real;
}

} // namespace

/// For p = x*y, both ways round:
///   x > 0 and y > 0 => p > 0;  x >= 0 and y >= 0 => p >= 0;  x <= 0 and y <= 0 => p >= 0;
///   x >= 0 and y <= 0 => p <= 0;  x > 0 and y < 0 => p < 0;
///   x >= 1 and y >= 0 => p >= y;
///   0 <= x <= 1 and y >= 0 => p <= y;  -1 <= x <= 0 and y >= 0 => p >= -y;
///   0 <= x <= 1 and y <= 0 => p >= y;  -1 <= x <= 0 and y <= 0 => p <= -y;
///   x = 0 => p = 0;  and x*x >= 0.
/// The three that bound p by a y <= 0, or for x <= 0 and y <= 0, are told only if the products are few: each
/// is one more case distinction.
void Products::signLemmas(Term p, bool areFew, std::vector<Term> &lemmas) {
  Term zero = store.literal(0, p.sort()), one = store.literal(1, p.sort());
  Term x = p.arguments()[0], y = p.arguments()[1];
  auto given = [&](std::vector<Term> hypotheses, Term goal) {
    lemmas.push_back(store.implies(store.conjunction(std::move(hypotheses)), goal));
  };
  given({store.less(zero, x), store.less(zero, y)}, store.less(zero, p));
  for (int turn = 0; turn < 2; ++turn, std::swap(x, y)) {
    if (turn == 0) {
      given({store.lessEqual(zero, x), store.lessEqual(zero, y)}, store.lessEqual(zero, p));
      if (areFew)
        given({store.lessEqual(x, zero), store.lessEqual(y, zero)}, store.lessEqual(zero, p));
    }
    given({store.lessEqual(zero, x), store.lessEqual(y, zero)}, store.lessEqual(p, zero));
    given({store.less(zero, x), store.less(y, zero)}, store.less(p, zero));
    given({store.lessEqual(one, x), store.lessEqual(zero, y)}, store.lessEqual(y, p));
    given({store.lessEqual(zero, x), store.lessEqual(x, one), store.lessEqual(zero, y)},
          store.lessEqual(p, y));
    given({store.lessEqual(store.minus(one), x), store.lessEqual(x, zero), store.lessEqual(zero, y)},
          store.lessEqual(store.minus(y), p));
    if (areFew) {
      given({store.lessEqual(zero, x), store.lessEqual(x, one), store.lessEqual(y, zero)},
            store.lessEqual(y, p));
      given({store.lessEqual(store.minus(one), x), store.lessEqual(x, zero), store.lessEqual(y, zero)},
            store.lessEqual(p, store.minus(y)));
    }
    given({store.equal(x, zero)}, store.equal(p, zero));
  }
  if (x == y)
    lemmas.push_back(store.lessEqual(zero, p));
}

/// For p = x*y and each number c that \p largest has for x: x <= c and y >= 0 => p <= c*y;
///   x <= c and y <= 0 => p >= c*y;  x >= -c and y >= 0 => p >= -c*y;  x >= -c and y <= 0 => p <= -c*y.
/// Where x is an Int: x >= c and y >= 0 => p >= c*y.
void Products::boundLemmas(Term p, const Largest &largest, std::vector<Term> &lemmas) {
  Term zero = store.literal(0, p.sort()), x = p.arguments()[0], y = p.arguments()[1];
  for (int turn = 0; turn < 2; ++turn, std::swap(x, y)) {
    const auto found = largest.find(withoutToReal(x));
    if (found == largest.end() || (turn == 1 && x == y))
      continue;
    for (const Rational &number : found->second) {
      Term most = store.literal(number, p.sort());
      const Term least = store.minus(most), multiple = store.multiply(most, y),
                 opposite = store.minus(multiple);
      const auto given = [&](Term bound, Term sign, Term goal) {
        lemmas.push_back(store.implies(store.conjunction({bound, sign}), goal));
      };
      given(store.lessEqual(x, most), store.lessEqual(zero, y), store.lessEqual(p, multiple));
      given(store.lessEqual(x, most), store.lessEqual(y, zero), store.lessEqual(multiple, p));
      given(store.lessEqual(least, x), store.lessEqual(zero, y), store.lessEqual(opposite, p));
      given(store.lessEqual(least, x), store.lessEqual(y, zero), store.lessEqual(p, opposite));
      // What is less than so many whole steps of some size is fewer steps.
      if (x.op() == Operator::ToReal)
        given(store.lessEqual(most, x), store.lessEqual(zero, y), store.lessEqual(multiple, p));
    }
  }
}

/// Numbers from 2 on that \p terms compare others with from above.
Products::Largest Products::largestIn(const std::vector<Term> &terms) {
  Largest largest;
  for (Term comparison : smt::subterms(terms)) {
    const Operator op = comparison.op();
    if ((op != Operator::Less && op != Operator::LessEqual) ||
        comparison.arguments()[1].op() != Operator::Literal)
      continue;
    Term x = comparison.arguments()[0];
    const bool isBelow = op == Operator::Less && x.sort() == Sort::Int;
    const Rational number = comparison.arguments()[1].number() - (isBelow ? 1 : 0);
    if (number >= 2)
      largest[x].insert(number);
  }
  return largest;
}

/// For p = x*y and q = x*z: x >= 0 and y <= z => p <= q, and the same with y and z exchanged. Where x is one
/// divided by something, also x >= 1 and y <= z => z - y <= q - p; of ints that are compared, x >= 0 and
/// y < z => p + x <= q.
void Products::monotonicityLemmas(Term p, Term q, const Compared &compared, std::vector<Term> &lemmas) {
  if (p.sort() != q.sort())
    return;
  const auto apartByOne = [&](Term x, Term less, Term y, Term more, Term z) {
    if (p.sort() == Sort::Int && compared.count({y.id(), z.id()}) != 0)
      lemmas.push_back(
          store.implies(store.conjunction({store.lessEqual(store.integer(0), x), store.less(y, z)}),
                        store.lessEqual(store.add(less, x), more)));
  };
  Term zero = store.literal(0, p.sort());
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      Term x = p.arguments()[i], y = p.arguments()[1 - i], z = q.arguments()[1 - j];
      if (!(x == q.arguments()[j]))
        continue;
      Term positive = store.lessEqual(zero, x);
      lemmas.push_back(
          store.implies(store.conjunction({positive, store.lessEqual(y, z)}), store.lessEqual(p, q)));
      lemmas.push_back(
          store.implies(store.conjunction({positive, store.lessEqual(z, y)}), store.lessEqual(q, p)));
      apartByOne(x, p, y, q, z);
      apartByOne(x, q, z, p, y);
      if (!isInverse(x))
        continue;
      const Term isLarge = store.lessEqual(store.literal(1, p.sort()), x);
      const Term apart = store.subtract(z, y), after = store.subtract(q, p);
      lemmas.push_back(
          store.implies(store.conjunction({isLarge, store.lessEqual(y, z)}), store.lessEqual(apart, after)));
      lemmas.push_back(
          store.implies(store.conjunction({isLarge, store.lessEqual(z, y)}), store.lessEqual(after, apart)));
    }
}

Products::Compared Products::comparedIn(const std::vector<Term> &terms) {
  Compared compared;
  for (Term comparison : smt::subterms(terms)) {
    if (comparison.op() != Operator::Less && comparison.op() != Operator::LessEqual)
      continue;
    const Term x = withoutToReal(comparison.arguments()[0]), y = withoutToReal(comparison.arguments()[1]);
    if (x.op() == Operator::Literal || y.op() == Operator::Literal)
      continue;
    const bool isBelow = comparison.op() == Operator::Less && x.sort() == Sort::Int && y.sort() == Sort::Int;
    bool &alwaysBelow = compared.emplace(std::pair(x.id(), y.id()), true).first->second;
    alwaysBelow &= isBelow;
  }
  return compared;
}

/// For p = x*y and q = u*v, and for as many factors: -u <= x <= u and -v <= y <= v => -q <= p <= q. Where the
/// question compares each factor of p with one of q: a number up to B has a square up to B * B. Of an int
/// that is less than u, the same with u - 1.
void Products::factorwiseLemmas(Term p, Term q, const Compared &compared, std::vector<Term> &lemmas) {
  const Polynomial product = expand(p), most = expand(q);
  if (product.terms().size() != 1 || most.terms().size() != 1 || product == most)
    return;
  if (product.terms().begin()->second != 1 || most.terms().begin()->second != 1)
    return;
  const Monomial &factors = product.terms().begin()->first;
  Monomial bounds = most.terms().begin()->first;
  if (factors.size() != bounds.size() || factors.size() > Polynomial::largestDegree)
    return;
  const auto comparison = [&](Term x, Term u) {
    return compared.find({withoutToReal(x).id(), withoutToReal(u).id()});
  };
  // Which of them bounds which factor: the first way that the question offers.
  const auto isEarlier = [](Term x, Term y) { return x.id() < y.id(); };
  const auto isOffered = [&] {
    return std::equal(factors.begin(), factors.end(), bounds.begin(),
                      [&](Term x, Term u) { return comparison(x, u) != compared.end(); });
  };
  std::sort(bounds.begin(), bounds.end(), isEarlier);
  while (!isOffered())
    if (!std::next_permutation(bounds.begin(), bounds.end(), isEarlier))
      return;
  const auto within = [&](Term x, const Polynomial &bound, Sort sort) {
    const Term u = term(bound, sort), least = term(Polynomial::constant(-1) * bound, sort);
    x = x.sort() == Sort::Int && sort == Sort::Real ? store.toReal(x) : x;
    return store.conjunction({store.lessEqual(least, x), store.lessEqual(x, u)});
  };
  const Sort sort = p.sort() == Sort::Int ? q.sort() : p.sort();
  Polynomial all = Polynomial::constant(1);
  std::vector<Term> hypotheses;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Term bound =
        sort == Sort::Real && bounds[i].sort() == Sort::Int ? store.toReal(bounds[i]) : bounds[i];
    const Polynomial own =
        Polynomial::atom(bound) - Polynomial::constant(comparison(factors[i], bounds[i])->second ? 1 : 0);
    hypotheses.push_back(within(factors[i], own, sort));
    all = all * own;
  }
  lemmas.push_back(store.implies(store.conjunction(std::move(hypotheses)), within(p, all, sort)));
}

/// For two Euclidean quotients x and y by one b > 0, of multiples of b that are less than b apart:
///   x + y >= 1 => b*x + b*y >= b;  x + y <= -1 => b*x + b*y <= -b;  x + y = 0 => b*x + b*y = 0;
/// and the same of x - y.
void Products::multipleLemmas(Term b, Term x, Term y, std::vector<Term> &lemmas) {
  const Term one = store.integer(1), isPositive = store.less(store.integer(0), b);
  for (const Term sum : {store.add(x, y), store.subtract(x, y)}) {
    const Term multiple = multiply(b, sum), zero = store.integer(0);
    lemmas.push_back(store.implies(store.equal(sum, zero), store.equal(multiple, zero)));
    for (const int sign : {1, -1}) {
      const auto signedly = [&](Term term) { return sign > 0 ? term : store.minus(term); };
      lemmas.push_back(store.implies(store.conjunction({isPositive, store.lessEqual(one, signedly(sum))}),
                                     store.lessEqual(b, signedly(multiple))));
    }
  }
}

void Products::collect(const std::vector<Term> &terms, Applications &found, Applications &quotients) const {
  for (Term root : terms)
    for (Term application : smt::applications(root)) {
      if (&application.symbol() == &over || &application.symbol() == &overInt)
        quotients.emplace(application.id(), application);
      else if (isProduct(application))
        found.emplace(application.id(), application);
    }
}

std::vector<Term> Products::multiplication(const std::vector<Term> &terms, Factor tried,
                                           llvm::function_ref<std::vector<Rational>(Term)> values) {
  Applications products, quotients;
  collect(terms, products, quotients);
  std::vector<Term> formulas;
  for (const auto &[id, q] : quotients) {
    Term divisor = q.arguments()[1], zero = store.literal(0, q.sort());
    formulas.push_back(store.negate(store.equal(divisor, zero)));
    if (q.sort() == Sort::Real)
      continue;
    Term remainder = store.subtract(q.arguments()[0], multiply(divisor, q));
    formulas.push_back(store.lessEqual(zero, remainder));
    formulas.push_back(
        store.disjunction({store.less(remainder, divisor), store.less(remainder, store.minus(divisor))}));
  }
  collect(formulas, products, quotients);
  for (const auto &[id, p] : products) {
    Term factor = p.arguments()[tried == Factor::Left ? 0 : 1];
    Term other = p.arguments()[tried == Factor::Left ? 1 : 0];
    std::vector<Term> cases;
    for (const Rational &number : values(factor)) {
      Term literal = store.literal(number, factor.sort());
      cases.push_back(
          store.conjunction({store.equal(factor, literal), store.equal(p, store.multiply(literal, other))}));
    }
    formulas.push_back(store.disjunction(std::move(cases)));
  }
  return formulas;
}

std::vector<Term> Products::lemmas(const std::vector<Term> &terms) {
  Applications products, quotients;
  collect(terms, products, quotients);
  std::vector<Term> lemmas, chosen;
  for (const auto &[id, q] : quotients) {
    Term a = q.arguments()[0], b = q.arguments()[1], zero = store.literal(0, q.sort());
    if (q.sort() == Sort::Int) {
      Term remainder = store.subtract(a, multiply(b, q));
      const Term keepsSign = store.implies(store.lessEqual(zero, a), store.lessEqual(zero, q));
      lemmas.push_back(store.implies(
          store.less(zero, b),
          store.conjunction({store.lessEqual(zero, remainder), store.less(remainder, b), keepsSign})));
      continue;
    }
    lemmas.push_back(store.disjunction({store.equal(b, zero), store.equal(multiply(q, b), a)}));
    if (isInverse(q))
      choiceOfDivisors(q, Polynomial::constant(1), b, chosen, lemmas);
  }
  if (!quotients.empty() || !products.empty()) {
    std::vector<Term> comparisons = terms;
    for (const auto &[id, q] : quotients)
      if (q.sort() == Sort::Real) {
        comparisons.push_back(store.less(store.real(0), q.arguments()[1]));
        comparisons.push_back(store.less(q.arguments()[1], store.real(0)));
      }
    for (Term comparison : smt::subterms(comparisons))
      if (isComparison(comparison))
        for (bool turned : {false, true})
          multiplicationLemmas(comparison, quotients, turned, lemmas);
  }
  for (const auto &[id, p] : products)
    cancellation(p, lemmas);
  collect(lemmas, products, quotients);
  for (auto p = quotients.begin(); p != quotients.end(); ++p) {
    const Term x = p->second, b = x.arguments()[1];
    if (x.sort() != Sort::Int)
      continue;
    for (auto q = std::next(p); q != quotients.end(); ++q)
      if (q->second.sort() == Sort::Int && q->second.arguments()[1] == b)
        multipleLemmas(b, x, q->second, lemmas);
    for (const auto &[id, multiple] : products)
      for (const bool isLeft : {true, false})
        if (const Term y = multiple.arguments()[isLeft ? 0 : 1];
            multiple.arguments()[isLeft ? 1 : 0] == b && quotients.count(y.id()) == 0)
          multipleLemmas(b, x, y, lemmas);
  }
  const Largest largest = products.empty() ? Largest() : largestIn(terms);
  const Compared compared = products.size() < 2 ? Compared() : comparedIn(terms);
  for (auto p = products.begin(); p != products.end(); ++p) {
    signLemmas(p->second, products.size() <= comparedProducts, lemmas);
    boundLemmas(p->second, largest, lemmas);
    if (products.size() > comparedProducts)
      continue;
    for (auto q = std::next(p); q != products.end(); ++q)
      monotonicityLemmas(p->second, q->second, compared, lemmas);
    for (auto q = products.begin(); q != products.end() && !compared.empty(); ++q)
      factorwiseLemmas(p->second, q->second, compared, lemmas);
  }
  return lemmas;
}

} // namespace plumb::relational
