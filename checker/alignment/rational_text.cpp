// SPDX-License-Identifier: Apache-2.0
#include "checker/alignment/rational_text.h"

#include <algorithm>
#include <utility>

namespace plumb::alignment {

namespace {

/// The positive constant by which \p polynomial has to be multiplied so that its coefficients become
/// integers without a common divisor.
Rational primitiveFactor(const Polynomial &polynomial) {
  Integer denominators = 1, numerators = 0;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    denominators = lcm(denominators, coefficient.get_den());
    numerators = gcd(numerators, coefficient.get_num());
  }
  Rational factor(denominators, numerators == 0 ? Integer(1) : numerators);
  factor.canonicalize();
  return factor;
}

std::string nameOf(smt::Term atom) {
  return atom.op() == smt::Operator::ToReal ? atom.arguments()[0].symbol().name : atom.symbol().name;
}

/// Constants last, as people write. \pre integral coefficients.
std::string print(const Polynomial &polynomial) {
  std::vector<std::pair<Monomial, Rational>> terms(polynomial.terms().begin(), polynomial.terms().end());
  if (!terms.empty() && terms.front().first.empty())
    std::rotate(terms.begin(), terms.begin() + 1, terms.end());
  std::string text;
  for (const auto &[monomial, coefficient] : terms) {
    Rational size = abs(coefficient);
    std::string product = size == 1 && !monomial.empty() ? "" : toString(size);
    for (smt::Term atom : monomial)
      product += (product.empty() ? "" : " * ") + nameOf(atom);
    if (coefficient < 0)
      text += text.empty() ? "-" : " - ";
    else if (!text.empty())
      text += " + ";
    text += product;
  }
  return text.empty() ? "0" : text;
}

std::string factor(const Polynomial &polynomial, bool isDivisor) {
  bool single = polynomial.terms().size() == 1;
  bool atomic =
      single &&
      polynomial.terms().begin()->first.size() + (polynomial.terms().begin()->second == 1 ? 0 : 1) <= 1;
  return polynomial.terms().size() > 1 || (isDivisor && !atomic) ? "(" + print(polynomial) + ")"
                                                                 : print(polynomial);
}

} // namespace

RationalFunction reduced(const RationalFunction &function) {
  if (function.numerator.isZero())
    return {Polynomial(), Polynomial::constant(1)};
  Monomial shared = commonFactor(function.numerator.commonFactor(), function.denominator.commonFactor());
  Polynomial above = function.numerator.dividedBy(shared), below = function.denominator.dividedBy(shared);
  // Numerator and denominator become primitive; what is left over is one rational constant.
  Rational scaleAbove = primitiveFactor(above), scaleBelow = primitiveFactor(below);
  above = Polynomial::constant(scaleAbove) * above;
  below = Polynomial::constant(scaleBelow) * below;
  Rational constant = scaleBelow / scaleAbove;
  if (below.terms().begin()->second < 0) {
    below = Polynomial::constant(-1) * below;
    constant = -constant;
  }
  if (above == below)
    return {Polynomial::constant(constant.get_num()), Polynomial::constant(constant.get_den())};
  return {Polynomial::constant(constant.get_num()) * above, Polynomial::constant(constant.get_den()) * below};
}

std::string print(const RationalFunction &function) {
  RationalFunction simple = reduced(function);
  if (simple.denominator == Polynomial::constant(1))
    return print(simple.numerator);
  return factor(simple.numerator, false) + " / " + factor(simple.denominator, true);
}

} // namespace plumb::alignment
