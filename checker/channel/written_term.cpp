// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/written_term.h"

#include <algorithm>

namespace plumb::channel {

namespace {

using ir::ChannelTermPtr;
using Kind = ir::ChannelTerm::Kind;
/// Multiples of exponents, by parameter.
using Multiples = std::map<std::size_t, Rational>;

class Writer {
public:
  Writer(const Algebra &of, SourceRange everywhere) : algebra(of), channel(of.subject()), range(everywhere) {}

  ChannelTermPtr number(const Quotient &quotient) const;
  ChannelTermPtr exponent(const Quotient &quotient) const;

private:
  ChannelTermPtr leaf(Kind kind, std::size_t index) const;
  ChannelTermPtr constant(const Rational &value) const;
  ChannelTermPtr quotientOf(const Rational &value) const;
  ChannelTermPtr of(Kind kind, ChannelTermPtr left, ChannelTermPtr right = nullptr) const;
  /// Null stands for 1.
  ChannelTermPtr times(ChannelTermPtr left, ChannelTermPtr right) const;
  ChannelTermPtr polynomial(const Polynomial &polynomial) const;
  /// Null for 1.
  ChannelTermPtr powers(const Monomial &monomial) const;
  /// Null for 0.
  ChannelTermPtr sum(const Multiples &multiples) const;
  /// Divides by the powers of e that are in all terms. \returns what was divided by.
  Multiples takeOut(Polynomial &polynomial) const;

  const Algebra &algebra;
  const ir::Channel &channel;
  const SourceRange range;
};

ChannelTermPtr Writer::leaf(Kind kind, std::size_t index) const {
  auto term = std::make_unique<ir::ChannelTerm>();
  term->kind = kind;
  term->index = index;
  term->range = range;
  return term;
}

ChannelTermPtr Writer::constant(const Rational &value) const {
  ChannelTermPtr term = leaf(Kind::Number, 0);
  term->number = value;
  return term;
}

ChannelTermPtr Writer::of(Kind kind, ChannelTermPtr left, ChannelTermPtr right) const {
  ChannelTermPtr term = leaf(kind, 0);
  term->operands.push_back(std::move(left));
  if (right)
    term->operands.push_back(std::move(right));
  return term;
}

ChannelTermPtr Writer::quotientOf(const Rational &value) const {
  ChannelTermPtr above = constant(Rational(abs(value.get_num())));
  if (sgn(value) < 0)
    above = of(Kind::Negate, std::move(above));
  return isIntegral(value) ? std::move(above)
                           : of(Kind::Divide, std::move(above), constant(Rational(value.get_den())));
}

ChannelTermPtr Writer::times(ChannelTermPtr left, ChannelTermPtr right) const {
  if (!left || !right)
    return left ? std::move(left) : std::move(right);
  return of(Kind::Multiply, std::move(left), std::move(right));
}

// Positive multiples first: `eps1 - eps2`.
ChannelTermPtr Writer::sum(const Multiples &multiples) const {
  ChannelTermPtr all;
  for (const bool isNegative : {false, true})
    for (const auto &[parameter, multiple] : multiples) {
      if (sgn(multiple) == 0 || (sgn(multiple) < 0) != isNegative)
        continue;
      const Rational size = abs(multiple);
      ChannelTermPtr one = leaf(Kind::Parameter, parameter);
      if (size.get_num() != 1)
        one = of(Kind::Multiply, constant(Rational(size.get_num())), std::move(one));
      if (size.get_den() != 1)
        one = of(Kind::Divide, std::move(one), constant(Rational(size.get_den())));
      if (all)
        all = of(isNegative ? Kind::Subtract : Kind::Add, std::move(all), std::move(one));
      else
        all = isNegative ? of(Kind::Negate, std::move(one)) : std::move(one);
    }
  return all;
}

ChannelTermPtr Writer::powers(const Monomial &monomial) const {
  Multiples multiples;
  ChannelTermPtr product;
  for (std::size_t i = 0; i < monomial.size(); ++i) {
    if (channel.parameters[i].isExponent)
      multiples[i] = Rational(Integer(monomial[i])) / Rational(algebra.rootOf(i));
    else
      for (unsigned k = 0; k < monomial[i]; ++k)
        product = times(std::move(product), leaf(Kind::Parameter, i));
  }
  ChannelTermPtr exponents = sum(multiples);
  if (!exponents)
    return product;
  return times(std::move(product), of(Kind::Exponential, std::move(exponents)));
}

// Highest powers first, and those that are subtracted last.
ChannelTermPtr Writer::polynomial(const Polynomial &polynomial) const {
  ChannelTermPtr all;
  for (const bool isNegative : {false, true})
    for (auto term = polynomial.terms().rbegin(); term != polynomial.terms().rend(); ++term) {
      if ((sgn(term->second) < 0) != isNegative)
        continue;
      const Rational size = abs(term->second);
      ChannelTermPtr one = powers(term->first);
      if (size != 1 || !one)
        one = times(constant(size), std::move(one));
      if (all)
        all = of(isNegative ? Kind::Subtract : Kind::Add, std::move(all), std::move(one));
      else
        all = isNegative ? of(Kind::Negate, std::move(one)) : std::move(one);
    }
  return all ? std::move(all) : constant(0);
}

/// Both multiplied by a positive number, so that coefficients are whole and have no common divisor.
Quotient withWholeNumbers(const Quotient &quotient) {
  Integer multiple = 1, divisor = 0;
  for (const Polynomial *part : {&quotient.above, &quotient.below})
    for (const auto &[monomial, coefficient] : part->terms())
      mpz_lcm(multiple.get_mpz_t(), multiple.get_mpz_t(), coefficient.get_den_mpz_t());
  for (const Polynomial *part : {&quotient.above, &quotient.below})
    for (const auto &[monomial, coefficient] : part->terms()) {
      const Integer whole = Rational(coefficient * Rational(multiple)).get_num();
      mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), whole.get_mpz_t());
    }
  const Rational factor = Rational(multiple) / Rational(divisor);
  return {quotient.above * factor, quotient.below * factor};
}

