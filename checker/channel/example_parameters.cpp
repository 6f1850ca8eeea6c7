// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/example_parameters.h"

#include "checker/channel/logarithm.h"

#include <algorithm>

namespace plumb::channel {

namespace {

using ir::Channel;
using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;
using Values = std::vector<Rational>;

Enclosure product(const Enclosure &a, const Enclosure &b) {
  const auto [low, high] = std::minmax({Rational(a.low * b.low), Rational(a.low * b.high),
                                        Rational(a.high * b.low), Rational(a.high * b.high)});
  return {low, high};
}

/// Nothing if a divisor may be 0, the argument of a logarithm not positive, or an exponent large.
std::optional<Enclosure> value(const Channel &channel, const ChannelTerm &term, const Values &parameters) {
  std::vector<Enclosure> operands;
  for (const ir::ChannelTermPtr &operand : term.operands) {
    auto inner = value(channel, *operand, parameters);
    if (!inner)
      return std::nullopt;
    operands.push_back(std::move(*inner));
  }
  switch (term.kind) {
  case Kind::Number:
    return Enclosure{term.number, term.number};
  case Kind::Parameter:
    return Enclosure{parameters[term.index], parameters[term.index]};
  case Kind::Definition:
    return value(channel, *channel.definitions[term.index].value, parameters);
  case Kind::Negate:
    return Enclosure{-operands[0].high, -operands[0].low};
  case Kind::Add:
    return Enclosure{operands[0].low + operands[1].low, operands[0].high + operands[1].high};
  case Kind::Subtract:
    return Enclosure{operands[0].low - operands[1].high, operands[0].high - operands[1].low};
  case Kind::Multiply:
    return product(operands[0], operands[1]);
  case Kind::Divide:
    if (sgn(operands[1].low) * sgn(operands[1].high) <= 0)
      return std::nullopt;
    return product(operands[0], {1 / operands[1].high, 1 / operands[1].low});
  case Kind::Exponential: {
    constexpr int largest = 64;
    return operands[0].high < largest ? std::optional(exponentialOf(operands[0])) : std::nullopt;
  }
  case Kind::Logarithm:
    if (sgn(operands[0].low) <= 0)
      return std::nullopt;
    return Enclosure{naturalLogarithm(operands[0].low).low, naturalLogarithm(operands[0].high).high};
  }
  return std::nullopt;
}

/// False also if that is not seen at this precision.
bool holds(const Channel &channel, const Channel::Requirement &requirement, const Values &parameters) {
  using Comparison = Channel::Requirement::Comparison;
  const auto left = value(channel, *requirement.left, parameters),
             right = value(channel, *requirement.right, parameters);
  if (!left || !right)
    return false;
  switch (requirement.comparison) {
  case Comparison::Less:
    return left->high < right->low;
  case Comparison::LessEqual:
    return left->high <= right->low;
  case Comparison::Equal:
    return left->high == right->low && left->low == right->high;
  }
  return false;
}

Values candidates(const Channel::Parameter &parameter) {
  if (parameter.sort == ir::Sort::Int)
    return {3, 2, 4, 1, 5, 0};
  if (parameter.isExponent)
    return {1, 2, Rational(1, 2), 3, 0};
  return {Rational(3, 4), Rational(1, 2), Rational(1, 3), Rational(9, 10), Rational(1, 10), 1, 0, 2};
}

/// The first parameter of \p term; \p none if it has none.
std::size_t firstParameter(const Channel &channel, const ChannelTerm &term, std::size_t none) {
  if (term.kind == Kind::Definition)
    return firstParameter(channel, *channel.definitions[term.index].value, none);
  std::size_t first = term.kind == Kind::Parameter ? term.index : none;
  for (const ir::ChannelTermPtr &operand : term.operands)
    first = std::min(first, firstParameter(channel, *operand, none));
  return first;
}

/// The last parameter is fixed first, and a requirement is asked as soon as all that it speaks of is fixed.
class Search {
public:
  explicit Search(const Channel &of) : channel(of), values(of.parameters.size()), due(values.size() + 1) {
    for (const Channel::Requirement &requirement : channel.requirements)
      due[std::min(firstParameter(channel, *requirement.left, values.size()),
                   firstParameter(channel, *requirement.right, values.size()))]
          .push_back(&requirement);
  }

  std::optional<Values> run() { return fix(values.size()) ? std::optional(values) : std::nullopt; }

private:
  /// \param open so many parameters, from the front, have no value yet.
  bool fix(std::size_t open) {
    for (const Channel::Requirement *requirement : due[open])
      if (!holds(channel, *requirement, values))
        return false;
    if (open == 0)
      return true;
    for (const Rational &candidate : candidates(channel.parameters[open - 1])) {
      if (left == 0)
        return false;
      --left;
      values[open - 1] = candidate;
      if (fix(open - 1))
        return true;
    }
    return false;
  }

  const Channel &channel;
  Values values;
  /// By how many parameters are open then.
  std::vector<std::vector<const Channel::Requirement *>> due;
  /// So many values are still tried.
  std::size_t left = 20'000;
};

} // namespace

std::optional<Values> exampleParameters(const Channel &channel) {
  return Search(channel).run();
}

} // namespace plumb::channel
