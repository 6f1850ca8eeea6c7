// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/algebra.h"

#include "frontend/ir/open_channel.h"

#include <algorithm>
#include <cassert>

namespace plumb::channel {

using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;

Algebra::Algebra(const ir::Channel &subject, unsigned refinement)
    : channel(subject), roots(subject.parameters.size(), 1) {
  for (const ir::Channel::Definition &definition : channel.definitions)
    findRoots(*definition.value);
  for (const ir::Channel::Rule &rule : channel.rules)
    findRoots(*rule.entry);
  for (const ir::Channel::Requirement &requirement : channel.requirements) {
    findRoots(*requirement.left);
    findRoots(*requirement.right);
  }
  for (const ir::Channel::Notion &notion : channel.notions)
    findRoots(*notion.budget);
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (channel.parameters[i].isExponent && !channel.parameters[i].isOpen)
      roots[i] *= refinement;
  rootsAreKnown = true;
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (channel.parameters[i].isExponent)
      known.push_back({Polynomial::variable(variableCount(), i), true});
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    known.push_back({sizeOf(i), false});
  for (const ir::Channel::Requirement &requirement : channel.requirements)
    learn(requirement);
  chainOrders();
}

/// Of each exponent, the least common multiple of the denominators of its multiples.
void Algebra::findRoots(const ChannelTerm &term) {
  if (standsInExponents(term)) {
    for (const auto &[parameter, multiple] : exponent(term).multiples) {
      const Integer denominator = multiple.get_den();
      mpz_lcm(roots[parameter].get_mpz_t(), roots[parameter].get_mpz_t(), denominator.get_mpz_t());
    }
    return;
  }
  for (const auto &operand : term.operands)
    findRoots(*operand);
}

/// Is the term one of e's exponents? Then such a parameter stands in it outside of `exp` and `ln`.
bool Algebra::standsInExponents(const ChannelTerm &term) const {
  if (term.kind == Kind::Parameter)
    return channel.parameters[term.index].isExponent;
  if (term.kind == Kind::Exponential || term.kind == Kind::Logarithm)
    return false;
  return std::any_of(term.operands.begin(), term.operands.end(),
                     [&](const ir::ChannelTermPtr &operand) { return standsInExponents(*operand); });
}

Polynomial Algebra::polynomialConstant(const Rational &value) const {
  return Polynomial::constant(variableCount(), value);
}

Fraction Algebra::constant(const Rational &value) const {
  return Fraction::of(polynomialConstant(value));
}

Polynomial Algebra::sizeOf(std::size_t classNumber) const {
  const ChannelTerm &size = *channel.classes[classNumber].size;
  return size.kind == Kind::Number ? polynomialConstant(size.number)
                                   : Polynomial::variable(variableCount(), size.index);
}

Fraction Algebra::number(const ChannelTerm &term) {
  const auto operand = [&](std::size_t i) { return number(*term.operands[i]); };
  switch (term.kind) {
  case Kind::Number:
    return constant(term.number);
  case Kind::Parameter:
    // Its variable is a power of e.
    if (channel.parameters[term.index].isExponent)
      throw Unsupported("an exponent outside of `exp`");
    return Fraction::of(Polynomial::variable(variableCount(), term.index));
  case Kind::Definition: {
    auto defined = definitions.find(term.index);
    if (defined == definitions.end())
      defined = definitions.emplace(term.index, number(*channel.definitions[term.index].value)).first;
    return defined->second;
  }
  case Kind::Negate:
    return constant(0) - operand(0);
  case Kind::Add:
    return operand(0) + operand(1);
  case Kind::Subtract:
    return operand(0) - operand(1);
  case Kind::Multiply:
    return operand(0) * operand(1);
  case Kind::Divide:
    return operand(0) / operand(1);
  case Kind::Exponential:
    return exponential(*term.operands[0]);
  case Kind::Logarithm:
    break;
  }
  throw Unsupported("a logarithm outside of exponents");
}

static void scale(Exponent &exponent, const Rational &by, const Fraction &one) {
  for (auto multiple = exponent.multiples.begin(); multiple != exponent.multiples.end();) {
    multiple->second *= by;
    multiple = sgn(multiple->second) == 0 ? exponent.multiples.erase(multiple) : std::next(multiple);
  }
  exponent.constant *= by;
  if (exponent.factor.numerator == exponent.factor.denominator)
    return;
  if (!isIntegral(by) || abs(by) > 16)
    throw Unsupported("a root or a high power of the argument of `ln`");
  // Of ln(a) multiplied by 0 it is left that a > 0.
  Fraction product = one;
  product.divisors = exponent.factor.divisors;
  for (Integer i = 0; i < abs(by.get_num()); ++i)
    product = product * exponent.factor;
  exponent.factor = sgn(by) < 0 ? one / product : product;
}

static Exponent sum(Exponent left, const Exponent &right) {
  for (const auto &[parameter, multiple] : right.multiples) {
    Rational &both = left.multiples[parameter];
    both += multiple;
    if (sgn(both) == 0)
      left.multiples.erase(parameter);
  }
  left.factor = left.factor * right.factor;
  left.constant += right.constant;
  return left;
}

/// Has it the value of its constant, wherever it has one?
static bool isNumber(const Exponent &exponent) {
  return exponent.multiples.empty() && exponent.factor.numerator == exponent.factor.denominator;
}

Exponent Algebra::exponent(const ChannelTerm &term) {
  const Fraction one = constant(1);
  const auto operand = [&](std::size_t i) { return exponent(*term.operands[i]); };
  const auto scaled = [&](Exponent by, Exponent of) {
    if (!isNumber(by))
      std::swap(by, of);
    if (!isNumber(by))
      throw Unsupported("a product of parameters in an exponent");
    scale(of, by.constant, one);
    // A factor of 1 that has a value only where its divisors are positive: (ln(a) - ln(a) + 2) * eps.
    of.factor = of.factor * by.factor;
    return of;
  };
  switch (term.kind) {
  case Kind::Number:
    return {{}, one, term.number};
  case Kind::Parameter:
    return {{{term.index, Rational(1)}}, one, 0};
  case Kind::Logarithm: {
    if (!rootsAreKnown) {
      findRoots(*term.operands[0]);
      return {{}, one, 0};
    }
    // ln(a / b) exists where a > 0, given that b > 0.
    Fraction argument = number(*term.operands[0]);
    argument.divisors.insert(argument.numerator);
    return {{}, argument, 0};
  }
  case Kind::Negate:
    return scaled({{}, one, -1}, operand(0));
  case Kind::Add:
    return sum(operand(0), operand(1));
  case Kind::Subtract:
    return sum(operand(0), scaled({{}, one, -1}, operand(1)));
  case Kind::Multiply:
    return scaled(operand(0), operand(1));
  case Kind::Divide: {
    Exponent divisor = operand(1);
    if (!isNumber(divisor) || sgn(divisor.constant) == 0)
      throw Unsupported("a division by 0 or by a parameter in an exponent");
    divisor.constant = 1 / divisor.constant;
    return scaled(std::move(divisor), operand(0));
  }
  case Kind::Definition:
  case Kind::Exponential:
    break;
  }
  throw Unsupported("an exponent that is no sum of multiples");
}

Fraction Algebra::powersOf(const Exponent &exponent) {
  Fraction product = exponent.factor;
  for (const auto &[parameter, multiple] : exponent.multiples) {
    if (!channel.parameters[parameter].isExponent)
      throw Unsupported("a power of e that is no number of the channel");
    const Rational power = multiple * roots[parameter];
    assert(isIntegral(power) && "the roots were chosen so");
    if (abs(power) > 60)
      throw TooLarge();
    const Fraction whole = Fraction::of(Polynomial::power(
        variableCount(), parameter, static_cast<unsigned>(Integer(abs(power.get_num())).get_ui())));
    product = sgn(power) < 0 ? product / whole : product * whole;
  }
  return product;
}

Fraction Algebra::exponential(const ChannelTerm &term) {
  const Exponent sum = exponent(term);
  if (sgn(sum.constant) != 0)
    throw Unsupported("a power of e that is no number of the channel");
  return powersOf(sum);
}

/// A requirement is multiplied out before anything is known; only powers of e are positive then.
void Algebra::requireRootsBelow(const Fraction &fraction) const {
  for (const Polynomial &divisor : fraction.divisors) {
    const bool isPower = divisor.terms().size() == 1 && sgn(divisor.terms().begin()->second) > 0;
    if (!isPower)
      throw Unsupported("a quotient or logarithm of parameters in a requirement; multiply it out");
    for (std::size_t i = 0; i < variableCount(); ++i)
      if (divisor.degreeIn(i) > 0 && !channel.parameters[i].isExponent)
        throw Unsupported("a quotient of parameters in a requirement; multiply it out");
  }
}

/// Divides a sum of multiples so that the powers of its roots have no common divisor: e^(q z) >= 1 means e^z
/// >= 1.
static void shorten(Exponent &exponent, const std::vector<Integer> &roots, const Fraction &one) {
  Integer divisor = 0;
  for (const auto &[parameter, multiple] : exponent.multiples) {
    const Integer power = Rational(multiple * roots[parameter]).get_num();
    mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), power.get_mpz_t());
  }
  if (divisor > 1)
    scale(exponent, 1 / Rational(divisor), one);
}

