// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/instance.h"

#include "checker/channel/bit_table.h"
#include "checker/channel/cases.h"
#include "checker/channel/term_value.h"

#include <algorithm>
#include <cassert>

namespace plumb::channel {

namespace {

using ir::Channel;
using ir::Relation;

/// The table for one choice of the maps.
class Builder {
public:
  /// \p isSpread: x_i -> y_(i mod k); else all go to y_0.
  Builder(const Channel &of, const std::vector<Integer> &roots, const Values &values, bool isSpread)
      : channel(of), terms(channel, roots, values), spread(isSpread) {
    for (const Channel::Class &declared : channel.classes)
      sizes.push_back(terms.number(*declared.size)->get_num().get_ui());
  }

  bool build();
  /// Empty if there are many bits.
  FiniteTable table;
  /// The first place where the notion fails.
  std::optional<Violation> failure(const Channel::Notion &notion, const Rational &bound) const;
  /// After build(): the class of each input, and of each output the class, or those of its bits that are 1.
  std::vector<std::size_t> inputClasses() const;
  std::vector<std::vector<std::size_t>> outputClasses() const;
  /// After build() has failed.
  std::optional<Violation> undefined;
  /// After build(), in the order of the text.
  std::vector<SourceRange> rulesBehind(const Violation::Place &place) const;

private:
  struct Member {
    std::size_t number;
    std::size_t index;
  };

  std::string nameOf(const Member &member) const {
    const Channel::Class &declared = channel.classes[member.number];
    const bool isSingle = declared.size->kind == ir::ChannelTerm::Kind::Number && declared.size->number == 1;
    return isSingle ? declared.name : declared.name + "[" + std::to_string(member.index) + "]";
  }
  std::vector<Member> members(const std::vector<std::size_t> &numbers) const;
  const Channel::Rule *ruleAt(const Member &input, const Member &output) const;
  std::optional<Rational> entry(std::size_t x, std::size_t y);
  bool findBits();
  void fillBits();
  Roles roles(const Channel::Notion &notion) const;

