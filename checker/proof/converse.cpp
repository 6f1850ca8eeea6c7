// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/converse.h"

#include "checker/adjacency/difference.h"
#include "checker/proof/lemmas.h"
#include "checker/proof/record_trials.h"
#include "checker/proof/solver_context.h"
#include "checker/proof/some_input.h"
#include "checker/relational/walk.h"

#include <algorithm>

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using smt::Outcome;
using smt::Term;
using Kind = ir::RecordAdjacency::Kind;

namespace {

using Fields = std::set<const ir::Field *>;

void addFields(const ir::Expression *expression, Fields &fields) {
  if (!expression)
    return;
  relational::forEachExpression(*expression, [&](const ir::Expression &part) {
    if (const auto *read = llvm::dyn_cast<ir::FieldRead>(&part))
      fields.insert(&read->field);
  });
}

const ir::Attribute *attributeOf(const ir::RecordAdjacency &adjacency, const ir::Field &field) {
  if (!adjacency.policy)
    return nullptr;
  for (const ir::Attribute &attribute : adjacency.policy->attributes)
    if (attribute.field == &field)
      return &attribute;
  return nullptr;
}

/// The condition on the whole record under which a replacement is stated; null if there is none.
const ir::Expression *relationOf(const ir::RecordAdjacency &adjacency) {
  return adjacency.policy ? adjacency.policy->formula.get() : adjacency.along.get();
}

Fields allFields(const ir::RecordAdjacency &adjacency) {
  Fields fields;
  for (const auto &field : adjacency.record->fields)
    fields.insert(field.get());
  return fields;
}

/// The fields that decide the answers of \p queries and whether they may change: the least set that has what
/// the queries read, and what the conditions on its members read. A formula ties all fields together.
Fields fieldsBehind(const ir::RecordAdjacency &adjacency, const std::set<const ir::Variable *> &queries) {
  if (relationOf(adjacency))
    return allFields(adjacency);
  Fields fields;
  for (const ir::Variable *query : queries) {
    addFields(query->definition->term.get(), fields);
    addFields(query->definition->where.get(), fields);
  }
  addFields(adjacency.when.get(), fields);
  for (std::size_t before = 0; before != fields.size();) {
    before = fields.size();
    for (const ir::Field *field : Fields(fields))
      if (const ir::Attribute *attribute = attributeOf(adjacency, *field))
        addFields(attribute->when.get(), fields);
  }
  return fields;
}

/// Makes what is asked about one mechanism.
class Converse : SolverContext {
public:
  Converse(const ir::Neighbourhood &source, const EngineMaker &makeEngine, smt::TermStore &ofTerms)
      : SolverContext(ir::Setting::alone(source), makeEngine, ofTerms), neighbourhood(source) {}

  /// That the differences of \p queries may also be the other way round, in the textbook form.
  Outcome ofDifferences(const std::set<const ir::Variable *> &queries);
  /// That \p fields may change back, under Replace.
  bool ofFields(const Fields &fields);
  /// A pair of records that may not be exchanged, under Replace.
  std::optional<RecordWitness> counterexample(const WitnessCheck &check);

private:
  bool proves(const relational::State &state, Term goal);
  Term changesBack(Evaluator &evaluator, const ir::Field &field, const std::vector<Term> &at);
  Term isBackwards(Evaluator &evaluator);
  bool changesBackSomewhere(const ir::Field &field);

