// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/factor.h"

#include "checker/relational/evaluator.h"
#include "checker/relational/rational_text.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <llvm/ADT/STLExtras.h>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::Monomial;
using relational::Polynomial;
using relational::RationalFunction;
using smt::Term;

namespace {

/// Products are not in an order that each division ends in.
constexpr int mostSteps = 64;

/// The literals that a parameter is compared with.
struct Range {
  std::optional<Rational> low, high;

  /// Between both, or beyond the one there is.
  Rational inside() const {
    if (low && high)
      return (2 * *low + 3 * *high) / 5;
    return low ? Rational(*low + 2) : high ? Rational(*high - 2) : Rational(2);
  }
};

class Ranges {
public:
  explicit Ranges(Context of) : context(of) {}

  Range of(const ir::Variable &parameter) {
    Range range;
    for (const auto &premise : context.symbols.neighbourhood().requirements)
      narrow(range, *premise, parameter);
    return range;
  }

private:
  void narrow(Range &range, const ir::Expression &premise, const ir::Variable &parameter) {
    using Op = ir::BinaryOperator;
    const auto *binary = dyn_cast<ir::Binary>(&premise);
    if (!binary)
      return;
    if (binary->op == Op::And) {
      narrow(range, *binary->left, parameter);
      return narrow(range, *binary->right, parameter);
    }
    const bool isUp = binary->op == Op::Less || binary->op == Op::LessEqual,
               isDown = binary->op == Op::Greater || binary->op == Op::GreaterEqual;
    if (!isUp && !isDown)
      return;
    const ir::Expression &less = isUp ? *binary->left : *binary->right,
                         &more = isUp ? *binary->right : *binary->left;
    if (isRead(more, parameter))
      if (const auto bound = numberOf(less))
        range.low = range.low ? std::max(*range.low, *bound) : *bound;
    if (isRead(less, parameter))
      if (const auto bound = numberOf(more))
        range.high = range.high ? std::min(*range.high, *bound) : *bound;
  }

  static bool isRead(const ir::Expression &term, const ir::Variable &parameter) {
    const auto *unary = dyn_cast<ir::Unary>(&term);
    const bool isPromoted = unary && unary->op == ir::UnaryOperator::ToReal;
    const auto *read = dyn_cast<ir::Read>(isPromoted ? unary->operand.get() : &term);
    return read && &read->variable == &parameter;
  }

  std::optional<Rational> numberOf(const ir::Expression &term) const {
    const auto value = relational::rationalFunction(term, context.symbols, context.products, context.store);
    if (!value || !value->numerator.isConstant() || !value->denominator.isConstant())
      return std::nullopt;
    const auto constant = [](const Polynomial &polynomial) {
      return polynomial.isZero() ? Rational(0) : polynomial.terms().begin()->second;
    };
    return Rational(constant(value->numerator) / constant(value->denominator));
  }

  Context context;
};

/// Nothing if an atom is no scalar parameter.
std::optional<Rational> sampleOf(Context context, const Polynomial &polynomial) {
  Rational sum = 0;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    Rational product = coefficient;
    for (Term atom : monomial) {
      const auto &variables = context.symbols.neighbourhood().variables;
      const auto parameter = llvm::find_if(variables, [&](const auto &variable) {
        if (variable->role != ir::Variable::Role::Parameter || variable->isArray() ||
            variable->sort == ir::Sort::Bool)
          return false;
        const Term own = context.symbols.parameter(*variable, {});
        return atom == (own.sort() == smt::Sort::Int ? context.store.toReal(own) : own);
      });
      if (parameter == variables.end())
        return std::nullopt;
      product *= Ranges(context).of(**parameter).inside();
    }
    sum += product;
  }
  return sum;
}

bool tooLarge(const RationalFunction &a, const RationalFunction &b) {
  return a.numerator.growsTooLargeWith(b.numerator) || a.numerator.growsTooLargeWith(b.denominator) ||
         a.denominator.growsTooLargeWith(b.numerator) || a.denominator.growsTooLargeWith(b.denominator);
}

Rational constantOf(const Polynomial &polynomial) {
  return polynomial.isZero() ? Rational(0) : polynomial.terms().begin()->second;
}

bool divides(const Monomial &divisor, const Monomial &monomial) {
  return std::includes(monomial.begin(), monomial.end(), divisor.begin(), divisor.end(),
                       [](Term a, Term b) { return a.id() < b.id(); });
}

