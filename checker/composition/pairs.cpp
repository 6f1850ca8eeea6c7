// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/pairs.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::composition {

using relational::Side;
using smt::Term;

Pairs::Pairs(const ir::Composition &source, ChangeClass changes, smt::TermStore &terms)
    : composition(source), pairs(std::move(changes)), store(terms),
      symbols(ir::Setting::alone(*pairs.neighbourhood), store), products(store),
      scales(symbols, products, store) {}

Pairs::Writer::Writer(Pairs &of) : Writer(of.composition, of.context(), 0, of.copies) {}

Pairs::Writer::Writer(const ir::Composition &composition, relational::Context of, long mostElements,
                      Copies &owner)
    : context(of), store(of.store), evaluator(of, state, relational::Evaluator::Mode::Relational),
      length(mostElements), copies(owner) {
  // May be assumed: the guarantee is claimed for parameters that meet them.
  for (const auto &requirement : composition.head.requirements)
    if (!llvm::isa<ir::Forall>(requirement.get()))
      state.know(evaluator.relational(*requirement));
  if (context.symbols.neighbourhood().recordAdjacency)
    evaluator.instantiation().atRecords();
}

const ir::Record &Pairs::Writer::record() const {
  return *context.symbols.neighbourhood().recordAdjacency->record;
}

Term Pairs::Writer::answersStay(const ir::Neighbourhood &neighbourhood) {
  std::vector<Term> same;
  for (const auto &variable : neighbourhood.variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    std::vector<Term> at;
    for (std::size_t i = 0; i < variable->extents.size(); ++i) {
      at.push_back(store.freshVariable("some." + variable->name, smt::Sort::Int));
      evaluator.instantiation().at(at.back());
    }
    Term first = evaluator.element(*variable, at, Side::First);
    Term second = evaluator.element(*variable, at, Side::Second);
    same.push_back(store.implies(evaluator.inRange(variable->extents, at), store.equal(first, second)));
  }
  return store.conjunction(std::move(same));
}

/// Indices that may be any, or all below \c length.
std::vector<std::vector<Term>> Pairs::Writer::places(std::size_t dimensions, const std::string &name) {
  std::vector<std::vector<Term>> all = {{}};
  for (std::size_t i = 0; i < dimensions; ++i) {
    std::vector<std::vector<Term>> longer;
    for (const std::vector<Term> &start : all)
      for (long index = 0; index < std::max(length, 1L); ++index) {
        longer.push_back(start);
        longer.back().push_back(length ? store.integer(index) : store.freshVariable(name, smt::Sort::Int));
      }
    all = std::move(longer);
  }
  for (const std::vector<Term> &at : all)
    for (Term index : at)
      evaluator.instantiation().at(index);
  return all;
}

std::vector<std::vector<Term>> Pairs::Writer::elementsOf(const ir::Field &field, const Statement &statement) {
  auto [found, isNew] = elements.try_emplace(statement);
  if (!isNew)
    return found->second;
  std::vector<std::vector<Term>> all = places(field.extents.size(), "some." + field.name);
  found->second = all;
  for (const std::vector<Term> &at : all)
    evaluator.instantiation().atField(field, at);
  return all;
}

Point Pairs::Writer::other() const {
  Point point{true, {}};
  for (const auto &field : record().fields)
    point.taken.insert(field.get());
  return point;
}

/// \p formula, which calls them \p pair, of \p from and \p to.
Term Pairs::Writer::about(const ir::RecordVariable &pair, const ir::Expression &formula, const Point &from,
                          const Point &to) {
  evaluator.bind(pair, Side::First);
  if (from.taken.empty() && from.underway.empty() && to.taken.size() == record().fields.size())
    return evaluator.relational(formula);
  const ir::Mixture mixture{{from.taken, from.underway}, {to.taken, to.underway}};
  ir::Substitution mixed;
  mixed.mixture = &mixture;
  copies.terms.push_back(ir::substituted(formula, mixed, copies.bound));
  return evaluator.relational(*copies.terms.back());
}

Term Pairs::Writer::reversed(const ir::RecordVariable &pair, const ir::Expression &formula) {
  evaluator.bind(pair, Side::Second);
  return evaluator.relational(formula);
}

Term Pairs::Writer::isMet(const ir::RecordPremise &premise, std::size_t index) {
  evaluator.bind(*premise.record, Side::First);
  if (index == premise.indices.size()) {
    Term holds = evaluator.program(*premise.formula, Side::First);
    return store.conjunction({evaluator.takeDefinedness(), holds});
  }
  const ir::RecordPremise::Index &range = premise.indices[index];
  Term any = store.freshVariable(range.variable->name, smt::Sort::Int);
  Term low = evaluator.program(*range.low, Side::First), high = evaluator.program(*range.high, Side::First);
  Term isDefined = evaluator.takeDefinedness();
  evaluator.instantiation().at(any);
  evaluator.bind(*range.variable, any);
  Term within = store.conjunction({store.lessEqual(low, any), store.less(any, high)});
  return store.conjunction({isDefined, store.implies(within, isMet(premise, index + 1))});
}

