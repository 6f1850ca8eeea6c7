// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/moved_pairs.h"

#include "checker/proof/lemmas.h"
#include "checker/proof/solver_context.h"
#include "checker/relational/evaluator.h"
#include "checker/smt/mixed_sorts.h"
#include "checker/smt/subterms.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <optional>
#include <unordered_set>
#include <vector>

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using relational::State;
using smt::Term;
using Kind = ir::RecordAdjacency::Kind;

namespace {

class MovedPairs : SolverContext {
public:
  MovedPairs(const ir::Neighbourhood &source, const ir::Variable &asked, const RecordWitness &made,
             std::pair<int, int> wanted, const MovedBy &wantedBy,
             const std::map<std::string, Rational> &least, const EngineMaker &makeEngine,
             smt::TermStore &ofTerms)
      : SolverContext(ir::Setting::alone(source), makeEngine, ofTerms), adjacency(*source.recordAdjacency),
        neighbourhood(source), query(asked), pair(made), signs(wanted), by(wantedBy), leasts(least) {}

  bool run();

private:
  /// For each field the mover along which it moves, or none.
  using Ways = std::vector<std::size_t>;
  static constexpr std::size_t stays = static_cast<std::size_t>(-1);

  /// The element of the query that the pair moves most.
  const RecordWitness::Change *origin() const;
  void findParameters();
  void findLength(const Rational &inPair);
  bool next(Ways &ways) const;
  bool holdsFor(const Ways &ways, const std::vector<long> &from);
  const RecordModel *recordOf(Side side) const {
    const auto &record = side == Side::First ? pair.first : pair.second;
    return record ? &*record : nullptr;
  }
  /// What fields may move along, and what it is in the pair; and in which of the two records they do.
  struct Mover {
    Term now;
    Rational inPair;
    bool inFirst = true, inSecond = true;
  };
  bool canMove(const ir::Field &field, std::size_t way) const;
  bool holdsForSome(const std::vector<long> &from);
  void addFields(Evaluator &evaluator, const Ways &ways, const std::vector<Mover> &movers);
  void addArray(Evaluator &evaluator, const ir::Field &field, std::size_t way);
  void holdElements(const std::vector<Term> &indices);
  void addNeighbours(Evaluator &evaluator);
  void addPremises(Evaluator &evaluator);
  void addShares(Evaluator &evaluator, const std::vector<Term> &at);
  bool isAboutRecords(Term fact) const;

  const ir::RecordAdjacency &adjacency;
  const ir::Neighbourhood &neighbourhood;
  const ir::Variable &query;
  const RecordWitness &pair;
  std::pair<int, int> signs;
  const MovedBy &by;
  const std::map<std::string, Rational> &leasts;
  /// Integers that decide by how much the answer moves: fields may move along with them, as with subscripts.
  std::vector<Mover> parameters;
  /// By how much the element is to move: fields may move along with it or against it, in both records or in
  /// the one that adds something. Nothing if that is the largest.
  std::optional<Term> length;
  std::vector<Mover> lengths;
  /// Where all elements of arrays but one in each are from, for both records alike.
  Side others = Side::Second;
  /// Of the records that are tried: the element of the query that moves, and for each array the element of
  /// the pair that is there, or else everywhere, in each record.
  struct Elements {
    const ir::Field *field;
    std::optional<Term> moved;
    ElementValue first, second, other;
  };
  std::vector<Elements> arrays;
  std::vector<Term> subscripts;
  std::vector<long> origins;
  /// What the records hold; what is to be shown of them; and the symbols of both.
  std::vector<Term> held, goals;
  std::unordered_set<const smt::Symbol *> symbolsOfRecords;
};

} // namespace

const RecordWitness::Change *MovedPairs::origin() const {
  const RecordWitness::Change *farthest = nullptr;
  for (const RecordWitness::Change &change : pair.changes)
    if (change.query == &query && (!farthest || abs(change.difference) > abs(farthest->difference)))
      farthest = &change;
  return farthest;
}

void MovedPairs::findParameters() {
  for (const auto &variable : neighbourhood.variables) {
    const auto value = pair.parameters.find(variable->name);
    if (variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Int &&
        !variable->isArray() && ir::reads(by.most, *variable) && value != pair.parameters.end())
      parameters.push_back({context.symbols.parameter(*variable, {}), value->second.front().get_num()});
  }
}

