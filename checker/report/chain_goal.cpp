// SPDX-License-Identifier: Apache-2.0
#include "checker/report/chain_goal.h"

#include <algorithm>

namespace plumb::report {

using derivation::Case;
using derivation::Given;
using derivation::Grounds;
using kernel::Operator;
using kernel::Term;

ChainGoal::ChainGoal(kernel::Terms &inTerms, const derivation::Chain &ofChain, Term goal)
    : terms(inTerms), chain(ofChain) {
  read(goal, true);
}

/// What makes a goal hold, part by part, each with its place.
void ChainGoal::read(Term formula, bool value) {
  const auto [plain, plainValue] = derivation::literalOf(terms, formula, value);
  const kernel::Node &node = terms[plain];
  if (derivation::isJunction(node.op)) {
    const auto [all, literals] = derivation::junctionOf(terms, plain, plainValue);
    for (const auto &[part, partValue] : literals)
      read(part, partValue);
    return;
  }
  parts.emplace(std::pair(plain, plainValue), parts.size());
  if (node.op == Operator::Equal && plainValue && terms[node.arguments[0]].sort != kernel::Sort::Bool) {
    const Term a = node.arguments[0], b = node.arguments[1];
    const std::size_t place = parts.size();
    for (Term side : {terms.less(a, b), terms.less(b, a)}) {
      parts.emplace(std::pair(side, false), place);
      halves.insert(side);
    }
  }
}

std::optional<std::size_t> ChainGoal::placeOf(Term formula, bool value) const {
  const auto found = parts.find({formula, !value});
  return found == parts.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

bool ChainGoal::isMissingIn(const Case &one) const {
  const auto [plain, value] = derivation::literalOf(terms, one.formula, one.value);
  return placeOf(plain, value).has_value();
}

bool ChainGoal::isMissingBy(const Grounds &grounds) const {
  return std::any_of(grounds.from.begin(), grounds.from.end(), [&](const Given &ground) {
    return ground.kind == Given::Kind::Goal ||
           (ground.kind == Given::Kind::Case &&
            (isMissingIn(chain.cases[ground.number]) || isHalf(chain.cases[ground.number])));
  });
}

bool ChainGoal::isShownBeside(const Case &one) const {
  const auto [plain, value] = derivation::literalOf(terms, one.formula, one.value);
  return parts.count({plain, value}) != 0;
}

bool ChainGoal::isHalf(const Case &one) const {
  return halves.count(derivation::literalOf(terms, one.formula, true).first) != 0;
}

} // namespace plumb::report
