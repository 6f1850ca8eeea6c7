// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/evaluator.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace plumb::relational {

using smt::Term;
using Kind = ir::RecordAdjacency::Kind;

namespace {

/// A rule that reads its own field at another index has facts of its own; so many in a row are told.
constexpr std::size_t ruleDepth = 4;

/// Premises with more variables than two are told of no index: the tuples would be too many.
constexpr std::size_t premiseIndices = 2;

} // namespace

/// `add or remove` differ in one record, whichever side has it; it is r.
bool Evaluator::exists(Side record) const {
  Kind kind = context.symbols.mechanism().recordAdjacency->kind;
  return kind == Kind::Replace || (kind == Kind::Remove) == (record == Side::Second);
}

Evaluator::Environment Evaluator::enter() {
  Environment outer{mode, bound, records, undrawn};
  mode = Mode::Relational;
  return outer;
}

void Evaluator::leave(const Environment &outer) {
  mode = outer.mode;
  bound = outer.bound;
  records = outer.records;
  undrawn = outer.undrawn;
}

Term Evaluator::fieldRead(const ir::FieldRead &read, Side side) {
  std::vector<Term> at = indices(read.indices, side);
  for (Term index : at)
    noteIndex(index);
  if (!at.empty())
    requireDefined(inRange(read.field.extents, at));
  noteField(read.field, at);
  const Side which = records.at(&read.record);
  return context.symbols.field(read.field, at, (read.primed ? other(which) : which) == Side::Second);
}

/// \returns false for an operand that is no field, or one that is never none.
Term Evaluator::noneTest(const ir::Expression &operand, Side side) {
  const auto *read = llvm::dyn_cast<ir::FieldRead>(&operand);
  if (!read)
    return context.store.boolean(false);
  std::vector<Term> at = indices(read->indices, side);
  fieldRead(*read, side);
  const Side which = records.at(&read->record);
  return context.symbols.isNone(read->field, at, (read->primed ? other(which) : which) == Side::Second);
}

Term Evaluator::fieldComparison(const ir::FieldComparison &comparison, Side side) {
  auto &store = context.store;
  using Op = ir::BinaryOperator;
  Term left = evaluate(*comparison.left, side), right = evaluate(*comparison.right, side);
  Term noLeft = noneTest(*comparison.left, side), noRight = noneTest(*comparison.right, side);
  Term neither = store.conjunction({store.negate(noLeft), store.negate(noRight)});
  auto both = [&](Term relation) { return store.conjunction({neither, relation}); };
  switch (comparison.op) {
  case Op::Less:
    return both(store.less(left, right));
  case Op::LessEqual:
    return both(store.lessEqual(left, right));
  case Op::Greater:
    return both(store.less(right, left));
  case Op::GreaterEqual:
    return both(store.lessEqual(right, left));
  default:
    break;
  }
  Term equal = store.disjunction({both(store.equal(left, right)), store.conjunction({noLeft, noRight})});
  return comparison.op == Op::Equal ? equal : store.negate(equal);
}

Term Evaluator::contribution(const ir::Variable &query, const std::vector<Term> &at, Side side) {
  auto &store = context.store;
  if (!exists(side))
    return store.integer(0);
  const ir::SchemaQuery &definition = *query.definition;
  bind(*definition.record, side);
  for (std::size_t i = 0; i < at.size(); ++i)
    bind(*definition.indices[i], at[i]);
  Term counts = definition.where ? evaluate(*definition.where, Side::First) : store.boolean(true);
  guards.push_back(counts);
  Term term = definition.term ? evaluate(*definition.term, Side::First) : store.integer(1);
  guards.pop_back();
  return store.ite(counts, term, store.integer(0));
}

void Evaluator::programContribution(const ir::Variable &query, const std::vector<Term> &at, Side side) {
  mode = Mode::Program;
  contribution(query, at, side);
}

/// f(D) - f(D') = g(r) - g(r'), as f is additive.
Term Evaluator::derivedDifference(const ir::Variable &query, const std::vector<Term> &at) {
  auto &store = context.store;
  noteRecords();
  Mode outer = mode;
  mode = Mode::Relational;
  Term d;
  if (context.symbols.mechanism().recordAdjacency->kind == Kind::AddOrRemove) {
    Term more = contribution(query, at, Side::First);
    d = store.ite(context.symbols.isAdded(), more, store.minus(more));
  } else {
    d = store.subtract(contribution(query, at, Side::First), contribution(query, at, Side::Second));
  }
  mode = outer;
  return d;
}