/// Of an exponent that is at least 0. With a constant c left over, e^c >= 1 + c and e^c > 0: e^rest >= e^-c
/// >= max(0, 1 - c). Returns e^rest.
Fraction Algebra::learnAtLeastOne(const Exponent &exponent, bool isStrict) {
  Fraction power = powersOf(exponent);
  requireRootsBelow(power);
  const Rational least = std::max(Rational(0), Rational(1 - exponent.constant));
  known.push_back({power.signOfDifference(constant(least)), isStrict && sgn(exponent.constant) == 0});
  return power;
}

/// Does \p one say all that \p other says?
static bool saysAll(const Order &one, const Order &other) {
  return one.exponent.multiples == other.exponent.multiples &&
         (one.exponent.constant < other.exponent.constant ||
          (one.exponent.constant == other.exponent.constant && (one.isStrict || !other.isStrict)));
}

/// Multiplies so that the powers of the roots are whole and have no common divisor.
static void makeWhole(Exponent &exponent, const std::vector<Integer> &roots, const Fraction &one) {
  Integer common = 1;
  for (const auto &[parameter, multiple] : exponent.multiples) {
    const Integer denominator = Rational(multiple * roots[parameter]).get_den();
    mpz_lcm(common.get_mpz_t(), common.get_mpz_t(), denominator.get_mpz_t());
  }
  scale(exponent, Rational(common), one);
  shorten(exponent, roots, one);
}

