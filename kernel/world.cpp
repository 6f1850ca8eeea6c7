// SPDX-License-Identifier: Apache-2.0
// What is known throughout a proof: of D and D' as neighbours, of z, of products and of scales.
#include "kernel/two_run.h"

#include <algorithm>

namespace plumb::kernel {

World::World(Terms &terms, const Mechanism &mechanism, Given ofPart)
    : terms(terms), mechanism(mechanism), given(std::move(ofPart)) {
  // The guarantee is claimed for parameters that meet the requirements, which speak of nothing else.
  for (const ExpressionPtr &requirement : mechanism.requirements)
    assume(axioms, *requirement, Side::First);
  // D and D' are neighbours.
  for (const Difference &difference : mechanism.adjacency)
    adjacency(difference);
  if (mechanism.records) {
    isOfRecords = true;
    records(*mechanism.records);
    isOfRecords = false;
  }
  if (given.whole) // Its program was looked at by itself.
    return;
  if (mechanism.result && mechanism.result->kind == Expression::Kind::TopK)
    selection();
  forEachStatement(mechanism.body, [&](const Statement &sample, const Nest &around) {
    if (sample.kind != Statement::Kind::Sample)
      return;
    samples[sample.name] = &sample;
    if (!around.empty())
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

/// What is assumed and has no value is not met.
void World::assume(std::vector<Term> &facts, const Expression &formula, Side side) {
  Evaluator evaluator(*this, start);
  const Term holds = evaluator.program(formula, side), defined = evaluator.takeDefined();
  if (terms[defined].op != Operator::True)
    facts.push_back(defined);
  facts.push_back(holds);
}

/// For every element: 0 <= d <= b, -b <= d <= 0 or both; and with `one` all elements but one have d = 0.
void World::adjacency(const Difference &difference) {
  neighbours.push_back(forElements(mechanism.variables.at(difference.query), [&](const auto &indices) {
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
            {terms.equal(d, nothing), terms.equal(indices[i], changedAt(difference.query, i))}));
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

/// A Forall that stands in a formula may be true or false: where it is true, its body is so of all; and where
/// it is false, its body fails of one, which has a name of its own.
void World::decide(Term forall) {
  const std::vector<Term> around = terms[forall].open, parts = terms[forall].arguments;
  std::vector<Sort> domain;
  for (Term variable : around)
    domain.push_back(terms[variable].sort);
  const Term witness = terms.apply(fresh("witness", domain, terms[parts[0]].sort, Origin::Failing), around);
  Term holds = terms.forall(parts[0], terms.implies(forall, parts[1]));
  Term fails = terms.disjunction({forall, terms.negation(terms.replaced(parts[1], {{parts[0], witness}}))});
  for (Term variable : around)
    for (Term *fact : {&holds, &fails})
      *fact = terms.forall(variable, *fact);
  auto &known = (given.whole ? given.whole : this)->definitions;
  known.insert(known.end(), {holds, fails});
}

/// docs/proof.md, "One record that differs". Each record adds to an answer by itself, so that f(D) - f(D') is
/// what r adds less what r' adds. A count is at least what a record of D adds to it, and at least 0. Of a
/// maximum, of which the records have m that D and D' share, f(D) is the larger of m and what r has.
void World::records(const RecordAdjacency &records) {
  const std::vector<Side> sides =
      isExchange() ? std::vector{Side::First, Side::Second} : std::vector{Side::First};
  for (Side side : sides)
    for (Term inside : ranges(side))
      ofRecords.push_back(inside);
  premises = ofRecords;
  for (Side side : sides)
    for (const ExpressionPtr &premise : mechanism.premises)
      assume(premises, *premise, side);
  ofBoth = related();
  for (const auto *facts : {&premises, &ofBoth})
    neighbours.insert(neighbours.end(), facts->begin(), facts->end());
  const Term isAdded = this->isAdded();
  for (const auto &[name, contribution] : records.queries) {
    const Variable &query = mechanism.variables.at(name);
    neighbours.push_back(forElements(query, [&, &of = name, &each = contribution](const auto &indices) {
      const Term here = this->contribution(each, indices, Side::First, query.sort),
                 none = ofNobody(each, query.sort), answer = fixed(of, indices, query.sort);
      if (each.isExtreme()) {
        const Term others = fixed(of + " of others", indices, query.sort);
        const auto with = [&](Term one) {
          const bool isLeast = each.aggregate == Contribution::Aggregate::Minimum;
          return terms.ite(terms.lessEqual(others, one), isLeast ? others : one, isLeast ? one : others);
        };
        const Term first = isExchange() ? here : terms.ite(isAdded, here, none),
                   second = isExchange() ? this->contribution(each, indices, Side::Second, query.sort)
                                         : terms.ite(isAdded, none, here);
        return all({isAnswer(each, others), terms.equal(answer, with(first)),
                    terms.equal(differenceAt(of, indices), terms.subtract(with(first), with(second)))});
      }
      const Term d = isExchange()
                         ? terms.subtract(here, this->contribution(each, indices, Side::Second, query.sort))
                         : terms.ite(isAdded, here, terms.minus(here));
      std::vector<Term> holds = {terms.equal(differenceAt(of, indices), d)};
      if (!each.term)
        holds.push_back(terms.lessEqual(isExchange() ? here : terms.ite(isAdded, here, none), answer));
      return all(holds);
    }));
    if (contribution.aggregate != Contribution::Aggregate::Sum)
      axioms.push_back(forElements(query, [&, &of = name, &each = contribution](const auto &indices) {
        return isAnswer(each, fixed(of, indices, query.sort));
      }));
    mayDiffer(name);
  }
}

std::vector<Term> World::ranges(Side side) {
  std::vector<Term> result;
  for (const auto &[name, field] : mechanism.records->fields)
    if (field.low)
      result.push_back(forElements(mechanism.variables.at(name), [&, &of = name](const auto &indices) {
        return isInside(of, indices, side);
      }));
  return result;
}

Term World::isInside(const std::string &field, const std::vector<Term> &indices, Side side) {
  return terms.disjunction(
      {isNone(field, indices, side), isBetweenEnds(field, fieldAt(field, indices, side))});
}

Term World::isBetweenEnds(const std::string &field, Term value) {
  const auto [first, last] = endsOf(field);
  return all({terms.lessEqual(first, value), terms.lessEqual(value, last)});
}

std::pair<Term, Term> World::endsOf(const std::string &field) {
  const Field &range = mechanism.records->fields.at(field);
  const Term low = Evaluator(*this, start).relational(*range.low),
             high = Evaluator(*this, start).relational(*range.high);
  if (mechanism.variables.at(field).sort == Sort::Real)
    return {real(low), real(high)};
  return {low, terms.subtract(high, terms.integer(1))};
}

Term World::ofNobody(const Contribution &contribution, Sort sort) {
  if (!contribution.isExtreme())
    return zero(sort);
  const auto [first, last] = endsOf(contribution.term->name);
  return contribution.aggregate == Contribution::Aggregate::Minimum ? last : first;
}

/// A count is no less than 0. A maximum is one of nobody, or lies in the range of what it is of.
Term World::isAnswer(const Contribution &contribution, Term value) {
  const Term none = ofNobody(contribution, terms[value].sort);
  if (!contribution.isExtreme())
    return terms.lessEqual(none, value);
  return terms.disjunction({terms.equal(value, none), isBetweenEnds(contribution.term->name, value)});
}

std::vector<Term> World::related() {
  std::vector<Term> result;
  for (const Kept &rule : mechanism.records->kept)
    result.push_back(forElements(mechanism.variables.at(rule.field),
                                 [&](const auto &indices) { return isKept(rule, indices); }));
  for (const auto *formulas : {&mechanism.records->relations, &mechanism.records->symmetric})
    for (const ExpressionPtr &formula : *formulas)
      result.push_back(Evaluator(*this, start).relational(*formula));
  return result;
}

Term World::isKept(const Kept &rule, const std::vector<Term> &indices) {
  Evaluator evaluator(*this, start);
  evaluator.bind(rule.indices, indices);
  const Term same = isSame(rule.field, indices);
  return rule.unless ? terms.disjunction({evaluator.relational(*rule.unless), same}) : same;
}

Term World::contribution(const Contribution &contribution, const std::vector<Term> &indices, Side side,
                         Sort sort) {
  const Term none = ofNobody(contribution, sort);
  if (const Point *point = points[static_cast<std::size_t>(side)]; point && !point->exists)
    return none;
  Evaluator evaluator(*this, start);
  evaluator.bind(contribution.indices, indices);
  const Term adds =
      contribution.term ? evaluator.relational(*contribution.term, false, side) : terms.integer(1);
  return contribution.condition
             ? terms.ite(evaluator.relational(*contribution.condition, false, side), adds, none)
             : adds;
}

/// z has a set I of k indices of 0 .. n. c(i) is how many of them are below i: c(0) = 0, c(n) = k and c(i+1)
/// = c(i) + [i in I]. There is such a set if 0 <= k <= n, which is proved where it is selected.
void World::selection() {
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

Symbol World::fresh(const std::string &name, const std::vector<Sort> &domain, Sort range, Origin origin) {
  if (given.whole)
    return given.whole->fresh(name, domain, range, origin);
  return terms.symbol(name + "!" + std::to_string(++counter), domain, range, origin);
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
  const std::string name = nameOf(query);
  return fixed(name + "-" + name + "'", indices, mechanism.variables.at(query).sort);
}

Term World::changedAt(const std::string &query, std::size_t position) {
  return fixed(nameOf(query) + ".at" + std::to_string(position), {}, Sort::Int);
}

Term World::isAdded() {
  using Adjacency = RecordAdjacency::Kind;
  const Adjacency kind = mechanism.records->kind;
  return kind == Adjacency::AddOrRemove ? fixed("record.add", {}, Sort::Bool)
                                        : terms.boolean(kind == Adjacency::Add);
}

/// Where nothing is exchanged there is one record, which D has or D'.
std::string World::twinOf(const std::string &field, Side side) const {
  const bool areTwo = isExchange() || (given.whole && given.whole->isExchange());
  return field + (areTwo && side == Side::Second ? "'" : "");
}

/// What is put in for \p field of \p side at its point; else \p side becomes that whose field it is.
const Expression *World::between(const std::string &field, Side &side) const {
  const Point *point = points[static_cast<std::size_t>(side)];
  if (!point)
    return nullptr;
  const auto found = point->fields.find(field);
  side = found == point->fields.end() ? Side::First : Side::Second;
  return found == point->fields.end() ? nullptr : found->second.get();
}

Term World::fieldAt(const std::string &field, const std::vector<Term> &indices, Side side) {
  const Sort sort = mechanism.variables.at(field).sort;
  if (const Expression *value = between(field, side))
    return Evaluator(*given.whole, start).relational(*value);
  return fixed(twinOf(field, side), indices, sort);
}

Term World::isNone(const std::string &field, const std::vector<Term> &indices, Side side) {
  if (between(field, side) || !mechanism.records->fields.at(field).mayBeNone)
    return terms.boolean(false);
  return fixed(twinOf(field + " is none", side), indices, Sort::Bool);
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

Term World::any(const std::vector<Term> &formulas) {
  return formulas.size() == 1 ? formulas.front() : terms.disjunction(formulas);
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
  if (given.whole)
    return given.whole->inverse(number);
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
  if (given.whole)
    return given.whole->quotient(a, b);
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
  std::vector<Term> conditions;
  const auto known = lengths.find(&array);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    conditions.push_back(terms.lessEqual(terms.integer(0), indices[i]));
    conditions.push_back(terms.less(indices[i], known != lengths.end()
                                                    ? known->second.at(i)
                                                    : Evaluator(*this, start).relational(*array.extents[i])));
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
  if (node.op == Operator::And || node.op == Operator::Or) {
    std::vector<Term> parts;
    for (Term part : node.arguments)
      parts.push_back(ground(part));
    return terms.make(node.op, parts);
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

} // namespace plumb::kernel
