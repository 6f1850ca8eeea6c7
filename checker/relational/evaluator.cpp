// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/evaluator.h"

#include "llvm/Support/Casting.h"
#include "llvm/Support/ErrorHandling.h"

namespace plumb::relational {

using llvm::cast;
using llvm::dyn_cast;
using smt::Term;

Term movedInClass(Context context, const Scales::Class &scaleClass, const std::vector<Term> &moved) {
  std::vector<Term> parts;
  for (const auto &[position, weight] : scaleClass.members)
    parts.push_back(context.store.multiply(context.store.real(weight), moved[position]));
  return context.store.add(std::move(parts));
}

Term chargeFor(Context context, Term moved, const RationalFunction &scale) {
  auto &products = context.products;
  return products.quotient(products.multiply(moved, products.term(scale.denominator, smt::Sort::Real)),
                           products.term(scale.numerator, smt::Sort::Real));
}

Term totalCost(Context context, const std::vector<Term> &moved, Term otherCost) {
  std::vector<Term> parts = {otherCost};
  for (std::size_t i = 0; i < moved.size(); ++i)
    parts.push_back(chargeFor(context, moved[i], context.scales.all()[i].value));
  return context.store.add(std::move(parts));
}

static State start(Context context, bool isAlone) {
  State state;
  // Before requirements are read: an index in one of them is an index of premises, too.
  state.isAlone = isAlone;
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  for (RunState &run : state.runs) {
    run.scalars.resize(neighbourhood.variables.size());
    run.arrays.resize(neighbourhood.variables.size());
  }
  Evaluator evaluator(context, state, Evaluator::Mode::Relational);
  // May be assumed: the guarantee is claimed for parameters that meet them, and they speak of public ones
  // only.
  for (const auto &requirement : neighbourhood.requirements)
    if (!llvm::isa<ir::Forall>(requirement.get()))
      state.know(evaluator.relational(*requirement), Reason::of(Reason::Kind::Requirement, *requirement));
  return state;
}

State startState(Context context) {
  return start(context, false);
}

State startOfAnyData(Context context) {
  return start(context, true);
}

Term Evaluator::program(const ir::Expression &expression, Side side) {
  mode = Mode::Program;
  return evaluate(expression, side);
}

Term Evaluator::relational(const ir::Expression &expression) {
  mode = Mode::Relational;
  return evaluate(expression, Side::First);
}

Term Evaluator::takeDefinedness() {
  Term all = context.store.conjunction(std::move(definedness));
  definedness.clear();
  return all;
}

void Evaluator::requireDefined(Term condition) {
  // An alignment is a function of the mathematics, total by whatever values its partial operations
  // take; only program code can fail.
  if (mode == Mode::Program)
    definedness.push_back(context.store.implies(context.store.conjunction(guards), condition));
}

Term Evaluator::evaluate(const ir::Expression &expression, Side side) {
  auto &store = context.store;
  using Kind = ir::Expression::Kind;
  switch (expression.kind()) {
  case Kind::Number:
    return store.literal(cast<ir::Number>(expression).value, sortOf(expression.sort()));
  case Kind::Boolean:
    return store.boolean(cast<ir::Boolean>(expression).value);
  case Kind::Read: {
    const auto &name = cast<ir::Read>(expression);
    return read(name, name.primed ? other(side) : side);
  }
  case Kind::Unary:
    return unary(cast<ir::Unary>(expression), side);
  case Kind::Binary:
    return binary(cast<ir::Binary>(expression), side);
  case Kind::Conditional:
    return conditional(cast<ir::Conditional>(expression), side);
  case Kind::Extremum: {
    const auto &extremum = cast<ir::Extremum>(expression);
    Term a = evaluate(*extremum.left, side), b = evaluate(*extremum.right, side);
    return store.ite(store.lessEqual(a, b), extremum.isMaximum ? b : a, extremum.isMaximum ? a : b);
  }
  case Kind::CellTest:
    return cellTest(cast<ir::CellTest>(expression), side);
  case Kind::CellRead: {
    const auto &cell = cast<ir::CellRead>(expression);
    auto at = indices(cell.indices, side);
    if (ownOutput && ownOutput->transcript == &cell.transcript && ownOutput->tag == &cell.tag)
      return ownOutput->values[cell.component];
    // What loops keep of all their cells is used at those that are named.
    for (Term index : at)
      instantiation().at(index);
    return context.symbols.cellValue(cell.transcript, cell.tag, cell.component, at);
  }
  case Kind::ResultRead:
    return resultRead(cast<ir::ResultRead>(expression), side);
  case Kind::Membership: {
    Term element = evaluate(*cast<ir::Membership>(expression).element, side);
    instantiation().at(element);
    return context.symbols.inSelection(element);
  }
  case Kind::Moved: {
    auto scale =
        rationalFunction(*cast<ir::Moved>(expression).scale, context.symbols, context.products, store);
    auto position = scale ? context.scales.find(*scale) : std::nullopt;
    return position ? state.moved[*position] : store.real(0);
  }
  case Kind::Cost:
    return totalCost(context, state.moved, state.otherCost);
  case Kind::FieldRead:
    return fieldRead(cast<ir::FieldRead>(expression), side);
  case Kind::NoneTest:
    return noneTest(*cast<ir::NoneTest>(expression).operand, side);
  case Kind::FieldComparison:
    return fieldComparison(cast<ir::FieldComparison>(expression), side);
  case Kind::Aggregate:
    return aggregate(cast<ir::Aggregate>(expression), side);
  case Kind::Forall:
    return forall(cast<ir::Forall>(expression), side);
  case Kind::TopK:
    // It has no value here: a selection is compared at the exit. An unconstrained symbol proves nothing
    // and assumes nothing; and as it hides what it depends on, an alignment must not use it.
    undrawn = true;
    return store.freshVariable("unknown", smt::Sort::Bool);
  }
  llvm_unreachable("an expression without a case");
}

std::vector<Term> Evaluator::indices(const std::vector<ir::ExpressionPtr> &expressions, Side side) {
  std::vector<Term> result;
  for (const auto &expression : expressions)
    result.push_back(evaluate(*expression, side));
  return result;
}

Term Evaluator::inRange(const std::vector<ir::ExpressionPtr> &extents, const std::vector<Term> &at) {
  auto &store = context.store;
  std::vector<Term> conditions;
  for (std::size_t i = 0; i < at.size(); ++i) {
    conditions.push_back(store.lessEqual(store.integer(0), at[i]));
    conditions.push_back(store.less(at[i], evaluate(*extents[i], Side::First)));
  }
  return store.conjunction(std::move(conditions));
}

void Evaluator::requireInRange(const ir::Variable &array, const std::vector<Term> &at) {
  for (Term index : at)
    instantiation().at(index);
  if (mode == Mode::Program && !at.empty())
    requireDefined(inRange(array.extents, at));
}

Term Evaluator::read(const ir::Read &read, Side side) {
  const ir::Variable &variable = read.variable;
  // A subscript is program text of the run in which the whole expression is read; `f'[e]` of an
  // alignment names run 2's answer at the index that e is in run 1.
  auto at = indices(read.indices, mode == Mode::Program ? side : Side::First);
  requireInRange(variable, at);
  switch (variable.role) {
  case ir::Variable::Role::Parameter:
    return context.symbols.parameter(variable, at);
  case ir::Variable::Role::Query:
    return query(variable, at, side);
  case ir::Variable::Role::Bound:
    return bound.at(&variable);
  case ir::Variable::Role::Sample:
    if (mode == Mode::Relational)
      return relationalSample(variable, at, side);
    break;
  case ir::Variable::Role::LoopIndex:
    // A formula that was met in one iteration may be put where the loop has gone on.
    if (const auto then = bound.find(&variable); then != bound.end())
      return then->second;
    break;
  case ir::Variable::Role::Local:
    break;
  }
  if (variable.isArray())
    return element(variable, at, side);
  Term &value = state.run(side).scalars[context.symbols.ordinal(variable)];
  if (!value.isValid())
    value = context.store.freshVariable(variable.name, sortOf(variable.sort));
  return value;
}

Term Evaluator::relationalSample(const ir::Variable &sample, const std::vector<Term> &at, Side side) {
  if (side == Side::First && context.symbols.hasNamedDraws(sample))
    return context.symbols.draw(sample, at);
  unsigned ordinal = context.symbols.ordinal(sample);
  if (!sample.isArray()) {
    Term value = state.run(side).scalars[ordinal];
    if (value.isValid())
      return value;
  } else {
    const auto &writes = state.run(side).arrays[ordinal].writes;
    if (!writes.empty() && writes.back().indices == at && !writes.back().under.isValid())
      return writes.back().value;
  }
  undrawn = true;
  return context.store.freshVariable(sample.name + ".undrawn", sortOf(sample.sort));
}

Term Evaluator::query(const ir::Variable &query, const std::vector<Term> &at, Side side) {
  if (query.definition && query.definition->isExtremum())
    return extremum(query, at, side);
  Term answer = context.symbols.query(query, at);
  const bool counts = query.definition && query.definition->aggregate == ir::SchemaQuery::Aggregate::Count;
  // May be assumed of both data sets: it is a number of records. (At an index that there is not, it is any
  // function's.) Emitted code refuses other numbers.
  const auto knowCount = [&](Term number, Term least) {
    if (counts)
      state.know(context.store.lessEqual(least, number), Reason::of(Reason::Kind::Count, query));
    return number;
  };
  knowCount(answer, counts ? leastCount(query, at) : Term());
  if (side == Side::First)
    return answer;
  if (query.definition) {
    const Term difference = differenceOfOne(query, at);
    context.symbols.vocabulary().add(NamedDifference{difference, answer, &query, at, false});
    // May be assumed: neighbours in which no record is exchanged are one data set.
    if (mayKeepRecord())
      state.know(context.store.disjunction(
                     {context.symbols.isExchanged(),
                      context.store.equal(difference, context.store.literal(0, difference.sort()))}),
                 Reason::of(Reason::Kind::Policy));
    return knowCount(context.store.subtract(answer, difference), context.store.integer(0));
  }
  Term d = context.symbols.difference(query, at);
  Term element = inRange(query.extents, at);
  for (const auto &clause : context.symbols.neighbourhood().adjacency) {
    if (clause.query != &query)
      continue;
    // The bound is over public parameters, so neither run nor mode matters.
    instantiation().atDifference(clause, element, at, d, evaluate(*clause.bound, side));
  }
  return context.store.subtract(answer, d);
}

Term Evaluator::element(const ir::Variable &array, const std::vector<Term> &at, Side side) {
  if (array.role == ir::Variable::Role::Query)
    return query(array, at, side);
  if (array.role == ir::Variable::Role::Parameter)
    return context.symbols.parameter(array, at);
  auto &store = context.store;
  // A copy: facts are instantiated with the runs of another place in their stead.
  const ArrayValue value = state.run(side).arrays[context.symbols.ordinal(array)];
  Term result = value.base                     ? store.apply(*value.base, at)
                : array.sort == ir::Sort::Bool ? store.boolean(false)
                                               : store.literal(0, sortOf(array.sort));
  if (value.base)
    instantiation().atElement(*value.base, at);
  for (const auto &write : value.writes) {
    std::vector<Term> same;
    if (write.under.isValid())
      same.push_back(write.under);
    for (std::size_t i = 0; i < at.size(); ++i)
      same.push_back(store.equal(at[i], write.indices[i]));
    result = store.ite(store.conjunction(std::move(same)), write.value, result);
  }
  return result;
}

Term Evaluator::unary(const ir::Unary &unary, Side side) {
  auto &store = context.store;
  Term operand = evaluate(*unary.operand, side);
  switch (unary.op) {
  case ir::UnaryOperator::Negate:
    return store.minus(operand);
  case ir::UnaryOperator::Not:
    return store.negate(operand);
  case ir::UnaryOperator::Absolute:
    return store.absolute(operand);
  case ir::UnaryOperator::ToReal:
    return store.toReal(operand);
  }
  llvm_unreachable("a unary operator without a case");
}

Term Evaluator::binary(const ir::Binary &binary, Side side) {
  auto &store = context.store;
  using Op = ir::BinaryOperator;
  Term a = evaluate(*binary.left, side);
  // Program code stops evaluating at a decided left side, so the right side need only be defined then.
  bool guarded = binary.op == Op::And || binary.op == Op::Or || binary.op == Op::Implies;
  if (guarded)
    guards.push_back(binary.op == Op::Or ? store.negate(a) : a);
  Term b = evaluate(*binary.right, side);
  if (guarded)
    guards.pop_back();
  switch (binary.op) {
  case Op::Add:
    return store.add(a, b);
  case Op::Subtract:
    return store.subtract(a, b);
  case Op::Multiply:
    return context.products.multiply(a, b);
  case Op::Divide:
    requireDefined(store.negate(store.equal(b, store.real(0))));
    return context.products.quotient(a, b);
  case Op::IntegerDivide:
    return integerDivision(a, b, /*remainder=*/false);
  case Op::Modulo:
    return integerDivision(a, b, /*remainder=*/true);
  case Op::Less:
    return store.less(a, b);
  case Op::LessEqual:
    return store.lessEqual(a, b);
  case Op::Greater:
    return store.less(b, a);
  case Op::GreaterEqual:
    return store.lessEqual(b, a);
  case Op::Equal:
  case Op::Iff:
    return store.equal(a, b);
  case Op::NotEqual:
    return store.negate(store.equal(a, b));
  case Op::And:
    return store.conjunction({a, b});
  case Op::Or:
    return store.disjunction({a, b});
  case Op::Implies:
    return store.implies(a, b);
  }
  llvm_unreachable("a binary operator without a case");
}

Term Evaluator::integerDivision(Term a, Term b, bool remainder) {
  auto &store = context.store;
  requireDefined(store.negate(store.equal(b, store.integer(0))));
  if (b.op() == smt::Operator::Literal && b.number() > 0)
    return remainder ? store.modulo(a, b.number().get_num()) : store.divide(a, b.number().get_num());
  Term quotient = context.products.integerQuotient(a, b);
  return remainder ? store.subtract(a, context.products.multiply(b, quotient)) : quotient;
}

Term Evaluator::conditional(const ir::Conditional &conditional, Side side) {
  auto &store = context.store;
  Term condition = evaluate(*conditional.condition, side);
  guards.push_back(condition);
  Term whenTrue = evaluate(*conditional.whenTrue, side);
  guards.back() = store.negate(condition);
  Term whenFalse = evaluate(*conditional.whenFalse, side);
  guards.pop_back();
  return store.ite(condition, whenTrue, whenFalse);
}

Term Evaluator::cellTest(const ir::CellTest &test, Side side) {
  auto &store = context.store;
  auto at = indices(test.indices, side);
  if (ownOutput && ownOutput->transcript == &test.transcript)
    return store.boolean(ownOutput->tag ? ownOutput->tag == &test.tag : test.tag.name == "none");
  return store.equal(context.symbols.cellTag(test.transcript, at),
                     store.integer(context.symbols.tagNumber(test.tag)));
}

Term Evaluator::resultRead(const ir::ResultRead &read, Side side) {
  if (read.part == ir::ResultRead::Part::Whole)
    return ownOutput && ownOutput->result.isValid() ? ownOutput->result
                                                    : context.symbols.resultScalar(read.sort());
  Term position = evaluate(*read.position, side);
  if (read.part == ir::ResultRead::Part::Value)
    return context.symbols.selectedValue(position, read.sort());
  Term index = context.symbols.selectedIndex(position);
  instantiation().at(index);
  return index;
}

} // namespace plumb::relational
