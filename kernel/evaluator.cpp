// SPDX-License-Identifier: Apache-2.0
// The value of expressions as terms, in one run and in both.
#include "kernel/two_run.h"

#include <algorithm>
#include <utility>

namespace plumb::kernel {

using Kind = Expression::Kind;
using Role = Variable::Role;

std::size_t State::size() const {
  std::size_t entries = 4 + moved.size() + facts.size() + goals.size() + nest.size() + cells.size() +
                        drawn.size() + sites.size();
  for (const RunState &run : runs) {
    entries += run.scalars.size() + run.arrays.size();
    for (const auto &[name, array] : run.arrays)
      entries += array.writes.size();
  }
  return 64 * entries;
}

Term Evaluator::program(const Expression &expression, Side side) {
  isProgram = true;
  return value(expression, side);
}

Term Evaluator::relational(const Expression &expression, bool draws, Side side) {
  isProgram = false;
  usesDraws = draws;
  return value(expression, side);
}

Fraction Evaluator::fraction(const Expression &expression) {
  const auto argument = [&](std::size_t i) { return fraction(*expression.arguments[i]); };
  const auto constant = [](const mpq_class &number) { return Fraction{{number, {}}}; };
  const Kind kind = expression.kind;
  if (kind == Kind::Number)
    return constant(expression.number);
  if (const auto value = world.given.fractions.find(expression.name);
      kind == Kind::Read && value != world.given.fractions.end())
    return value->second;
  if (kind == Kind::Negate)
    return product(terms, constant(-1), argument(0));
  if (kind == Kind::ToReal)
    return argument(0);
  if (kind == Kind::Add)
    return sum(terms, argument(0), argument(1));
  if (kind == Kind::Subtract)
    return sum(terms, argument(0), product(terms, constant(-1), argument(1)));
  if (kind == Kind::Multiply)
    return product(terms, argument(0), argument(1));
  if (kind == Kind::Divide)
    return quotient(terms, argument(0), argument(1));
  isProgram = false;
  return {{1, {world.real(value(expression, Side::First))}}};
}

Term Evaluator::takeDefined() {
  const Term result = world.all(defined);
  defined.clear();
  return result;
}

/// Mathematics has some value everywhere; program code fails where it has none.
void Evaluator::require(Term condition) {
  if (isProgram)
    defined.push_back(world.under(world.all(guards), condition));
}

std::vector<Term> Evaluator::values(const std::vector<ExpressionPtr> &expressions, Side side) {
  std::vector<Term> result;
  for (const ExpressionPtr &expression : expressions)
    result.push_back(value(*expression, side));
  return result;
}

/// An int turns into a real where it meets one.
std::pair<Term, Term> Evaluator::ofOneSort(Term a, Term b) {
  if (terms[a].sort != terms[b].sort && terms[a].sort != Sort::Bool && terms[b].sort != Sort::Bool)
    return {world.real(a), world.real(b)};
  return {a, b};
}

Term Evaluator::value(const Expression &expression, Side side) {
  try {
    switch (expression.kind) {
    case Kind::Number:
      return expression.isReal ? terms.real(expression.number) : terms.integer(expression.number.get_num());
    case Kind::Boolean:
      return terms.boolean(expression.number != 0);
    case Kind::Read:
      return read(expression, side);
    case Kind::Forall:
      return forall(expression, side);
    case Kind::Choice:
      return choice(expression, side);
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Conditional:
      return logic(expression, side);
    case Kind::CellTest:
    case Kind::CellValue:
    case Kind::Result:
    case Kind::ResultIndex:
    case Kind::ResultValue:
    case Kind::Member:
    case Kind::Below:
    case Kind::Changed:
      return output(expression, side);
    case Kind::Moved: {
      if (expression.arguments.front()->kind == Kind::Cost)
        return state.cost;
      const auto scale = world.scaleOf(Evaluator(world, world.start).fraction(*expression.arguments.front()));
      return scale ? state.moved[*scale] : terms.real(0);
    }
    case Kind::Named:
      return named(expression, side);
    case Kind::Times:
      return state.runs.front().scalars.at(timesOf(expression.name));
    case Kind::Cost:
      return totalCost(world, state);
    case Kind::Entry: {
      if (!entry)
        throw Rejected("`entry` stands in an invariant");
      Evaluator there(*this, *entry);
      return there.value(*expression.arguments.front(), side);
    }
    case Kind::Drawn:
      return Evaluator(*this, state).relational(*expression.arguments.front(), true, side);
    case Kind::TopK:
    case Kind::None:
      throw Rejected("this has no value here");
    case Kind::Less:
    case Kind::LessEqual:
    case Kind::Equal:
      return comparison(expression, side);
    case Kind::Negate:
    case Kind::Absolute:
    case Kind::ToReal:
    case Kind::Add:
    case Kind::Subtract:
    case Kind::Multiply:
    case Kind::Divide:
    case Kind::Quotient:
    case Kind::Remainder:
    case Kind::Minimum:
    case Kind::Maximum:
      return operation(expression, side);
    }
    throw Rejected("there is no such expression");
  } catch (const Rejected &rejected) {
    if (std::string(rejected.what()).rfind("line ", 0) == 0)
      throw;
    rejectAt(expression.line, rejected.what());
  }
}

/// Its right side is evaluated, and so has to be defined, only where the left side leaves it open.
Term Evaluator::logic(const Expression &expression, Side side) {
  const auto &arguments = expression.arguments;
  const Term a = value(*arguments[0], side);
  if (expression.kind == Kind::Not)
    return terms.negation(a);
  guards.push_back(expression.kind == Kind::Or ? terms.negation(a) : a);
  Term b = value(*arguments[1], side);
  if (expression.kind == Kind::Conditional) {
    guards.back() = terms.negation(a);
    Term c = value(*arguments[2], side);
    guards.pop_back();
    std::tie(b, c) = ofOneSort(b, c);
    return terms.ite(a, b, c);
  }
  guards.pop_back();
  return expression.kind == Kind::And  ? world.all({a, b})
         : expression.kind == Kind::Or ? terms.disjunction({a, b})
                                       : terms.implies(a, b);
}

Term Evaluator::operation(const Expression &expression, Side side) {
  const std::vector<Term> arguments = values(expression.arguments, side);
  if (expression.kind == Kind::Negate)
    return terms.minus(arguments[0]);
  if (expression.kind == Kind::Absolute)
    return world.absolute(arguments[0]);
  if (expression.kind == Kind::ToReal)
    return world.real(arguments[0]);
  const auto [a, b] = ofOneSort(arguments[0], arguments[1]);
  const Kind kind = expression.kind;
  if (kind == Kind::Minimum || kind == Kind::Maximum)
    return terms.ite(terms.lessEqual(a, b), kind == Kind::Minimum ? a : b, kind == Kind::Minimum ? b : a);
  return kind == Kind::Add        ? terms.add({a, b})
         : kind == Kind::Subtract ? terms.subtract(a, b)
         : kind == Kind::Multiply ? terms.multiply({a, b})
                                  : division(expression, a, b);
}

/// Only \p other has bound variables; or both are bound, \p other inside of \p one.
bool Evaluator::isBoundLater(Term one, Term other) const {
  const Node &first = terms[one], &second = terms[other];
  return first.open.empty() ? !second.open.empty()
                            : first.op == Operator::Bound && second.op == Operator::Bound &&
                                  (first.label < second.label) != (first.label >> 31 && second.label >> 31);
}

/// None is equal to none alone, and neither smaller nor larger than anything. An equation is one term,
/// whichever of its sides is written first, also where something is put in for a bound variable: that stands
/// last.
Term Evaluator::comparison(const Expression &expression, Side side) {
  const Expression &left = *expression.arguments[0], &right = *expression.arguments[1];
  const Term noLeft = isNone(left, side), noRight = isNone(right, side), always = terms.boolean(true);
  std::vector<Term> ways;
  if (noLeft != always && noRight != always) {
    const auto [a, b] = ofOneSort(value(left, side), value(right, side));
    const Term holds = expression.kind == Kind::Less        ? terms.less(a, b)
                       : expression.kind == Kind::LessEqual ? terms.lessEqual(a, b)
                       : isBoundLater(b, a)                 ? terms.equal(b, a)
                                                            : terms.equal(a, b);
    std::vector<Term> all = {holds};
    for (Term none : {noLeft, noRight})
      if (terms[none].op != Operator::False)
        all.push_back(terms.negation(none));
    ways.push_back(world.all(all));
  }
  if (expression.kind == Kind::Equal && terms[noLeft].op != Operator::False &&
      terms[noRight].op != Operator::False)
    ways.push_back(world.all({noLeft, noRight}));
  return world.any(ways);
}

/// Of an operand of a comparison.
Term Evaluator::isNone(const Expression &operand, Side side) {
  const auto &records = world.mechanism.records;
  if (operand.kind != Kind::Read || !records || !records->fields.count(operand.name))
    return terms.boolean(operand.kind == Kind::None);
  const std::vector<Term> indices = values(operand.arguments, side);
  require(world.inRange(world.mechanism.variables.at(operand.name), indices));
  return world.isNone(operand.name, indices, operand.primed ? otherOf(side) : side);
}

Term Evaluator::division(const Expression &expression, Term a, Term b) {
  const bool isNumber = terms[b].op == Operator::Number && terms[b].number > 0;
  if (!isNumber)
    require(world.notEqual(b, world.zero(terms[b].sort)));
  if (expression.kind == Kind::Divide)
    return terms.multiply({world.real(a), world.inverse(b)});
  if (isNumber)
    return expression.kind == Kind::Quotient ? terms.divide(a, terms[b].number.get_num())
                                             : terms.modulo(a, terms[b].number.get_num());
  const Term quotient = world.quotient(a, b);
  return expression.kind == Kind::Quotient ? quotient : terms.subtract(a, terms.multiply({b, quotient}));
}

/// One formula is one term wherever it stands, so that what is known of it is known everywhere. Those that
/// are bound around it have larger numbers, or smaller ones than any of these. Where it is a part of what is
/// said of others, or of an alignment, it may be false.
Term Evaluator::forall(const Expression &expression, Side side) {
  const bool isPart =
      !std::exchange(isBody, false) && std::any_of(bound.begin(), bound.end(), [&](const auto &around) {
        return terms[around.second].op == Operator::Bound;
      });
  const Term variable = terms.bound((1u << 31) + expression.binders, Sort::Int);
  Term range = terms.boolean(true);
  if (expression.arguments.size() == 3)
    range = world.all({terms.lessEqual(value(*expression.arguments[0], side), variable),
                       terms.less(variable, value(*expression.arguments[1], side))});
  const std::vector<Term> outer = std::move(defined);
  defined.clear();
  bound[expression.name] = variable;
  isBody = expression.arguments.back()->kind == Kind::Forall;
  const Term body = value(*expression.arguments.back(), side), isDefined = takeDefined();
  bound.erase(expression.name);
  defined = outer;
  if (terms[isDefined].op != Operator::True)
    defined.push_back(terms.forall(variable, world.under(range, isDefined)));
  const Term all = world.under(range, body), result = terms.forall(variable, all);
  if (world.isOfRecords || usesDraws || isPart)
    world.decide(result);
  return result;
}

/// The first index of those that are best of all that qualify: a symbol of which that is so if some index
/// qualifies, as each range is finite. If none does, a program has no value, and elsewhere it is the first
/// index of all, with the value 0.
Term Evaluator::choice(const Expression &expression, Side side) {
  // None is inside of another, so that one is the same whatever is bound around it.
  const Term k = terms.bound((1u << 31) - 1, Sort::Int);
  if (std::any_of(bound.begin(), bound.end(), [&](const auto &other) { return other.second == k; }))
    outsideAt(expression.line, "a maximum or minimum inside of another");
  const Term low = value(*expression.arguments[0], side), high = value(*expression.arguments[1], side);
  const std::vector<Term> outer = std::exchange(defined, {}), around = std::exchange(guards, {});
  bound[expression.name] = k;
  const Term filter = value(*expression.arguments[2], side);
  guards.push_back(filter);
  const Term body = value(*expression.arguments[3], side), isDefined = takeDefined();
  bound.erase(expression.name);
  defined = outer;
  guards = around;
  const Term inside = world.all({terms.lessEqual(low, k), terms.less(k, high)});
  const Term qualifies = world.all({inside, filter});
  if (terms[isDefined].op != Operator::True)
    require(terms.forall(k, world.under(inside, isDefined)));
  require(terms[filter].op == Operator::True ? terms.less(low, high)
                                             : terms.negation(terms.forall(k, terms.negation(qualifies))));
  const auto [known, isNew] = world.chosen.try_emplace({qualifies, NormalForms(terms).of(body).summands()});
  if (isNew)
    known->second = terms.apply(world.fresh("chosen", {}, Sort::Int, Origin::Best), {});
  const Term chosen = known->second, best = terms.instance(body, k, chosen),
             some = terms.instance(qualifies, k, chosen);
  const Term isBest = terms.disjunction(
      {terms.less(body, best), world.all({terms.equal(body, best), terms.lessEqual(chosen, k)})});
  const std::vector<Term> meaning = {terms.forall(k, terms.implies(qualifies, world.all({some, isBest}))),
                                     terms.disjunction({some, terms.equal(chosen, low)})};
  if (!terms[meaning.front()].open.empty())
    outsideAt(expression.line, "a maximum or minimum inside of another");
  if (isNew)
    world.axioms.insert(world.axioms.end(), meaning.begin(), meaning.end());
  if (usesDraws && !isProgram)
    world.choices[Symbol{terms[chosen].label}] = meaning;
  return expression.position == 0 ? chosen
         : isProgram              ? best
                                  : terms.ite(some, best, world.zero(terms[best].sort));
}

/// From x >= 0 on so many ints are named: none beyond the last one, one less behind each of them, and no more
/// than there are indices that name them (Rules::isImage); and of those in front of x, no more than x. This
/// is so of one function of x, whatever names them, so that it may be assumed. What is asked of an int is
/// made of one that has a name, as if it stood in the program, and then put for all; two that are one would
/// have others named than are said.
Term Evaluator::named(const Expression &expression, Side side) {
  const Term from = value(*expression.arguments[0], side), none = terms.integer(0);
  const Expression &some = *expression.arguments[1], &range = *some.arguments[0];
  if (!world.anyInt)
    world.anyInt = world.freshVariable("any", Sort::Int);
  if (std::any_of(bound.begin(), bound.end(),
                  [&](const auto &other) { return other.second == world.anyInt; }))
    outsideAt(expression.line, "`named` inside of another");
  bound[expression.name] = *world.anyInt;
  const Term isNamed = value(some, side),
             length = terms.subtract(value(*range.arguments[1], side), value(*range.arguments[0], side));
  bound.erase(expression.name);
  if (!terms[isNamed].open.empty())
    outsideAt(expression.line, "`named` of what reads the variable of a quantifier");
  const auto [known, isNew] = world.named.try_emplace(isNamed);
  if (isNew) {
    known->second = world.fresh("named", {Sort::Int}, Sort::Int, Origin::Count);
    const Term i = terms.bound(world.counter++, Sort::Int), next = terms.add({i, terms.integer(1)});
    const auto count = [&](Term at) { return terms.apply(known->second, {at}); };
    const Term one = terms.ite(terms.replaced(isNamed, {{*world.anyInt, i}}), terms.integer(1), none),
               most = terms.ite(terms.lessEqual(none, length), length, none);
    world.axioms.push_back(terms.forall(
        i, terms.implies(terms.lessEqual(none, i),
                         world.all({terms.equal(count(i), terms.add({count(next), one})),
                                    terms.lessEqual(none, count(i)), terms.lessEqual(count(i), most),
                                    terms.lessEqual(count(none), terms.add({count(i), i}))}))));
  }
  return terms.apply(known->second, {from});
}

Term Evaluator::read(const Expression &expression, Side side) {
  if (const auto here = bound.find(expression.name); here != bound.end())
    return here->second;
  // `f'[e]` is the answer of the second run at the index that e is in the first.
  const std::vector<Term> indices = values(expression.arguments, side);
  if (expression.primed)
    side = otherOf(side);
  const Variable &variable = world.mechanism.variables.at(expression.name);
  if (!indices.empty())
    require(world.inRange(variable, indices));
  if (variable.role == Role::Noise && usesDraws && !isProgram)
    return noise(expression.name, indices, side);
  if (variable.role == Role::Field)
    return world.fieldAt(expression.name, indices, side);
  if (variable.role == Role::Parameter || variable.role == Role::Query || !indices.empty())
    return element(expression.name, indices, side);
  const auto &scalars = state.runs[static_cast<std::size_t>(side)].scalars;
  const auto known = scalars.find(expression.name);
  if (known == scalars.end())
    throw Rejected("`" + expression.name + "` has no value here");
  return known->second;
}

/// Noise as an alignment reads it: any draw of H, and those of H' that are made.
Term Evaluator::noise(const std::string &name, const std::vector<Term> &indices, Side side) {
  if (side == Side::First)
    if (const auto draw = world.namedDraw(name, indices))
      return *draw;
  const RunState &run = state.runs[static_cast<std::size_t>(side)];
  if (indices.empty()) {
    if (const auto known = run.scalars.find(name); known != run.scalars.end())
      return known->second;
  } else if (const auto known = run.arrays.find(name); known != run.arrays.end()) {
    const auto &writes = known->second.writes;
    if (!writes.empty() && writes.back().indices == indices &&
        terms[writes.back().under].op == Operator::True)
      return writes.back().value;
  }
  undrawn = true;
  return world.freshVariable(name, world.mechanism.variables.at(name).sort);
}

Term Evaluator::element(const std::string &array, const std::vector<Term> &indices, Side side) {
  const Variable &variable = world.mechanism.variables.at(array);
  if (const auto value = world.given.values.find(array); value != world.given.values.end())
    return value->second;
  if (variable.role == Role::Parameter || variable.role == Role::Query) {
    const Term first = world.fixed(world.nameOf(array), indices, variable.sort);
    return variable.role == Role::Query && side == Side::Second
               ? terms.subtract(first, world.differenceAt(array, indices))
               : first;
  }
  Term result = variable.sort == Sort::Bool ? terms.boolean(false) : world.zero(variable.sort);
  const auto &arrays = state.runs[static_cast<std::size_t>(side)].arrays;
  const auto known = arrays.find(array);
  if (known == arrays.end())
    return result;
  if (known->second.base)
    result = terms.apply(*known->second.base, indices);
  for (const ArrayValue::Write &write : known->second.writes) {
    std::vector<Term> same = {write.under};
    for (std::size_t i = 0; i < indices.size(); ++i)
      if (indices[i] != write.indices[i])
        same.push_back(terms.equal(indices[i], write.indices[i]));
    const Term condition = world.all(same);
    result = terms[condition].op == Operator::True ? write.value : terms.ite(condition, write.value, result);
  }
  return result;
}

/// What z is, or in a claim what this run has made it.
Term Evaluator::output(const Expression &expression, Side side) {
  const std::vector<Term> arguments = values(expression.arguments, side);
  const auto &[result, nests] = std::tie(world.mechanism.result, world.mechanism.nests);
  terms.spend(8 * nests.size() + (result ? result->size : 0));
  if (expression.kind == Kind::CellTest || expression.kind == Kind::CellValue) {
    const Nest &nest = nestOf(world.mechanism, arguments.size(), state.nest, expression.line);
    const bool isOwn = ownNest && *ownNest == nest;
    if (expression.kind == Kind::CellTest) {
      const Term number = world.tagNumber(expression.name);
      return isOwn ? terms.boolean(expression.name == (ownCell->isFilled ? ownCell->tag : "none"))
                   : terms.equal(world.cellTag(nest, arguments), number);
    }
    const auto [tag, position] = componentOf(world.mechanism, expression);
    return isOwn && ownCell->isFilled && ownCell->tag == tag
               ? ownCell->values[position]
               : world.cellValue(nest, tag, position, arguments);
  }
  const Kind kind = expression.kind;
  if (kind == Kind::Changed)
    return world.changedAt(expression.name, expression.position);
  if (kind == Kind::Result)
    return ownResult ? *ownResult : world.fixed("result", {}, sortOf(world.mechanism, expression));
  if (arguments.empty())
    throw Rejected("`result.indices` stands behind `in`, or has an index, as `result.values` has");
  if (kind == Kind::ResultIndex || kind == Kind::ResultValue) {
    if (!world.mechanism.result || world.mechanism.result->kind != Kind::TopK)
      throw Rejected("no selection is returned");
    const Term count = Evaluator(world, world.start).relational(*world.mechanism.result->arguments.front());
    require(world.all({terms.lessEqual(terms.integer(0), arguments[0]), terms.less(arguments[0], count)}));
  }
  return kind == Kind::Member  ? world.fixed("result.has", arguments, Sort::Bool)
         : kind == Kind::Below ? world.fixed("result.below", arguments, Sort::Int)
         : kind == Kind::ResultIndex
             ? world.fixed("result.index", arguments, Sort::Int)
             : world.fixed("result.value", arguments, sortOf(world.mechanism, expression));
}

} // namespace plumb::kernel
