// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/polynomial.h"

#include "checker/smt/subterms.h"

#include <algorithm>
#include <cassert>

namespace plumb::relational {

using smt::Operator;
using smt::Sort;
using smt::Term;

bool MonomialOrder::operator()(const Monomial &a, const Monomial &b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](Term x, Term y) { return x.id() < y.id(); });
}

Polynomial Polynomial::constant(const Rational &value) {
  Polynomial result;
  result.addTerm({}, value);
  return result;
}

Polynomial Polynomial::atom(Term term) {
  Polynomial result;
  result.addTerm({term}, 1);
  return result;
}

void Polynomial::addTerm(Monomial monomial, const Rational &coefficient) {
  Rational &sum = coefficients[monomial];
  sum += coefficient;
  if (sum == 0)
    coefficients.erase(monomial);
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : other.coefficients)
    result.addTerm(monomial, coefficient);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial &other) const {
  return *this + constant(-1) * other;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[left, a] : coefficients)
    for (const auto &[right, b] : other.coefficients) {
      Monomial both;
      std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both),
                 [](Term x, Term y) { return x.id() < y.id(); });
      result.addTerm(std::move(both), a * b);
    }
  return result;
}

bool Polynomial::isConstant() const {
  return isZero() || (coefficients.size() == 1 && coefficients.begin()->first.empty());
}

Monomial commonFactor(const Monomial &a, const Monomial &b) {
  Monomial both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both),
                        [](Term x, Term y) { return x.id() < y.id(); });
  return both;
}

Monomial Polynomial::commonFactor() const {
  if (isZero())
    return {};
  Monomial factor = coefficients.begin()->first;
  for (const auto &[monomial, coefficient] : coefficients)
    factor = relational::commonFactor(factor, monomial);
  return factor;
}

Polynomial Polynomial::dividedBy(const Monomial &factor) const {
  Polynomial result;
  for (const auto &[monomial, coefficient] : coefficients) {
    Monomial rest;
    std::set_difference(monomial.begin(), monomial.end(), factor.begin(), factor.end(),
                        std::back_inserter(rest), [](Term x, Term y) { return x.id() < y.id(); });
    assert(rest.size() + factor.size() == monomial.size() && "the factor divides every term");
    result.addTerm(std::move(rest), coefficient);
  }
  return result;
}

