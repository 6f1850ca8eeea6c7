// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/pairs.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::composition {

using relational::Side;
using smt::Term;

Pairs::Pairs(const ir::Composition &source, ChangeClass changes, smt::TermStore &terms)
    : composition(source), pairs(std::move(changes)), store(terms), symbols(*pairs.mechanism, store),
      products(store), scales(symbols, products, store) {}

Pairs::Writer::Writer(Pairs &of) : Writer(of.composition, of.context(), 0) {}

Pairs::Writer::Writer(const ir::Composition &composition, relational::Context of, long mostElements)
    : context(of), store(of.store), evaluator(of, state, relational::Evaluator::Mode::Relational),
      length(mostElements) {
  // May be assumed: the guarantee is claimed for parameters that meet them.
  for (const auto &requirement : composition.head->requirements)
    if (!llvm::isa<ir::Forall>(requirement.get()))
      state.know(evaluator.relational(*requirement));
  if (context.symbols.mechanism().recordAdjacency)
    evaluator.instantiation().atRecords();
}

const ir::Record &Pairs::Writer::record() const {
  return *context.symbols.mechanism().recordAdjacency->record;
}

Term Pairs::Writer::answersStay(const ir::Mechanism &mechanism) {
  std::vector<Term> same;
  for (const auto &variable : mechanism.variables) {
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

std::vector<std::vector<Term>> Pairs::Writer::elementsOf(const ir::Field &field, const void *statement) {
  auto [found, isNew] = elements.try_emplace(statement);
  if (!isNew)
    return found->second;
  std::vector<std::vector<Term>> all = {{}};
  for (std::size_t i = 0; i < field.extents.size(); ++i) {
    std::vector<std::vector<Term>> longer;
    for (const std::vector<Term> &start : all)
      for (long index = 0; index < std::max(length, 1L); ++index) {
        longer.push_back(start);
        longer.back().push_back(length ? store.integer(index)
                                       : store.freshVariable("some." + field.name, smt::Sort::Int));
      }
    all = std::move(longer);
  }
  found->second = all;
  for (const std::vector<Term> &at : all) {
    for (Term index : at)
      evaluator.instantiation().at(index);
    evaluator.instantiation().atField(field, at);
  }
  return all;
}

Term Pairs::Writer::keeps(const ir::Field &field) {
  std::vector<Term> each;
  for (const std::vector<Term> &at : elementsOf(field, &field))
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
Term Pairs::Writer::allowsField(const ir::Policy &policy, const ir::Attribute &attribute) {
  if (!attribute.isSensitive)
    return keeps(*attribute.field);
  std::vector<Term> each;
  if (attribute.when)
    for (const std::vector<Term> &at : elementsOf(*attribute.field, &attribute)) {
      evaluator.bind(*policy.pair, Side::First);
      for (std::size_t i = 0; i < attribute.indices.size(); ++i)
        evaluator.bind(*attribute.indices[i], at[i]);
      Term may = evaluator.relational(*attribute.when);
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
        each.push_back(allowsField(*policy, attribute));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::allows(const ChangeClass &changes) {
  const ir::RecordAdjacency &adjacency = *changes.mechanism->recordAdjacency;
  if (adjacency.policy && adjacency.policy->formula) {
    evaluator.bind(*adjacency.policy->pair, Side::First);
    return evaluator.relational(*adjacency.policy->formula);
  }
  if (adjacency.policy) {
    std::vector<Term> each;
    for (const ir::Attribute &attribute : adjacency.policy->attributes)
      each.push_back(allowsField(*adjacency.policy, attribute));
    return store.conjunction(std::move(each));
  }
  if (adjacency.along) {
    evaluator.bind(*adjacency.pair, Side::First);
    return evaluator.relational(*adjacency.along);
  }
  if (!adjacency.when)
    return store.boolean(true); // Replaced by anything; added, removed, or both: alike for all parts.
  evaluator.bind(*adjacency.pair, Side::First);
  Term sensitive = evaluator.relational(*adjacency.when);
  return store.disjunction({sensitive, keepsAll()});
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
