// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/record_trials.h"

#include "checker/proof/lemmas.h"
#include "checker/proof/meaning_of_products.h"
#include "checker/proof/premise_fields.h"
#include "checker/smt/mixed_sorts.h"

#include <algorithm>

namespace plumb::proof {

using smt::Outcome;
using smt::Term;

namespace {

/// All sizes alike; the first at which there is a pair is shown.
constexpr long trialSizes[] = {1, 2, 3, 5, 8};
/// Where the requirements exclude these, the solver's own, unless they are larger.
constexpr long largestSize = 64;
/// Elements whose values are simplified one by one; each costs a question or two.
constexpr std::size_t fewElements = 24;

} // namespace

std::optional<Sizes> RecordTrials::sizesOfSolver() {
  smt::Solver::Scope scope(solver, withLemmas(context, relational::startState(context).facts, {}));
  auto &store = context.store;
  std::vector<Term> positive;
  auto names = sizesOfArrays(context.symbols.neighbourhood());
  for (const ir::Variable *size : names)
    positive.push_back(store.lessEqual(store.integer(1), context.symbols.parameter(*size, {})));
  if (!solver.satisfiable(store.conjunction(std::move(positive))).isSat())
    return std::nullopt;
  Sizes sizes;
  for (const ir::Variable *size : names) {
    auto value = solver.value(context.symbols.parameter(*size, {}));
    if (!value || *value > largestSize)
      return std::nullopt;
    sizes[size->name] = value->get_num().get_si();
  }
  return sizes;
}

const std::vector<ConcreteRecords> &RecordTrials::trials() {
  if (made)
    return *made;
  made.emplace();
  auto names = sizesOfArrays(context.symbols.neighbourhood());
  auto add = [&](const Sizes &sizes) {
    if (auto records = ConcreteRecords::create(context, sizes))
      made->push_back(std::move(*records));
  };
  for (long number : trialSizes) {
    Sizes sizes;
    for (const ir::Variable *size : names)
      sizes[size->name] = number;
    add(sizes);
    if (names.empty())
      return *made;
  }
  if (auto sizes = sizesOfSolver())
    add(*sizes);
  return *made;
}

std::optional<RecordWitness> RecordTrials::find(const Wanted &wanted) {
  for (const ConcreteRecords &records : trials())
    if (auto witness = find(records, wanted(records)))
      return witness;
  return std::nullopt;
}

std::optional<RecordWitness> RecordTrials::find(const ConcreteRecords &records, Term wanted) {
  if (wanted.op() == smt::Operator::False)
    return std::nullopt;
  smt::Solver::Scope scope(solver, withLemmas(context, records.facts(), {wanted}));
  const auto found = [&](const std::vector<Term> &known) {
    auto values = simplify(records, known) ? valuesNow(records) : std::nullopt;
    return values ? confirmed(records, *values, wanted) : std::nullopt;
  };
  if (auto witness = found({wanted}))
    return witness;
  // What a product is meant to be may have been none.
  std::vector<Term> known = {wanted};
  const auto meaning = solver.satisfiable(wanted).isSat()
                           ? meaningOfProducts(context, solver, records.facts(), known)
                           : std::nullopt;
  if (!meaning || meaning->empty())
    return std::nullopt;
  known.insert(known.end(), meaning->begin(), meaning->end());
  return found(known);
}

/// To the solver a product of unknowns is any function, so with the values of the fields all is calculated
/// anew.
std::optional<RecordWitness> RecordTrials::confirmed(const ConcreteRecords &records, const Values &values,
                                                     Term wanted) {
  if (replaced(wanted, values).op() != smt::Operator::True)
    return std::nullopt;
  auto witness = records.read([&](Term term) -> std::optional<Rational> {
    Term value = replaced(term, values);
    if (value.op() == smt::Operator::Literal)
      return value.number();
    if (value.sort() == smt::Sort::Bool && value.arguments().empty() && value.op() != smt::Operator::Apply)
      return value.op() == smt::Operator::True ? 1 : 0;
    return std::nullopt;
  });
  return witness && check(*witness) ? witness : std::nullopt;
}

/// Leaves the solver with a model of \p kept in which as many wishes are fulfilled as can be, one after
/// another. \returns false if there is no model at all.
bool RecordTrials::simplify(const ConcreteRecords &records, std::vector<Term> kept) {
  auto holds = [&](Term formula) { return solver.satisfiable(formula).isSat(); };
  if (!holds(context.store.conjunction(kept)))
    return false;
  if (records.elements().size() > fewElements)
    return true;
  bool hasModel = true;
  for (Term wish : records.simplifications()) {
    kept.push_back(wish);
    if (hasModel && solver.value(wish) == Rational(1))
      continue;
    hasModel = holds(context.store.conjunction(kept));
    if (!hasModel)
      kept.pop_back();
  }
  return hasModel || holds(context.store.conjunction(std::move(kept)));
}

std::optional<RecordTrials::Values> RecordTrials::valuesNow(const ConcreteRecords &records) {
  Values values;
  bool complete = true;
  auto note = [&](Term term) {
    if (!term.isValid() || term.op() != smt::Operator::Apply)
      return;
    auto value = solver.value(term);
    complete &= value.has_value();
    if (value)
      values[term] = term.sort() == smt::Sort::Bool ? context.store.boolean(*value != 0)
                                                    : context.store.literal(*value, term.sort());
  };
  for (const ConcreteRecords::Element &element : records.elements())
    for (Term term : {element.first, element.second, element.firstNone, element.secondNone})
      note(term);
  for (const auto &[name, terms] : records.parameters())
    for (Term term : terms)
      note(term);
  note(context.symbols.isAdded());
  if (!complete)
    return std::nullopt;
  return values;
}

/// With products multiplied out, now that most of their factors are numbers.
Term RecordTrials::replaced(Term term, const Values &values) {
  auto &store = context.store;
  // Twice: a subscript may be a field itself.
  Term result = store.substitute(store.substitute(term, values), values);
  Values products;
  for (Term application : applications(result)) {
    if (application.sort() == smt::Sort::Bool)
      continue;
    relational::Polynomial value = context.products.expand(application);
    if (!(value == relational::Polynomial::atom(application)))
      products[application] = context.products.term(value, application.sort());
  }
  return store.substitute(result, products);
}

/// For every M >= 0: the pair is one of neighbours, all is defined, and an answer differs by M.
bool RecordTrials::differsByAnything(const ConcreteRecords &records, const Values &values,
                                     const std::vector<Term> &differences) {
  auto &store = context.store;
  std::vector<Term> large;
  for (Term difference : differences)
    large.push_back(smt::mixedLessEqual(store, any, store.absolute(difference)));
  std::vector<Term> goals = records.facts();
  goals.push_back(records.definedness());
  goals.push_back(store.disjunction(std::move(large)));
  Term goal = replaced(store.conjunction(std::move(goals)), values);
  smt::Solver::Scope scope(solver, {store.lessEqual(store.integer(0), any)});
  return solver.proves(goal).outcome == Outcome::Proved;
}

/// The interpreter of the check knows numbers only, so it is shown one of the pairs.
bool RecordTrials::isConfirmed(const ConcreteRecords &records, const Values &values) {
  constexpr long someNumber = 1000;
  auto &store = context.store;
  Values numbers;
  for (const auto &[term, value] : values)
    numbers[term] = store.substitute(value, {{any, store.integer(someNumber)}});
  return confirmed(records, numbers, store.boolean(true)).has_value();
}

std::optional<RecordFamily> RecordTrials::growFrom(const ConcreteRecords &records, const RecordWitness &pair,
                                                   const std::vector<Term> &differences) {
  auto values = valuesNow(records);
  if (!values)
    return std::nullopt;
  auto &store = context.store;
  // Premises were confirmed for the pair; what they do not speak of cannot break them.
  auto fixed = premiseFields(context.symbols.neighbourhood());
  for (const ConcreteRecords::Element &element : records.elements()) {
    if (element.field->sort == ir::Sort::Bool || element.field->low ||
        std::any_of(fixed.begin(), fixed.end(),
                    [&](const PremiseField &premise) { return premise.field == element.field; }))
      continue;
    for (auto [inFirst, inSecond] : {std::pair(true, false), {false, true}, {true, true}})
      for (bool falls : {false, true}) {
        if ((inFirst && !element.first.isValid()) || (inSecond && !element.second.isValid()))
          continue;
        Values grown = *values;
        const Term step = falls ? store.minus(any) : any;
        for (auto [grows, term] : {std::pair(inFirst, element.first), {inSecond, element.second}})
          if (grows)
            grown[term] = smt::mixedSum(store, {grown.at(term), step});
        if (!differsByAnything(records, grown, differences) || !isConfirmed(records, grown))
          continue;
        // The one record of `add or remove` is on either side.
        bool one =
            context.symbols.neighbourhood().recordAdjacency->kind == ir::RecordAdjacency::Kind::AddOrRemove;
        return RecordFamily{pair,
                            {one ? pair.first.has_value() : inFirst, one ? pair.second.has_value() : inSecond,
                             element.field, element.number, falls}};
      }
  }
  return std::nullopt;
}

std::optional<RecordFamily>
RecordTrials::grow(const std::function<std::vector<Term>(const ConcreteRecords &)> &differences) {
  // A threshold may have to be passed before an answer grows.
  for (long least : {1, 1000})
    for (const ConcreteRecords &records : trials()) {
      std::vector<Term> all = differences(records), large;
      for (Term difference : all)
        large.push_back(smt::mixedLessEqual(context.store, context.store.integer(least),
                                            context.store.absolute(difference)));
      if (auto pair = find(records, context.store.disjunction(std::move(large))))
        if (auto family = growFrom(records, *pair, all))
          return family;
    }
  return std::nullopt;
}

} // namespace plumb::proof
