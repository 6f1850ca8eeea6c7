// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/question.h"

#include <algorithm>
#include <iterator>

namespace plumb::derivation {

using kernel::Operator;
using kernel::Term;

namespace {

constexpr std::size_t instanceLimit = 4000, indexLimit = 24;

smt::Sort solverSort(kernel::Sort sort) {
  switch (sort) {
  case kernel::Sort::Bool:
    return smt::Sort::Bool;
  case kernel::Sort::Int:
    return smt::Sort::Int;
  case kernel::Sort::Real:
    return smt::Sort::Real;
  }
}

} // namespace

std::set<Term> openSubterms(const kernel::Terms &terms, const std::vector<Term> &roots) {
  std::set<Term> all(roots.begin(), roots.end());
  // An argument has a smaller place, so that walking down the set meets all of them.
  for (auto at = all.rbegin(); at != all.rend(); ++at)
    if (terms[*at].op != Operator::Forall)
      all.insert(terms[*at].arguments.begin(), terms[*at].arguments.end());
  return all;
}

bool isBestIndex(const kernel::Terms &terms, Term term) {
  return terms[term].op == Operator::Apply && terms.symbolOf(term).origin == kernel::Origin::Best;
}

smt::Term Questions::translate(Term term) {
  for (Term part : openSubterms(terms, {term}))
    if (!built.count(part))
      built.emplace(part, build(part));
  return built.at(term);
}

smt::Term Questions::build(Term term) {
  const kernel::Node &node = terms[term];
  std::vector<smt::Term> of;
  if (node.op != Operator::Forall)
    for (Term argument : node.arguments)
      of.push_back(built.at(argument));
  switch (node.op) {
  case Operator::True:
  case Operator::False:
    return store.boolean(node.op == Operator::True);
  case Operator::Number:
    return store.literal(node.number, solverSort(node.sort));
  case Operator::Apply: {
    const kernel::Symbol symbol{node.label};
    if (!symbols.count(symbol)) {
      std::vector<smt::Sort> domain;
      for (kernel::Sort sort : terms[symbol].domain)
        domain.push_back(solverSort(sort));
      symbols[symbol] = &store.freshSymbol(terms[symbol].name, domain, solverSort(node.sort));
    }
    return store.apply(*symbols.at(symbol), of);
  }
  case Operator::Not:
    return store.negate(of[0]);
  case Operator::And:
    return store.conjunction(of);
  case Operator::Or:
    return store.disjunction(of);
  case Operator::Implies:
    return store.implies(of[0], of[1]);
  case Operator::Equal:
    return store.equal(of[0], of[1]);
  case Operator::LessEqual:
    return store.lessEqual(of[0], of[1]);
  case Operator::Less:
    return store.less(of[0], of[1]);
  case Operator::Add:
    return store.add(of);
  case Operator::Multiply:
    for (std::size_t i = 1; i < of.size(); ++i)
      of[0] = store.multiply(of[0], of[i]);
    return of[0];
  case Operator::Divide:
    return store.divide(of[0], terms[node.arguments[1]].number.get_num());
  case Operator::Modulo:
    return store.modulo(of[0], terms[node.arguments[1]].number.get_num());
  case Operator::IfThenElse:
    return store.ite(of[0], of[1], of[2]);
  case Operator::ToReal:
    return store.toReal(of[0]);
  case Operator::Bound:
  case Operator::Forall:
    break;
  }
  return store.freshVariable("forall", smt::Sort::Bool);
}

std::vector<Term> endsIn(kernel::Terms &terms, Term universal) {
  const Term variable = terms[universal].arguments[0];
  std::vector<Term> ends;
  for (Term part : terms.subterms(universal)) {
    const kernel::Node node = terms[part];
    if (node.op != Operator::LessEqual && node.op != Operator::Less)
      continue;
    const bool isLow = node.arguments[1] == variable;
    const Term end = node.arguments[isLow ? 0 : 1];
    if ((!isLow && node.arguments[0] != variable) || !terms[end].open.empty())
      continue;
    for (long beside : isLow ? std::vector<long>{0, 1, 2, 3} : std::vector<long>{-1})
      ends.push_back(beside == 0 ? end : terms.add({end, terms.integer(beside)}));
  }
  return ends;
}

Ground instantiate(kernel::Terms &terms, const std::vector<Term> &formulas, Term goal,
                   const std::vector<Term> &more, unsigned rounds) {
  Ground ground;
  std::vector<Term> universal;
  const auto sort = [&](Term formula) {
    (terms[formula].op == Operator::Forall ? universal : ground.formulas).push_back(formula);
  };
  std::set<Term> chosen;
  for (Term formula : formulas) {
    sort(formula);
    if (terms[formula].op != Operator::Forall)
      continue;
    // What is best of all is compared with what is best elsewhere, and is there if something is.
    const std::set<Term> parts = terms.subterms(formula);
    const std::size_t before = chosen.size();
    std::copy_if(parts.begin(), parts.end(), std::inserter(chosen, chosen.end()),
                 [&](Term part) { return isBestIndex(terms, part); });
    if (chosen.size() > before)
      for (Term end : endsIn(terms, formula))
        chosen.insert(end);
  }
  std::set<Term> known(formulas.begin(), formulas.end());
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<Term> roots = ground.formulas;
    roots.push_back(goal);
    std::set<Term> values = chosen;
    values.insert(more.begin(), more.end());
    for (Term term : openSubterms(terms, roots))
      if (terms[term].op == Operator::Apply) {
        std::vector<Term> indices = terms[term].arguments;
        // What is there may stand in comparisons alone: the rest is said below another Forall.
        if (terms.symbolOf(term).origin == kernel::Origin::Failing)
          indices.push_back(term);
        for (Term index : indices)
          if (terms[index].open.empty())
            values.insert(index);
      }
    if (values.size() > indexLimit && round > 0)
      break;
    for (std::size_t at = 0; at < universal.size(); ++at) {
      const std::vector<Term> parts = terms[universal[at]].arguments;
      for (Term value : values) {
        if (terms[value].sort != terms[parts[0]].sort || known.size() > instanceLimit)
          continue;
        const Term instance = terms.instance(parts[1], parts[0], value);
        if (!known.insert(instance).second)
          continue;
        ground.origins.emplace(instance, Step{Step::Kind::Instance, {universal[at], value, instance}});
        sort(instance);
      }
    }
  }
  return ground;
}

} // namespace plumb::derivation
