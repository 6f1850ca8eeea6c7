// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/concrete_records.h"

#include "checker/relational/walk.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using relational::State;
using smt::Term;
using Kind = ir::RecordAdjacency::Kind;

namespace {

/// Elements of one array that are looked at; a pair of larger records is no example for a reader.
constexpr std::size_t largestArray = 128;

bool isParameter(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Parameter;
}

} // namespace

std::vector<const ir::Variable *> sizesOfArrays(const ir::Neighbourhood &neighbourhood) {
  std::set<const ir::Variable *> read;
  for (const auto &field : neighbourhood.recordAdjacency->record->fields)
    for (const auto &extent : field->extents)
      relational::collectVariables(*extent, read);
  for (const auto &variable : neighbourhood.variables)
    if (isParameter(*variable) || variable->role == ir::Variable::Role::Query)
      for (const auto &extent : variable->extents)
        relational::collectVariables(*extent, read);
  std::vector<const ir::Variable *> sizes;
  for (const auto &variable : neighbourhood.variables)
    if (isParameter(*variable) && read.count(&ir::identityOf(*variable)))
      sizes.push_back(variable.get());
  return sizes;
}

std::optional<ConcreteRecords> ConcreteRecords::create(relational::Context context, const Sizes &sizes) {
  ConcreteRecords records(context);
  State state = relational::startState(context);
  Evaluator evaluator(context, state);
  records.fixSizes(sizes, state);
  if (!records.addParameters(evaluator) || !records.addFields(evaluator) || !records.addAnswers(evaluator))
    return std::nullopt;
  for (long index = 0; index <= records.longest; ++index)
    evaluator.instantiation().at(context.store.integer(index));
  records.addDefinedness(evaluator);
  records.expandQuantifiers(state);
  return records;
}

/// What the `forall` says at these sizes; nothing if its ends are no numbers, or too far from each other.
std::optional<Term> ConcreteRecords::meaningOf(const relational::Quantified &met, State &state) const {
  Evaluator evaluator(context, state);
  for (const auto &[variable, value] : met.bound)
    evaluator.bind(*variable, value);
  for (const auto &[record, side] : met.records)
    evaluator.bind(*record, side);
  const Term low = atSizes(evaluator.relational(*met.formula->low)),
             high = atSizes(evaluator.relational(*met.formula->high));
  if (low.op() != smt::Operator::Literal || high.op() != smt::Operator::Literal ||
      high.number() - low.number() > largestArray)
    return std::nullopt;
  std::vector<Term> each;
  for (long index = low.number().get_num().get_si(); index < high.number(); ++index) {
    evaluator.bind(met.formula->variable, context.store.integer(index));
    each.push_back(evaluator.program(*met.formula->body, met.side));
  }
  return context.store.conjunction(std::move(each));
}

/// A pair is confirmed by calculation with the values of its fields, so no symbol may be left that stands for
/// a formula about them.
void ConcreteRecords::expandQuantifiers(State &state) {
  constexpr std::size_t mostExpanded = 256;
  std::unordered_map<Term, Term, smt::TermHash> meanings;
  std::vector<Term> terms = {defined};
  for (const Answer &answer : differences)
    terms.push_back(answer.difference);
  std::set<std::uint32_t> seen;
  for (bool isNew = true; isNew && meanings.size() < mostExpanded;) {
    isNew = false;
    for (Term symbol : smt::applications(terms))
      if (const relational::Quantified *met = context.symbols.quantifiedOf(symbol);
          met && seen.insert(symbol.id()).second)
        // Not of what is in the table now: an evaluation may add to it.
        if (const auto meaning = meaningOf(relational::Quantified(*met), state)) {
          meanings.emplace(symbol, *meaning);
          terms.push_back(*meaning);
          isNew = true;
        }
  }
  const auto expanded = [&](Term term) {
    for (Term next = context.store.substitute(term, meanings); !(next == term);
         next = context.store.substitute(term, meanings))
      term = next;
    return term;
  };
  defined = expanded(defined);
  for (Answer &answer : differences)
    answer.difference = expanded(answer.difference);
  known = state.facts;
  for (Term &fact : known)
    fact = expanded(fact);
}

