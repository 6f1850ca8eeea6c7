// SPDX-License-Identifier: Apache-2.0
// What is known throughout a proof, and the value of expressions as terms.
#include "kernel/two_run.h"

#include <algorithm>
#include <utility>

namespace plumb::kernel {

using Kind = Expression::Kind;
using Role = Variable::Role;

bool isPublic(const Mechanism &mechanism, const Expression &expression) {
  if (expression.kind == Kind::Choice)
    return false;
  if (expression.kind == Kind::Read) {
    const Variable &variable = mechanism.variables.at(expression.name);
    if (variable.role != Role::Parameter || !variable.extents.empty())
      return false;
  }
  return std::all_of(expression.arguments.begin(), expression.arguments.end(),
                     [&](const ExpressionPtr &argument) { return isPublic(mechanism, *argument); });
}

namespace {

template <class Action> void forEachSample(const Block &block, bool isInLoop, const Action &action) {
  for (const Statement &statement : block) {
    if (statement.kind == Statement::Kind::Sample)
      action(statement, isInLoop);
    forEachSample(statement.then, isInLoop, action);
    forEachSample(statement.otherwise, isInLoop, action);
    forEachSample(statement.body, true, action);
  }
}

} // namespace

Nest State::nest() const {
  Nest result;
  for (const auto &[loop, index] : iteration)
    result.push_back(loop);
  return result;
}

std::vector<Term> State::indices() const {
  std::vector<Term> result;
  for (const auto &[loop, index] : iteration)
    result.push_back(index);
  return result;
}

std::size_t State::size() const {
  std::size_t entries = 4 + moved.size() + facts.size() + goals.size() + iteration.size() + cells.size() +
                        drawn.size() + sites.size();
  for (const RunState &run : runs) {
    entries += run.scalars.size() + run.arrays.size();
    for (const auto &[name, array] : run.arrays)
      entries += array.writes.size();
  }
  return 64 * entries;
}

// World.

World::World(Terms &terms, const Mechanism &mechanism) : terms(terms), mechanism(mechanism) {
  const State start{};
  // The guarantee is claimed for parameters that meet the requirements, which speak of nothing else. What has
  // no value is not met.
  for (const ExpressionPtr &requirement : mechanism.requirements) {
    Evaluator evaluator(*this, start);
    const Term holds = evaluator.program(*requirement, Side::First), defined = evaluator.takeDefined();
    if (terms[defined].op != Operator::True)
      axioms.push_back(defined);
    axioms.push_back(holds);
  }
  // D and D' are neighbours.
  for (const Difference &difference : mechanism.adjacency)
    adjacency(difference);
  if (mechanism.records)
    records(*mechanism.records);
  if (mechanism.result && mechanism.result->kind == Kind::TopK)
    selection();
  forEachSample(mechanism.body, false, [&](const Statement &sample, bool isInLoop) {
    samples[sample.name] = &sample;
    if (isInLoop)
      drawnInLoops.insert(sample.name);
    if (!isPublic(mechanism, *sample.value))
      return;
    const Fraction scale = Evaluator(*this, start).fraction(*sample.value);
    const auto known = scaleOf(scale);
    accounts[&sample] = known.value_or(scales.size());
    if (!known)
      scales.push_back(scale);
  });
}

/// For every element: 0 <= d <= b, -b <= d <= 0 or both; and with `one` all elements but one have d = 0.
void World::adjacency(const Difference &difference) {
  neighbours.push_back(forElements(mechanism.variables.at(difference.query), [&](const auto &indices) {
    const State start{};
    Term bound = Evaluator(*this, start).relational(*difference.bound),
         d = differenceAt(difference.query, indices);
    if (terms[bound].sort != terms[d].sort) {
      bound = real(bound);
      d = real(d);
    }
    const Term nothing = zero(terms[d].sort);
    const bool up = difference.direction != Difference::Direction::Decreasing,
               down = difference.direction != Difference::Direction::Increasing;
    std::vector<Term> holds = {terms.lessEqual(up ? terms.minus(bound) : nothing, d),
                               terms.lessEqual(d, down ? bound : nothing)};
    if (difference.onlyOne)
      for (std::size_t i = 0; i < indices.size(); ++i)
        holds.push_back(terms.disjunction(
            {terms.equal(d, nothing),
             terms.equal(indices[i], fixed(difference.query + ".at" + std::to_string(i), {}, Sort::Int))}));
    return all(holds);
  }));
  mayDiffer(difference.query);
}

/// The answers of D and D' are not all equal.
void World::mayDiffer(const std::string &query) {
  const Variable &variable = mechanism.variables.at(query);
  std::vector<Term> somewhere;
  for (std::size_t i = 0; i < variable.extents.size(); ++i)
    somewhere.push_back(freshVariable("somewhere", Sort::Int));
  const Term change = differenceAt(query, somewhere);
  different.push_back(all({inRange(variable, somewhere), notEqual(change, zero(variable.sort))}));
}

/// docs/proof.md, "One record that differs". Each record adds to an answer by itself, so that f(D) - f(D') is
/// what r adds less what r' adds. A count is at least what a record of D adds to it, and at least 0.
void World::records(const RecordAdjacency &records) {
  const State start{};
  const std::vector<Side> sides =
      isExchange() ? std::vector{Side::First, Side::Second} : std::vector{Side::First};
  for (Side side : sides)
    for (const auto &[name, field] : records.fields) {
      const Variable &variable = mechanism.variables.at(name);
      if (field.low)
        ofRecords.push_back(forElements(variable, [&, &range = field, &of = name](const auto &indices) {
          const bool isReal = variable.sort == Sort::Real;
          const auto end = [&](const Expression &bound) {
            const Term value = Evaluator(*this, start).relational(bound);
            return isReal ? real(value) : value;
          };
          const Term low = end(*range.low), high = end(*range.high), value = fieldAt(of, indices, side);
          return terms.disjunction({isNone(of, indices, side),
                                    all({terms.lessEqual(low, value),
                                         isReal ? terms.lessEqual(value, high) : terms.less(value, high)})});
        }));
    }
  premises = ofRecords;
  for (Side side : sides)
    for (const ExpressionPtr &premise : mechanism.premises)
      premises.push_back(Evaluator(*this, start).relational(*premise, false, side));
  for (const Kept &rule : records.kept)
    ofBoth.push_back(forElements(mechanism.variables.at(rule.field), [&](const auto &indices) {
      Evaluator evaluator(*this, start);
      evaluator.bind(rule.indices, indices);
      const Term same = isSame(rule.field, indices);
      return rule.unless ? terms.disjunction({evaluator.relational(*rule.unless), same}) : same;
    }));
  for (const auto *formulas : {&records.relations, &records.symmetric})
    for (const ExpressionPtr &formula : *formulas)
      ofBoth.push_back(Evaluator(*this, start).relational(*formula));
  for (const auto *facts : {&premises, &ofBoth})
    neighbours.insert(neighbours.end(), facts->begin(), facts->end());
  using Adjacency = RecordAdjacency::Kind;
  const Term isAdded = records.kind == Adjacency::AddOrRemove ? fixed("record.add", {}, Sort::Bool)
                                                              : terms.boolean(records.kind == Adjacency::Add);
  for (const auto &[name, contribution] : records.queries) {
    const Variable &query = mechanism.variables.at(name);
    neighbours.push_back(forElements(query, [&, &of = name, &each = contribution](const auto &indices) {
      const Term here = this->contribution(each, indices, Side::First, query.sort), none = zero(query.sort);
      const Term d = isExchange()
                         ? terms.subtract(here, this->contribution(each, indices, Side::Second, query.sort))
                         : terms.ite(isAdded, here, terms.minus(here));
      std::vector<Term> holds = {terms.equal(differenceAt(of, indices), d)};
      if (!each.term)
        holds.push_back(terms.lessEqual(isExchange() ? here : terms.ite(isAdded, here, none),
                                        fixed(of, indices, query.sort)));
      return all(holds);
    }));
    if (!contribution.term)
      axioms.push_back(forElements(query, [&, &of = name](const auto &indices) {
        return terms.lessEqual(terms.integer(0), fixed(of, indices, query.sort));
      }));
    mayDiffer(name);
  }
}

Term World::contribution(const Contribution &contribution, const std::vector<Term> &indices, Side side,
                         Sort sort) {
  const State start{};
  Evaluator evaluator(*this, start);
  evaluator.bind(contribution.indices, indices);
  const Term adds =
      contribution.term ? evaluator.relational(*contribution.term, false, side) : terms.integer(1);
  return contribution.condition
             ? terms.ite(evaluator.relational(*contribution.condition, false, side), adds, zero(sort))
             : adds;
}

/// z has a set I of k indices of 0 .. n. c(i) is how many of them are below i: c(0) = 0, c(n) = k and c(i+1)
/// = c(i) + [i in I]. There is such a set if 0 <= k <= n, which is proved where it is selected.
void World::selection() {
  const State start{};
  const Variable &array = mechanism.variables.at(mechanism.result->name);
  const Term k = Evaluator(*this, start).relational(*mechanism.result->arguments.front()),
             n = Evaluator(*this, start).relational(*array.extents.front()), none = terms.integer(0),
             one = terms.integer(1), i = terms.bound(counter++, Sort::Int);
  const auto has = [&](Term index) { return fixed("result.has", {index}, Sort::Bool); };
  const auto below = [&](Term index) { return fixed("result.below", {index}, Sort::Int); };
  const Term possible = all({terms.lessEqual(none, k), terms.lessEqual(k, n)}), next = terms.add({i, one});
  const Term isIndex = all({terms.lessEqual(none, i), terms.less(i, n)}),
             isPlace = all({terms.lessEqual(none, i), terms.lessEqual(i, n)});
  axioms.push_back(under(possible, all({terms.equal(below(none), none), terms.equal(below(n), k)})));
  axioms.push_back(terms.forall(i, under(all({possible, has(i)}), isIndex)));
  axioms.push_back(
      terms.forall(i, under(all({possible, isIndex}),
                            terms.equal(below(next), terms.add({below(i), terms.ite(has(i), one, none)})))));
  axioms.push_back(terms.forall(
      i, under(all({possible, isPlace}), all({terms.lessEqual(none, below(i)), terms.lessEqual(below(i), i),
                                              terms.lessEqual(below(i), k)}))));
}

std::vector<Term> World::known() const {
  std::vector<Term> result = axioms;
  result.insert(result.end(), definitions.begin(), definitions.end());
  return result;
}

Term World::fixed(const std::string &name, const std::vector<Term> &arguments, Sort range) {
  std::vector<Sort> domain;
  for (Term argument : arguments)
    domain.push_back(terms[argument].sort);
  const Symbol symbol = terms.symbol(name, domain, range);
  fixedSymbols.insert(symbol);
  return terms.apply(symbol, arguments);
}

Symbol World::fresh(const std::string &name, const std::vector<Sort> &domain, Sort range) {
  return terms.symbol(name + "!" + std::to_string(++counter), domain, range);
}

std::optional<Term> World::namedDraw(const std::string &noise, const std::vector<Term> &indices) {
  if (indices.empty() && drawnInLoops.count(noise))
    return std::nullopt;
  const std::vector<Sort> domain(indices.size(), Sort::Int);
  const Symbol symbol = terms.symbol(noise, domain, mechanism.variables.at(noise).sort);
  drawSymbols[symbol] = samples.at(noise);
  return terms.apply(symbol, indices);
}

std::string World::cellName(const Nest &nest) const {
  terms.spend(8 * mechanism.nests.size());
  const auto place = std::find(mechanism.nests.begin(), mechanism.nests.end(), nest);
  return "out" + std::to_string(place - mechanism.nests.begin()) + ".";
}

Term World::cellTag(const Nest &nest, const std::vector<Term> &indices) {
  return fixed(cellName(nest) + "tag", indices, Sort::Int);
}

Term World::cellValue(const Nest &nest, const std::string &tag, std::size_t position,
                      const std::vector<Term> &indices) {
  return fixed(cellName(nest) + tag + "." + std::to_string(position), indices,
               mechanism.tags.at(tag)[position]);
}

Term World::tagNumber(const std::string &tag) {
  if (tag == "none" || tag == "unreached")
    return terms.integer(tag == "none" ? 0 : 1);
  const auto found = mechanism.tags.find(tag);
  if (found == mechanism.tags.end())
    throw Rejected("nothing is published with the tag `" + tag + "`");
  terms.spend(mechanism.tags.size());
  return terms.integer(2 + std::distance(mechanism.tags.begin(), found));
}

Term World::differenceAt(const std::string &query, const std::vector<Term> &indices) {
  return fixed(query + "-" + query + "'", indices, mechanism.variables.at(query).sort);
}

/// Where nothing is exchanged there is one record, which D has or D'.
Term World::fieldAt(const std::string &field, const std::vector<Term> &indices, Side side) {
  return fixed(field + (isExchange() && side == Side::Second ? "'" : ""), indices,
               mechanism.variables.at(field).sort);
}

Term World::isNone(const std::string &field, const std::vector<Term> &indices, Side side) {
  if (!mechanism.records->fields.at(field).mayBeNone)
    return terms.boolean(false);
  return fixed(field + " is none" + (isExchange() && side == Side::Second ? "'" : ""), indices, Sort::Bool);
}

Term World::isSame(const std::string &field, const std::vector<Term> &indices) {
  const Term none = isNone(field, indices, Side::First);
  return all({terms.equal(none, isNone(field, indices, Side::Second)),
              terms.disjunction({none, terms.equal(fieldAt(field, indices, Side::First),
                                                   fieldAt(field, indices, Side::Second))})});
}

Term World::all(const std::vector<Term> &formulas) {
  std::vector<Term> parts;
  for (Term formula : formulas)
    if (terms[formula].op == Operator::And)
      parts.insert(parts.end(), terms[formula].arguments.begin(), terms[formula].arguments.end());
    else if (terms[formula].op != Operator::True)
      parts.push_back(formula);
  if (parts.empty())
    return terms.boolean(true);
  return parts.size() == 1 ? parts.front() : terms.conjunction(parts);
}

Term World::real(Term number) {
  if (terms[number].sort != Sort::Int)
    return number;
  return terms[number].op == Operator::Number ? terms.real(terms[number].number) : terms.toReal(number);
}

Term World::absolute(Term a) {
  return terms.ite(terms.lessEqual(zero(terms[a].sort), a), a, terms.minus(a));
}

Term World::under(Term condition, Term formula) {
  const bool isPlain = terms[condition].op == Operator::True || terms[formula].op == Operator::True;
  return isPlain ? formula : terms.implies(condition, formula);
}

/// x = 0 or x * (1/x) = 1, for all x.
Term World::inverse(Term number) {
  number = real(number);
  if (terms[number].op == Operator::Number && terms[number].number != 0)
    return terms.real(1 / terms[number].number);
  if (!hasInverses) {
    hasInverses = true;
    const Term x = terms.bound(counter++, Sort::Real);
    definitions.push_back(terms.forall(
        x,
        terms.disjunction({terms.equal(x, terms.real(0)),
                           terms.equal(terms.multiply({x, fixed("1/", {x}, Sort::Real)}), terms.real(1))})));
  }
  return fixed("1/", {number}, Sort::Real);
}

/// b = 0 or 0 <= a - b * q < |b|, for all a and b.
Term World::quotient(Term a, Term b) {
  if (!hasQuotients) {
    hasQuotients = true;
    const Term x = terms.bound(counter++, Sort::Int), y = terms.bound(counter++, Sort::Int);
    const Term rest = terms.subtract(x, terms.multiply({y, fixed("div", {x, y}, Sort::Int)}));
    definitions.push_back(
        terms.forall(x, terms.forall(y, terms.disjunction({terms.equal(y, terms.integer(0)),
                                                           all({terms.lessEqual(terms.integer(0), rest),
                                                                terms.less(rest, absolute(y))})}))));
  }
  return fixed("div", {a, b}, Sort::Int);
}

Term World::inRange(const Variable &array, const std::vector<Term> &indices) {
  const State start{};
  std::vector<Term> conditions;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    conditions.push_back(terms.lessEqual(terms.integer(0), indices[i]));
    conditions.push_back(terms.less(indices[i], Evaluator(*this, start).relational(*array.extents[i])));
  }
  return all(conditions);
}