void MovedPairs::findLength(const Rational &inPair) {
  if (by.lengths == Lengths::Largest)
    return;
  length = store.freshVariable("length", relational::sortOf(query.sort));
  const Term against = store.multiply(store.literal(-1, length->sort()), *length);
  for (const bool isInBoth : {true, false})
    for (const auto &[now, there] : {std::pair(*length, inPair), std::pair(against, Rational(-inPair))})
      lengths.push_back({now, there, isInBoth || signs.first != 0, isInBoth || signs.second != 0});
}

/// Of an array, one element does: along with a subscript.
/// \pre \p way is that of a mover.
bool MovedPairs::canMove(const ir::Field &field, std::size_t way) const {
  if (!field.extents.empty())
    return way < query.extents.size();
  const std::size_t ofIntegers = query.extents.size() + parameters.size();
  return field.sort == (way < ofIntegers ? ir::Sort::Int : query.sort);
}

/// The following choice, in some order.
bool MovedPairs::next(Ways &ways) const {
  const auto &fields = adjacency.record->fields;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::size_t count = query.extents.size() + parameters.size() + lengths.size();
    do
      ways[i] = ways[i] == stays ? 0 : ways[i] + 1;
    while (ways[i] < count && !canMove(*fields[i], ways[i]));
    if (ways[i] < count)
      return true;
    ways[i] = stays;
  }
  return false;
}

bool MovedPairs::run() {
  const auto &fields = adjacency.record->fields;
  const RecordWitness::Change *change = origin();
  const auto isEmpty = [](const RecordModel *record, const ir::Field &field) {
    return record && record->at(field.name).empty();
  };
  const bool isPlain = llvm::all_of(fields, [&](const auto &field) {
    return field->extents.size() <= 1 && !isEmpty(recordOf(Side::First), *field) &&
           !isEmpty(recordOf(Side::Second), *field);
  });
  const bool isUnconditional = !adjacency.policy && !adjacency.when && !adjacency.along;
  const bool isKnown = adjacency.kind == Kind::Replace ||
                       (isUnconditional && (adjacency.kind == Kind::Add || adjacency.kind == Kind::Remove));
  if (!change || !isPlain || !isKnown)
    return false;
  findParameters();
  findLength(abs(change->difference));
  const bool hasArrays = llvm::any_of(fields, [](const auto &field) { return !field->extents.empty(); });
  for (const Side side : {Side::Second, Side::First}) {
    others = recordOf(side) ? side : side == Side::First ? Side::Second : Side::First;
    if (holdsForSome(change->indices))
      return true;
    if (!hasArrays || !pair.first || !pair.second)
      return false;
  }
  return false;
}

bool MovedPairs::holdsForSome(const std::vector<long> &from) {
  const unsigned mostTried = by.lengths == Lengths::Each ? 128 : 32;
  Ways ways(adjacency.record->fields.size(), stays);
  for (unsigned tried = 0; tried < mostTried; ++tried) {
    if (holdsFor(ways, from))
      return true;
    if (!next(ways))
      return false;
  }
  return false;
}

/// What is known of the records of neighbours is not assumed of these, but shown: only what is known of
/// parameters is.
bool MovedPairs::holdsFor(const Ways &ways, const std::vector<long> &from) {
  held.clear();
  goals.clear();
  arrays.clear();
  State state = relational::startState(context);
  Evaluator evaluator(context, state);
  std::vector<Term> at;
  std::vector<Mover> movers;
  for (std::size_t i = 0; i < query.extents.size(); ++i) {
    at.push_back(store.freshVariable("some." + query.name, smt::Sort::Int));
    evaluator.instantiation().at(at.back());
    movers.push_back({at.back(), from[i]});
  }
  subscripts = at;
  origins = from;
  llvm::append_range(movers, parameters);
  llvm::append_range(movers, lengths);
  const Term within = evaluator.inRange(query.extents, at);
  addFields(evaluator, ways, movers);
  addNeighbours(evaluator);
  addPremises(evaluator);
  addShares(evaluator, at);
  std::vector<Term> facts = {within};
  if (length) {
    facts.push_back(store.less(store.literal(0, length->sort()), *length));
    facts.push_back(smt::mixedLessEqual(store, *length, evaluator.relational(by.most)));
  }
  for (const auto &variable : neighbourhood.variables)
    if (const auto least = leasts.find(variable->name);
        least != leasts.end() && variable->role == ir::Variable::Role::Parameter && !variable->isArray())
      facts.push_back(
          store.lessEqual(store.literal(least->second, context.symbols.parameter(*variable, {}).sort()),
                          context.symbols.parameter(*variable, {})));
  for (const Term fact : state.facts)
    if (!isAboutRecords(fact))
      facts.push_back(fact);
  llvm::append_range(facts, held);
  const Term goal = store.conjunction(goals);
  smt::Solver::Scope scope(solver, withLemmas(context, std::move(facts), {goal}));
  return solver.proves(goal).outcome == smt::Outcome::Proved;
}

