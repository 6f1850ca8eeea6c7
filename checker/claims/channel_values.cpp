// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/channel_values.h"

namespace plumb::claims {

using ir::ChannelTerm;
using runtime::Error;
using runtime::Expected;
using runtime::otp::Interval;
using Kind = ChannelTerm::Kind;

Interval intervalOf(const Rational &value) {
  const Interval numerator = Interval::ofInteger(value.get_num_mpz_t());
  return value.get_den() == 1 ? numerator : numerator / Interval::ofInteger(value.get_den_mpz_t());
}

/// \pre \p kind has two operands, and is no division by what may be 0.
static Enclosed combined(Kind kind, const Enclosed &left, const Enclosed &right) {
  const bool isExact = left.exact && right.exact;
  if (kind == Kind::Add)
    return isExact ? Enclosed(Rational(*left.exact + *right.exact)) : Enclosed(left.ends + right.ends);
  if (kind == Kind::Subtract)
    return isExact ? Enclosed(Rational(*left.exact - *right.exact)) : Enclosed(left.ends - right.ends);
  if (kind == Kind::Multiply)
    return isExact ? Enclosed(Rational(*left.exact * *right.exact)) : Enclosed(left.ends * right.ends);
  return isExact ? Enclosed(Rational(*left.exact / *right.exact)) : Enclosed(left.ends / right.ends);
}

std::optional<Enclosed> ChannelValues::value(const ChannelTerm &term) const {
  if (term.kind == Kind::Number)
    return Enclosed(term.number);
  if (term.kind == Kind::Parameter)
    return Enclosed(values[term.index]);
  if (term.kind == Kind::Definition)
    return value(*subject->definitions[term.index].value);
  auto left = value(*term.operands[0]);
  if (!left)
    return left;
  if (term.kind == Kind::Exponential)
    return left->exact && *left->exact == 0 ? Enclosed(Rational(1)) : Enclosed(exp(left->ends));
  if (term.kind == Kind::Logarithm) {
    if (!left->ends.above(0))
      return std::nullopt;
    return left->exact && *left->exact == 1 ? Enclosed(Rational(0)) : Enclosed(log(left->ends));
  }
  if (term.kind == Kind::Negate)
    return left->exact ? Enclosed(Rational(-*left->exact)) : Enclosed(-left->ends);
  auto right = value(*term.operands[1]);
  if (!right)
    return right;
  if (term.kind == Kind::Divide && !right->ends.above(0) && !right->ends.below(0))
    return std::nullopt;
  return combined(term.kind, *left, *right);
}

Rational ChannelValues::sizeOf(std::size_t classNumber) const {
  const ChannelTerm &size = *subject->classes[classNumber].size;
  return size.kind == Kind::Parameter ? values[size.index] : size.number;
}

std::string ChannelValues::text() const {
  std::string all;
  for (std::size_t i = 0; i < values.size(); ++i)
    all += (i == 0 ? "" : ", ") + subject->parameters[i].name + " = " + toString(values[i]);
  return all;
}

/// Why it does not hold; or why that cannot be told.
std::optional<Error> ChannelValues::unmet(const ir::Channel::Requirement &requirement) const {
  using Comparison = ir::Channel::Requirement::Comparison;
  const auto left = value(*requirement.left), right = value(*requirement.right);
  const std::string text = "`requires " + ir::print(*subject, requirement) + "`";
  if (!left || !right)
    return Error{"it cannot be told whether " + text + " has a meaning at these values"};
  const Enclosed rest = combined(Kind::Subtract, *right, *left);
  const bool isStrict = requirement.comparison == Comparison::Less;
  const bool isEqual = requirement.comparison == Comparison::Equal;
  const bool holds = rest.exact && isEqual ? *rest.exact == 0
                     : isEqual             ? false
                     : isStrict            ? rest.ends.above(0)
                                           : rest.ends.atLeast(0);
  if (holds)
    return std::nullopt;
  const bool isOutside =
      rest.exact || (isStrict ? rest.ends.atMost(0) : rest.ends.below(0)) || (isEqual && rest.ends.above(0));
  return Error{isOutside ? text + " does not hold of these values"
                         : "it cannot be told whether " + text + " holds of these values"};
}

Expected<ChannelValues> ChannelValues::create(const ir::Channel &channel, const GivenValues &given) {
  ChannelValues numbers(channel);
  for (const ir::Channel::Parameter &parameter : channel.parameters) {
    const auto found = given.all().find(parameter.name);
    if (found == given.all().end())
      return Error{"`" + parameter.name + "` has no value; give it one with --let " + parameter.name + "=1"};
    const Rational value = found->second.rational();
    if (given.isTruth(parameter.name))
      return Error{"--let: `" + parameter.name + "` is a number, and no truth value"};
    if (parameter.sort == ir::Sort::Int && !isIntegral(value))
      return Error{"--let: `" + parameter.name + "` is an integer, and " + toString(value) + " is none"};
    numbers.values.push_back(value);
  }
  for (const ir::Channel::Requirement &requirement : channel.requirements)
    if (auto problem = numbers.unmet(requirement))
      return *problem;
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    if (numbers.sizeOf(i) < 0)
      return Error{"`" + channel.classes[i].name + "` cannot have " + toString(numbers.sizeOf(i)) +
                   " members"};
  return numbers;
}

} // namespace plumb::claims