Term World::forElements(const Variable &array, const std::function<Term(const std::vector<Term> &)> &fact) {
  std::vector<Term> indices;
  for (std::size_t i = 0; i < array.extents.size(); ++i)
    indices.push_back(terms.bound(counter++, Sort::Int));
  Term result = under(inRange(array, indices), fact(indices));
  for (auto index = indices.rbegin(); index != indices.rend(); ++index)
    result = terms.forall(*index, result);
  return result;
}

/// What holds of something of which nothing is known holds of all.
Term World::ground(Term goal) {
  const Node node = terms[goal];
  if (node.op == Operator::And) {
    std::vector<Term> parts;
    for (Term part : node.arguments)
      parts.push_back(ground(part));
    return terms.conjunction(parts);
  }
  if (node.op == Operator::Implies)
    return terms.implies(node.arguments[0], ground(node.arguments[1]));
  if (node.op != Operator::Forall)
    return goal;
  const Term variable = node.arguments[0];
  return ground(terms.instance(node.arguments[1], variable, freshVariable("some", terms[variable].sort)));
}

std::optional<std::size_t> World::scaleOf(const Fraction &scale) const {
  for (std::size_t i = 0; i < scales.size(); ++i)
    if (const auto ratio = ratioOf(terms, scale, scales[i]); ratio && *ratio == 1)
      return i;
  return std::nullopt;
}

