// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/instantiation.h"

#include "checker/adjacency/difference.h"
#include "checker/relational/evaluator.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace plumb::relational {

using smt::Term;
using Kind = ir::RecordAdjacency::Kind;

namespace {

/// An instance may meet new triggers, and those newer ones: not without end.
constexpr unsigned deepestFact = 3;
constexpr std::size_t mostTriggers = 64;

/// What is put at triggers is put into every question of its path, and Z3 takes for many formulas the square
/// of their number, most of it before it counts resources. Paths of the examples have about a hundred.
constexpr std::size_t mostFacts = 2000;

/// A rule that reads its own field at another index has facts of its own; so many in a row are used.
constexpr std::size_t ruleDepth = 4;

/// Premises with more variables than two are never used: the tuples would be too many.
constexpr std::size_t premiseIndices = 2;

/// A premise, a rule or a bound is mathematics, total by whatever values its partial operations take. That it
/// is defined where it is used is an obligation of its own (checker/proof/records.cpp).
Evaluator mathematics(Context context, State &state) {
  return Evaluator(context, state, Evaluator::Mode::Relational);
}

} // namespace

void Instantiation::at(Term index) {
  QuantifiedFacts &known = state.quantified;
  if (known.isBusy || std::find(known.triggers.begin(), known.triggers.end(), index) != known.triggers.end())
    return;
  known.triggers.push_back(index);
  known.isBusy = true;
  requirements(index);
  premises(index);
  selection(index);
  known.isBusy = false;
  factsOfInts(index);
}

/// `requires forall i in a .. b: F(i)`.
void Instantiation::requirements(Term index) {
  auto &store = context.store;
  for (const auto &requirement : context.symbols.neighbourhood().requirements) {
    const auto *forall = llvm::dyn_cast<ir::Forall>(requirement.get());
    // Of one inside of another nothing would be known.
    if (!forall || llvm::isa<ir::Forall>(forall->body.get()))
      continue;
    Evaluator evaluator = mathematics(context, state);
    Term inRange = store.conjunction({store.lessEqual(evaluator.relational(*forall->low), index),
                                      store.less(index, evaluator.relational(*forall->high))});
    evaluator.bind(forall->variable, index);
    // May be assumed: the guarantee is claimed for parameters that meet the requirements, and the verdict
    // lists them. This is F at one index of the range.
    state.know(store.implies(inRange, evaluator.relational(*forall->body)),
               Reason::of(Reason::Kind::Requirement, *requirement));
  }
}

void Instantiation::premises(Term index) {
  // Data without a record meet each premise, so that it tells a run on any data nothing.
  if (!state.quantified.usesPremises || state.isAlone)
    return;
  for (const ir::RecordPremise &one : context.symbols.neighbourhood().premises) {
    if (one.indices.size() == 1)
      premise(one, {index});
    if (one.indices.size() == premiseIndices)
      for (std::size_t i = 0; i < state.quantified.triggers.size(); ++i) {
        premise(one, {index, state.quantified.triggers[i]});
        premise(one, {state.quantified.triggers[i], index});
      }
  }
}

/// Of every record of D and of D', hence of r and of r'.
void Instantiation::premise(const ir::RecordPremise &premise, const std::vector<Term> &at) {
  auto &store = context.store;
  for (Side record : {Side::First, Side::Second}) {
    Evaluator evaluator = mathematics(context, state);
    if (!evaluator.exists(record))
      continue;
    evaluator.bind(*premise.record, record);
    std::vector<Term> within;
    for (std::size_t i = 0; i < at.size(); ++i) {
      within.push_back(store.lessEqual(evaluator.relational(*premise.indices[i].low), at[i]));
      within.push_back(store.less(at[i], evaluator.relational(*premise.indices[i].high)));
      evaluator.bind(*premise.indices[i].variable, at[i]);
    }
    Term holds = evaluator.relational(*premise.formula);
    // May be assumed: the verdict lists the premise. It speaks of fields that the adjacency keeps, which is
    // an obligation of its own, so that it cannot tell D from D'.
    state.know(store.implies(store.conjunction(std::move(within)), holds),
               Reason::of(Reason::Kind::Premise, *premise.formula));
  }
}

