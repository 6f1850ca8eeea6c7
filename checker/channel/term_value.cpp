// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/term_value.h"

#include "checker/channel/logarithm.h"
#include "checker/channel/polynomial.h"

#include <algorithm>

namespace plumb::channel {

using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;

namespace {

/// base^exponent for a whole exponent; nothing for others, and for a power of 0 that has no value.
std::optional<Rational> wholePower(const Rational &base, const Rational &exponent) {
  if (!isIntegral(exponent) || abs(exponent) > 200 || (sgn(base) == 0 && sgn(exponent) < 0))
    return std::nullopt;
  Rational result = 1;
  for (Integer i = 0; i < abs(exponent.get_num()); ++i)
    result *= base;
  return sgn(exponent) < 0 ? Rational(1 / result) : result;
}

} // namespace

TermValues::TermValues(const ir::Channel &subject, const std::vector<Integer> &rootNumbers,
                       const std::vector<Rational> &parameterValues)
    : channel(subject), roots(rootNumbers), values(parameterValues) {
  for (const ir::Channel::Definition &definition : channel.definitions)
    definitions.push_back(number(*definition.value));
}

std::optional<Rational> TermValues::number(const ChannelTerm &term) const {
  if (term.kind == Kind::Number)
    return term.number;
  if (term.kind == Kind::Parameter)
    return values[term.index];
  if (term.kind == Kind::Definition)
    return definitions[term.index];
  if (term.kind == Kind::Exponential) {
    const auto power = exponential(*term.operands[0]);
    return power && sgn(power->constant) == 0 ? std::optional(power->power) : std::nullopt;
  }
  if (term.kind == Kind::Logarithm)
    return std::nullopt;
  const auto left = number(*term.operands[0]);
  if (term.kind == Kind::Negate)
    return left ? std::optional<Rational>(-*left) : std::nullopt;
  const auto right = number(*term.operands[1]);
  if (!left || !right || (term.kind == Kind::Divide && sgn(*right) == 0))
    return std::nullopt;
  return requireShort(term.kind == Kind::Add        ? Rational(*left + *right)
                      : term.kind == Kind::Subtract ? Rational(*left - *right)
                      : term.kind == Kind::Multiply ? Rational(*left * *right)
                                                    : Rational(*left / *right));
}

std::optional<TermValues::Power> TermValues::exponential(const ChannelTerm &term) const {
  return scaled(term, 1);
}

/// The value of a term without parameters.
std::optional<Rational> TermValues::constant(const ChannelTerm &term) const {
  if (term.kind == Kind::Parameter || term.kind == Kind::Definition || term.kind == Kind::Exponential)
    return std::nullopt;
  for (const ir::ChannelTermPtr &operand : term.operands)
    if (!constant(*operand))
      return std::nullopt;
  return number(term);
}

std::optional<TermValues::Power> TermValues::scaled(const ChannelTerm &term, const Rational &by) const {
  const auto power = [&](const Rational &base, const Rational &exponent) -> std::optional<Power> {
    const auto value = sgn(base) > 0 ? wholePower(base, exponent) : std::nullopt;
    return value ? std::optional(Power{*value, 0}) : std::nullopt;
  };
  const auto operand = [&](std::size_t i) -> const ChannelTerm & { return *term.operands[i]; };
  switch (term.kind) {
  case Kind::Number:
    return Power{1, term.number * by};
  case Kind::Parameter:
    return power(values[term.index], by * roots[term.index]);
  case Kind::Logarithm: {
    const auto argument = number(operand(0));
    return argument ? power(*argument, by) : std::nullopt;
  }
  case Kind::Negate:
    return scaled(operand(0), -by);
  case Kind::Add:
  case Kind::Subtract: {
    const auto left = scaled(operand(0), by);
    const auto right = scaled(operand(1), term.kind == Kind::Add ? by : Rational(-by));
    if (!left || !right)
      return std::nullopt;
    return Power{left->power * right->power, left->constant + right->constant};
  }
  case Kind::Multiply: {
    if (const auto factor = constant(operand(0)))
      return scaled(operand(1), by * *factor);
    const auto factor = constant(operand(1));
    return factor ? scaled(operand(0), by * *factor) : std::nullopt;
  }
  case Kind::Divide: {
    const auto divisor = constant(operand(1));
    return divisor && sgn(*divisor) != 0 ? scaled(operand(0), by / *divisor) : std::nullopt;
  }
  case Kind::Definition:
  case Kind::Exponential:
    break;
  }
  return std::nullopt;
}

bool TermValues::mentionsExponent(const ChannelTerm &term) const {
  if (term.kind == Kind::Logarithm)
    return true;
  if (term.kind == Kind::Parameter)
    return channel.parameters[term.index].isExponent;
  return term.kind != Kind::Exponential &&
         std::any_of(term.operands.begin(), term.operands.end(),
                     [&](const ir::ChannelTermPtr &operand) { return mentionsExponent(*operand); });
}

bool TermValues::holds(const ir::Channel::Requirement &requirement) const {
  using Comparison = ir::Channel::Requirement::Comparison;
  const bool isStrict = requirement.comparison == Comparison::Less;
  const bool isEqual = requirement.comparison == Comparison::Equal;
  if (mentionsExponent(*requirement.left) || mentionsExponent(*requirement.right)) {
    const auto left = exponential(*requirement.left), right = exponential(*requirement.right);
    if (!left || !right)
      return false;
    // left <= right is ln(right.power / left.power) >= left.constant - right.constant.
    const Rational quotient = right->power / left->power, constants = left->constant - right->constant;
    if (isEqual)
      return quotient == 1 && sgn(constants) == 0;
    return isLogarithmAtLeast(quotient, constants, isStrict);
  }
  const auto left = number(*requirement.left), right = number(*requirement.right);
  if (!left || !right)
    return false;
  return isEqual ? *left == *right : isStrict ? *left < *right : *left <= *right;
}

} // namespace plumb::channel