/// Or may be: a symbol stands for a formula that is quantified.
bool MovedPairs::isAboutRecords(Term fact) const {
  return llvm::any_of(smt::subterms({fact}), [&](Term part) {
    return (part.op() == smt::Operator::Apply && symbolsOfRecords.count(&part.symbol()) != 0) ||
           context.symbols.quantifiedOf(part);
  });
}

void MovedPairs::addFields(Evaluator &evaluator, const Ways &ways, const std::vector<Mover> &movers) {
  const auto &fields = adjacency.record->fields;
  for (const Side side : {Side::First, Side::Second})
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const ir::Field &field = *fields[i];
      if (!field.extents.empty()) {
        if (side == Side::First)
          addArray(evaluator, field, ways[i]);
        continue;
      }
      const Term value = context.symbols.field(field, {}, side == Side::Second),
                 none = context.symbols.isNone(field, {}, side == Side::Second);
      symbolsOfRecords.insert(&value.symbol());
      if (field.orNone)
        symbolsOfRecords.insert(&none.symbol());
      const RecordModel *record = recordOf(side);
      if (!record)
        continue;
      const ElementValue &known = record->at(field.name).front();
      held.push_back(store.equal(none, store.boolean(known.isNone)));
      if (known.isNone)
        continue;
      Term made = field.sort == ir::Sort::Bool ? store.boolean(sgn(known.number) != 0)
                                               : store.literal(known.number, value.sort());
      if (ways[i] != stays) {
        const Mover &mover = movers[ways[i]];
        if (side == Side::First ? mover.inFirst : mover.inSecond)
          made = store.add(mover.now, store.literal(known.number - mover.inPair, value.sort()));
      }
      held.push_back(store.equal(value, made));
      if (!field.low)
        continue;
      const Term high = evaluator.relational(*field.high);
      goals.push_back(
          store.conjunction({store.lessEqual(evaluator.relational(*field.low), value),
                             field.reachesHigh() ? store.lessEqual(value, high) : store.less(value, high)}));
    }
}

/// Of both records.
void MovedPairs::addArray(Evaluator &evaluator, const ir::Field &field, std::size_t way) {
  const Term zero = store.integer(0);
  for (const bool isSecond : {false, true}) {
    symbolsOfRecords.insert(&context.symbols.field(field, {zero}, isSecond).symbol());
    if (field.orNone)
      symbolsOfRecords.insert(&context.symbols.isNone(field, {zero}, isSecond).symbol());
  }
  // The pair is short where a parameter makes it so; an element behind its end is like the first.
  const auto elementOf = [&](Side side) {
    const RecordModel *record = recordOf(side) ? recordOf(side) : recordOf(others);
    const std::vector<ElementValue> &all = record->at(field.name);
    const auto index = way == stays ? 0 : static_cast<std::size_t>(origins[way]);
    return all[index < all.size() ? index : 0];
  };
  const ElementValue other = elementOf(others);
  arrays.push_back(way == stays ? Elements{&field, std::nullopt, other, other, other}
                                : Elements{&field, subscripts[way], elementOf(Side::First),
                                           elementOf(Side::Second), other});
  for (const ElementValue &one : {arrays.back().first, arrays.back().second, other})
    if (field.low && !one.isNone) {
      const Term number = store.literal(one.number, relational::sortOf(field.sort)),
                 high = evaluator.relational(*field.high);
      goals.push_back(store.conjunction(
          {store.lessEqual(evaluator.relational(*field.low), number),
           field.reachesHigh() ? store.lessEqual(number, high) : store.less(number, high)}));
    }
  for (const Term subscript : subscripts)
    holdElements({subscript});
}

