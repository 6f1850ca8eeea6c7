// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/pairs.h"

#include "frontend/ir/substitution.h"

#include <llvm/Support/Casting.h>

namespace plumb::composition {

using alignment::Run;
using smt::Term;

Pairs::Pairs(const ir::Composition &source, ChangeClass changes, smt::TermStore &terms)
    : composition(source), pairs(std::move(changes)), store(terms), symbols(*pairs.mechanism, store),
      products(store), scales(symbols, products, store) {}

Pairs::Writer::Writer(Pairs &of) : pairs(of), store(of.store), evaluator(of.context(), state) {
  for (const auto &requirement : pairs.composition.head->requirements)
    if (!llvm::isa<ir::Forall>(requirement.get()))
      state.know(evaluator.relational(*requirement));
  // From here on formulas are about both records, not program text of one run.
  evaluator.relational(ir::Boolean(true, {}));
  evaluator.noteRecords();
}

Term Pairs::Writer::answersStay(const ir::Part &part) {
  std::vector<Term> same;
  for (const auto &variable : part.mechanism->variables) {
    if (!variable->definition)
      continue;
    std::vector<Term> at;
    for (std::size_t i = 0; i < variable->extents.size(); ++i) {
      at.push_back(store.freshVariable("some." + variable->name, smt::Sort::Int));
      evaluator.noteIndex(at.back());
    }
    Term first = evaluator.element(*variable, at, Run::First);
    Term second = evaluator.element(*variable, at, Run::Second);
    same.push_back(store.implies(evaluator.inRange(variable->extents, at), store.equal(first, second)));
  }
  return store.conjunction(std::move(same));
}

std::vector<Term> Pairs::Writer::anyElement(const ir::Field &field) {
  std::vector<Term> at;
  for (std::size_t i = 0; i < field.extents.size(); ++i) {
    at.push_back(store.freshVariable("some." + field.name, smt::Sort::Int));
    evaluator.noteIndex(at.back());
  }
  evaluator.noteField(field, at);
  return at;
}

Term Pairs::Writer::keeps(const ir::Field &field) {
  std::vector<Term> at = anyElement(field);
  return store.implies(evaluator.inRange(field.extents, at), evaluator.sameField(field, at));
}

Term Pairs::Writer::allowsElement(const ir::Policy &policy, const ir::Attribute &attribute) {
  if (!attribute.when)
    return store.boolean(true);
  std::vector<Term> at = anyElement(*attribute.field);
  evaluator.bind(*policy.pair, Run::First);
  for (std::size_t i = 0; i < attribute.indices.size(); ++i)
    evaluator.bind(*attribute.indices[i], at[i]);
  Term may = evaluator.relational(*attribute.when);
  return store.implies(evaluator.inRange(attribute.field->extents, at),
                       store.disjunction({may, evaluator.sameField(*attribute.field, at)}));
}

Term Pairs::Writer::allowsSensitive(const ir::Part &part) {
  std::vector<Term> each;
  if (const ir::Policy *policy = part.mechanism->recordAdjacency->policy)
    for (const ir::Attribute &attribute : policy->attributes)
      if (attribute.isSensitive)
        each.push_back(allowsElement(*policy, attribute));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::keepsPublic(const ir::Part &part) {
  std::vector<Term> each;
  if (const ir::Policy *policy = part.mechanism->recordAdjacency->policy)
    for (const ir::Attribute &attribute : policy->attributes)
      if (!attribute.isSensitive)
        each.push_back(keeps(*attribute.field));
  return store.conjunction(std::move(each));
}

Term Pairs::Writer::allows(const ir::Part &part) {
  if (isByAttributes(part))
    return store.conjunction({allowsSensitive(part), keepsPublic(part)});
  const ir::RecordAdjacency &adjacency = *part.mechanism->recordAdjacency;
  if (adjacency.policy) {
    evaluator.bind(*adjacency.policy->pair, Run::First);
    return evaluator.relational(*adjacency.policy->formula);
  }
  ir::Substitution arguments = ir::argumentsOf(pairs.composition, part);
  if (adjacency.along) {
    evaluator.bind(*adjacency.pair, Run::First);
    return evaluator.relational(*ir::substituted(*adjacency.along, arguments));
  }
  if (!adjacency.when)
    return store.boolean(true); // Added, removed, or both: alike for all parts.
  evaluator.bind(*adjacency.pair, Run::First);
  Term sensitive = evaluator.relational(*ir::substituted(*adjacency.when, arguments));
  std::vector<Term> kept;
  for (const auto &field : adjacency.record->fields)
    kept.push_back(keeps(*field));
  return store.disjunction({sensitive, store.conjunction(std::move(kept))});
}

} // namespace plumb::composition
