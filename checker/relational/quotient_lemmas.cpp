// SPDX-License-Identifier: Apache-2.0
// Products: what is known of quotients, and of comparisons with them.
#include "checker/relational/products.h"

#include <algorithm>

namespace plumb::relational {

using smt::Operator;
using smt::Sort;
using smt::Term;

namespace {

/// So many choices, one inside of the other, are looked through for a common factor.
constexpr unsigned choiceDepth = 3;

} // namespace

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
    for (std::size_t power = 0; power < Polynomial::largestDegree; ++power) {
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

} // namespace plumb::relational