/// What all arrays that are known hold there. An array has one subscript.
void MovedPairs::holdElements(const std::vector<Term> &indices) {
  for (const Elements &array : arrays)
    for (const Side side : {Side::First, Side::Second}) {
      if (!recordOf(side))
        continue;
      const ir::Field &field = *array.field;
      const Term value = context.symbols.field(field, indices, side == Side::Second),
                 none = context.symbols.isNone(field, indices, side == Side::Second),
                 isMoved = array.moved ? store.equal(indices.front(), *array.moved) : store.boolean(false);
      const auto holds = [&](const ElementValue &one) {
        const Term number = field.sort == ir::Sort::Bool ? store.boolean(sgn(one.number) != 0)
                                                         : store.literal(one.number, value.sort());
        return store.conjunction({store.equal(none, store.boolean(one.isNone)),
                                  one.isNone ? store.boolean(true) : store.equal(value, number)});
      };
      held.push_back(store.implies(isMoved, holds(side == Side::First ? array.first : array.second)));
      held.push_back(store.implies(store.negate(isMoved), holds(array.other)));
    }
}

/// r' may take the place of r. \see Instantiation::atRecords, policyOfField
void MovedPairs::addNeighbours(Evaluator &evaluator) {
  if (adjacency.kind != Kind::Replace)
    return;
  if (adjacency.policy && adjacency.policy->formula) {
    evaluator.bind(*adjacency.policy->pair, Side::First);
    goals.push_back(evaluator.relational(*adjacency.policy->formula));
  }
  if (adjacency.along) {
    evaluator.bind(*adjacency.pair, Side::First);
    goals.push_back(evaluator.relational(*adjacency.along));
  }
  if (adjacency.when) {
    evaluator.bind(*adjacency.pair, Side::First);
    goals.push_back(evaluator.relational(*adjacency.when));
  }
  if (!adjacency.policy)
    return;
  for (const ir::Attribute &attribute : adjacency.policy->attributes) {
    evaluator.bind(*adjacency.policy->pair, Side::First);
    std::vector<Term> indices;
    for (std::size_t i = 0; i < attribute.field->extents.size(); ++i) {
      indices.push_back(store.freshVariable("any." + attribute.field->name, smt::Sort::Int));
      evaluator.instantiation().at(indices.back());
      if (i < attribute.indices.size())
        evaluator.bind(*attribute.indices[i], indices.back());
    }
    if (!indices.empty())
      holdElements(indices);
    const Term mayChange =
        attribute.when ? evaluator.relational(*attribute.when) : store.boolean(attribute.isSensitive);
    goals.push_back(
        store.implies(evaluator.inRange(attribute.field->extents, indices),
                      store.disjunction({mayChange, evaluator.sameField(*attribute.field, indices)})));
  }
}

/// Of both records, and all subscripts.
void MovedPairs::addPremises(Evaluator &evaluator) {
  for (const ir::RecordPremise &premise : neighbourhood.premises)
    for (const Side side : {Side::First, Side::Second}) {
      if (!recordOf(side))
        continue;
      evaluator.bind(*premise.record, side);
      std::vector<Term> inRange;
      for (const ir::RecordPremise::Index &index : premise.indices) {
        const Term some = store.freshVariable("any." + index.variable->name, smt::Sort::Int);
        evaluator.instantiation().at(some);
        holdElements({some});
        inRange.push_back(store.lessEqual(evaluator.relational(*index.low), some));
        evaluator.bind(*index.variable, some);
        inRange.push_back(store.less(some, evaluator.relational(*index.high)));
      }
      goals.push_back(
          store.implies(store.conjunction(std::move(inRange)), evaluator.relational(*premise.formula)));
    }
}

void MovedPairs::addShares(Evaluator &evaluator, const std::vector<Term> &at) {
  const Term first = evaluator.contribution(query, at, Side::First),
             second = evaluator.contribution(query, at, Side::Second), zero = store.literal(0, first.sort());
  const auto hasSign = [&](Term share, int sign) {
    return sign < 0 ? store.less(share, zero) : sign > 0 ? store.less(zero, share) : store.equal(share, zero);
  };
  goals.push_back(hasSign(first, signs.first));
  goals.push_back(hasSign(second, signs.second));
  goals.push_back(smt::mixedEqual(store, store.absolute(store.subtract(first, second)),
                                  length ? *length : evaluator.relational(by.most)));
}

bool moveEverywhere(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                    const RecordWitness &pair, std::pair<int, int> signs, const MovedBy &by,
                    const std::map<std::string, Rational> &leasts, const EngineMaker &makeEngine) {
  smt::TermStore store;
  return MovedPairs(neighbourhood, query, pair, signs, by, leasts, makeEngine, store).run();
}

} // namespace plumb::proof