namespace {

/// Beyond this a product stays a single atom: the normal form would grow exponentially with the depth of the
/// program, and nothing is proved with such terms anyway.
constexpr std::size_t termLimit = 32, degreeLimit = 6;
/// So many products are compared pairwise.
constexpr std::size_t comparedProducts = 40;
/// So many choices, one inside of the other, are looked through for a common factor.
constexpr unsigned choiceDepth = 3;

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

std::size_t Polynomial::degree() const {
  std::size_t result = 0;
  for (const auto &[monomial, coefficient] : coefficients)
    result = std::max(result, monomial.size());
  return result;
}

bool Polynomial::growsTooLargeWith(const Polynomial &other) const {
  return coefficients.size() * other.coefficients.size() > termLimit ||
         degree() + other.degree() > degreeLimit;
}

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
  if (factors.size() != bounds.size() || factors.size() > degreeLimit)
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

/// For p = x * (1 / b): b = 0 or p * b = x; and if b is a factor of x: b = 0 or p = x / b.
void Products::cancellation(Term p, std::vector<Term> &lemmas) {
  const Polynomial whole = expand(p);
  if (whole.terms().size() != 1)
    return;
  const Monomial &factors = whole.terms().begin()->first;
  std::vector<Term> chosen;
  for (Term factor : factors) {
    if (!isInverse(factor))
      continue;
    Term divisor = factor.arguments()[1], isZero = store.equal(divisor, store.real(0));
    const Polynomial rest = whole.dividedBy({factor});
    lemmas.push_back(store.disjunction({isZero, store.equal(multiply(p, divisor), term(rest, Sort::Real))}));
    choiceOfDivisors(p, rest, divisor, chosen, lemmas);
    if (std::find(factors.begin(), factors.end(), divisor) != factors.end())
      lemmas.push_back(
          store.disjunction({isZero, store.equal(p, term(rest.dividedBy({divisor}), Sort::Real))}));
  }
}

/// For p = rest / (c ? x : y): c => p = rest / x; not c => p = rest / y; and so on, where x or y is a choice.
///
/// \param chosen what has been chosen before.
void Products::choiceOfDivisors(Term p, const Polynomial &rest, Term divisor, std::vector<Term> &chosen,
                                std::vector<Term> &lemmas) {
  constexpr std::size_t mostChoices = 4;
  if (divisor.op() == Operator::IfThenElse && chosen.size() < mostChoices) {
    const auto &parts = divisor.arguments();
    for (bool isFirst : {true, false}) {
      chosen.push_back(isFirst ? parts[0] : store.negate(parts[0]));
      choiceOfDivisors(p, rest, isFirst ? parts[1] : parts[2], chosen, lemmas);
      chosen.pop_back();
    }
  } else if (!chosen.empty()) {
    lemmas.push_back(
        store.implies(store.conjunction(chosen), store.equal(p, quotient(term(rest, Sort::Real), divisor))));
  }
}

/// \p divisor * \p polynomial, where \p inverse = 1 / \p divisor; also in the branches of choices:
/// b * (c ? y / b : 2) is c ? y : 2 * b. Nothing if the inverse does not occur, or neither does a number in
/// its place, or it grows too large.
std::optional<Polynomial> Products::multipliedOut(Term inverse, const Polynomial &divisor,
                                                  const Polynomial &polynomial, unsigned depth) {
  Polynomial result;
  bool occurs = false;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Monomial rest = monomial;
    // A number may be multiplied by the divisor; another product would be one more of which to know nothing.
    std::optional<Polynomial> factor = rest.empty() ? std::optional(divisor) : std::nullopt;
    if (const auto at = std::find(rest.begin(), rest.end(), inverse); at != rest.end()) {
      rest.erase(at);
      factor = Polynomial::constant(1);
      occurs = true;
    } else {
      for (auto choice = rest.begin(); choice != rest.end(); ++choice) {
        const auto out = choiceMultipliedOut(inverse, divisor, *choice, depth);
        if (!out)
          continue;
        factor = out;
        rest.erase(choice);
        occurs = true;
        break;
      }
    }
    Polynomial product = Polynomial::constant(coefficient);
    for (Term atom : rest)
      product = product * Polynomial::atom(atom);
    if (!factor || product.growsTooLargeWith(*factor))
      return std::nullopt;
    result = result + product * *factor;
  }
  return occurs ? std::optional(result) : std::nullopt;
}

std::optional<Polynomial> Products::choiceMultipliedOut(Term inverse, const Polynomial &divisor, Term choice,
                                                        unsigned depth) {
  if (choice.op() != Operator::IfThenElse || depth == choiceDepth)
    return std::nullopt;
  const Polynomial whenTrue = expand(choice.arguments()[1]), whenFalse = expand(choice.arguments()[2]);
  const auto branch = [&](const Polynomial &of) {
    const auto out =
        of.isConstant() ? std::optional(divisor * of) : multipliedOut(inverse, divisor, of, depth + 1);
    return out ? std::optional(term(*out, Sort::Real)) : std::nullopt;
  };
  const auto first = branch(whenTrue), second = first ? branch(whenFalse) : std::nullopt;
  if (!second || (whenTrue.isConstant() && whenFalse.isConstant()))
    return std::nullopt;
  return expand(store.ite(choice.arguments()[0], *first, *second));
}

