// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/print_channel.h"

#include "frontend/ir/open_channel.h"

namespace plumb::ir {

namespace {

using Kind = ChannelTerm::Kind;

/// Of the loosest operator of a term.
enum class Strength : std::uint8_t { Sum, Product, Prefix, Atom };

Strength strengthOf(const ChannelTerm &term) {
  switch (term.kind) {
  case Kind::Add:
  case Kind::Subtract:
    return Strength::Sum;
  case Kind::Multiply:
  case Kind::Divide:
    return Strength::Product;
  case Kind::Negate:
    return Strength::Prefix;
  case Kind::Number:
  case Kind::Parameter:
  case Kind::Definition:
  case Kind::Exponential:
  case Kind::Logarithm:
    return Strength::Atom;
  }
}

class Printer {
public:
  explicit Printer(const Channel &subject) : channel(subject) {}

  std::string term(const ChannelTerm &term) const {
    switch (term.kind) {
    case Kind::Number:
      // As the quotient that it is read back as.
      return isIntegral(term.number)
                 ? toString(term.number)
                 : term.number.get_num().get_str() + " / " + term.number.get_den().get_str();
    case Kind::Parameter:
      return channel.parameters[term.index].name;
    case Kind::Definition:
      return channel.definitions[term.index].name;
    case Kind::Negate:
      return "-" + atLeast(*term.operands[0], Strength::Prefix);
    case Kind::Add:
      return infix(term, " + ", Strength::Sum, Strength::Product);
    case Kind::Subtract:
      return infix(term, " - ", Strength::Sum, Strength::Product);
    case Kind::Multiply:
      return infix(term, " * ", Strength::Product, Strength::Prefix);
    case Kind::Divide:
      return infix(term, " / ", Strength::Product, Strength::Prefix);
    case Kind::Exponential:
      return "exp(" + this->term(*term.operands[0]) + ")";
    case Kind::Logarithm:
      return "ln(" + this->term(*term.operands[0]) + ")";
    }
    return {};
  }

  std::string classes(const std::vector<std::size_t> &numbers) const {
    std::string text;
    for (std::size_t number : numbers)
      text += (text.empty() ? "" : " | ") + channel.classes[number].name;
    return text;
  }

  std::string condition(const Channel::Condition &condition) const {
    const std::string output = channel.isBitwise ? "j" : "y";
    const std::string image = condition.map ? channel.maps[*condition.map].name + "(x)" : "x";
    switch (condition.kind) {
    case Channel::Condition::Kind::Input:
      return "x in " + classes(condition.classes);
    case Channel::Condition::Kind::Output:
      return output + " in " + classes(condition.classes);
    case Channel::Condition::Kind::Related:
      return output + " = " + image;
    case Channel::Condition::Kind::Unrelated:
      return output + " != " + image;
    }
    return {};
  }

  std::string rule(const Channel::Rule &rule) const {
    std::string text;
    for (const Channel::Condition &part : rule.conditions)
      text += (text.empty() ? "" : ", ") + condition(part);
    return text + " -> " + term(*rule.entry);
  }

private:
  std::string atLeast(const ChannelTerm &operand, Strength floor) const {
    // A fraction prints as a quotient.
    const bool isFraction = operand.kind == Kind::Number && !isIntegral(operand.number);
    const bool loose = isFraction ? floor > Strength::Product : strengthOf(operand) < floor;
    return loose ? "(" + term(operand) + ")" : term(operand);
  }
  std::string infix(const ChannelTerm &both, const char *sign, Strength left, Strength right) const {
    return atLeast(*both.operands[0], left) + sign + atLeast(*both.operands[1], right);
  }

  const Channel &channel;
};

std::string sizedClass(const Channel &channel, std::size_t number) {
  const Channel::Class &printed = channel.classes[number];
  const std::string size = print(channel, *printed.size);
  return size == "1" ? printed.name : printed.name + "[" + size + "]";
}

std::string alphabets(const Channel &channel) {
  std::string from, to;
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    if (channel.classes[i].isInput)
      from += (from.empty() ? "" : " | ") + sizedClass(channel, i);
  for (std::size_t number : channel.outputs)
    to += (to.empty() ? "" : " | ") +
          (channel.classes[number].isInput ? channel.classes[number].name : sizedClass(channel, number));
  return "from " + from + " to " + (channel.isBitwise ? "bits of " : "") + to;
}

} // namespace

std::string print(const Channel &channel, const ChannelTerm &term) {
  return Printer(channel).term(term);
}

std::string print(const Channel &channel, const Channel::Rule &rule) {
  return Printer(channel).rule(rule);
}

std::string print(const Channel &channel, const Channel::Condition &condition) {
  return Printer(channel).condition(condition);
}

std::string printNotion(const Channel &channel, const Channel::Notion &notion, bool isImplied) {
  const Printer printer(channel);
  const bool isLeftOut = notion.guarded.empty() || (isImplied && notion.guarded == notion.sensitive);
  const std::string guarded = isLeftOut ? "" : ", " + printer.classes(notion.guarded);
  const std::string budget = printer.term(*notion.budget) + ")";
  switch (notion.kind) {
  case Channel::Notion::Kind::Ldp:
    return "ldp(" + budget;
  case Channel::Notion::Kind::Uldp:
    return "uldp(" + printer.classes(notion.sensitive) + guarded + ", " + budget;
  case Channel::Notion::Kind::KeepsTypes:
    return "keeps_types(" + printer.classes(notion.sensitive) + guarded + ")";
  case Channel::Notion::Kind::Osldp:
    return "osldp(" + printer.classes(notion.sensitive) + ", " + budget;
  }
  return {};
}

std::string print(const Channel &channel, const Channel::Notion &notion) {
  return printNotion(channel, notion, /*isImplied=*/true);
}
std::string print(const Channel &channel, const Channel::Requirement &requirement) {
  using Comparison = Channel::Requirement::Comparison;
  const std::string left = print(channel, *requirement.left), right = print(channel, *requirement.right);
  switch (requirement.comparison) {
  case Comparison::Less:
    return requirement.isTurned ? right + " > " + left : left + " < " + right;
  case Comparison::LessEqual:
    return requirement.isTurned ? right + " >= " + left : left + " <= " + right;
  case Comparison::Equal:
    return left + " = " + right;
  }
  return {};
}

std::string print(const Channel &channel) {
  const Printer printer(channel);
  std::string text = "channel " + channel.name + "(";
  for (const Channel::Parameter &parameter : channel.parameters)
    if (!parameter.isOpen)
      text += (&parameter == channel.parameters.data() ? "" : ", ") + parameter.name + ": " +
              std::string(name(parameter.sort));
  text += ")\n";
  for (const Channel::Requirement &requirement : channel.requirements)
    text += "  requires " + print(channel, requirement) + "\n";
  text += "  " + alphabets(channel) + "\n";
  for (const Channel::Notion &notion : channel.notions)
    text += "  guarantees " + print(channel, notion) + "\n";
  text += "{\n";
  for (const Channel::Map &map : channel.maps)
    text += "  map " + map.name + ": " + channel.classes[map.from].name + " -> " +
            channel.classes[map.to].name + "\n";
  for (const Channel::Definition &definition : channel.definitions)
    text += "  let " + definition.name + " = " + printer.term(*definition.value) + "\n";
  for (const Channel::Rule &rule : channel.rules)
    text += "  " + printer.rule(rule) + "\n";
  return text + "}\n";
}

} // namespace plumb::ir