  const Channel &channel;
  const TermValues terms;
  bool spread;
  std::vector<std::size_t> sizes;
  std::vector<Member> inputs, outputs;
  BitTable bits;
};

std::vector<Builder::Member> Builder::members(const std::vector<std::size_t> &numbers) const {
  std::vector<Member> all;
  for (std::size_t number : numbers)
    for (std::size_t i = 0; i < sizes[number]; ++i)
      all.push_back({number, i});
  return all;
}

const Channel::Rule *Builder::ruleAt(const Member &input, const Member &output) const {
  Relation relation = Relation::None;
  if (input.number == output.number)
    relation = input.index == output.index ? Relation::Hit : Relation::Miss;
  else if (ir::mapBetween(channel, input.number, output.number)) {
    const std::size_t image = spread ? input.index % sizes[output.number] : 0;
    relation = image == output.index ? Relation::Hit : Relation::Miss;
  }
  return ir::ruleFor(channel, input.number, output.number, relation);
}

std::vector<SourceRange> Builder::rulesBehind(const Violation::Place &place) const {
  std::vector<SourceRange> rules;
  for (std::size_t x = 0; x < inputs.size(); ++x)
    for (std::size_t y = 0; y < outputs.size(); ++y) {
      const bool isBehind = (x == place.x || place.otherX == x) && (!place.y || place.y == y);
      const Channel::Rule *rule = isBehind ? ruleAt(inputs[x], outputs[y]) : nullptr;
      if (rule && std::find(rules.begin(), rules.end(), rule->range) == rules.end())
        rules.push_back(rule->range);
    }
  std::sort(rules.begin(), rules.end(), [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  return rules;
}

std::optional<Rational> Builder::entry(std::size_t x, std::size_t y) {
  const Channel::Rule *rule = ruleAt(inputs[x], outputs[y]);
  const std::optional<Rational> value = rule ? terms.number(*rule->entry) : Rational(0);
  if (!value)
    undefined = Violation{Violation::Kind::Undefined, nameOf(inputs[x]), {}, nameOf(outputs[y]), 0, 0, 1,
                          Violation::Place{x, {}, y}};
  return value;
}

bool Builder::build() {
  inputs = members(inputsOf(channel));
  outputs = members(channel.outputs);
  for (const Member &input : inputs)
    table.inputs.push_back(nameOf(input));
  if (channel.isBitwise)
    return findBits();
  for (const Member &output : outputs)
    table.outputs.push_back(nameOf(output));
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    table.entries.emplace_back();
    for (std::size_t y = 0; y < outputs.size(); ++y) {
      const auto value = entry(x, y);
      if (!value)
        return false;
      table.entries.back().push_back(*value);
    }
  }
  return true;
}

/// Up to so many bits every output is written down, and the notion tried on it word for word.
constexpr std::size_t fewBits = 6;

bool Builder::findBits() {
  bits.inputs = table.inputs;
  for (const Member &output : outputs)
    bits.bits.push_back(nameOf(output));
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    std::vector<Rational> ones;
    for (std::size_t bit = 0; bit < outputs.size(); ++bit) {
      const auto value = entry(x, bit);
      if (!value)
        return false;
      if (sgn(*value) < 0 || *value > 1) {
        undefined = Violation{Violation::Kind::NotAProbability,
                              nameOf(inputs[x]),
                              {},
                              "bit of " + nameOf(outputs[bit]),
                              *value,
                              0,
                              1,
                              Violation::Place{x, {}, bit}};
        return false;
      }
      ones.push_back(*value);
    }
    bits.ones.push_back(std::move(ones));
  }
  if (outputs.size() <= fewBits)
    fillBits();
  else
    table = {};
  return true;
}

/// Output number v has bit j where v has; its name lists the members whose bits are 1.
void Builder::fillBits() {
  assert(outputs.size() <= fewBits);
  const std::size_t count = std::size_t{1} << outputs.size();
  for (std::size_t v = 0; v < count; ++v) {
    std::string name;
    for (std::size_t j = 0; j < outputs.size(); ++j)
      if (v >> j & 1u)
        name += (name.empty() ? "" : ", ") + bits.bits[j];
    table.outputs.push_back("{" + name + "}");
  }
  for (const std::vector<Rational> &ones : bits.ones) {
    table.entries.emplace_back();
    for (std::size_t v = 0; v < count; ++v) {
      Rational product = 1;
      for (std::size_t j = 0; j < outputs.size(); ++j)
        product *= v >> j & 1u ? ones[j] : Rational(1 - ones[j]);
      table.entries.back().push_back(product);
    }
  }
}

/// Guarded are the outputs, or the bits if there are many.
Roles Builder::roles(const Channel::Notion &notion) const {
  const auto isAmong = [](const std::vector<std::size_t> &numbers, std::size_t number) {
    return std::binary_search(numbers.begin(), numbers.end(), number);
  };
  Roles roles;
  for (const Member &input : inputs)
    roles.sensitive.push_back(isAmong(notion.sensitive, input.number));
  if (!channel.isBitwise || table.outputs.empty()) {
    for (const Member &output : outputs)
      roles.guarded.push_back(isAmong(notion.guarded, output.number));
    return roles;
  }
  for (std::size_t v = 0; v < table.outputs.size(); ++v) {
    bool guarded = true;
    for (std::size_t j = 0; j < outputs.size(); ++j)
      guarded = guarded && ((v >> j & 1u) == 0 || isAmong(notion.guarded, outputs[j].number));
    roles.guarded.push_back(guarded);
  }
  return roles;
}

std::vector<std::size_t> Builder::inputClasses() const {
  std::vector<std::size_t> numbers;
  for (const Member &input : inputs)
    numbers.push_back(input.number);
  return numbers;
}

std::vector<std::vector<std::size_t>> Builder::outputClasses() const {
  std::vector<std::vector<std::size_t>> numbers(table.outputs.size());
  for (std::size_t y = 0; y < numbers.size(); ++y)
    for (std::size_t j = 0; j < outputs.size(); ++j)
      if (channel.isBitwise ? (y >> j & 1u) != 0 : y == j)
        numbers[y].push_back(outputs[j].number);
  return numbers;
}

std::optional<Violation> Builder::failure(const Channel::Notion &notion, const Rational &bound) const {
  std::optional<Violation> found = channel.isBitwise && table.outputs.empty()
                                       ? findViolation(bits, notion.kind, roles(notion), bound)
                                       : findViolation(table, notion.kind, roles(notion), bound);
  // A column of such a table is an output of many bits, each of which has a rule of its own.
  if (found && channel.isBitwise)
    found->place.reset();
  return found;
}

} // namespace

/// root * ln(value): "ln(4)", "1000 * ln(2)".
static std::string logarithmText(const Rational &value, const Integer &root) {
  if (value == 1)
    return "0";
  // Longer powers are no help to anybody.
  if (root > 60)
    return root.get_str() + " * ln(" + toString(value) + ")";
  Rational power = 1;
  for (Integer k = 0; k < root; ++k)
    power *= value;
  return "ln(" + toString(power) + ")";
}

std::vector<Counterexample::Value> describe(const Algebra &algebra, const Values &values) {
  return describe(algebra.subject(), algebra.allRoots(), values);
}

std::vector<Counterexample::Value> describe(const Channel &channel, const std::vector<Integer> &roots,
                                            const Values &values) {
  std::vector<Counterexample::Value> described;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Channel::Parameter &parameter = channel.parameters[i];
    described.push_back(
        {parameter.name, parameter.isExponent ? logarithmText(values[i], roots[i]) : toString(values[i])});
  }
  return described;
}

std::optional<NumberedTable> numberedTable(const Channel &channel, const std::vector<Integer> &roots,
                                           const Values &values, bool isSpread) {
  Builder builder(channel, roots, values, isSpread);
  if (!builder.build() || (channel.isBitwise && builder.table.outputs.empty()))
    return std::nullopt;
  return NumberedTable{builder.table, builder.inputClasses(), builder.outputClasses()};
}

std::optional<Counterexample> examine(const Algebra &algebra, const Values &values) {
  const Channel &channel = algebra.subject();
  const TermValues terms(channel, algebra.allRoots(), values);
  const auto at = [&](std::optional<std::size_t> notion, Violation violation, const Builder &builder) {
    std::vector<SourceRange> rules =
        violation.place ? builder.rulesBehind(*violation.place) : std::vector<SourceRange>();
    return Counterexample{notion, std::move(violation), describe(algebra, values), std::move(rules)};
  };
  for (bool isSpread : {true, false}) {
    Builder builder(channel, algebra.allRoots(), values, isSpread);
    if (!builder.build())
      return at(std::nullopt, *builder.undefined, builder);
    if (auto invalid = findInvalidRow(builder.table))
      return at(std::nullopt, *invalid, builder);
    for (std::size_t i = 0; i < channel.notions.size(); ++i) {
      const auto budget = terms.exponential(*channel.notions[i].budget);
      if (budget && sgn(budget->constant) != 0)
        throw NotRational();
      if (!budget)
        return at(std::nullopt, Violation{Violation::Kind::Undefined, {}, {}, {}, 0, 0, 1}, builder);
      if (auto found = builder.failure(channel.notions[i], budget->power))
        return at(i, *found, builder);
    }
    if (channel.maps.empty())
      break;
  }
  return std::nullopt;
}

} // namespace plumb::channel