  const ir::Neighbourhood &neighbourhood;
};

bool Converse::proves(const relational::State &state, Term goal) {
  smt::Solver::Scope scope(solver, withLemmas(context, state.facts, {goal}));
  return solver.proves(goal).outcome == Outcome::Proved;
}

Outcome Converse::ofDifferences(const std::set<const ir::Variable *> &queries) {
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  std::vector<Term> back;
  for (const ir::Difference &stated : neighbourhood.adjacency) {
    Term bound = evaluator.relational(*stated.bound);
    Term d = store.freshVariable("d." + stated.query->name, bound.sort());
    // May be assumed: asked is whether every difference that is allowed is allowed the other way round.
    state.know(adjacency::withinBound(store, stated.direction, d, bound));
    if (queries.count(stated.query))
      back.push_back(adjacency::withinBound(store, stated.direction, store.minus(d), bound));
  }
  Term goal = store.conjunction(std::move(back));
  if (proves(state, goal))
    return Outcome::Proved;
  return someInput(context, solver, state.facts, store.negate(goal)).answer.isSat() ? Outcome::Refuted
                                                                                    : Outcome::Unknown;
}

/// r may take the place of r' as far as this element goes: r' lets it become anything, or it is the same.
Term Converse::changesBack(Evaluator &evaluator, const ir::Field &field, const std::vector<Term> &at) {
  const ir::RecordAdjacency &adjacency = *neighbourhood.recordAdjacency;
  Term mayChange = store.boolean(true);
  if (adjacency.when) {
    evaluator.bind(*adjacency.pair, Side::Second);
    mayChange = evaluator.relational(*adjacency.when);
  } else if (const ir::Attribute *attribute = attributeOf(adjacency, field)) {
    evaluator.bind(*adjacency.policy->pair, Side::Second);
    for (std::size_t i = 0; i < attribute->indices.size(); ++i)
      evaluator.bind(*attribute->indices[i], at[i]);
    mayChange =
        attribute->when ? evaluator.relational(*attribute->when) : store.boolean(attribute->isSensitive);
  }
  return store.disjunction({mayChange, evaluator.sameField(field, at)});
}

/// The formula of the policy or the edge, read from r' to r.
Term Converse::isBackwards(Evaluator &evaluator) {
  const ir::RecordAdjacency &adjacency = *neighbourhood.recordAdjacency;
  const ir::Expression *relation = relationOf(adjacency);
  if (!relation)
    return store.boolean(true);
  evaluator.bind(adjacency.policy ? *adjacency.policy->pair : *adjacency.pair, Side::Second);
  return evaluator.relational(*relation);
}

bool Converse::changesBackSomewhere(const ir::Field &field) {
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  std::vector<Term> at;
  for (std::size_t i = 0; i < field.extents.size(); ++i) {
    at.push_back(store.freshVariable("some.index", smt::Sort::Int));
    evaluator.instantiation().at(at.back());
  }
  evaluator.instantiation().atRecords();
  evaluator.instantiation().atField(field, at);
  state.know(evaluator.inRange(field.extents, at)); // Asked is about elements that there are.
  return proves(state, changesBack(evaluator, field, at));
}

bool Converse::ofFields(const Fields &fields) {
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  evaluator.instantiation().atRecords();
  const auto &ordered = neighbourhood.recordAdjacency->record->fields;
  return proves(state, isBackwards(evaluator)) &&
         std::all_of(ordered.begin(), ordered.end(), [&](const std::unique_ptr<ir::Field> &field) {
           return !fields.count(field.get()) || changesBackSomewhere(*field);
         });
}

std::optional<RecordWitness> Converse::counterexample(const WitnessCheck &check) {
  const WitnessCheck onlyForward = [&](const RecordWitness &pair) {
    RecordWitness exchanged = pair;
    std::swap(exchanged.first, exchanged.second);
    for (RecordWitness::Change &change : exchanged.changes)
      change.difference = -change.difference;
    return check(pair) && !check(exchanged);
  };
  return RecordTrials(context, solver, onlyForward).find([&](const ConcreteRecords &records) {
    relational::State state = relational::startState(context);
    Evaluator evaluator(context, state);
    std::vector<Term> back{isBackwards(evaluator)};
    for (const ConcreteRecords::Element &element : records.elements())
      back.push_back(changesBack(evaluator, *element.field, element.first.arguments()));
    return store.negate(store.conjunction(std::move(back)));
  });
}

std::set<const ir::Variable *> allQueries(const ir::Neighbourhood &neighbourhood) {
  std::set<const ir::Variable *> queries;
  for (const auto &variable : neighbourhood.variables)
    if (variable->role == ir::Variable::Role::Query)
      queries.insert(variable.get());
  return queries;
}

} // namespace

DifferenceProperty isOwnConverse(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine,
                                 const WitnessCheck &check) {
  smt::TermStore store;
  Converse converse(neighbourhood, makeEngine, store);
  const auto &adjacency = neighbourhood.recordAdjacency;
  if (!adjacency)
    return {converse.ofDifferences(allQueries(neighbourhood)), std::nullopt};
  if (adjacency->kind == Kind::AddOrRemove)
    return {Outcome::Proved, std::nullopt};
  // One of the two has a record more.
  if (adjacency->kind != Kind::Replace)
    return {Outcome::Refuted, std::nullopt};
  if (converse.ofFields(allFields(*adjacency)))
    return {Outcome::Proved, std::nullopt};
  auto against = converse.counterexample(check);
  return {against ? Outcome::Refuted : Outcome::Unknown, std::move(against)};
}

bool leadBack(const ir::Neighbourhood &neighbourhood, const std::set<const ir::Variable *> &queries,
              const EngineMaker &makeEngine) {
  smt::TermStore store;
  Converse converse(neighbourhood, makeEngine, store);
  const auto &adjacency = neighbourhood.recordAdjacency;
  if (!adjacency)
    return converse.ofDifferences(queries) == Outcome::Proved;
  if (adjacency->kind != Kind::Replace)
    return adjacency->kind == Kind::AddOrRemove;
  return converse.ofFields(fieldsBehind(*adjacency, queries));
}

} // namespace plumb::proof
