// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/facts.h"

#include <algorithm>

namespace plumb::derivation {

using kernel::Node;
using kernel::Operator;
using kernel::Sort;
using kernel::Term;

int Facts::valueOf(Term formula) const {
  const auto [base, sign] = literalOf(terms, formula, true);
  if (terms[base].op == Operator::True || terms[base].op == Operator::False)
    return (terms[base].op == Operator::True) == sign ? 1 : -1;
  const auto found = placeOf(base);
  return !found ? 0 : facts[*found].value == sign ? 1 : -1;
}

/// \pre \p formula is no negation.
std::optional<std::size_t> Facts::placeOf(Term formula) const {
  const auto at = static_cast<std::size_t>(formula);
  return at < places.size() && places[at] > 0 ? std::optional(places[at] - 1) : std::nullopt;
}

/// \pre \p junction is one.
const std::vector<Literal> &Facts::literalsOf(Term junction) {
  const auto [place, isNew] = literals.try_emplace(junction);
  if (isNew)
    place->second = junctionOf(terms, junction, true).second;
  return place->second;
}

void Facts::addPremise(std::vector<std::size_t> &premises, Term formula) const {
  if (const auto found = placeOf(literalOf(terms, formula, true).first))
    premises.push_back(*found);
}

void Facts::learn(Term formula, bool value, std::optional<Step> step, std::vector<std::size_t> premises) {
  const int before = valueOf(formula);
  if (before == (value ? 1 : -1) || conflict)
    return;
  if (before != 0) {
    addPremise(premises, formula);
    conflict = Conflict{std::move(premises), step ? Steps{*step} : Steps{}};
    return;
  }
  const auto [base, sign] = literalOf(terms, formula, value);
  if (places.size() <= static_cast<std::size_t>(base))
    places.resize(static_cast<std::size_t>(base) + 1);
  places[static_cast<std::size_t>(base)] = facts.size() + 1;
  const bool restsOnCases = std::any_of(premises.begin(), premises.end(),
                                        [&](std::size_t premise) { return facts[premise].restsOnCases; });
  facts.push_back({base, sign, std::move(step), std::move(premises), false, restsOnCases});
}

void Facts::assume(Term formula, bool value) {
  learn(formula, value, std::nullopt, {});
  facts.back().isCase = facts.back().restsOnCases = true;
}

void Facts::forget(std::size_t from) {
  for (; facts.size() > from; facts.pop_back())
    places[static_cast<std::size_t>(facts.back().formula)] = 0;
  for (Fact &fact : facts)
    if (fact.settledBy > from)
      fact.settledBy = 0;
  conflict.reset();
}

int Facts::determine(Term formula) {
  if (const int value = valueOf(formula); value != 0)
    return value;
  const Term base = literalOf(terms, formula, true).first;
  if (!isComposed(terms, base))
    return 0;
  const Node &node = terms[base];
  std::vector<int> values;
  for (Term argument : node.arguments)
    values.push_back(determine(argument));
  std::vector<std::size_t> premises;
  int result = 0;
  if (isJunction(node.op)) {
    const std::vector<Literal> &parts = literalsOf(base);
    const bool all = node.op == Operator::And;
    std::size_t agreeing = 0;
    for (const auto &[part, sign] : parts) {
      const int value = valueOf(part) * (sign ? 1 : -1);
      if (value == (all ? -1 : 1)) {
        premises.clear();
        addPremise(premises, part);
        result = value;
        break;
      }
      agreeing += value != 0;
      addPremise(premises, part);
    }
    if (result == 0 && agreeing == parts.size())
      result = all ? 1 : -1;
  } else if (node.op == Operator::IfThenElse) {
    const std::size_t side = values[0] > 0 ? 1 : 2;
    result = values[0] == 0 ? 0 : values[side];
    addPremise(premises, node.arguments[0]);
    addPremise(premises, node.arguments[side]);
  } else {
    result = values[0] * values[1];
    addPremise(premises, node.arguments[0]);
    addPremise(premises, node.arguments[1]);
  }
  if (result != 0)
    learn(base, result > 0, Step{Step::Kind::Whole, {base}}, std::move(premises));
  return valueOf(formula);
}

void Facts::propagate() {
  for (std::size_t before = 0; before != facts.size() && !conflict;) {
    before = facts.size();
    for (std::size_t at = 0; at < facts.size() && !conflict; ++at)
      if (facts[at].settledBy == 0 && isComposed(terms, facts[at].formula))
        unit(at);
    if (!conflict)
      alike();
  }
}

void Facts::unitOfJunction(std::size_t at) {
  const Term formula = facts[at].formula;
  const Step step{Step::Kind::Unit, {formula}};
  const bool value = facts[at].value;
  const std::vector<Literal> &parts = literalsOf(formula);
  if ((terms[formula].op == Operator::And) == value) {
    for (const auto &[part, sign] : parts)
      learn(part, sign == value, step, {at});
    facts[at].settledBy = facts.size();
    return;
  }
  std::vector<std::size_t> premises{at};
  const Literal *open = nullptr;
  for (const Literal &each : parts) {
    const int known = determine(each.first);
    if (conflict)
      return;
    if (known == (each.second == value ? 1 : -1)) {
      facts[at].settledBy = facts.size();
      return;
    }
    if (known != 0) {
      addPremise(premises, each.first);
      continue;
    }
    if (open && *open != each)
      return;
    open = &each;
  }
  if (open)
    learn(open->first, open->second == value, step, std::move(premises));
  else
    conflict = Conflict{std::move(premises), {step}};
  facts[at].settledBy = facts.size();
}

void Facts::unit(std::size_t at) {
  const Term formula = facts[at].formula;
  const Node &node = terms[formula];
  if (isJunction(node.op))
    return unitOfJunction(at);
  const bool value = facts[at].value;
  const Step step{Step::Kind::Unit, {formula}};
  std::vector<int> values;
  for (Term argument : node.arguments)
    values.push_back(determine(argument));
  if (conflict)
    return;
  const int same = value ? 1 : -1;
  auto from = [&](std::size_t i) {
    std::vector<std::size_t> premises{at};
    addPremise(premises, node.arguments[i]);
    return premises;
  };
  if (node.op == Operator::IfThenElse) {
    if (values[0] != 0)
      learn(node.arguments[values[0] > 0 ? 1 : 2], value, step, from(0));
    else if (values[1] == -same)
      learn(node.arguments[0], false, step, from(1));
    else if (values[2] == -same)
      learn(node.arguments[0], true, step, from(2));
  } else if (values[0] != 0) {
    learn(node.arguments[1], values[0] == same, step, from(0));
  } else if (values[1] != 0) {
    learn(node.arguments[0], values[1] == same, step, from(1));
  }
}

std::optional<std::vector<std::size_t>> Facts::equalArguments(Term one, Term other) {
  const Node &a = terms[one], &b = terms[other];
  std::vector<std::size_t> premises;
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    const Term left = a.arguments[i], right = b.arguments[i];
    if (left == right)
      continue;
    if (terms[left].sort == Sort::Bool) {
      if (valueOf(left) == 0 || valueOf(left) != valueOf(right))
        return std::nullopt;
      addPremise(premises, left);
      addPremise(premises, right);
      continue;
    }
    if (normal.of(left) == normal.of(right))
      continue;
    const Term equation = terms.equal(left, right), turned = terms.equal(right, left);
    if (valueOf(equation) > 0)
      addPremise(premises, equation);
    else if (valueOf(turned) > 0)
      addPremise(premises, turned);
    else
      return std::nullopt;
  }
  return premises;
}

/// Predicates of different truth at equal arguments.
void Facts::alike() {
  const std::vector<std::pair<std::size_t, std::size_t>> pairs = predicates();
  for (const auto &[yes, no] : pairs)
    if (auto premises = equalArguments(facts[yes].formula, facts[no].formula)) {
      premises->push_back(yes);
      premises->push_back(no);
      conflict = Conflict{*premises, {{Step::Kind::Alike, {facts[yes].formula, facts[no].formula}}}};
      return;
    }
}

std::vector<std::pair<std::size_t, std::size_t>> Facts::predicates() const {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const Node &node = terms[facts[i].formula];
    if (node.op != Operator::Apply || node.arguments.empty())
      continue;
    for (std::size_t j = 0; j < i; ++j) {
      const Node &other = terms[facts[j].formula];
      if (other.op == Operator::Apply && other.label == node.label && facts[i].value != facts[j].value)
        pairs.emplace_back(facts[i].value ? i : j, facts[i].value ? j : i);
    }
  }
  return pairs;
}

} // namespace plumb::derivation
