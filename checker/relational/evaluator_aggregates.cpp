// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/evaluator.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <memory>

namespace plumb::relational {

using smt::Term;

namespace {

/// What chooses depending on another choice chooses anew at each index; more than this many in one state
/// stay unknown.
constexpr std::ptrdiff_t choiceLimit = 10;

/// What expressions read of \p state, and nothing that is known: for terms alone. A state has many facts, and
/// a copy of them would be made for each expression. No trigger is met in it, as what is met there is thrown
/// away.
State withoutFacts(const State &state) {
  State terms;
  terms.runs = state.runs;
  terms.moved = state.moved;
  terms.otherCost = state.otherCost;
  terms.isAlone = state.isAlone;
  terms.quantified.usesPremises = state.quantified.usesPremises;
  terms.quantified.openFields = state.quantified.openFields;
  terms.quantified.hasRecords = true;
  terms.quantified.isBusy = true;
  return terms;
}

} // namespace

/// One index that an aggregate may choose. The minimum is the maximum of the opposite.
struct Evaluator::Candidate {
  Term filter, value;
};

Evaluator::Candidate Evaluator::candidate(const ir::Aggregate &aggregate, Side side, Term index) {
  bool outer = choosing;
  choosing = true;
  bound[&aggregate.variable] = index;
  std::size_t conditions = definedness.size();
  Candidate result{aggregate.filter ? evaluate(*aggregate.filter, side) : context.store.boolean(true),
                   evaluate(*aggregate.body, side)};
  definedness.resize(conditions); // See aggregateDefined.
  choosing = outer;
  if (!aggregate.isMaximum())
    result.value = context.store.minus(result.value);
  return result;
}

/// How many indices the filter of \p aggregate may leave out, each by a `!=`.
static int inequalitiesIn(const ir::Aggregate &aggregate) {
  int count = 0;
  if (aggregate.filter)
    forEachExpression(*aggregate.filter, [&](const ir::Expression &part) {
      const auto *binary = llvm::dyn_cast<ir::Binary>(&part);
      count += binary && binary->op == ir::BinaryOperator::NotEqual;
    });
  return count;
}

/// Some index qualifies, and the body is defined at each that does.
void Evaluator::aggregateDefined(const ir::Aggregate &aggregate, Side side, Term low, Term high) {
  auto &store = context.store;
  auto inside = [&](Term k) { return store.conjunction({store.lessEqual(low, k), store.less(k, high)}); };
  std::vector<Term> witnesses;
  const auto witness = [&](Term k) {
    witnesses.push_back(store.conjunction({inside(k), candidate(aggregate, side, k).filter}));
  };
  // Of the last and as many from the first on as the filter leaves out, one is left.
  constexpr int fewest = 2, most = 8;
  for (int i = 0; i < std::clamp(inequalitiesIn(aggregate), fewest, most); ++i)
    witness(i == 0 ? low : store.add(low, store.integer(i)));
  witness(store.subtract(high, store.integer(1)));
  // And where a premise says that there is one, the index that it speaks of.
  for (const IndexFact &fact : std::vector<IndexFact>(state.quantified.ofInts))
    if (fact.about.sort() == smt::Sort::Bool)
      witness(context.symbols.failureOf(fact.about));
  requireDefined(store.disjunction(std::move(witnesses)));

  Term k = store.freshVariable(aggregate.variable.name, smt::Sort::Int);
  bound[&aggregate.variable] = k;
  guards.push_back(inside(k));
  if (aggregate.filter)
    guards.push_back(evaluate(*aggregate.filter, side));
  evaluate(*aggregate.body, side);
  guards.resize(guards.size() - (aggregate.filter ? 2 : 1));
}

Term Evaluator::aggregate(const ir::Aggregate &aggregate, Side side) {
  auto &store = context.store;
  auto unknown = [&] {
    undrawn = true;
    return store.freshVariable("unknown", sortOf(aggregate.sort()));
  };
  // One inside another would choose anew for each index of that. (Its own conditions are met in
  // aggregateDefined of the other.)
  if (choosing)
    return unknown();
  Term low = evaluate(*aggregate.low, side), high = evaluate(*aggregate.high, side);
  if (mode == Mode::Program)
    aggregateDefined(aggregate, side, low, high);
  // A claim reads what was published at one place; a choice would be instantiated at other places as well.
  // What a quantifier says is about a truth value, and has a limit of its own.
  const auto choices =
      std::count_if(state.quantified.ofInts.begin(), state.quantified.ofInts.end(),
                    [](const IndexFact &fact) { return fact.about.sort() == smt::Sort::Int; });
  if (choices >= choiceLimit || ownOutput)
    return unknown();
  Symbols::Choice choice{low, high, context.symbols.anyIndex(aggregate.variable), Term(), Term()};
  {
    // Only for the terms: nothing is to be known about this index.
    State aside = withoutFacts(state);
    Evaluator evaluator(*this, aside);
    Candidate any = evaluator.candidate(aggregate, side, choice.k);
    undrawn |= evaluator.undrawn;
    choice.filter = any.filter;
    choice.body = any.value;
  }
  Term chosen = context.symbols.chosen(choice);
  Candidate there = candidate(aggregate, side, chosen);
  auto qualifies = [&store, low, high](Term k, Term filter) {
    return store.conjunction({store.lessEqual(low, k), store.less(k, high), filter});
  };
  Term some = qualifies(chosen, there.filter);
  bool known = std::any_of(state.quantified.ofInts.begin(), state.quantified.ofInts.end(),
                           [&](const IndexFact &fact) { return fact.about == chosen; });
  if (!known) {
    // May be assumed: `chosen` names the first best index if one qualifies, and is `low` otherwise.
    state.know(store.disjunction({some, store.equal(chosen, low)}), Reason::of(Reason::Kind::Choice));
    auto runs = std::make_shared<const std::array<RunState, 2>>(state.runs);
    auto self = std::make_shared<const Evaluator>(*this);
    auto instantiate = [self, runs, &aggregate, side, chosen, there, some, qualifies](State &target, Term k) {
      auto &terms = self->context.store;
      Candidate here;
      {
        RunsOf then(target, *runs);
        here = Evaluator(*self, target).candidate(aggregate, side, k);
      }
      Term better = terms.disjunction(
          {terms.less(here.value, there.value),
           terms.conjunction({terms.equal(here.value, there.value), terms.lessEqual(chosen, k)})});
      // May be assumed: no index that qualifies is better than the chosen one, and then some index qualifies.
      target.know(terms.implies(qualifies(k, here.filter), terms.conjunction({some, better})),
                  Reason::of(Reason::Kind::Choice));
    };
    state.quantified.ofInts.push_back({chosen, instantiate});
    const std::vector<Term> before = state.quantified.triggers;
    for (Term index : before)
      instantiate(state, index);
    instantiation().at(chosen);
  }
  if (aggregate.givesIndex())
    return chosen;
  Term value = aggregate.isMaximum() ? there.value : store.minus(there.value);
  return store.ite(some, value, store.literal(0, value.sort()));
}

} // namespace plumb::relational
