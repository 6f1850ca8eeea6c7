// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/bound_names.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::ir {

using llvm::dyn_cast;

/// Walks a term twice: for the names that are taken, and then from the outside in, choosing.
class NameChoice {
public:
  explicit NameChoice(BoundNames &chosen) : names(chosen) {}

  void choose(const Expression &term) {
    collect(term);
    if (hasBinder)
      visit(term);
  }

  void choose(const RecordPremise &premise) {
    hasBinder = true;
    boundRecords.insert(premise.record.get());
    for (const RecordPremise::Index &index : premise.indices)
      boundVariables.insert(index.variable);
    for (const RecordPremise::Index &index : premise.indices) {
      collect(*index.low);
      collect(*index.high);
    }
    collect(*premise.formula);
    bind(*premise.record, names.records);
    for (const RecordPremise::Index &index : premise.indices)
      bind(*index.variable, names.variables);
    visit(*premise.formula);
  }

private:
  /// What is read, and the names of what is bound: no new name may be one of these.
  void collect(const Expression &term) {
    if (const auto *read = dyn_cast<Read>(&term))
      note(read->variable, boundVariables);
    if (const auto *topK = dyn_cast<TopK>(&term))
      note(topK->array, boundVariables);
    if (const auto *read = dyn_cast<FieldRead>(&term)) {
      note(read->record, boundRecords);
      if (read->record.name.empty())
        taken.insert(read->field.name);
    }
    const Variable *variable = binder(term);
    bool isNew = variable && boundVariables.insert(variable).second;
    hasBinder |= variable != nullptr;
    forEachOperand(term, [&](const Expression &operand) { collect(operand); });
    if (isNew)
      boundVariables.erase(variable);
  }

  template <typename Set, typename Named> void note(const Named &named, const Set &bound) {
    (bound.count(&named) ? others : taken).insert(named.name);
  }

  static const Variable *binder(const Expression &term) {
    if (const auto *forall = dyn_cast<Forall>(&term))
      return &forall->variable;
    const auto *aggregate = dyn_cast<Aggregate>(&term);
    return aggregate ? &aggregate->variable : nullptr;
  }

  void visit(const Expression &term) {
    const Variable *variable = binder(term);
    if (variable)
      bind(*variable, names.variables);
    forEachOperand(term, [&](const Expression &operand) { visit(operand); });
    if (variable)
      taken.erase(names.of(*variable));
  }

  /// Chooses a name for \p bound, which is taken from here on.
  template <typename Named, typename Table> void bind(const Named &bound, Table &table) {
    std::string name = bound.name;
    for (unsigned i = 1; taken.count(name) || (i > 1 && others.count(name)); ++i)
      name = bound.name + std::to_string(i);
    taken.insert(name);
    if (name != bound.name)
      table[&bound] = std::move(name);
  }

  BoundNames &names;
  bool hasBinder = false;
  std::set<const Variable *> boundVariables;
  std::set<const RecordVariable *> boundRecords;
  std::set<std::string> taken, others;
};

BoundNames::BoundNames(const Expression &term) {
  NameChoice(*this).choose(term);
}

BoundNames::BoundNames(const RecordPremise &premise) {
  NameChoice(*this).choose(premise);
}

} // namespace plumb::ir