/// With I the selected indices of an array of n elements, k = |I| and c(i) = |I intersected with [0, i)|:
/// c(0) = 0, c(n) = k, c(i+1) = c(i) + [i in I], 0 <= c(i) <= i, c(i) <= k, and I lies in [0, n).
void Instantiation::selection(Term index) {
  const ir::TopK *selection = context.symbols.selection();
  if (!selection || !context.symbols.selectionIsUniform())
    return;
  auto &store = context.store;
  auto &symbols = context.symbols;
  Evaluator evaluator = mathematics(context, state);
  Term zero = store.integer(0), one = store.integer(1);
  Term k = evaluator.relational(*selection->count);
  Term n = evaluator.relational(*selection->array.extents[0]);
  Term defined = store.conjunction({store.lessEqual(zero, k), store.lessEqual(k, n)});
  auto given = [&](Term condition, Term fact) {
    // May be assumed of every set of k indices below n, so of z's. There is such a set if 0 <= k <= n, which
    // is the condition here, and is proved where the selection is returned.
    state.know(store.implies(store.conjunction({defined, condition}), fact),
               Reason::of(Reason::Kind::Selection));
  };
  Term yes = store.boolean(true);
  Term below = symbols.membersBelow(index), in = symbols.inSelection(index);
  given(yes, store.equal(symbols.membersBelow(zero), zero));
  given(yes, store.equal(symbols.membersBelow(n), k));
  Term inRange = store.conjunction({store.lessEqual(zero, index), store.less(index, n)});
  given(in, inRange);
  given(inRange,
        store.equal(symbols.membersBelow(store.add(index, one)), store.add(below, store.ite(in, one, zero))));
  for (Term at : {index, store.add(index, one)})
    given(store.conjunction({store.lessEqual(zero, at), store.lessEqual(at, n)}),
          store.conjunction({store.lessEqual(zero, symbols.membersBelow(at)),
                             store.lessEqual(symbols.membersBelow(at), at),
                             store.lessEqual(symbols.membersBelow(at), k)}));
}

void Instantiation::factsOfInts(Term index) {
  QuantifiedFacts &known = state.quantified;
  if (known.depth >= deepestFact || known.triggers.size() > mostTriggers)
    return;
  ++known.depth;
  for (std::size_t i = 0; i < known.ofInts.size() && state.facts.size() < mostFacts; ++i) {
    auto instantiate = known.ofInts[i].instantiate; // The list may grow meanwhile.
    instantiate(state, index);
  }
  --known.depth;
}

void Instantiation::atElement(const smt::Symbol &base, const std::vector<Term> &indices) {
  QuantifiedFacts &known = state.quantified;
  std::vector<std::uint32_t> ids;
  for (Term index : indices)
    ids.push_back(index.id());
  for (std::size_t i = 0; i < known.pointwise.size(); ++i)
    if (known.pointwise[i].base == &base && state.facts.size() < mostFacts &&
        known.instantiated.insert({i, ids}).second)
      known.pointwise[i].instantiate(state, indices);
}

void Instantiation::atDifference(const ir::Difference &clause, Term isElement,
                                 const std::vector<Term> &indices, Term difference, Term bound) {
  auto &store = context.store;
  // May be assumed: D and D' are neighbours, and the verdict lists what the clause says of these. It speaks
  // of elements that there are; at other indices a bound that no difference can meet would be assumed to be
  // met.
  state.know(store.implies(isElement, adjacency::withinBound(store, clause.direction, difference, bound)),
             Reason::neighbours(clause));
  if (clause.onlyOne)
    state.know(
        store.implies(isElement, adjacency::changesOnlyAt(store, difference, indices,
                                                          context.symbols.changedIndex(*clause.query))),
        Reason::neighbours(clause));
}

