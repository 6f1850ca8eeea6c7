// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/sensitivity.h"

#include "checker/proof/difference_bounds.h"
#include "checker/proof/record_values.h"
#include "checker/proof/solver_context.h"
#include "frontend/ir/substitution.h"

#include <algorithm>

namespace plumb::proof {

using smt::Outcome;
using smt::Term;

namespace {

using Wanted = RecordTrials::Wanted;

/// How many answers are tried as those that change. Choices among several arrays are many.
std::size_t mostThatChange(const Queries &queries) {
  constexpr std::size_t ofOne = 4, ofFew = 2, fewQueries = 4;
  return queries.size() == 1 ? ofOne : queries.size() <= fewQueries ? ofFew : 0;
}

/// One use: make it, call run().
class Derivation : SolverContext {
public:
  Derivation(const ir::Neighbourhood &source, const EngineMaker &makeEngine, const WitnessCheck &check,
             smt::TermStore &ofTerms)
      : SolverContext(ir::Setting::alone(source), makeEngine, ofTerms),
        neighbourhood(source), result{&source, nullptr, {}, std::nullopt, {}, std::nullopt},
        trials(context, solver, check), bounds(context, solver, trials) {}
  /// All but the store, which the caller has.
  Sensitivity run();

private:
  DifferenceProperty hasSign(const ir::Variable &query, bool decreasing);
  DifferenceProperty onlyOneChanges(const Queries &queries);
  DifferenceProperty settled(bool proved, const Wanted &counterexample);
  /// \param parts the bounds of the queries, one by one; so below.
  Bound largestOf(const Queries &queries, const std::vector<Bound> &parts);
  Bound sum(const Queries &queries, const Bound &largest, const DifferenceProperty &onlyOne,
            const std::vector<Bound> &parts);
  std::optional<RecordWitness> someNeighbours();

