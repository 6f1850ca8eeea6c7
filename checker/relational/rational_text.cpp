// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/rational_text.h"

#include "checker/relational/common_divisor.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace plumb::relational {

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

/// Of a scalar parameter, or of an int that is made of such: "((c + 1) div 2)".
std::string nameOf(smt::Term atom) {
  using smt::Operator;
  const auto joined = [&](const char *between) {
    std::string text;
    for (smt::Term part : atom.arguments()) {
      const std::string next = nameOf(part);
      if (!text.empty() && atom.op() == Operator::Add && next.front() == '-')
        text += " - " + next.substr(1);
      else
        text += (text.empty() ? "" : between) + next;
    }
    return "(" + text + ")";
  };
  if (atom.op() == Operator::Literal)
    return toString(atom.number());
  if (atom.op() == Operator::ToReal)
    return nameOf(atom.arguments()[0]);
  if (atom.op() == Operator::Add)
    return joined(" + ");
  if (atom.op() == Operator::Multiply)
    return joined(" * ");
  if (atom.op() == Operator::Divide)
    return joined(" div ");
  if (atom.op() == Operator::Modulo)
    return joined(" mod ");
  return atom.symbol().name;
}

/// Constants last, but for a sign in front, as people write.
std::vector<std::pair<Monomial, Rational>> inOrder(const Polynomial &polynomial) {
  std::vector<std::pair<Monomial, Rational>> terms(polynomial.terms().begin(), polynomial.terms().end());
  if (!terms.empty() && terms.front().first.empty())
    std::rotate(terms.begin(), terms.begin() + 1, terms.end());
  const auto positive =
      std::find_if(terms.begin(), terms.end(), [](const auto &term) { return term.second > 0; });
  if (positive != terms.end())
    std::rotate(terms.begin(), positive, positive + 1);
  return terms;
}

