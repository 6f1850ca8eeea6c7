// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/term_value.h"

#include "checker/channel/logarithm.h"
#include "checker/channel/polynomial.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::channel {

using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;

namespace {

/// Exponents up to this are multiplied out.
constexpr int largestExponent = 200;

/// base^exponent, for base > 0. Throws NotRational.
Rational powerOf(const Rational &base, const Rational &exponent) {
  assert(sgn(base) > 0);
  if (base == 1)
    return 1;
  if (!isIntegral(exponent) || abs(exponent) > largestExponent)
    throw NotRational();
  Rational result = 1;
  for (Integer i = 0; i < abs(exponent.get_num()); ++i)
    result *= base;
  return sgn(exponent) < 0 ? Rational(1 / result) : result;
}

} // namespace

NotRational::NotRational() : std::domain_error("a value that is no rational number, or a very long one") {}

TermValues::TermValues(const ir::Channel &subject, const std::vector<Integer> &rootNumbers,
                       const std::vector<Rational> &parameterValues)
    : channel(subject), roots(rootNumbers), values(parameterValues) {
  for (const ir::Channel::Definition &definition : channel.definitions)
    try {
      definitions.push_back({number(*definition.value)});
    } catch (const NotRational &) {
      definitions.push_back({std::nullopt, /*isRational=*/false});
    }
}

std::optional<Rational> TermValues::number(const ChannelTerm &term) const {
  if (term.kind == Kind::Number)
    return term.number;
  if (term.kind == Kind::Parameter)
    return values[term.index];
  if (term.kind == Kind::Definition) {
    if (!definitions[term.index].isRational)
      throw NotRational();
    return definitions[term.index].value;
  }
  if (term.kind == Kind::Exponential) {
    const auto power = exponential(*term.operands[0]);
    if (power && sgn(power->constant) != 0)
      throw NotRational();
    return power ? std::optional(power->power) : std::nullopt;
  }
  if (term.kind == Kind::Logarithm) {
    const auto argument = number(*term.operands[0]);
    if (!argument || sgn(*argument) <= 0)
      return std::nullopt;
    if (*argument != 1)
      throw NotRational();
    return 0;
  }
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

/// The value of a term of numbers and whole numbers alone.
std::optional<Rational> TermValues::constant(const ChannelTerm &term) const {
  if (term.kind == Kind::Parameter)
    return channel.parameters[term.index].sort == ir::Sort::Int ? number(term) : std::nullopt;
  if (term.kind == Kind::Definition || term.kind == Kind::Exponential || term.kind == Kind::Logarithm)
    return std::nullopt;
  for (const ir::ChannelTermPtr &operand : term.operands)
    if (!constant(*operand))
      return std::nullopt;
  return number(term);
}

std::optional<TermValues::Power> TermValues::scaled(const ChannelTerm &term, const Rational &by) const {
  const auto power = [&](const Rational &base, const Rational &exponent) -> std::optional<Power> {
    return sgn(base) > 0 ? std::optional(Power{powerOf(base, exponent), 0}) : std::nullopt;
  };
  const auto operand = [&](std::size_t i) -> const ChannelTerm & { return *term.operands[i]; };
  switch (term.kind) {
  case Kind::Number:
    return Power{1, term.number * by};
  case Kind::Parameter:
    // What is no exponent stands for itself, and not for a power of e.
    if (!channel.parameters[term.index].isExponent)
      return Power{1, values[term.index] * by};
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
    if (!factor)
      throw NotRational();
    return scaled(operand(0), by * *factor);
  }
  case Kind::Divide: {
    const auto divisor = constant(operand(1));
    if (!divisor)
      throw NotRational();
    return sgn(*divisor) != 0 ? scaled(operand(0), by / *divisor) : std::nullopt;
  }
  case Kind::Definition:
  case Kind::Exponential: {
    const auto value = number(term);
    return value ? std::optional(Power{1, *value * by}) : std::nullopt;
  }
  }
  llvm_unreachable("a kind of term without a case");
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
  try {
    return compare(requirement);
  } catch (const NotRational &) {
    return false;
  }
}

bool TermValues::compare(const ir::Channel::Requirement &requirement) const {
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
