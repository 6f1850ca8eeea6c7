// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/evaluator.h"

#include "llvm/Support/Casting.h"

namespace plumb::relational {

using smt::Term;
using Kind = ir::RecordAdjacency::Kind;

/// `add or remove` differ in one record, whichever side has it; it is r.
bool Evaluator::exists(Side record) const {
  Kind kind = context.symbols.neighbourhood().recordAdjacency->kind;
  return kind == Kind::Replace || (kind == Kind::Remove) == (record == Side::Second);
}

Term Evaluator::fieldRead(const ir::FieldRead &read, Side side) {
  std::vector<Term> at = indices(read.indices, side);
  for (Term index : at)
    instantiation().at(index);
  if (!at.empty())
    requireDefined(inRange(read.field.extents, at));
  instantiation().atField(read.field, at);
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
  case Op::Add:
  case Op::Subtract:
  case Op::Multiply:
  case Op::Divide:
  case Op::IntegerDivide:
  case Op::Modulo:
  case Op::Equal:
  case Op::NotEqual:
  case Op::And:
  case Op::Or:
  case Op::Implies:
  case Op::Iff:
    break;
  }
  Term equal = store.disjunction({both(store.equal(left, right)), store.conjunction({noLeft, noRight})});
  return comparison.op == Op::Equal ? equal : store.negate(equal);
}

Term Evaluator::contribution(const ir::Variable &query, const std::vector<Term> &at, Side side) {
  auto &store = context.store;
  const ir::SchemaQuery &definition = *query.definition;
  const Term nothing =
      definition.isExtremum() ? ofNobody(query) : store.literal(0, sortOf(definition.sort()));
  if (!exists(side))
    return nothing;
  bind(*definition.record, side);
  for (std::size_t i = 0; i < at.size(); ++i)
    bind(*definition.indices[i], at[i]);
  Term counts = definition.where ? evaluate(*definition.where, Side::First) : store.boolean(true);
  guards.push_back(counts);
  Term term = definition.term ? evaluate(*definition.term, Side::First) : store.integer(1);
  guards.pop_back();
  return store.ite(counts, term, nothing);
}

void Evaluator::programContribution(const ir::Variable &query, const std::vector<Term> &at, Side side) {
  mode = Mode::Program;
  contribution(query, at, side);
}

Term Evaluator::differenceOfOne(const ir::Variable &query, const std::vector<Term> &at) {
  auto &store = context.store;
  instantiation().atRecords();
  Mode outer = mode;
  mode = Mode::Relational;
  Term d;
  if (context.symbols.neighbourhood().recordAdjacency->kind == Kind::AddOrRemove) {
    // A query is additive, or the one record alone changes what is answered of nobody.
    Term more = contribution(query, at, Side::First);
    if (query.definition->isExtremum())
      more = store.subtract(more, ofNobody(query));
    d = store.ite(context.symbols.isAdded(), more, store.minus(more));
  } else {
    d = store.subtract(contribution(query, at, Side::First), contribution(query, at, Side::Second));
  }
  mode = outer;
  return d;
}

/// Is it told apart whether r is exchanged for r' at all? Where nothing runs, answers are asked for and not
/// data sets.
bool Evaluator::mayKeepRecord() const {
  const auto &adjacency = context.symbols.neighbourhood().recordAdjacency;
  return context.symbols.hasMechanism() && adjacency && adjacency->mayKeep();
}

/// Where r is exchanged for r', D has r, and all other records count for 0 or 1. That is said of neighbours
/// that differ, and not of all data sets: what is asked of each run, such as that its divisors are not 0, is
/// asked of the empty one too, which has no r. Where r is added or removed, that no count is less than 0 says
/// as much.
Term Evaluator::leastCount(const ir::Variable &query, const std::vector<Term> &at) {
  auto &store = context.store;
  if (state.isAlone || !mayKeepRecord())
    return store.integer(0);
  instantiation().atRecords();
  Mode outer = mode;
  mode = Mode::Relational;
  const Term own = contribution(query, at, Side::First);
  mode = outer;
  return store.ite(context.symbols.isExchanged(), own, store.integer(0));
}

Term Evaluator::ofNobody(const ir::Variable &query) {
  return Evaluator(context, state, Mode::Relational).relational(query.definition->ofNobody());
}

/// May be assumed of any data: records have fields in their ranges, which the verdict lists, and without one
/// that counts the answer is an end of the range. Where the range is empty no record is, and that end is all
/// that is known.
void Evaluator::knowRange(const ir::Variable &query, Term answer) {
  auto &store = context.store;
  const ir::SchemaQuery &definition = *query.definition;
  Evaluator ofSizes(context, state, Mode::Relational);
  const Term least = ofSizes.relational(*definition.least),
             greatest = ofSizes.relational(*definition.greatest);
  const bool isMaximum = definition.aggregate == ir::SchemaQuery::Aggregate::Maximum;
  const Term above = store.lessEqual(least, answer), below = store.lessEqual(answer, greatest);
  const Reason reason = Reason::of(Reason::Kind::Extremum, query);
  state.know(isMaximum ? above : below, reason);
  state.know(store.implies(store.lessEqual(least, greatest), isMaximum ? below : above), reason);
}

/// f(D) = max(m, g(r)) and f(D') = max(m, g(r')), where m is what the records come to that both have; and so
/// for a minimum. What D' or D lacks does not count, and m is then the answer.
Term Evaluator::extremum(const ir::Variable &query, const std::vector<Term> &at, Side side) {
  auto &store = context.store;
  auto &symbols = context.symbols;
  const Term answer = symbols.query(query, at);
  knowRange(query, answer);
  if (side == Side::First)
    return answer;
  instantiation().atRecords();
  Mode outer = mode;
  mode = Mode::Relational;
  const Term others = symbols.ofOthers(query, at);
  knowRange(query, others);
  const bool isMaximum = query.definition->aggregate == ir::SchemaQuery::Aggregate::Maximum;
  const auto with = [&](Side record) {
    if (!exists(record))
      return others;
    const Term own = contribution(query, at, record);
    return store.ite(store.lessEqual(others, own), isMaximum ? own : others, isMaximum ? others : own);
  };
  Term here = with(Side::First), there = with(Side::Second);
  if (symbols.neighbourhood().recordAdjacency->kind == Kind::AddOrRemove) {
    const Term more = here;
    here = store.ite(symbols.isAdded(), more, others);
    there = store.ite(symbols.isAdded(), others, more);
  }
  mode = outer;
  const Term isHere = store.equal(answer, here);
  const Reason reason = Reason::of(Reason::Kind::Extremum, query);
  // May be assumed of neighbours. If they may be one data set, it need have no record.
  if (!mayKeepRecord()) {
    state.know(isHere, reason);
    return there;
  }
  state.know(store.implies(symbols.isExchanged(), isHere), reason);
  return store.ite(symbols.isExchanged(), there, answer);
}

Term Evaluator::sameField(const ir::Field &field, const std::vector<Term> &at) {
  auto &store = context.store;
  auto &symbols = context.symbols;
  Term none = symbols.isNone(field, at, false), nonePrimed = symbols.isNone(field, at, true);
  Term equal = store.equal(symbols.field(field, at, false), symbols.field(field, at, true));
  return store.conjunction({store.equal(none, nonePrimed), store.disjunction({none, equal})});
}

} // namespace plumb::relational