void Instantiation::atField(const ir::Field &field, const std::vector<Term> &indices) {
  auto &open = state.quantified.openFields;
  std::pair<const ir::Field *, std::vector<Term>> element{&field, indices};
  if (open.size() >= ruleDepth || std::find(open.begin(), open.end(), element) != open.end())
    return;
  open.push_back(std::move(element));
  for (Side record : {Side::First, Side::Second})
    if (mathematics(context, state).exists(record))
      fieldRange(field, indices, record);
  if (context.symbols.neighbourhood().recordAdjacency->kind == Kind::Replace)
    policyOfField(field, indices);
  state.quantified.openFields.pop_back();
}

void Instantiation::fieldRange(const ir::Field &field, const std::vector<Term> &indices, Side record) {
  if (!field.low)
    return;
  auto &store = context.store;
  Evaluator evaluator = mathematics(context, state);
  bool primed = record == Side::Second;
  Term value = context.symbols.field(field, indices, primed);
  const Term high = evaluator.relational(*field.high);
  Term within =
      store.conjunction({store.lessEqual(evaluator.relational(*field.low), value),
                         field.reachesHigh() ? store.lessEqual(value, high) : store.less(value, high)});
  Term none = context.symbols.isNone(field, indices, primed);
  // May be assumed: the range is part of the record's type, for r and r' alike, and the verdict lists it.
  state.know(store.implies(evaluator.inRange(field.extents, indices), store.disjunction({none, within})),
             Reason::of(Reason::Kind::Field));
}

/// What the attribute form, or `when`, says of one element: r' keeps it, or it is sensitive in r.
void Instantiation::policyOfField(const ir::Field &field, const std::vector<Term> &indices) {
  const ir::RecordAdjacency &adjacency = *context.symbols.neighbourhood().recordAdjacency;
  Evaluator evaluator = mathematics(context, state);
  if (adjacency.when) {
    evaluator.bind(*adjacency.pair, Side::First);
    keptUnless(evaluator.relational(*adjacency.when), field, indices);
  }
  if (!adjacency.policy)
    return;
  evaluator.bind(*adjacency.policy->pair, Side::First);
  for (const ir::Attribute &attribute : adjacency.policy->attributes) {
    if (attribute.field != &field)
      continue;
    if (!attribute.isSensitive) {
      keptUnless(context.store.boolean(false), field, indices);
    } else if (attribute.when) {
      for (std::size_t i = 0; i < attribute.indices.size(); ++i)
        evaluator.bind(*attribute.indices[i], indices[i]);
      keptUnless(evaluator.relational(*attribute.when), field, indices);
    }
  }
}

void Instantiation::keptUnless(Term sensitive, const ir::Field &field, const std::vector<Term> &indices) {
  Evaluator evaluator = mathematics(context, state);
  // May be assumed: D and D' are neighbours under the policy, so r' differs from r in sensitive elements
  // only.
  state.know(
      context.store.implies(evaluator.inRange(field.extents, indices),
                            context.store.disjunction({sensitive, evaluator.sameField(field, indices)})),
      Reason::of(Reason::Kind::Policy));
}

void Instantiation::atRecords() {
  if (state.quantified.hasRecords)
    return;
  state.quantified.hasRecords = true;
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  const ir::RecordAdjacency &adjacency = *neighbourhood.recordAdjacency;
  Evaluator evaluator = mathematics(context, state);
  // May be assumed, both: (r, r') is a pair that the policy allows, or an edge of the graph.
  if (adjacency.policy && adjacency.policy->formula) {
    evaluator.bind(*adjacency.policy->pair, Side::First);
    state.know(evaluator.relational(*adjacency.policy->formula), Reason::of(Reason::Kind::Policy));
  }
  if (adjacency.along) {
    evaluator.bind(*adjacency.pair, Side::First);
    state.know(evaluator.relational(*adjacency.along), Reason::of(Reason::Kind::Policy));
  }
  for (const ir::RecordPremise &one : neighbourhood.premises)
    if (one.indices.empty() && state.quantified.usesPremises)
      premise(one, {});
}

} // namespace plumb::relational
