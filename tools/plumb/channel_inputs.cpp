// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/channel_inputs.h"

#include <algorithm>
#include <cmath>

namespace plumb::tool {

namespace {

using ir::Channel;
using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;

double value(const ChannelTerm &term, const std::vector<double> &parameters) {
  const auto operand = [&](std::size_t i) { return value(*term.operands[i], parameters); };
  switch (term.kind) {
  case Kind::Number:
    return term.number.get_d();
  case Kind::Parameter:
    return parameters[term.index];
  case Kind::Definition:
    return std::nan("");
  case Kind::Negate:
    return -operand(0);
  case Kind::Add:
    return operand(0) + operand(1);
  case Kind::Subtract:
    return operand(0) - operand(1);
  case Kind::Multiply:
    return operand(0) * operand(1);
  case Kind::Divide:
    return operand(0) / operand(1);
  case Kind::Exponential:
    return std::exp(operand(0));
  case Kind::Logarithm:
    return std::log(operand(0));
  }
  return std::nan("");
}

bool holds(const Channel::Requirement &requirement, const std::vector<double> &parameters) {
  using Comparison = Channel::Requirement::Comparison;
  constexpr double rounding = 1e-9;
  const double slack = value(*requirement.right, parameters) - value(*requirement.left, parameters);
  switch (requirement.comparison) {
  case Comparison::Less:
    return slack > rounding;
  case Comparison::LessEqual:
    return slack > rounding || slack == 0;
  case Comparison::Equal:
    return slack == 0;
  }
  return false;
}

std::vector<std::string> candidates(const Channel::Parameter &parameter) {
  if (parameter.sort == ir::Sort::Int)
    return {"3", "2", "4", "1", "5", "0"};
  if (parameter.isExponent)
    return {"1", "2", "1/2", "3", "0"};
  return {"3/4", "1/2", "1/3", "9/10", "1/10", "1", "0", "2"};
}

} // namespace

std::optional<emit::ChannelInputs> channelInputs(const Channel &channel) {
  constexpr std::size_t most = 100'000;
  const std::size_t count = channel.parameters.size();
  std::vector<std::vector<std::string>> choices;
  for (const Channel::Parameter &parameter : channel.parameters)
    choices.push_back(candidates(parameter));
  std::vector<std::size_t> at(count, 0);
  for (std::size_t tried = 0; tried < most; ++tried) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i)
      numbers.push_back(parseRational(choices[i][at[i]])->get_d());
    if (std::all_of(channel.requirements.begin(), channel.requirements.end(),
                    [&](const Channel::Requirement &requirement) { return holds(requirement, numbers); })) {
      emit::ChannelInputs inputs;
      for (std::size_t i = 0; i < count; ++i)
        inputs.push_back(choices[i][at[i]]);
      return inputs;
    }
    std::size_t next = 0;
    while (next < count && ++at[next] == choices[next].size())
      at[next++] = 0;
    if (next == count)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace plumb::tool