/// [the quotient, the rest], none of whose terms has the largest product of \p divisor as a factor.
std::pair<Polynomial, Polynomial> division(Polynomial dividend, const Polynomial &divisor) {
  const auto &[lead, coefficient] = *divisor.terms().rbegin();
  const Polynomial whole = dividend;
  Polynomial quotient, rest;
  for (int step = 0; !dividend.isZero(); ++step) {
    if (step == mostSteps)
      return {Polynomial(), whole};
    const auto largest = *dividend.terms().rbegin();
    Polynomial part = Polynomial::constant(largest.second);
    if (!divides(lead, largest.first)) {
      for (Term atom : largest.first)
        part = part * Polynomial::atom(atom);
      rest = rest + part;
      dividend = dividend - part;
      continue;
    }
    Polynomial product = Polynomial::constant(1);
    for (Term atom : largest.first)
      product = product * Polynomial::atom(atom);
    const Polynomial share = Polynomial::constant(largest.second / coefficient) * product.dividedBy(lead);
    quotient = quotient + share;
    dividend = dividend - share * divisor;
  }
  return {quotient, rest};
}

} // namespace

Factor::Factor(const Rational &number)
    : sampled(number), value{Polynomial::constant(number), Polynomial::constant(1)} {}

std::optional<Factor> Factor::of(Context context, const ir::Expression &term) {
  const auto function = relational::rationalFunction(term, context.symbols, context.products, context.store);
  if (!function || function->denominator.isZero())
    return std::nullopt;
  const auto above = sampleOf(context, function->numerator), below = sampleOf(context, function->denominator);
  if (!above || !below || *below == 0)
    return std::nullopt;
  Factor factor;
  factor.sampled = *above / *below;
  factor.value = relational::inLowestTerms(*function);
  return factor;
}

std::optional<Rational> Factor::number() const {
  if (!known || !value.numerator.isConstant() || !value.denominator.isConstant())
    return std::nullopt;
  return Rational(constantOf(value.numerator) / constantOf(value.denominator));
}

std::string Factor::text() const {
  const auto single = number();
  if (single)
    return toString(*single);
  const std::string text = relational::print(value);
  return "(" + text + ")";
}

Factor Factor::combined(const Factor &a, const Factor &b, Rational sampled, Operation make) {
  const auto one = a.number(), other = b.number();
  if (one && other)
    return Factor(sampled);
  Factor result;
  result.sampled = std::move(sampled);
  result.known = a.known && b.known && !tooLarge(a.value, b.value);
  if (result.known)
    result.value = relational::inLowestTerms(make(a.value, b.value));
  return result;
}

Factor operator+(const Factor &a, const Factor &b) {
  return Factor::combined(a, b, a.sampled + b.sampled,
                          [](const RationalFunction &x, const RationalFunction &y) {
                            return RationalFunction{x.numerator * y.denominator + y.numerator * x.denominator,
                                                    x.denominator * y.denominator};
                          });
}

Factor operator-(const Factor &a, const Factor &b) {
  return a + Factor(Rational(-1)) * b;
}

Factor operator*(const Factor &a, const Factor &b) {
  return Factor::combined(a, b, a.sampled * b.sampled,
                          [](const RationalFunction &x, const RationalFunction &y) {
                            return RationalFunction{x.numerator * y.numerator, x.denominator * y.denominator};
                          });
}

Factor operator/(const Factor &a, const Factor &b) {
  if (b.sampled == 0) {
    Factor unknown;
    unknown.known = false;
    return unknown;
  }
  return Factor::combined(a, b, a.sampled / b.sampled,
                          [](const RationalFunction &x, const RationalFunction &y) {
                            return RationalFunction{x.numerator * y.denominator, x.denominator * y.numerator};
                          });
}

bool operator==(const Factor &a, const Factor &b) {
  return a.known && b.known && a.sampled == b.sampled &&
         (a.number() || b.number() ? a.number() == b.number() : a.value.equals(b.value));
}

Factor abs(const Factor &factor) {
  return factor.atSample() < 0 ? Factor(Rational(-1)) * factor : factor;
}

Term Factor::times(Context context, const Polynomial &amount) const {
  const Polynomial all = value.numerator * amount;
  const auto real = [&](const Polynomial &polynomial) {
    return context.products.term(polynomial, smt::Sort::Real);
  };
  const auto [quotient, rest] = division(all, value.denominator);
  if (rest.isZero())
    return real(quotient);
  return context.store.add(real(quotient), context.products.quotient(real(rest), real(value.denominator)));
}

} // namespace plumb::inference
