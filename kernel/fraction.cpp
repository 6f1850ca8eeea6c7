// SPDX-License-Identifier: Apache-2.0
#include "kernel/fraction.h"

#include <algorithm>
#include <iterator>

namespace plumb::kernel {

Fraction sum(const Terms &terms, const Fraction &a, const Fraction &b) {
  Fraction result{a.numerator.timesWithin(terms, b.denominator),
                  a.denominator.timesWithin(terms, b.denominator)};
  result.numerator.add(1, b.numerator.timesWithin(terms, a.denominator));
  return result;
}

Fraction product(const Terms &terms, const Fraction &a, const Fraction &b) {
  return {a.numerator.timesWithin(terms, b.numerator), a.denominator.timesWithin(terms, b.denominator)};
}

std::optional<mpq_class> ratioOf(const Terms &terms, const Fraction &a, const Fraction &b) {
  const Polynomial left = a.numerator.timesWithin(terms, b.denominator),
                   right = b.numerator.timesWithin(terms, a.denominator);
  if (left.summands().empty() || right.summands().empty() ||
      left.summands().begin()->first != right.summands().begin()->first)
    return std::nullopt;
  const mpq_class ratio = left.summands().begin()->second / right.summands().begin()->second;
  return ratio > 0 && left == right.times({ratio, {}}) ? std::optional(ratio) : std::nullopt;
}

Monomial common(const Monomial &a, const Monomial &b) {
  Monomial both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

Monomial commonFactor(const Polynomial &polynomial) {
  std::optional<Monomial> ofAll;
  for (const auto &[monomial, coefficient] : polynomial.summands())
    ofAll = ofAll ? common(*ofAll, monomial) : monomial;
  return ofAll.value_or(Monomial());
}

Polynomial divided(const Polynomial &polynomial, const Monomial &divisor) {
  Polynomial result;
  for (const auto &[monomial, coefficient] : polynomial.summands()) {
    Monomial rest;
    std::set_difference(monomial.begin(), monomial.end(), divisor.begin(), divisor.end(),
                        std::back_inserter(rest));
    result.add(1, {coefficient, std::move(rest)});
  }
  return result;
}

Term termOf(Terms &terms, const Polynomial &polynomial) {
  std::vector<Term> sum;
  for (const auto &[monomial, coefficient] : polynomial.summands()) {
    Monomial factors = monomial;
    if (coefficient != 1 || factors.empty())
      factors.insert(factors.begin(), terms.real(coefficient));
    sum.push_back(factors.size() == 1 ? factors.front() : terms.multiply(factors));
  }
  return sum.empty() ? terms.real(0) : sum.size() == 1 ? sum.front() : terms.add(std::move(sum));
}

} // namespace plumb::kernel
