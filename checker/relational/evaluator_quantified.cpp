// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/evaluator.h"
#include "checker/relational/image.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <optional>

namespace plumb::relational {

using smt::Term;

namespace {

/// One inside of another has a meaning anew at each index; beyond so many in one state they are symbols
/// alone.
constexpr std::ptrdiff_t mostQuantifiers = 12;

} // namespace

/// Nothing if \p formula reads what a run has made. z is none of it, but where a claim speaks of the run's
/// own output.
std::optional<Quantified> Evaluator::met(const ir::Forall &formula, Side side) {
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
      if (own.count(&name->variable))
        return;
      if (value != bound.end())
        found.bound.insert(*value);
      else if (name->variable.role == ir::Variable::Role::LoopIndex)
        found.bound.emplace(&name->variable, read(*name, side));
      else
        isOfHead &= name->variable.role == ir::Variable::Role::Parameter;
    } else if (const auto *field = llvm::dyn_cast<ir::FieldRead>(&part)) {
      const auto record = records.find(&field->record);
      isOfHead &= record != records.end();
      if (record != records.end())
        found.records.insert(*record);
    } else {
      const Kind kind = part.kind();
      const bool isOfOutput = kind == Kind::CellTest || kind == Kind::CellRead || kind == Kind::ResultRead ||
                              kind == Kind::Membership;
      isOfHead &= (!isOfOutput || !ownOutput) && kind != Kind::TopK && kind != Kind::Moved &&
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

/// What a `forall` says of one index: its ends, and its body there.
struct Evaluator::Instance {
  Term within, body;

  static Instance of(const Quantified &met, Context context, State &state, Term index) {
    Evaluator evaluator(context, state, Mode::Relational);
    for (const auto &[variable, value] : met.bound)
      evaluator.bind(*variable, value);
    for (const auto &[record, side] : met.records)
      evaluator.bind(*record, side);
    auto &store = context.store;
    Term low = evaluator.evaluate(*met.formula->low, met.side);
    Term high = evaluator.evaluate(*met.formula->high, met.side);
    evaluator.bind(met.formula->variable, index);
    return {store.conjunction({store.lessEqual(low, index), store.less(index, high)}),
            evaluator.evaluate(*met.formula->body, met.side)};
  }
};

/// Its body holds at each index of its range that is met, or fails at one that has a name.
void Evaluator::knowMeaning(Term truth, const Quantified &met) {
  auto &facts = state.quantified.ofInts;
  const Term failure = context.symbols.failureOf(truth);
  const bool known =
      std::any_of(facts.begin(), facts.end(), [&](const IndexFact &fact) { return fact.about == truth; });
  const auto quantifiers = std::count_if(
      facts.begin(), facts.end(), [](const IndexFact &fact) { return fact.about.sort() == smt::Sort::Bool; });
  if (!known && quantifiers >= mostQuantifiers)
    return;
  if (!known) {
    auto instantiate = [own = context, truth, met](State &target, Term k) {
      const Instance at = Instance::of(met, own, target, k);
      // May be assumed: this is what the symbol means. It holds of \c truth, of the same record and of what
      // is bound, at every int.
      target.know(own.store.implies(own.store.conjunction({truth, at.within}), at.body),
                  verdict::Reason::of(verdict::Reason::Kind::Everywhere));
    };
    facts.push_back({truth, instantiate});
    const Instance there = Instance::of(met, context, state, failure);
    // May be assumed: `failure` names an index at which the body fails if there is one.
    state.know(context.store.disjunction(
                   {truth, context.store.conjunction({there.within, context.store.negate(there.body)})}),
               verdict::Reason::of(verdict::Reason::Kind::Somewhere));
    const std::vector<Term> before = state.quantified.triggers;
    for (Term index : before)
      instantiate(state, index);
  }
  instantiation().at(failure);
}

/// A quantified premise is instantiated; any other `forall` is a symbol, of which is known what it says of
/// the indices that are met, and that it fails at one if it does. Where a model is looked for, it gets all of
/// its meaning (checker/proof/some_input.h). An alignment must not use one that reads what a run has made.
Term Evaluator::forall(const ir::Forall &formula, Side side) {
  if (mode == Mode::Program)
    forallDefined(formula, side);
  std::optional<Quantified> here = met(formula, side);
  if (!here) {
    undrawn = true;
    return context.store.freshVariable("unknown", smt::Sort::Bool);
  }
  const Term truth = context.symbols.truthOf(*here);
  knowMeaning(truth, *here);
  const ir::Variable *index = namedIndex(formula);
  if (index && here->bound.count(index))
    knowNamedBelow(context, state, *here, truth);
  return truth;
}

Term Evaluator::namedBelow(const ir::Forall &formula) {
  mode = Mode::Relational;
  forall(formula, Side::First);
  const std::optional<Quantified> here = met(formula, Side::First);
  return here ? relational::namedBelow(context, *here)
              : context.store.freshVariable("unknown", smt::Sort::Int);
}

} // namespace plumb::relational