/// \pre integral coefficients.
std::string print(const Polynomial &polynomial) {
  std::string text;
  for (const auto &[monomial, coefficient] : inOrder(polynomial)) {
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

ir::ExpressionPtr unary(ir::UnaryOperator op, ir::Sort sort, ir::ExpressionPtr operand) {
  return std::make_unique<ir::Unary>(op, sort, std::move(operand), SourceRange());
}

ir::ExpressionPtr asReal(ir::ExpressionPtr term) {
  return term->sort() == ir::Sort::Real ? std::move(term)
                                        : unary(ir::UnaryOperator::ToReal, ir::Sort::Real, std::move(term));
}

/// Of one sort: Int if both are.
ir::ExpressionPtr binary(ir::BinaryOperator op, ir::ExpressionPtr left, ir::ExpressionPtr right) {
  const bool isReal = left->sort() == ir::Sort::Real || right->sort() == ir::Sort::Real;
  if (isReal) {
    left = asReal(std::move(left));
    right = asReal(std::move(right));
  }
  const ir::Sort sort = left->sort();
  return std::make_unique<ir::Binary>(op, sort, std::move(left), std::move(right), SourceRange());
}

ir::ExpressionPtr number(const Rational &value) {
  return std::make_unique<ir::Number>(value, isIntegral(value) ? ir::Sort::Int : ir::Sort::Real,
                                      SourceRange());
}

} // namespace

ir::ExpressionPtr parameterOf(smt::Term atom, const ir::Neighbourhood &neighbourhood) {
  using smt::Operator;
  const auto joined = [&](ir::BinaryOperator op) {
    ir::ExpressionPtr all;
    for (smt::Term part : atom.arguments()) {
      ir::ExpressionPtr next = parameterOf(part, neighbourhood);
      all = all ? binary(op, std::move(all), std::move(next)) : std::move(next);
    }
    return all;
  };
  if (atom.op() == Operator::Literal)
    return atom.number() < 0 ? unary(ir::UnaryOperator::Negate, ir::Sort::Int, number(-atom.number()))
                             : number(atom.number());
  if (atom.op() == Operator::ToReal)
    return parameterOf(atom.arguments()[0], neighbourhood);
  if (atom.op() == Operator::Add)
    return joined(ir::BinaryOperator::Add);
  if (atom.op() == Operator::Multiply)
    return joined(ir::BinaryOperator::Multiply);
  if (atom.op() == Operator::Divide)
    return joined(ir::BinaryOperator::IntegerDivide);
  if (atom.op() == Operator::Modulo)
    return joined(ir::BinaryOperator::Modulo);
  const auto found =
      std::find_if(neighbourhood.variables.begin(), neighbourhood.variables.end(), [&](const auto &variable) {
        return variable->role == ir::Variable::Role::Parameter && variable->name == nameOf(atom);
      });
  assert(found != neighbourhood.variables.end() && "an atom is a scalar parameter");
  return std::make_unique<ir::Read>(**found, false, std::vector<ir::ExpressionPtr>{}, SourceRange());
}

namespace {

using TermOfAtom = llvm::function_ref<ir::ExpressionPtr(smt::Term)>;

/// In the order of print().
ir::ExpressionPtr termOf(const Polynomial &polynomial, TermOfAtom termOfAtom) {
  ir::ExpressionPtr sum;
  for (const auto &part : inOrder(polynomial)) {
    const auto &monomial = part.first;
    const Rational &coefficient = part.second;
    ir::ExpressionPtr product;
    const auto take = [&](ir::ExpressionPtr next) {
      if (!product && !sum && coefficient < 0) {
        const ir::Sort sort = next->sort();
        next = unary(ir::UnaryOperator::Negate, sort, std::move(next));
      }
      product = product ? binary(ir::BinaryOperator::Multiply, std::move(product), std::move(next))
                        : std::move(next);
    };
    const Rational size = abs(coefficient);
    if (size != 1 || monomial.empty())
      take(number(size));
    for (smt::Term atom : monomial)
      take(termOfAtom(atom));
    sum = sum ? binary(coefficient < 0 ? ir::BinaryOperator::Subtract : ir::BinaryOperator::Add,
                       std::move(sum), std::move(product))
              : std::move(product);
  }
  return sum ? std::move(sum) : number(0);
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
  // Which of 1 - p and n - 1 is meant to be positive is not known here.
  if (std::all_of(below.terms().begin(), below.terms().end(),
                  [](const auto &summand) { return summand.second < 0; })) {
    below = Polynomial::constant(-1) * below;
    constant = -constant;
  }
  if (above == below)
    return {Polynomial::constant(constant.get_num()), Polynomial::constant(constant.get_den())};
  return {Polynomial::constant(constant.get_num()) * above, Polynomial::constant(constant.get_den()) * below};
}

RationalFunction inLowestTerms(const RationalFunction &function) {
  RationalFunction simple = reduced(function);
  if (simple.numerator.terms().size() < 2 || simple.denominator.terms().size() < 2)
    return simple;
  const Polynomial divisor = commonDivisor(simple.numerator, simple.denominator);
  return divisor.isConstant()
             ? simple
             : reduced({*quotientOf(simple.numerator, divisor), *quotientOf(simple.denominator, divisor)});
}

std::string print(const RationalFunction &function) {
  RationalFunction simple = inLowestTerms(function);
  if (simple.denominator == Polynomial::constant(1))
    return print(simple.numerator);
  return factor(simple.numerator, false) + " / " + factor(simple.denominator, true);
}

ir::ExpressionPtr termOf(const RationalFunction &function, TermOfAtom termOfAtom) {
  const RationalFunction simple = inLowestTerms(function);
  ir::ExpressionPtr numerator = termOf(simple.numerator, termOfAtom);
  if (simple.denominator == Polynomial::constant(1))
    return numerator;
  return binary(ir::BinaryOperator::Divide, asReal(std::move(numerator)),
                termOf(simple.denominator, termOfAtom));
}

ir::ExpressionPtr termOf(const RationalFunction &function, const ir::Neighbourhood &neighbourhood) {
  return asReal(termOf(function, [&](smt::Term atom) { return parameterOf(atom, neighbourhood); }));
}

} // namespace plumb::relational