std::optional<std::vector<Subscripts>>
ConcreteRecords::subscripts(const std::vector<ir::ExpressionPtr> &extents, Evaluator &evaluator) {
  std::vector<Subscripts> all = {{}};
  for (const auto &extent : extents) {
    Term term = context.store.substitute(evaluator.relational(*extent), sizeNumbers);
    const std::optional<Rational> length = numberOf(context.products.expand(term));
    if (!length || *length < 0 || *length * all.size() > largestArray)
      return std::nullopt;
    longest = std::max(longest, length->get_num().get_si());
    all = lengthened(all, *length);
  }
  return all;
}

std::vector<Term> ConcreteRecords::literals(const Subscripts &indices) {
  std::vector<Term> terms;
  for (long index : indices)
    terms.push_back(context.store.integer(index));
  return terms;
}

void ConcreteRecords::fixSizes(const Sizes &sizes, State &state) {
  for (const ir::Variable *size : sizesOfArrays(context.symbols.neighbourhood())) {
    Term term = context.symbols.parameter(*size, {}), number = context.store.integer(sizes.at(size->name));
    sizeNumbers[term] = number;
    // May be assumed: only records of these sizes are looked for; nothing is proved from it.
    state.know(context.store.equal(term, number));
  }
}

Term ConcreteRecords::atSizes(Term term) const {
  return context.products.term(context.products.expand(context.store.substitute(term, sizeNumbers)),
                               term.sort());
}

bool ConcreteRecords::addParameters(Evaluator &evaluator) {
  for (const auto &variable : context.symbols.neighbourhood().variables) {
    if (!isParameter(*variable))
      continue;
    auto all = subscripts(variable->extents, evaluator);
    if (!all)
      return false;
    std::vector<Term> &terms = values.emplace_back(variable->name, std::vector<Term>()).second;
    for (const Subscripts &indices : *all)
      terms.push_back(context.symbols.parameter(*variable, literals(indices)));
  }
  return true;
}

bool ConcreteRecords::addFields(Evaluator &evaluator) {
  const ir::RecordAdjacency &adjacency = *context.symbols.neighbourhood().recordAdjacency;
  bool hasFirst = adjacency.kind != Kind::Remove;
  bool hasSecond = adjacency.kind == Kind::Replace || adjacency.kind == Kind::Remove;
  evaluator.instantiation().atRecords();
  for (const auto &field : adjacency.record->fields) {
    auto all = subscripts(field->extents, evaluator);
    if (!all)
      return false;
    for (std::size_t i = 0; i < all->size(); ++i) {
      std::vector<Term> at = literals((*all)[i]);
      evaluator.instantiation().atField(*field, at);
      Element element{field.get(), i, {}, {}, {}, {}};
      if (hasFirst) {
        element.first = context.symbols.field(*field, at, false);
        element.firstNone = context.symbols.isNone(*field, at, false);
      }
      if (hasSecond) {
        element.second = context.symbols.field(*field, at, true);
        element.secondNone = context.symbols.isNone(*field, at, true);
      }
      fields.push_back(element);
    }
  }
  return true;
}

bool ConcreteRecords::addAnswers(Evaluator &evaluator) {
  for (const auto &variable : context.symbols.neighbourhood().variables) {
    if (!variable->definition)
      continue;
    auto all = subscripts(variable->extents, evaluator);
    if (!all || differences.size() + all->size() > largestArray)
      return false;
    for (std::vector<long> &indices : *all) {
      std::vector<Term> at = literals(indices);
      // There are no other records.
      Term difference = variable->definition->isExtremum()
                            ? evaluator.differenceOfOne(*variable, at)
                            : context.store.subtract(evaluator.element(*variable, at, Side::First),
                                                     evaluator.element(*variable, at, Side::Second));
      differences.push_back({variable.get(), std::move(indices), difference});
    }
  }
  return true;
}

