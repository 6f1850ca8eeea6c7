// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/evaluator.h"
#include "checker/relational/walk.h"

#include <optional>

namespace plumb::relational {

using smt::Term;

/// Nothing if \p formula reads what a run has made.
std::optional<Quantified> Evaluator::met(const ir::Forall &formula, Side side) const {
  using Kind = ir::Expression::Kind;
  Quantified found{&formula, side, {}, {}};
  std::set<const ir::Variable *> own;
  bool isOfHead = true;
  forEachExpression(formula, [&](const ir::Expression &part) {
    if (const auto *inner = llvm::dyn_cast<ir::Forall>(&part))
      own.insert(&inner->variable);
  });
  forEachExpression(formula, [&](const ir::Expression &part) {
    if (const auto *name = llvm::dyn_cast<ir::Read>(&part)) {
      const auto value = bound.find(&name->variable);
      if (value != bound.end() && !own.count(&name->variable))
        found.bound.insert(*value);
      else
        isOfHead &= own.count(&name->variable) || name->variable.role == ir::Variable::Role::Parameter;
    } else if (const auto *field = llvm::dyn_cast<ir::FieldRead>(&part)) {
      const auto record = records.find(&field->record);
      isOfHead &= record != records.end();
      if (record != records.end())
        found.records.insert(*record);
    } else {
      const Kind kind = part.kind();
      isOfHead &= kind != Kind::CellTest && kind != Kind::CellRead && kind != Kind::ResultRead &&
                  kind != Kind::Membership && kind != Kind::TopK && kind != Kind::Moved &&
                  kind != Kind::Cost && kind != Kind::Aggregate;
    }
  });
  return isOfHead ? std::optional(std::move(found)) : std::nullopt;
}

/// Its range has ends, and its body a value at each index in it.
void Evaluator::forallDefined(const ir::Forall &formula, Side side) {
  auto &store = context.store;
  Term low = evaluate(*formula.low, side), high = evaluate(*formula.high, side);
  Term k = store.freshVariable(formula.variable.name, smt::Sort::Int);
  bound[&formula.variable] = k;
  guards.push_back(store.conjunction({store.lessEqual(low, k), store.less(k, high)}));
  evaluate(*formula.body, side);
  guards.pop_back();
  bound.erase(&formula.variable);
}

/// It has no value here: a quantified premise is instantiated, and any other `forall` is a symbol that proves
/// nothing and assumes nothing. Where a model is looked for, it gets its meaning
/// (checker/proof/some_input.h). As it hides what it depends on, an alignment must not use it.
Term Evaluator::forall(const ir::Forall &formula, Side side) {
  if (mode == Mode::Program)
    forallDefined(formula, side);
  undrawn = true;
  std::optional<Quantified> here = met(formula, side);
  return here ? context.symbols.truthOf(std::move(*here))
              : context.store.freshVariable("unknown", smt::Sort::Bool);
}

} // namespace plumb::relational