Term Evaluator::sameField(const ir::Field &field, const std::vector<Term> &at) {
  auto &store = context.store;
  auto &symbols = context.symbols;
  Term none = symbols.isNone(field, at, false), nonePrimed = symbols.isNone(field, at, true);
  Term equal = store.equal(symbols.field(field, at, false), symbols.field(field, at, true));
  return store.conjunction({store.equal(none, nonePrimed), store.disjunction({none, equal})});
}

/// Facts about elements that there are: nothing is known of others.
void Evaluator::noteField(const ir::Field &field, const std::vector<Term> &at) {
  std::pair<const ir::Field *, std::vector<Term>> element{&field, at};
  if (notingFields.size() >= ruleDepth ||
      std::find(notingFields.begin(), notingFields.end(), element) != notingFields.end())
    return;
  notingFields.push_back(std::move(element));
  const Environment outer = enter();
  for (Side record : {Side::First, Side::Second})
    if (exists(record))
      fieldRange(field, at, record);
  if (context.symbols.mechanism().recordAdjacency->kind == Kind::Replace)
    policyOfField(field, at);
  leave(outer);
  notingFields.pop_back();
}

void Evaluator::fieldRange(const ir::Field &field, const std::vector<Term> &at, Side record) {
  if (!field.low)
    return;
  auto &store = context.store;
  bool primed = record == Side::Second;
  Term value = context.symbols.field(field, at, primed);
  Term within = store.conjunction({store.lessEqual(evaluate(*field.low, Side::First), value),
                                   store.less(value, evaluate(*field.high, Side::First))});
  Term none = context.symbols.isNone(field, at, primed);
  state.know(store.implies(inRange(field.extents, at), store.disjunction({none, within})));
}

/// What the attribute form, or `when`, says of one element: r' keeps it, or it is sensitive in r.
void Evaluator::policyOfField(const ir::Field &field, const std::vector<Term> &at) {
  auto &store = context.store;
  const ir::RecordAdjacency &adjacency = *context.symbols.mechanism().recordAdjacency;
  auto keptUnless = [&](Term sensitive) {
    state.know(
        store.implies(inRange(field.extents, at), store.disjunction({sensitive, sameField(field, at)})));
  };
  if (adjacency.when) {
    bind(*adjacency.pair, Side::First);
    keptUnless(evaluate(*adjacency.when, Side::First));
  }
  if (!adjacency.policy)
    return;
  bind(*adjacency.policy->pair, Side::First);
  for (const ir::Attribute &attribute : adjacency.policy->attributes) {
    if (attribute.field != &field)
      continue;
    if (!attribute.isSensitive) {
      keptUnless(store.boolean(false));
    } else if (attribute.when) {
      for (std::size_t i = 0; i < attribute.indices.size(); ++i)
        bind(*attribute.indices[i], at[i]);
      keptUnless(evaluate(*attribute.when, Side::First));
    }
  }
}

void Evaluator::noteRecords() {
  if (state.knowsRecords)
    return;
  state.knowsRecords = true;
  const Environment outer = enter();
  const ir::Mechanism &mechanism = context.symbols.mechanism();
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  if (adjacency.policy && adjacency.policy->formula) {
    bind(*adjacency.policy->pair, Side::First);
    state.know(evaluate(*adjacency.policy->formula, Side::First));
  }
  if (adjacency.along) {
    bind(*adjacency.pair, Side::First);
    state.know(evaluate(*adjacency.along, Side::First));
  }
  for (const ir::RecordPremise &one : mechanism.premises)
    if (one.indices.empty() && premisesAreTold)
      premise(one, {});
  leave(outer);
}

void Evaluator::premisesAt(Term index) {
  const auto &premises = context.symbols.mechanism().premises;
  if (!premisesAreTold)
    return;
  for (const ir::RecordPremise &one : premises) {
    if (one.indices.size() == 1)
      premise(one, {index});
    if (one.indices.size() == premiseIndices)
      for (std::size_t i = 0; i < state.noted.size(); ++i) {
        premise(one, {index, state.noted[i]});
        premise(one, {state.noted[i], index});
      }
  }
}

/// Of every record of D and of D', hence of r and of r'.
void Evaluator::premise(const ir::RecordPremise &premise, const std::vector<Term> &at) {
  auto &store = context.store;
  for (Side record : {Side::First, Side::Second}) {
    if (!exists(record))
      continue;
    bind(*premise.record, record);
    std::vector<Term> within;
    for (std::size_t i = 0; i < at.size(); ++i) {
      within.push_back(store.lessEqual(evaluate(*premise.indices[i].low, Side::First), at[i]));
      within.push_back(store.less(at[i], evaluate(*premise.indices[i].high, Side::First)));
      bind(*premise.indices[i].variable, at[i]);
    }
    Term holds = evaluate(*premise.formula, Side::First);
    state.know(store.implies(store.conjunction(std::move(within)), holds));
  }
}

} // namespace plumb::relational