/// \p polynomial / \p divisor, where \p inverse = 1 / \p divisor, if it is a number beside products of the
/// divisor with something else: y - 1 / b of b * y - 1. Of b - 1 / x it is x - 1 / b, and \p positive gets
/// that x > 0.
std::optional<Polynomial> Products::dividedOut(Term inverse, Term divisor, const Polynomial &polynomial,
                                               std::vector<Term> &positive) {
  Polynomial divided, rest;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Monomial factors = monomial;
    const auto at = std::find(factors.begin(), factors.end(), divisor);
    const bool isMultiple = at != factors.end();
    if (isMultiple)
      factors.erase(at);
    Polynomial part = Polynomial::constant(coefficient);
    for (Term factor : factors)
      part = part * Polynomial::atom(factor);
    (isMultiple ? divided : rest) = (isMultiple ? divided : rest) + part;
  }
  if (rest.terms().size() != 1 || divided.isZero())
    return std::nullopt;
  const auto &[factors, coefficient] = *rest.terms().begin();
  const Polynomial share = Polynomial::constant(coefficient) * Polynomial::atom(inverse);
  if (factors.empty())
    return divided.isConstant() ? std::nullopt : std::optional(divided + share);
  if (factors.size() > 1 || !isInverse(factors.front()) || !divided.isConstant())
    return std::nullopt;
  const Term other = factors.front().arguments()[1];
  positive.push_back(store.less(store.real(0), other));
  return divided * expand(other) + share;
}

/// A comparison with quotients in it says the same when both sides are multiplied by what is divided by,
/// where that is positive: |s/n - s'/n| <= 1/n is about |s - s'|, whatever is known of that. Likewise what
/// both sides have as a factor is left out, where it is positive; and where one side is a number and the
/// other has a factor by which something is divided, as in 1 <= b * eps, both are divided by it: 1 / b <=
/// eps. Of a sum like n - 1 that is divided by it is not known whether it is written as this or as 1 - n:
/// with \p turned, sums are taken to be negative.
void Products::multiplicationLemmas(Term comparison, const Applications &quotients, bool turned,
                                    std::vector<Term> &lemmas) {
  const Term zero = store.real(0);
  Polynomial difference = expand(comparison.arguments()[0]) - expand(comparison.arguments()[1]);
  std::vector<Term> positive;
  bool isTurned = false;
  const auto same = [&](const Polynomial &simpler) {
    const Term left = term(simpler, Sort::Real);
    const Term said = comparison.op() == Operator::Less        ? store.less(left, zero)
                      : comparison.op() == Operator::LessEqual ? store.lessEqual(left, zero)
                                                               : store.equal(left, zero);
    lemmas.push_back(
        store.implies(store.conjunction(positive),
                      store.conjunction({store.implies(comparison, said), store.implies(said, comparison)})));
  };
  for (const auto &[id, inverse] : quotients) {
    if (!isInverse(inverse))
      continue;
    const Polynomial divisor = expand(inverse.arguments()[1]);
    const bool isSum = divisor.terms().size() > 1;
    const Polynomial sign = Polynomial::constant(turned && isSum ? -1 : 1);
    for (std::size_t power = 0; power < degreeLimit; ++power) {
      const auto out = multipliedOut(inverse, divisor, difference, 0);
      if (!out)
        break;
      if (power == 0)
        positive.push_back(store.less(zero, term(sign * divisor, Sort::Real)));
      difference = sign * *out;
      isTurned |= isSum;
    }
  }
  if (turned && !isTurned)
    return;
  if (!positive.empty())
    same(difference);
  for (const auto &[id, inverse] : quotients) {
    if (!isInverse(inverse))
      continue;
    const std::vector<Term> multiplied = positive;
    positive.push_back(store.less(zero, inverse.arguments()[1]));
    if (const auto out = dividedOut(inverse, inverse.arguments()[1], difference, positive))
      same(*out);
    positive = multiplied;
  }
  const Monomial factor = difference.terms().size() > 1 ? difference.commonFactor() : Monomial();
  if (factor.empty())
    return;
  for (Term atom : factor)
    positive.push_back(store.less(zero, atom));
  same(difference.dividedBy(factor));
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
