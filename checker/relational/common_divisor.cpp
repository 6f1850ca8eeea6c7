// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/common_divisor.h"

#include <algorithm>
#include <utility>

namespace plumb::relational {

namespace {

/// Of a polynomial on the way to a common divisor.
constexpr std::size_t largestDivided = 128;

/// The atom that was made last, of any of the two.
std::optional<smt::Term> lastAtom(const Polynomial &a, const Polynomial &b) {
  std::optional<smt::Term> last;
  for (const Polynomial *polynomial : {&a, &b})
    for (const auto &[monomial, coefficient] : polynomial->terms())
      if (!monomial.empty() && (!last || last->id() < monomial.back().id()))
        last = monomial.back();
  return last;
}

Polynomial product(const Rational &coefficient, const Monomial &monomial) {
  Polynomial result = Polynomial::constant(coefficient);
  for (smt::Term atom : monomial)
    result = result * Polynomial::atom(atom);
  return result;
}

/// By powers of \p atom, from 0; as many as there are.
std::vector<Polynomial> coefficientsIn(const Polynomial &polynomial, smt::Term atom) {
  std::vector<Polynomial> coefficients(1);
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Monomial rest;
    std::copy_if(monomial.begin(), monomial.end(), std::back_inserter(rest),
                 [&](smt::Term one) { return !(one == atom); });
    const std::size_t power = monomial.size() - rest.size();
    coefficients.resize(std::max(coefficients.size(), power + 1));
    coefficients[power] = coefficients[power] + product(coefficient, rest);
  }
  return coefficients;
}

std::size_t degreeIn(const Polynomial &polynomial, smt::Term atom) {
  return coefficientsIn(polynomial, atom).size() - 1;
}

/// Where a common divisor is looked for; nothing comes of what grows too large.
class Euclid {
public:
  std::optional<Polynomial> commonDivisor(const Polynomial &a, const Polynomial &b) {
    if (a.isZero() || b.isZero())
      return a.isZero() ? b : a;
    const auto atom = lastAtom(a, b);
    if (!atom)
      return Polynomial::constant(1);
    const auto first = content(a, *atom), second = content(b, *atom);
    const auto common = first && second ? commonDivisor(*first, *second) : std::nullopt;
    if (!common)
      return std::nullopt;
    Polynomial greater = *quotientOf(a, *first), lesser = *quotientOf(b, *second);
    if (degreeIn(greater, *atom) < degreeIn(lesser, *atom))
      std::swap(greater, lesser);
    while (degreeIn(lesser, *atom) > 0) {
      auto rest = primitiveRemainder(greater, lesser, *atom);
      if (!rest)
        return std::nullopt;
      greater = std::exchange(lesser, std::move(*rest));
    }
    return lesser.isZero() ? *common * greater : *common;
  }

private:
  /// The common divisor of its coefficients as a polynomial in the atom.
  std::optional<Polynomial> content(const Polynomial &polynomial, smt::Term atom) {
    Polynomial common;
    for (const Polynomial &coefficient : coefficientsIn(polynomial, atom)) {
      auto next = commonDivisor(common, coefficient);
      if (!next)
        return std::nullopt;
      common = std::move(*next);
    }
    return common;
  }

  /// What is left of a power of the leading coefficient of \p b times \p a, divided by \p b, without its
  /// content.
  std::optional<Polynomial> primitiveRemainder(Polynomial a, const Polynomial &b, smt::Term atom) {
    const std::vector<Polynomial> divisor = coefficientsIn(b, atom);
    while (!a.isZero()) {
      const std::vector<Polynomial> dividend = coefficientsIn(a, atom);
      if (dividend.size() < divisor.size())
        break;
      if (a.terms().size() * b.terms().size() > largestDivided)
        return std::nullopt;
      const Polynomial first = dividend.back() * product(1, Monomial(dividend.size() - divisor.size(), atom));
      a = a * divisor.back() - b * first;
    }
    if (a.isZero())
      return a;
    const auto common = content(a, atom);
    return common ? quotientOf(a, *common) : std::nullopt;
  }
};

bool isNegativeAtTypicalValues(const Polynomial &polynomial) {
  Rational value = 0;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Rational part = coefficient;
    for (smt::Term atom : monomial)
      part *= atom.op() == smt::Operator::ToReal || atom.sort() == smt::Sort::Int ? Rational(1000)
                                                                                  : Rational(1, 1000);
    value += part;
  }
  return value < 0;
}

} // namespace

std::optional<Polynomial> quotientOf(const Polynomial &dividend, const Polynomial &divisor) {
  if (divisor.isConstant())
    return Polynomial::constant(1 / divisor.terms().begin()->second) * dividend;
  const smt::Term atom = *lastAtom(divisor, divisor);
  const std::vector<Polynomial> below = coefficientsIn(divisor, atom);
  Polynomial quotient, rest = dividend;
  // The degree in the atom falls with each step.
  while (!rest.isZero()) {
    const std::vector<Polynomial> above = coefficientsIn(rest, atom);
    const auto leading = above.size() < below.size() ? std::nullopt : quotientOf(above.back(), below.back());
    if (!leading)
      return std::nullopt;
    const Polynomial step = *leading * product(1, Monomial(above.size() - below.size(), atom));
    quotient = quotient + step;
    rest = rest - step * divisor;
  }
  return quotient;
}

Polynomial commonDivisor(const Polynomial &a, const Polynomial &b) {
  const auto found = Euclid().commonDivisor(a, b);
  if (!found || found->isConstant())
    return Polynomial::constant(1);
  return isNegativeAtTypicalValues(*found) ? Polynomial::constant(-1) * *found : *found;
}

} // namespace plumb::relational
