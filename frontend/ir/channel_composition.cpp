// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/channel_composition.h"

#include "frontend/ir/print_channel.h"

#include <algorithm>

namespace plumb::ir {

using Kind = ChannelTerm::Kind;

namespace {

ChannelTermPtr shallow(const ChannelTerm &term) {
  auto copy = std::make_unique<ChannelTerm>();
  copy->kind = term.kind;
  copy->number = term.number;
  copy->index = term.index;
  copy->range = term.range;
  return copy;
}

} // namespace

ChannelTermPtr substituted(const ChannelTerm &term, const std::vector<ChannelTermPtr> &arguments) {
  if (term.kind == Kind::Parameter)
    return copied(*arguments[term.index]);
  ChannelTermPtr copy = shallow(term);
  for (const ChannelTermPtr &operand : term.operands)
    copy->operands.push_back(substituted(*operand, arguments));
  return copy;
}

ChannelTermPtr copied(const ChannelTerm &term) {
  ChannelTermPtr copy = shallow(term);
  for (const ChannelTermPtr &operand : term.operands)
    copy->operands.push_back(copied(*operand));
  return copy;
}

ChannelTermPtr numberTerm(const Rational &number) {
  auto term = std::make_unique<ChannelTerm>();
  term->kind = Kind::Number;
  term->number = number;
  return term;
}

ChannelTermPtr combined(Kind kind, const ChannelTerm &left, const ChannelTerm &right) {
  auto term = std::make_unique<ChannelTerm>();
  term->kind = kind;
  term->operands.push_back(copied(left));
  term->operands.push_back(copied(right));
  return term;
}

Channel instantiated(const Channel &channel, const std::vector<ChannelTermPtr> &arguments,
                     const Channel &head) {
  Channel result;
  result.name = channel.name;
  result.nameRange = channel.nameRange;
  result.range = channel.range;
  result.parameters = head.parameters;
  for (const Channel::Definition &definition : channel.definitions)
    result.definitions.push_back({definition.name, substituted(*definition.value, arguments)});
  for (const Channel::Requirement &requirement : channel.requirements)
    result.requirements.push_back({substituted(*requirement.left, arguments),
                                   substituted(*requirement.right, arguments), requirement.comparison,
                                   requirement.isTurned, requirement.range});
  for (const Channel::Class &declared : channel.classes)
    result.classes.push_back({declared.name, substituted(*declared.size, arguments), declared.isInput,
                              declared.isOutput, declared.range});
  result.outputs = channel.outputs;
  result.isBitwise = channel.isBitwise;
  result.maps = channel.maps;
  for (const Channel::Rule &rule : channel.rules)
    result.rules.push_back({rule.conditions, substituted(*rule.entry, arguments), rule.range});
  return result;
}

std::size_t writtenSize(const Channel &channel, const ChannelTerm &term, std::size_t most) {
  std::size_t size = 1;
  if (term.kind == Kind::Definition)
    size += writtenSize(channel, *channel.definitions[term.index].value, most);
  for (const ChannelTermPtr &operand : term.operands)
    if (size < most)
      size += writtenSize(channel, *operand, most - size);
  return std::min(size, most);
}

ChannelTermPtr writtenOut(const Channel &channel, const ChannelTerm &term) {
  if (term.kind == Kind::Definition)
    return writtenOut(channel, *channel.definitions[term.index].value);
  ChannelTermPtr copy = shallow(term);
  for (const ChannelTermPtr &operand : term.operands)
    copy->operands.push_back(writtenOut(channel, *operand));
  return copy;
}

std::string print(const ChannelComposition &composition, const ChannelStage &stage) {
  std::string arguments;
  for (const ChannelTermPtr &argument : stage.arguments)
    arguments += (arguments.empty() ? "" : ", ") + print(composition.head, *argument);
  return stage.channel->name + "(" + arguments + ")";
}

std::string print(const ChannelComposition &composition, const ChannelReport &report) {
  std::string text;
  for (const ChannelStage &stage : report.stages)
    text += (text.empty() ? "" : " then ") + print(composition, stage);
  if (!report.times)
    return text;
  const std::string times = print(composition.head, *report.times);
  const bool isAtom = report.times->kind == Kind::Number || report.times->kind == Kind::Parameter;
  return text + " " + (isAtom ? times : "(" + times + ")") + " times";
}

std::string print(const ChannelComposition &composition, const Channel::Notion &notion) {
  return printNotion(composition.head, notion, /*isImplied=*/false);
}

std::string print(const ChannelComposition &composition) {
  const Channel &head = composition.head;
  std::string parameters;
  for (const Channel::Parameter &parameter : head.parameters)
    parameters +=
        (parameters.empty() ? "" : ", ") + parameter.name + ": " + std::string(name(parameter.sort));
  std::string text = "compose " + head.name + "(" + parameters + ")\n";
  for (const Channel::Requirement &requirement : head.requirements)
    text += "  requires " + print(head, requirement) + "\n";
  for (const Channel::Notion &notion : head.notions)
    text += "  guarantees " + print(composition, notion) + "\n";
  text += "{\n";
  for (const ChannelReport &report : composition.reports)
    text += "  " + print(composition, report) + "\n";
  return text + "}\n";
}

} // namespace plumb::ir
