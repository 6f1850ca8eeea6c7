// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/same_channel.h"

#include <algorithm>
#include <optional>

namespace plumb::ir {

namespace {

using Kind = ChannelTerm::Kind;

/// Of a number, or of a quotient of two.
std::optional<Rational> fraction(const ChannelTerm &term) {
  if (term.kind == Kind::Number)
    return term.number;
  const bool isQuotient = term.kind == Kind::Divide && term.operands[0]->kind == Kind::Number &&
                          term.operands[1]->kind == Kind::Number && sgn(term.operands[1]->number) != 0;
  return isQuotient ? std::optional<Rational>(term.operands[0]->number / term.operands[1]->number)
                    : std::nullopt;
}

bool isSame(const ChannelTermPtr &first, const ChannelTermPtr &second) {
  const auto left = fraction(*first), right = fraction(*second);
  if (left || right)
    return left == right;
  if (first->kind != second->kind || first->operands.size() != second->operands.size())
    return false;
  const bool isLeaf = first->kind == Kind::Parameter || first->kind == Kind::Definition;
  return isLeaf ? first->index == second->index
                : std::equal(first->operands.begin(), first->operands.end(), second->operands.begin(),
                             [](const ChannelTermPtr &a, const ChannelTermPtr &b) { return isSame(a, b); });
}

bool isSame(const Channel::Parameter &a, const Channel::Parameter &b) {
  return a.name == b.name && a.sort == b.sort && a.isExponent == b.isExponent && a.isOpen == b.isOpen;
}

bool isSame(const Channel::Definition &a, const Channel::Definition &b) {
  return a.name == b.name && isSame(a.value, b.value);
}

bool isSame(const Channel::Requirement &a, const Channel::Requirement &b) {
  return a.comparison == b.comparison && isSame(a.left, b.left) && isSame(a.right, b.right);
}

bool isSame(const Channel::Class &a, const Channel::Class &b) {
  return a.name == b.name && a.isInput == b.isInput && a.isOutput == b.isOutput && isSame(a.size, b.size);
}

bool isSame(const Channel::Map &a, const Channel::Map &b) {
  return a.name == b.name && a.from == b.from && a.to == b.to;
}

bool isSame(const Channel::Condition &a, const Channel::Condition &b) {
  return a.kind == b.kind && a.classes == b.classes && a.map == b.map;
}

bool isSame(const Channel::Rule &a, const Channel::Rule &b);
bool isSame(const Channel::Notion &a, const Channel::Notion &b);

template <typename Part> bool areSame(const std::vector<Part> &first, const std::vector<Part> &second) {
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [](const Part &a, const Part &b) { return isSame(a, b); });
}

bool isSame(const Channel::Rule &a, const Channel::Rule &b) {
  return areSame(a.conditions, b.conditions) && isSame(a.entry, b.entry);
}

bool isSame(const Channel::Notion &a, const Channel::Notion &b) {
  return a.kind == b.kind && a.sensitive == b.sensitive && a.guarded == b.guarded &&
         isSame(a.budget, b.budget);
}

} // namespace

bool isSameChannel(const Channel &first, const Channel &second) {
  return first.name == second.name && areSame(first.parameters, second.parameters) &&
         areSame(first.definitions, second.definitions) && areSame(first.requirements, second.requirements) &&
         areSame(first.classes, second.classes) && first.outputs == second.outputs &&
         first.isBitwise == second.isBitwise && areSame(first.maps, second.maps) &&
         areSame(first.rules, second.rules) && areSame(first.notions, second.notions);
}

} // namespace plumb::ir
