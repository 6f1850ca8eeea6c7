// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/polynomial.h"

#include <algorithm>
#include <cassert>

namespace plumb::relational {

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

std::size_t Polynomial::degree() const {
  std::size_t result = 0;
  for (const auto &[monomial, coefficient] : coefficients)
    result = std::max(result, monomial.size());
  return result;
}

bool Polynomial::growsTooLargeWith(const Polynomial &other) const {
  return coefficients.size() * other.coefficients.size() > mostTerms ||
         degree() + other.degree() > largestDegree;
}

} // namespace plumb::relational
