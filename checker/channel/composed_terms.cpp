// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/composed_terms.h"

#include <algorithm>

namespace plumb::channel {

using ir::Channel;
using ir::ChannelTerm;
using TermKind = ChannelTerm::Kind;

std::shared_ptr<const ChannelTerm> argumentsPut(const Channel &channel, const ChannelTerm &term,
                                                const std::vector<ir::ChannelTermPtr> &arguments) {
  constexpr std::size_t most = 10'000;
  if (ir::writtenSize(channel, term, most) >= most)
    throw Unsupported("a term of `" + channel.name + "` that is very long without its definitions");
  return ir::substituted(*ir::writtenOut(channel, term), arguments);
}

ComposedTerms::ComposedTerms(const Channel &head, const std::vector<const ChannelTerm *> &terms,
                             const std::set<std::size_t> &sizes)
    : channel(head) {
  for (const Channel::Requirement &requirement : head.requirements) {
    collect(*requirement.left);
    collect(*requirement.right);
  }
  for (const ChannelTerm *term : terms)
    collect(*term);
  for (const Channel::Parameter &parameter : head.parameters) {
    names.push_back(parameter.name);
    integers.push_back(parameter.sort == ir::Sort::Int);
  }
  // Their names were told as they were found.
  std::rotate(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(logarithms.size()), names.end());
  integers.resize(names.size(), false);
  for (std::size_t size : sizes)
    known.push_back({Polynomial::variable(variableCount(), size), false});
  for (const Channel::Requirement &requirement : head.requirements)
    learn(requirement);
  putEqualsIn();
}

/// The coefficient of the variable alone.
static Rational coefficientOf(const Polynomial &polynomial, std::size_t variable) {
  const Polynomial alone = Polynomial::variable(polynomial.variableCount(), variable);
  const auto found = polynomial.terms().find(alone.terms().begin()->first);
  return found == polynomial.terms().end() ? Rational(0) : found->second;
}

void ComposedTerms::putEqualsIn() {
  constexpr std::size_t most = 200;
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const Polynomial &difference : equals)
      for (std::size_t variable = 0; variable < variableCount() && known.size() < most; ++variable) {
        const Rational inEqual = coefficientOf(difference, variable),
                       inFact = coefficientOf(known[i].polynomial, variable);
        if (sgn(inEqual) == 0 || sgn(inFact) == 0)
          continue;
        Fact follows{known[i].polynomial - difference * Rational(inFact / inEqual), known[i].isStrict};
        const bool isNew = std::none_of(known.begin(), known.end(), [&](const Fact &fact) {
          return fact.isStrict == follows.isStrict && fact.polynomial == follows.polynomial;
        });
        if (isNew && follows.polynomial.degree() > 0)
          known.push_back(std::move(follows));
      }
}

void ComposedTerms::collect(const ChannelTerm &term) {
  if (term.kind != TermKind::Logarithm) {
    for (const ir::ChannelTermPtr &operand : term.operands)
      collect(*operand);
    return;
  }
  try {
    const Fraction argument = value(*term.operands[0], channel.parameters.size());
    const bool isKnown = std::any_of(logarithms.begin(), logarithms.end(), [&](const Fraction &other) {
      return (argument.numerator * other.denominator - other.numerator * argument.denominator).isZero();
    });
    if (isKnown)
      return;
    logarithms.push_back(argument);
    names.push_back(ir::print(channel, term));
  } catch (const Unsupported &) {
    // Asked for again where it is needed.
  }
}

Fraction ComposedTerms::value(const ChannelTerm &term) const {
  return value(term, variableCount());
}

Fraction ComposedTerms::value(const ChannelTerm &term, std::size_t variables) const {
  const auto operand = [&](std::size_t i) { return value(*term.operands[i], variables); };
  const auto number = [&](const Rational &of) { return Fraction::of(Polynomial::constant(variables, of)); };
  switch (term.kind) {
  case TermKind::Number:
    return number(term.number);
  case TermKind::Parameter:
    return Fraction::of(Polynomial::variable(variables, term.index));
  case TermKind::Negate:
    return number(0) - operand(0);
  case TermKind::Add:
    return operand(0) + operand(1);
  case TermKind::Subtract:
    return operand(0) - operand(1);
  case TermKind::Multiply:
    return operand(0) * operand(1);
  case TermKind::Divide:
    return operand(0) / operand(1);
  case TermKind::Logarithm: {
    const Fraction argument = value(*term.operands[0], channel.parameters.size());
    for (std::size_t i = 0; i < logarithms.size() && variables > channel.parameters.size(); ++i) {
      const Fraction &other = logarithms[i];
      if (!(argument.numerator * other.denominator - other.numerator * argument.denominator).isZero())
        continue;
      Fraction named = Fraction::of(Polynomial::variable(variables, channel.parameters.size() + i));
      // That it has a value is asked for: the argument in all variables.
      const Fraction whole = value(*term.operands[0], variables);
      named.divisors = whole.divisors;
      named.divisors.insert(whole.numerator);
      return named;
    }
    throw Unsupported("a logarithm in a logarithm");
  }
  case TermKind::Definition:
  case TermKind::Exponential:
    break;
  }
  throw Unsupported("a power of e that is compared with what is none");
}