/// Two orders, each times a positive number, are added so that a parameter falls out: from 0 <= a and a <= b
/// it follows that 0 <= b. Kept is what is about one parameter, and not of a high degree: each fact more is
/// one that products are made with. What could not be said is left out: it is a help, and asked for by
/// nobody.
void Algebra::chainOrders() {
  constexpr std::size_t mostOrders = 24;
  for (std::size_t i = 0; i < orders.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t parameter = 0; parameter < variableCount() && orders.size() < mostOrders; ++parameter)
        try {
          chain(orders[i], orders[j], parameter);
        } catch (const Unsupported &) {
          continue;
        } catch (const TooLarge &) {
          continue;
        }
}

void Algebra::chain(const Order &one, const Order &other, std::size_t parameter) {
  const auto multipleIn = [&](const Order &order) {
    const auto found = order.exponent.multiples.find(parameter);
    return found == order.exponent.multiples.end() ? Rational(0) : found->second;
  };
  const Rational first = multipleIn(one), second = multipleIn(other);
  if (sgn(first) * sgn(second) >= 0)
    return;
  Exponent left = one.exponent, right = other.exponent;
  scale(left, abs(second), constant(1));
  scale(right, abs(first), constant(1));
  Order both{sum(left, right), one.isStrict || other.isStrict};
  makeWhole(both.exponent, roots, constant(1));
  const auto &multiples = both.exponent.multiples;
  const auto isHigh = [&](const auto &multiple) { return abs(multiple.second * roots[multiple.first]) > 8; };
  if (multiples.size() != 1 || std::any_of(multiples.begin(), multiples.end(), isHigh) ||
      std::any_of(orders.begin(), orders.end(), [&](const Order &order) { return saysAll(order, both); }))
    return;
  learnAtLeastOne(both.exponent, both.isStrict);
  orders.push_back(std::move(both));
}

/// left <= right between exponents is e^(right - left) >= 1.
void Algebra::learn(const ir::Channel::Requirement &requirement) {
  using Comparison = ir::Channel::Requirement::Comparison;
  Exponent difference{{}, constant(1), 0};
  bool isExponential = false;
  try {
    Exponent left = exponent(*requirement.left), right = exponent(*requirement.right);
    isExponential = true;
    scale(left, -1, constant(1));
    difference = sum(right, left);
    isExponential =
        !difference.multiples.empty() || !(difference.factor.numerator == difference.factor.denominator);
    for (const auto &[parameter, multiple] : difference.multiples)
      isExponential = isExponential && channel.parameters[parameter].isExponent;
  } catch (const Unsupported &) {
    isExponential = false;
  }
  const bool isEqual = requirement.comparison == Comparison::Equal;
  const bool isStrict = requirement.comparison == Comparison::Less;
  if (isExponential) {
    if (difference.factor.numerator == difference.factor.denominator)
      shorten(difference, roots, constant(1));
    if (difference.factor.divisors.empty()) {
      orders.push_back({difference, isStrict});
      if (isEqual) {
        orders.push_back({difference, false});
        scale(orders.back().exponent, -1, constant(1));
      }
    }
    const Fraction power = learnAtLeastOne(difference, isStrict);
    if (isEqual && sgn(difference.constant) == 0)
      known.push_back({constant(1).signOfDifference(power), false});
    return;
  }
  const Fraction left = number(*requirement.left), right = number(*requirement.right);
  requireRootsBelow(left);
  requireRootsBelow(right);
  known.push_back({right.signOfDifference(left), isStrict});
  if (isEqual)
    known.push_back({left.signOfDifference(right), false});
}

} // namespace plumb::channel