// Evaluator.

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
      const auto scale = world.scaleOf(Evaluator(world, State{}).fraction(*expression.arguments.front()));
      return scale ? state.moved[*scale] : terms.real(0);
    }
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

/// None is equal to none alone, and neither smaller nor larger than anything.
Term Evaluator::comparison(const Expression &expression, Side side) {
  const Expression &left = *expression.arguments[0], &right = *expression.arguments[1];
  const Term noLeft = isNone(left, side), noRight = isNone(right, side), always = terms.boolean(true);
  std::vector<Term> ways;
  if (noLeft != always && noRight != always) {
    const auto [a, b] = ofOneSort(value(left, side), value(right, side));
    const Term holds = expression.kind == Kind::Less        ? terms.less(a, b)
                       : expression.kind == Kind::LessEqual ? terms.lessEqual(a, b)
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
  return ways.size() == 1 ? ways.front() : terms.disjunction(ways);
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

Term Evaluator::forall(const Expression &expression, Side side) {
  const Term variable = terms.bound(world.counter++, Sort::Int);
  Term range = terms.boolean(true);
  if (expression.arguments.size() == 3)
    range = world.all({terms.lessEqual(value(*expression.arguments[0], side), variable),
                       terms.less(variable, value(*expression.arguments[1], side))});
  const std::vector<Term> outer = std::move(defined);
  defined.clear();
  bound[expression.name] = variable;
  const Term body = value(*expression.arguments.back(), side), isDefined = takeDefined();
  bound.erase(expression.name);
  defined = outer;
  if (terms[isDefined].op != Operator::True)
    defined.push_back(terms.forall(variable, world.under(range, isDefined)));
  return terms.forall(variable, world.under(range, body));
}

/// The first index of those that are best of all that qualify: a symbol of which that is so if some index
/// qualifies, as each range is finite.
Term Evaluator::choice(const Expression &expression, Side side) {
  const Term k = terms.bound(world.counter++, Sort::Int), chosen = world.freshVariable("chosen", Sort::Int);
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
  const Term qualifies = world.all({inside, filter}), best = terms.instance(body, k, chosen);
  if (terms[isDefined].op != Operator::True)
    require(terms.forall(k, world.under(inside, isDefined)));
  require(terms[filter].op == Operator::True ? terms.less(low, high)
                                             : terms.negation(terms.forall(k, terms.negation(qualifies))));
  const Term isBest = terms.disjunction(
      {terms.less(body, best), world.all({terms.equal(body, best), terms.lessEqual(chosen, k)})});
  const Term axiom =
      terms.forall(k, terms.implies(qualifies, world.all({terms.instance(qualifies, k, chosen), isBest})));
  if (!terms[axiom].open.empty())
    outsideAt(expression.line, "a maximum or minimum inside of another");
  world.axioms.push_back(axiom);
  return expression.position == 0 ? chosen : best;
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
  if (variable.role == Role::Parameter || variable.role == Role::Query) {
    const Term first = world.fixed(array, indices, variable.sort);
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
    const Nest &nest = nestOf(world.mechanism, arguments.size(), state.nest(), expression.line);
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
    return world.fixed(expression.name + ".at" + std::to_string(expression.position), {}, Sort::Int);
  if (kind == Kind::Result)
    return ownResult ? *ownResult : world.fixed("result", {}, sortOf(world.mechanism, expression));
  if (arguments.empty())
    throw Rejected("`result.indices` stands behind `in`, or has an index, as `result.values` has");
  if (kind == Kind::ResultIndex || kind == Kind::ResultValue) {
    if (!world.mechanism.result || world.mechanism.result->kind != Kind::TopK)
      throw Rejected("no selection is returned");
    const State start{};
    const Term count = Evaluator(world, start).relational(*world.mechanism.result->arguments.front());
    require(world.all({terms.lessEqual(terms.integer(0), arguments[0]), terms.less(arguments[0], count)}));
  }
  return kind == Kind::Member  ? world.fixed("result.has", arguments, Sort::Bool)
         : kind == Kind::Below ? world.fixed("result.below", arguments, Sort::Int)
         : kind == Kind::ResultIndex
             ? world.fixed("result.index", arguments, Sort::Int)
             : world.fixed("result.value", arguments, sortOf(world.mechanism, expression));
}

} // namespace plumb::kernel