void ComposedTerms::learn(const Channel::Requirement &requirement) {
  using Comparison = Channel::Requirement::Comparison;
  try {
    const Fraction left = value(*requirement.left), right = value(*requirement.right);
    const auto isPositive = [](const Polynomial &divisor) {
      return divisor.degree() == 0 && !divisor.isZero() && sgn(divisor.terms().begin()->second) > 0;
    };
    for (const Fraction *side : {&left, &right})
      if (!std::all_of(side->divisors.begin(), side->divisors.end(), isPositive))
        return; // Of what sign it is is not known here.
    known.push_back({right.signOfDifference(left), requirement.comparison == Comparison::Less});
    if (requirement.comparison == Comparison::Equal) {
      known.push_back({left.signOfDifference(right), false});
      equals.push_back(left.signOfDifference(right));
    }
  } catch (const Unsupported &) {
    // Less is known.
  }
}

namespace {

/// Looks for the denominators of the multiples of exponents.
class Roots {
public:
  explicit Roots(const Channel &head) : parameters(head.parameters), roots(parameters.size(), 1) {}

  void visit(const ChannelTerm &term, const Rational &by) {
    if (term.kind == TermKind::Parameter && parameters[term.index].isExponent) {
      const Integer denominator = by.get_den();
      mpz_lcm(roots[term.index].get_mpz_t(), roots[term.index].get_mpz_t(), denominator.get_mpz_t());
    }
    const bool isProduct = term.kind == TermKind::Multiply, isQuotient = term.kind == TermKind::Divide;
    if (isProduct || isQuotient) {
      const auto factor = numberOf(*term.operands[1]), other = numberOf(*term.operands[0]);
      if (isQuotient && !factor)
        hasDivisors = true;
      const Rational behind = !factor || sgn(*factor) == 0 ? Rational(1) : *factor;
      visit(*term.operands[0], isProduct ? Rational(by * behind) : Rational(by / behind));
      visit(*term.operands[1], other && sgn(*other) != 0 ? Rational(by * *other) : by);
      return;
    }
    for (const ir::ChannelTermPtr &operand : term.operands)
      visit(*operand,
            term.kind == TermKind::Exponential || term.kind == TermKind::Logarithm ? Rational(1) : by);
  }

  std::vector<Integer> all() {
    if (hasDivisors)
      for (Integer &root : roots)
        root *= 6; // Divisors of 1, 2, 3 and 6 leave whole powers.
    return roots;
  }

private:
  static std::optional<Rational> numberOf(const ChannelTerm &term) {
    if (term.kind == TermKind::Number)
      return term.number;
    if (term.operands.empty() || term.kind == TermKind::Exponential || term.kind == TermKind::Logarithm)
      return std::nullopt;
    std::vector<Rational> operands;
    for (const ir::ChannelTermPtr &operand : term.operands) {
      const auto value = numberOf(*operand);
      if (!value)
        return std::nullopt;
      operands.push_back(*value);
    }
    if (term.kind == TermKind::Negate)
      return Rational(-operands[0]);
    if (term.kind == TermKind::Divide && sgn(operands[1]) == 0)
      return std::nullopt;
    return term.kind == TermKind::Add        ? Rational(operands[0] + operands[1])
           : term.kind == TermKind::Subtract ? Rational(operands[0] - operands[1])
           : term.kind == TermKind::Multiply ? Rational(operands[0] * operands[1])
                                             : Rational(operands[0] / operands[1]);
  }

  const std::vector<Channel::Parameter> &parameters;
  std::vector<Integer> roots;
  bool hasDivisors = false;
};

} // namespace

std::vector<Integer> commonRoots(const Channel &head, const std::vector<const Channel *> &channels) {
  Roots roots(head);
  for (const Channel *channel : channels) {
    for (const Channel::Definition &definition : channel->definitions)
      roots.visit(*definition.value, 1);
    for (const Channel::Rule &rule : channel->rules)
      roots.visit(*rule.entry, 1);
    for (const Channel::Requirement &requirement : channel->requirements) {
      roots.visit(*requirement.left, 1);
      roots.visit(*requirement.right, 1);
    }
    for (const Channel::Notion &notion : channel->notions)
      roots.visit(*notion.budget, 1);
  }
  return roots.all();
}

} // namespace plumb::channel
