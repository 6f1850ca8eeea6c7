// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/rows.h"

#include <algorithm>

namespace plumb::derivation {

using kernel::Node;
using kernel::Operator;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Row;
using kernel::Sort;
using kernel::Source;
using kernel::Term;

Rows::Rows(kernel::Terms &ofTerms, kernel::NormalForms &ofNumbers, Facts &ofFacts, bool multiplies)
    : terms(ofTerms), normal(ofNumbers), facts(ofFacts) {
  for (std::size_t at = 0; at < facts.size(); ++at)
    addFact(at);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    addDefinition(atoms[i]);
    for (std::size_t j = 0; j < i; ++j)
      addCongruence(atoms[j], atoms[i]);
  }
  replaceChoices();
  if (multiplies)
    superpose();
  multiplyTowardsProducts(multiplies);
}

void Rows::addFact(std::size_t at) {
  const Node &node = terms[facts[at].formula];
  const bool isEquation = node.op == Operator::Equal && terms[node.arguments[0]].sort != Sort::Bool;
  if (node.op == Operator::Less || node.op == Operator::LessEqual || (isEquation && facts[at].value))
    addRow(kernel::rowOfComparison(terms, normal, facts[at].formula, facts[at].value),
           {Source::Kind::Fact, static_cast<std::uint32_t>(facts[at].formula)}, {at});
  if (isEquation && !facts[at].value) {
    meetAll(node.arguments[0]);
    meetAll(node.arguments[1]);
  }
  if (node.op == Operator::Apply)
    for (Term argument : node.arguments)
      if (terms[argument].sort != Sort::Bool)
        meetAll(argument);
}

bool Rows::isInteger(const Polynomial &polynomial) const {
  for (const auto &[monomial, coefficient] : polynomial.summands())
    for (Term atom : monomial)
      if (terms[atom].sort != Sort::Int)
        return false;
  return !polynomial.isConstant();
}

void Rows::addRow(Row row, Source source, std::vector<std::size_t> premises) {
  KnownRow added{std::move(row), source, std::move(premises)};
  for (const auto &[monomial, coefficient] : added.row.polynomial.summands())
    for (Term atom : monomial)
      meet(atom);
  if (isInteger(added.row.polynomial))
    if (Row whole = kernel::rounded(terms, added.row);
        whole.relation != added.row.relation || whole.polynomial != added.row.polynomial) {
      added.row = std::move(whole);
      added.step = Step{Step::Kind::Round, {}, {{1, source}}};
    }
  rows.push_back(std::move(added));
}

void Rows::meet(Term atom) {
  if (met.insert(atom).second)
    atoms.push_back(atom);
}

void Rows::meetAll(Term number) {
  for (const auto &[monomial, coefficient] : normal.of(number).summands())
    for (Term atom : monomial)
      meet(atom);
}

void Rows::addDefinition(Term atom) {
  const Node &node = terms[atom];
  const auto place = static_cast<std::uint32_t>(atom);
  if (node.op == Operator::IfThenElse) {
    const int condition = facts.determine(node.arguments[0]);
    meetAll(node.arguments[1]);
    meetAll(node.arguments[2]);
    if (condition == 0)
      return;
    Polynomial row = normal.of(atom);
    row.add(-1, normal.of(node.arguments[condition > 0 ? 1 : 2]));
    std::vector<std::size_t> premises;
    facts.addPremise(premises, node.arguments[0]);
    choices.emplace(atom, rows.size());
    addRow({row, Relation::Zero}, {Source::Kind::Choice, place}, std::move(premises));
  } else if (node.op == Operator::Divide || node.op == Operator::Modulo) {
    addRow(kernel::rowOfDivision(terms, normal, atom, true), {Source::Kind::Low, place}, {});
    addRow(kernel::rowOfDivision(terms, normal, atom, false), {Source::Kind::High, place}, {});
    if (node.op == Operator::Divide)
      return;
    const Term quotient = terms.make(Operator::Divide, node.arguments);
    Polynomial row = normal.of(node.arguments[0]);
    row.add(-1, normal.of(atom));
    row.add(-terms[node.arguments[1]].number, normal.of(quotient));
    addRow({row, Relation::Zero}, {Source::Kind::Remainder, place, quotient}, {});
  } else if (node.op == Operator::Apply) {
    for (Term argument : node.arguments)
      if (terms[argument].sort != Sort::Bool)
        meetAll(argument);
  }
}

void Rows::addCongruence(Term one, Term other) {
  const Node &a = terms[one], &b = terms[other];
  if (a.op != Operator::Apply || b.op != Operator::Apply || a.label != b.label)
    return;
  auto premises = facts.equalArguments(one, other);
  if (!premises)
    return;
  Polynomial row = normal.of(one);
  row.add(-1, normal.of(other));
  addRow({row, Relation::Zero}, {Source::Kind::Congruence, static_cast<std::uint32_t>(one), other},
         std::move(*premises));
}

/// The source of a row, with the steps that derive it in front.
Source Rows::emitted(std::size_t at, std::map<std::size_t, std::uint32_t> &derived, Conflict &made) const {
  const KnownRow &row = rows[at];
  made.premises.insert(made.premises.end(), row.premises.begin(), row.premises.end());
  if (!row.step)
    return row.source;
  if (const auto known = derived.find(at); known != derived.end())
    return {Source::Kind::Derived, known->second};
  Step step = *row.step;
  for (std::size_t i = 0; i < row.from.size(); ++i)
    step.sources[i].second = emitted(row.from[i], derived, made);
  made.steps.push_back(step);
  const auto number = static_cast<std::uint32_t>(derived.size());
  derived.emplace(at, number);
  return {Source::Kind::Derived, number};
}

Conflict Rows::absurdSum(const std::map<std::size_t, mpq_class> &factors) const {
  Conflict made;
  std::map<std::size_t, std::uint32_t> derived;
  Step sum{Step::Kind::Sum};
  for (const auto &[at, factor] : factors)
    if (factor != 0)
      sum.sources.emplace_back(factor, emitted(at, derived, made));
  // A row that is absurd by itself has ended the case when it was derived.
  if (!(sum.sources.size() == 1 && sum.sources[0].second.kind == Source::Kind::Derived &&
        kernel::isAbsurd(rows[factors.begin()->first].row)))
    made.steps.push_back(std::move(sum));
  return made;
}

} // namespace plumb::derivation