void ConcreteRecords::addDefinedness(Evaluator &evaluator) {
  evaluator.takeDefinedness();
  for (const Answer &answer : differences)
    for (Side side : {Side::First, Side::Second})
      evaluator.programContribution(*answer.query, literals(answer.indices), side);
  const ir::RecordAdjacency &adjacency = *context.symbols.neighbourhood().recordAdjacency;
  auto formula = [&](const std::unique_ptr<ir::RecordVariable> &pair, const ir::ExpressionPtr &expression) {
    if (!expression)
      return;
    evaluator.bind(*pair, Side::First);
    evaluator.program(*expression, Side::First);
  };
  formula(adjacency.pair, adjacency.when);
  formula(adjacency.pair, adjacency.along);
  if (adjacency.policy) {
    formula(adjacency.policy->pair, adjacency.policy->formula);
    for (const ir::Attribute &attribute : adjacency.policy->attributes)
      for (const Element &element : fields) {
        if (element.field != attribute.field || !attribute.when)
          continue;
        for (std::size_t i = 0; i < attribute.indices.size(); ++i)
          evaluator.bind(*attribute.indices[i], element.first.arguments()[i]);
        formula(adjacency.policy->pair, attribute.when);
      }
  }
  defined = evaluator.takeDefinedness();
}

std::optional<RecordWitness>
ConcreteRecords::read(const std::function<std::optional<Rational>(Term)> &valueOf) const {
  bool complete = true;
  auto value = [&](Term term) {
    auto known = valueOf(term);
    complete &= known.has_value();
    return known.value_or(0);
  };
  auto elementValue = [&](Term term, Term none) {
    bool isNone = value(none) != 0;
    return ElementValue{isNone ? Rational(0) : value(term), isNone};
  };
  RecordWitness witness;
  for (const auto &[name, terms] : values)
    for (Term term : terms)
      witness.parameters[name].push_back(value(term));
  Kind kind = context.symbols.neighbourhood().recordAdjacency->kind;
  bool swaps = kind == Kind::AddOrRemove && value(context.symbols.isAdded()) == 0;
  if (kind != Kind::Remove && !swaps)
    witness.first.emplace();
  if (kind == Kind::Replace || kind == Kind::Remove || swaps)
    witness.second.emplace();
  for (const auto &field : context.symbols.neighbourhood().recordAdjacency->record->fields)
    for (auto *record : {&witness.first, &witness.second})
      if (*record)
        (**record)[field->name];
  for (const Element &element : fields) {
    if (witness.first)
      (*witness.first)[element.field->name].push_back(elementValue(element.first, element.firstNone));
    if (witness.second)
      (*witness.second)[element.field->name].push_back(
          swaps ? elementValue(element.first, element.firstNone)
                : elementValue(element.second, element.secondNone));
  }
  for (const Answer &answer : differences)
    if (Rational difference = value(answer.difference); difference != 0)
      witness.changes.push_back({answer.query, answer.indices, difference});
  if (!complete)
    return std::nullopt;
  return witness;
}

std::vector<Term> ConcreteRecords::simplifications() const {
  auto &store = context.store;
  std::vector<Term> wishes;
  auto wishSmall = [&](Term term, Term none) {
    if (!term.isValid())
      return;
    wishes.push_back(store.negate(none));
    if (term.sort() == smt::Sort::Bool) {
      wishes.push_back(store.negate(term));
      return;
    }
    for (long small : {0, 1, 2}) {
      Term number = store.literal(small, term.sort());
      wishes.push_back(
          store.conjunction({store.lessEqual(store.minus(number), term), store.lessEqual(term, number)}));
    }
    wishes.push_back(store.lessEqual(store.literal(0, term.sort()), term));
  };
  for (const Element &element : fields)
    if (element.first.isValid() && element.second.isValid())
      wishes.push_back(store.conjunction(
          {store.equal(element.first, element.second), store.equal(element.firstNone, element.secondNone)}));
  for (const Element &element : fields)
    for (auto [term, none] :
         {std::pair(element.first, element.firstNone), std::pair(element.second, element.secondNone)})
      wishSmall(term, none);
  for (const auto &[name, terms] : values)
    for (Term term : terms)
      wishSmall(term, store.boolean(false));
  return wishes;
}

} // namespace plumb::proof