/// What the record adds to the answer. \see relational::Evaluator::contribution
Term Pairs::Writer::contribution(const ir::Variable &query, const std::vector<Term> &at, const Point &of) {
  const ir::SchemaQuery &definition = *query.definition;
  const Term nothing = definition.isExtremum() ? evaluator.ofNobody(query)
                                               : store.literal(0, relational::sortOf(definition.sort()));
  if (!of.exists)
    return nothing;
  for (std::size_t i = 0; i < at.size(); ++i)
    evaluator.bind(*definition.indices[i], at[i]);
  // Only one record is spoken of.
  auto valueOf = [&](const ir::Expression &term) { return about(*definition.record, term, of, other()); };
  Term counts = definition.where ? valueOf(*definition.where) : store.boolean(true);
  Term adds = definition.term ? valueOf(*definition.term) : store.integer(1);
  return store.ite(counts, adds, nothing);
}

Term Pairs::Writer::answersStay(const ir::Neighbourhood &neighbourhood, const Point &from, const Point &to) {
  std::vector<Term> same;
  for (const auto &variable : neighbourhood.variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    for (const std::vector<Term> &at : places(variable->extents.size(), "some." + variable->name))
      same.push_back(
          store.implies(evaluator.inRange(variable->extents, at),
                        store.equal(contribution(*variable, at, from), contribution(*variable, at, to))));
  }
  return store.conjunction(std::move(same));
}

Term Pairs::Writer::keeps(const ir::Field &field) {
  std::vector<Term> each;
  for (const std::vector<Term> &at : elementsOf(field, {&field, {}}))
    each.push_back(store.implies(evaluator.inRange(field.extents, at), evaluator.sameField(field, at)));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::keepsAll() {
  std::vector<Term> each;
  for (const auto &field : record().fields)
    each.push_back(keeps(*field));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::isShort() {
  std::vector<Term> each;
  for (const auto &field : record().fields)
    for (const ir::ExpressionPtr &extent : field->extents) {
      Term size = evaluator.relational(*extent);
      each.push_back(store.lessEqual(store.integer(1), size));
      each.push_back(store.lessEqual(size, store.integer(length)));
    }
  return store.conjunction(std::move(each));
}

/// An element that may change under a condition keeps its value or meets it; a public field stays.
Term Pairs::Writer::allowsField(const ir::Policy &policy, const ir::Attribute &attribute, const Point &from,
                                const Point &to) {
  if (!attribute.isSensitive)
    return keeps(*attribute.field);
  std::vector<Term> each;
  if (attribute.when)
    for (const std::vector<Term> &at : elementsOf(*attribute.field, {&attribute, from.taken})) {
      for (std::size_t i = 0; i < attribute.indices.size(); ++i)
        evaluator.bind(*attribute.indices[i], at[i]);
      Term may = about(*policy.pair, *attribute.when, from, to);
      each.push_back(store.implies(evaluator.inRange(attribute.field->extents, at),
                                   store.disjunction({may, evaluator.sameField(*attribute.field, at)})));
    }
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::allowsSensitive(const ir::Part &part) {
  std::vector<Term> each;
  if (const ir::Policy *policy = part.mechanism->recordAdjacency->policy)
    for (const ir::Attribute &attribute : policy->attributes)
      if (attribute.isSensitive)
        each.push_back(allowsField(*policy, attribute, {true, {}}, other()));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::allows(const ChangeClass &changes) {
  // Added, removed, or both: alike for all parts.
  return changes.neighbourhood->recordAdjacency->kind == ir::RecordAdjacency::Kind::Replace
             ? allows(changes, {true, {}}, other())
             : store.boolean(true);
}

Term Pairs::Writer::allows(const ChangeClass &changes, const Point &from, const Point &to) {
  const ir::RecordAdjacency &adjacency = *changes.neighbourhood->recordAdjacency;
  if (adjacency.policy && adjacency.policy->formula)
    return about(*adjacency.policy->pair, *adjacency.policy->formula, from, to);
  if (adjacency.along)
    return about(*adjacency.pair, *adjacency.along, from, to);
  auto mayChange = [&](const ir::Field &field) { return to.taken.count(&field) > from.taken.count(&field); };
  std::vector<Term> each;
  if (adjacency.policy)
    for (const ir::Attribute &attribute : adjacency.policy->attributes)
      if (mayChange(*attribute.field))
        each.push_back(allowsField(*adjacency.policy, attribute, from, to));
  if (adjacency.policy || !adjacency.when)
    return store.conjunction(std::move(each));
  Term sensitive = about(*adjacency.pair, *adjacency.when, from, to);
  for (const auto &field : record().fields)
    if (mayChange(*field))
      each.push_back(keeps(*field));
  return store.disjunction({sensitive, store.conjunction(std::move(each))});
}

Term Pairs::Writer::allowsAll(const std::vector<std::shared_ptr<const ChangeClass>> &classes) {
  std::vector<Term> each;
  for (const auto &changes : classes)
    each.push_back(allows(*changes));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::isIn(const Row &row) {
  Term inside = allowsAll(row.allowed);
  return row.notAll.empty() ? inside : store.conjunction({inside, store.negate(allowsAll(row.notAll))});
}

} // namespace plumb::composition