bool isOne(const Polynomial &polynomial) {
  return polynomial == Polynomial::constant(polynomial.variableCount(), 1);
}

ChannelTermPtr Writer::number(const Quotient &quotient) const {
  const Quotient whole = withWholeNumbers(quotient);
  if (whole.above.degree() == 0 && whole.below.degree() == 0)
    return quotientOf(whole.above.constantTerm() / whole.below.constantTerm());
  ChannelTermPtr above = polynomial(whole.above);
  return isOne(whole.below) ? std::move(above) : of(Kind::Divide, std::move(above), polynomial(whole.below));
}

Multiples Writer::takeOut(Polynomial &polynomial) const {
  Multiples taken;
  for (std::size_t i = 0; i < polynomial.variableCount(); ++i) {
    if (!channel.parameters[i].isExponent)
      continue;
    unsigned least = polynomial.degreeIn(i);
    for (const auto &[monomial, coefficient] : polynomial.terms())
      least = std::min<unsigned>(least, monomial[i]);
    polynomial = *polynomial.dividedBy(Polynomial::power(polynomial.variableCount(), i, least));
    taken[i] = Rational(Integer(least)) / Rational(algebra.rootOf(i));
  }
  return taken;
}

ChannelTermPtr Writer::exponent(const Quotient &quotient) const {
  Quotient rest = withWholeNumbers(quotient);
  Multiples multiples = takeOut(rest.above);
  for (const auto &[parameter, multiple] : takeOut(rest.below))
    multiples[parameter] -= multiple;
  ChannelTermPtr all = sum(multiples);
  if (rest.above == rest.below)
    return all ? std::move(all) : constant(0);
  ChannelTermPtr logarithm = of(Kind::Logarithm, number(rest));
  return all ? of(Kind::Add, std::move(all), std::move(logarithm)) : std::move(logarithm);
}

} // namespace

ChannelTermPtr numberOf(const Quotient &quotient, const Algebra &algebra, SourceRange range) {
  return Writer(algebra, range).number(quotient);
}

ChannelTermPtr exponentOf(const Quotient &quotient, const Algebra &algebra, SourceRange range) {
  return Writer(algebra, range).exponent(quotient);
}

} // namespace plumb::channel