  const ir::Neighbourhood &neighbourhood;
  Sensitivity result;
  RecordTrials trials;
  DifferenceBounds bounds;
};

DifferenceProperty all(const std::vector<QuerySensitivity> &queries,
                       DifferenceProperty QuerySensitivity::*property) {
  DifferenceProperty result{Outcome::Proved, std::nullopt};
  for (const QuerySensitivity &query : queries) {
    if ((query.*property).status == Outcome::Refuted)
      return query.*property;
    if ((query.*property).status == Outcome::Unknown)
      result.status = Outcome::Unknown;
  }
  return result;
}

ir::ExpressionPtr asReal(ir::ExpressionPtr term) {
  return term->sort() == ir::Sort::Real
             ? std::move(term)
             : std::make_unique<ir::Unary>(ir::UnaryOperator::ToReal, ir::Sort::Real, std::move(term),
                                           SourceRange());
}

} // namespace

bool QuerySensitivity::isDecided() const {
  for (const DifferenceBound *bound : {&largest, &sum})
    if (bound->kind == DifferenceBound::Kind::Undecided)
      return false;
  for (const DifferenceProperty *property : {&decreasing, &increasing, &onlyOne})
    if (property->status == Outcome::Unknown)
      return false;
  return true;
}

bool Sensitivity::hasValues() const {
  return std::all_of(evidence.begin(), evidence.end(), [](const Evidence &one) { return one.isProved(); });
}

bool Sensitivity::isDecided() const {
  return hasValues() && neighbours && (!together || together->isDecided()) &&
         std::all_of(queries.begin(), queries.end(),
                     [](const QuerySensitivity &query) { return query.isDecided(); });
}

Sensitivity deriveSensitivity(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine,
                              const WitnessCheck &check) {
  auto store = std::make_unique<smt::TermStore>();
  Derivation derivation(neighbourhood, makeEngine, check, *store);
  Sensitivity derived = derivation.run();
  derived.store = std::move(store);
  return derived;
}

Sensitivity Derivation::run() {
  verdict::Inquiry inquiry(store, solver, result.evidence);
  askRecordValues(context, solver, inquiry);
  if (!result.hasValues())
    return std::move(result);
  result.neighbours = someNeighbours();
  // Of no neighbours anything could be proved.
  if (!result.neighbours)
    return std::move(result);
  Queries queries;
  std::vector<Bound> largest, sums;
  for (const auto &variable : neighbourhood.variables) {
    if (!variable->definition)
      continue;
    // What one query takes is not lost to those behind it.
    solver.renew();
    queries.push_back(variable.get());
    QuerySensitivity query;
    query.query = variable.get();
    query.decreasing = hasSign(*variable, true);
    query.increasing = hasSign(*variable, false);
    query.onlyOne = onlyOneChanges({variable.get()});
    largest.push_back(bounds.largest({variable.get()}));
    sums.push_back(sum({variable.get()}, largest.back(), query.onlyOne, {}));
    query.largest = largest.back().told;
    query.sum = sums.back().told;
    result.queries.push_back(std::move(query));
  }
  if (queries.size() < 2)
    return std::move(result);
  solver.renew();
  QuerySensitivity together;
  together.decreasing = all(result.queries, &QuerySensitivity::decreasing);
  together.increasing = all(result.queries, &QuerySensitivity::increasing);
  together.onlyOne = onlyOneChanges(queries);
  Bound most = largestOf(queries, largest);
  together.largest = most.told;
  together.sum = sum(queries, most, together.onlyOne, sums).told;
  result.together = std::move(together);
  return std::move(result);
}

Bound Derivation::largestOf(const Queries &queries, const std::vector<Bound> &parts) {
  ir::ExpressionPtr largest;
  bool isFinite = true;
  for (const Bound &part : parts) {
    if (part.told.kind == DifferenceBound::Kind::Infinite)
      return part;
    // A part without a term must not be missing in a maximum.
    isFinite &= part.told.kind == DifferenceBound::Kind::Finite && part.told.most != nullptr;
    if (!isFinite)
      continue;
    ir::ExpressionPtr own = ir::substituted(*part.told.most, ir::Substitution());
    if (largest && largest->sort() != own->sort()) {
      largest = asReal(std::move(largest));
      own = asReal(std::move(own));
    }
    largest = largest
                  ? std::make_unique<ir::Extremum>(true, std::move(largest), std::move(own), SourceRange())
                  : std::move(own);
  }
  Bound most = bounds.largest(queries);
  if (most.told.kind != DifferenceBound::Kind::Undecided || !isFinite)
    return most;
  // None of the terms is always the largest.
  most.told.kind = DifferenceBound::Kind::Finite;
  most.told.most = std::move(largest);
  return most;
}

std::optional<RecordWitness> Derivation::someNeighbours() {
  auto differ = [&](const ConcreteRecords &records) {
    std::vector<Term> different;
    for (const ConcreteRecords::Element &element : records.elements()) {
      if (!element.first.isValid() || !element.second.isValid())
        continue;
      different.push_back(store.negate(store.equal(element.firstNone, element.secondNone)));
      different.push_back(store.conjunction(
          {store.negate(element.firstNone), store.negate(store.equal(element.first, element.second))}));
    }
    return store.disjunction(std::move(different));
  };
  auto any = [&](const ConcreteRecords &) { return store.boolean(true); };
  bool replaces = neighbourhood.recordAdjacency->kind == ir::RecordAdjacency::Kind::Replace;
  auto pair = replaces ? trials.find(differ) : std::nullopt;
  return pair ? pair : trials.find(any);
}

DifferenceProperty Derivation::settled(bool proved, const Wanted &counterexample) {
  if (proved)
    return {Outcome::Proved, std::nullopt};
  auto against = trials.find(counterexample);
  return {against ? Outcome::Refuted : Outcome::Unknown, std::move(against)};
}

DifferenceProperty Derivation::hasSign(const ir::Variable &query, bool decreasing) {
  relational::State state = relational::startState(context);
  Term d = bounds.somewhere(query, state).difference, zero = store.literal(0, d.sort());
  bool proved = bounds.proves(state.facts, decreasing ? store.lessEqual(zero, d) : store.lessEqual(d, zero));
  return settled(proved, [&](const ConcreteRecords &records) {
    std::vector<Term> wrong;
    for (Term difference : differencesOf(records, {&query}))
      wrong.push_back(decreasing ? store.less(difference, zero) : store.less(zero, difference));
    return store.disjunction(std::move(wrong));
  });
}

/// For any two different answers: one of them does not change.
DifferenceProperty Derivation::onlyOneChanges(const Queries &queries) {
  const auto isZero = [&](Term difference) {
    return store.equal(difference, store.literal(0, difference.sort()));
  };
  bool proved = true;
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (std::size_t j = i; j < queries.size() && proved; ++j) {
      relational::State state = relational::startState(context);
      Somewhere a = bounds.somewhere(*queries[i], state), b = bounds.somewhere(*queries[j], state);
      proved = bounds.proves(
          state.facts, store.disjunction({bounds.areOne(a, b), isZero(a.difference), isZero(b.difference)}));
    }
  return settled(proved, [&](const ConcreteRecords &records) {
    std::vector<Term> differences = differencesOf(records, queries), both;
    for (std::size_t i = 0; i < differences.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        both.push_back(
            store.conjunction({store.negate(isZero(differences[i])), store.negate(isZero(differences[j]))}));
    return store.disjunction(std::move(both));
  });
}

Bound Derivation::sum(const Queries &queries, const Bound &largest, const DifferenceProperty &onlyOne,
                      const std::vector<Bound> &parts) {
  if (largest.told.kind != DifferenceBound::Kind::Finite || onlyOne.status == Outcome::Proved)
    return largest;
  if (auto few = bounds.sumOfFew(queries); few && few->term.isValid()) {
    Bound added = few->told.attained || parts.empty() ? Bound() : bounds.added(queries, parts);
    return added.told.attained ? std::move(added) : std::move(*few);
  }
  Bound ofSummands = queries.size() == 1 ? bounds.sumOfSummands(*queries.front()) : Bound();
  if (ofSummands.told.attained)
    return ofSummands;
  for (std::size_t count = 2; count <= mostThatChange(queries); ++count)
    if (bounds.changeAtMost(count, queries)) {
      if (Bound exact = bounds.sumOf(count, queries); exact.term.isValid())
        return exact;
      break;
    }
  if (ofSummands.term.isValid())
    return ofSummands;
  if (!parts.empty())
    return bounds.added(queries, parts);
  Bound ofAll = bounds.sumOfAll(*queries.front(), largest);
  if (ofAll.told.attained)
    return ofAll;
  Bound counted = bounds.sumOfCounted(*queries.front(), largest);
  return counted.told.attained || !ofAll.term.isValid() ? std::move(counted) : std::move(ofAll);
}

} // namespace plumb::proof
