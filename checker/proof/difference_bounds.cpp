// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/difference_bounds.h"

#include "checker/inference/counted_indices.h"
#include "checker/proof/lemmas.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/summands.h"
#include "checker/relational/walk.h"
#include "checker/smt/mixed_sorts.h"
#include "frontend/ir/adjacency_formulas.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/substitution.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::proof {

using relational::Evaluator;
using relational::Polynomial;
using relational::Side;
using smt::Outcome;
using smt::Term;
using Kind = DifferenceBound::Kind;

namespace {

/// Answers that are summed up one by one.
constexpr std::size_t fewAnswers = 16;
/// Multiples of a term that are tried as bounds.
constexpr long largestFactor = 4;
/// Products of so many terms are tried as bounds, and so many of these products.
constexpr std::size_t largestDegree = 3, mostProducts = 20;
/// Real bounds are looked for among fractions with denominators up to this.
constexpr unsigned largestDenominatorBits = 40;

bool hasReal(const std::vector<Term> &numbers) {
  return std::any_of(numbers.begin(), numbers.end(),
                     [](Term number) { return number.sort() == smt::Sort::Real; });
}

} // namespace

std::vector<Term> differencesOf(const ConcreteRecords &records, const Queries &queries) {
  std::vector<Term> differences;
  for (const ConcreteRecords::Answer &answer : records.answers())
    if (std::find(queries.begin(), queries.end(), answer.query) != queries.end())
      differences.push_back(answer.difference);
  return differences;
}

DifferenceBounds::DifferenceBounds(relational::Context of, smt::Solver &asked, RecordTrials &pairs)
    : context(of), solver(asked), trials(pairs) {
  // Before anything else, so that their symbols are called like them.
  for (const auto &variable : context.symbols.neighbourhood().variables)
    if (variable->role == ir::Variable::Role::Parameter)
      if (!variable->isArray())
        context.symbols.parameter(*variable, {});
}

bool DifferenceBounds::proves(const std::vector<Term> &facts, Term goal) {
  smt::Solver::Scope scope(solver, withLemmas(context, facts, {goal}));
  return solver.proves(goal).outcome == Outcome::Proved;
}

Somewhere DifferenceBounds::somewhere(const ir::Variable &query, relational::State &state) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  Somewhere place{&query, {}, {}};
  for (std::size_t i = 0; i < query.extents.size(); ++i) {
    place.indices.push_back(store.freshVariable("some." + query.name, smt::Sort::Int));
    evaluator.instantiation().at(place.indices.back());
  }
  Term difference = store.subtract(evaluator.element(query, place.indices, Side::First),
                                   evaluator.element(query, place.indices, Side::Second));
  place.difference = store.ite(evaluator.inRange(query.extents, place.indices), difference,
                               store.literal(0, difference.sort()));
  return place;
}

Term DifferenceBounds::areOne(const Somewhere &a, const Somewhere &b) {
  if (a.query != b.query)
    return context.store.boolean(false);
  std::vector<Term> same;
  for (std::size_t i = 0; i < a.indices.size(); ++i)
    same.push_back(context.store.equal(a.indices[i], b.indices[i]));
  return context.store.conjunction(std::move(same));
}

Bound DifferenceBounds::largest(const Queries &queries) {
  relational::State state = relational::startState(context);
  std::vector<Term> quantities;
  for (const ir::Variable *query : queries)
    quantities.push_back(context.store.absolute(somewhere(*query, state).difference));
  return least(queries, /*summed=*/false, state.facts, quantities);
}

std::optional<Bound> DifferenceBounds::sumOfFew(const Queries &queries) {
  auto &store = context.store;
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  std::vector<Term> parts = {store.integer(0)};
  for (const ir::Variable *query : queries) {
    auto all = fewElements(*query, fewAnswers + 1 - parts.size());
    if (!all)
      return std::nullopt;
    for (const Subscripts &indices : *all) {
      std::vector<Term> at;
      for (long index : indices) {
        at.push_back(store.integer(index));
        evaluator.instantiation().at(at.back());
      }
      parts.push_back(store.absolute(store.subtract(evaluator.element(*query, at, Side::First),
                                                    evaluator.element(*query, at, Side::Second))));
    }
  }
  return least(queries, /*summed=*/true, state.facts, {smt::mixedSum(store, std::move(parts))});
}

std::optional<std::vector<Subscripts>> DifferenceBounds::fewElements(const ir::Variable &query,
                                                                     std::size_t most) {
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  std::vector<Subscripts> all = {{}};
  for (const auto &extent : query.extents) {
    const std::optional<Rational> length = numberOf(context.products.expand(evaluator.relational(*extent)));
    if (!length || *length * all.size() > most)
      return std::nullopt;
    all = lengthened(all, *length);
  }
  if (all.size() > most)
    return std::nullopt;
  return all;
}

std::vector<Queries> choices(const Queries &queries, std::size_t count) {
  std::vector<Queries> all = {{}};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Queries> longer;
    for (const Queries &chosen : all)
      for (auto next = chosen.empty() ? queries.begin() : llvm::find(queries, chosen.back());
           next != queries.end(); ++next) {
        longer.push_back(chosen);
        longer.back().push_back(*next);
      }
    all = std::move(longer);
  }
  return all;
}

Term DifferenceBounds::sumOnce(const std::vector<Somewhere> &places) {
  auto &store = context.store;
  std::vector<Term> parts;
  for (auto place = places.begin(); place != places.end(); ++place) {
    std::vector<Term> isCounted;
    for (auto before = places.begin(); before != place; ++before)
      isCounted.push_back(areOne(*before, *place));
    parts.push_back(store.ite(store.disjunction(std::move(isCounted)),
                              store.literal(0, place->difference.sort()), store.absolute(place->difference)));
  }
  return smt::mixedSum(store, std::move(parts));
}

Term DifferenceBounds::areFewer(const std::vector<Somewhere> &places) {
  std::vector<Term> fewer;
  for (auto place = places.begin(); place != places.end(); ++place) {
    fewer.push_back(
        context.store.equal(place->difference, context.store.literal(0, place->difference.sort())));
    for (auto before = places.begin(); before != place; ++before)
      fewer.push_back(areOne(*before, *place));
  }
  return context.store.disjunction(std::move(fewer));
}

bool DifferenceBounds::changeAtMost(std::size_t count, const Queries &queries) {
  return llvm::all_of(choices(queries, count + 1), [&](const Queries &chosen) {
    relational::State state = relational::startState(context);
    std::vector<Somewhere> places;
    for (const ir::Variable *query : chosen)
      places.push_back(somewhere(*query, state));
    return proves(state.facts, areFewer(places));
  });
}

Bound DifferenceBounds::sumOf(std::size_t count, const Queries &queries) {
  relational::State state = relational::startState(context);
  std::vector<Term> quantities;
  for (const Queries &chosen : choices(queries, count)) {
    std::vector<Somewhere> places;
    for (const ir::Variable *query : chosen)
      places.push_back(somewhere(*query, state));
    quantities.push_back(sumOnce(places));
  }
  return least(queries, /*summed=*/true, state.facts, quantities);
}

/// The sum of |\p share| over all indices, which are those of \p place in it, if it is a number and few
/// differ from 0.
std::optional<Rational> DifferenceBounds::leastSum(Term share, const Somewhere &place,
                                                   relational::State &state) {
  constexpr std::size_t mostThatCount = 2;
  Evaluator evaluator(context, state);
  std::vector<Somewhere> places = {{place.query, place.indices, share}};
  for (std::size_t count = 1; count <= mostThatCount; ++count) {
    std::unordered_map<Term, Term, smt::TermHash> others;
    Somewhere &other = places.emplace_back(Somewhere{place.query, {}, {}});
    for (Term index : place.indices) {
      other.indices.push_back(context.store.freshVariable("some." + place.query->name, smt::Sort::Int));
      evaluator.instantiation().at(other.indices.back());
      others.emplace(index, other.indices.back());
    }
    other.difference = context.store.substitute(share, others);
    if (!proves(state.facts, areFewer(places)))
      continue;
    places.pop_back();
    const Term sum = sumOnce(places);
    smt::Solver::Scope scope(solver, withLemmas(context, state.facts, {sum}));
    return leastNumber({sum});
  }
  return std::nullopt;
}

Bound DifferenceBounds::sumOfSummands(const ir::Variable &query) {
  // No answer is a sum of what records add then.
  if (query.definition->isExtremum())
    return {};
  auto &store = context.store;
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state, Evaluator::Mode::Relational);
  const Somewhere place = somewhere(query, state);
  const Term isElement = evaluator.inRange(query.extents, place.indices);
  Rational total = 0;
  std::size_t count = 0;
  for (Side side : {Side::First, Side::Second})
    for (const relational::Summand &summand :
         relational::summandsOf(store, evaluator.contribution(query, place.indices, side))) {
      const Term counts = store.conjunction({isElement, summand.condition});
      const Term nothing = store.literal(0, summand.value.sort());
      const auto sum = leastSum(store.ite(counts, summand.value, nothing), place, state);
      if (!sum)
        return {};
      total += *sum;
      ++count;
    }
  if (count < 2)
    return {};
  Bound bound = finite(store.literal(total, isIntegral(total) ? smt::Sort::Int : smt::Sort::Real));
  attain(bound, {&query}, /*summed=*/true);
  return bound;
}

Bound DifferenceBounds::sumOfCounted(const ir::Variable &query, const Bound &largest) {
  if (query.definition->isExtremum() || query.extents.size() != 1 ||
      largest.term.op() != smt::Operator::Literal)
    return {};
  auto &store = context.store;
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  const Somewhere place = somewhere(query, state);
  const Term weight = store.real(largest.term.number());
  const Term extent = evaluator.relational(*query.extents.front());
  for (const inference::CountedIndices &counted :
       inference::countedIndices(context, state, query, place.indices.front(), store.integer(0), extent)) {
    // What is proved of any index is so of each, and may be summed up.
    const Term most = store.multiply(weight, counted.here);
    if (!proves(state.facts, smt::mixedLessEqual(store, store.absolute(place.difference), most)))
      continue;
    Bound bound = least({&query}, /*summed=*/true, state.facts, {store.multiply(weight, counted.total)});
    if (bound.term.isValid())
      return bound;
  }
  return {};
}

/// L1 <= number of elements * largest |d|.
Bound DifferenceBounds::sumOfAll(const ir::Variable &query, const Bound &largest) {
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  Term total = largest.term;
  for (const auto &extent : query.extents) {
    Term length = lengthOf(evaluator.relational(*extent), state);
    if (!length.isValid())
      return {};
    total = context.products.multiply(
        total.sort() == smt::Sort::Real ? smt::asReal(context.store, length) : length, total);
  }
  Bound bound = finite(total);
  if (bound.term.isValid())
    attain(bound, {&query}, /*summed=*/true);
  return bound;
}

/// An array whose extent is below 0 has no answers, and so takes nothing away from what others add to a sum.
Term DifferenceBounds::lengthOf(Term extent, const relational::State &state) {
  auto &store = context.store;
  Term zero = store.integer(0), isLength = store.lessEqual(zero, extent);
  if (proves(state.facts, isLength))
    return extent;
  Bound asTerm = finite(extent);
  if (!asTerm.term.isValid())
    return {};
  Term &length = lengths[asTerm.term];
  if (!length.isValid()) {
    ir::ExpressionPtr written =
        std::make_unique<ir::Extremum>(true, std::make_unique<ir::Number>(0, ir::Sort::Int, SourceRange()),
                                       ir::substituted(*asTerm.told.most, ir::Substitution()), SourceRange());
    length = store.freshVariable(ir::printPromoted(*written), smt::Sort::Int);
    lengthTerms[length] = std::move(written);
    meanings[length] = store.ite(isLength, extent, zero);
  }
  return length;
}

Bound DifferenceBounds::added(const Queries &queries, const std::vector<Bound> &sums) {
  Term total = context.store.integer(0);
  for (const Bound &sum : sums) {
    if (!sum.term.isValid())
      return {};
    total = smt::mixedSum(context.store, {total, sum.term});
  }
  Bound bound = finite(total);
  if (bound.term.isValid())
    attain(bound, queries, /*summed=*/true);
  return bound;
}

Term DifferenceBounds::areAtMost(const std::vector<Term> &quantities, Term bound) {
  std::vector<Term> all;
  for (Term quantity : quantities)
    all.push_back(smt::mixedLessEqual(context.store, quantity, bound));
  return context.store.conjunction(std::move(all));
}

Bound DifferenceBounds::least(const Queries &queries, bool summed, const std::vector<Term> &facts,
                              const std::vector<Term> &quantities) {
  std::vector<Bound> proved;
  {
    std::optional<Rational> number;
    {
      smt::Solver::Scope scope(solver, withLemmas(context, facts, quantities));
      number = leastNumber(quantities);
    }
    if (number)
      proved.push_back(
          finite(context.store.literal(*number, isIntegral(*number) ? smt::Sort::Int : smt::Sort::Real)));
    for (std::size_t degree = 1; !number && proved.empty() && degree <= degreeOf(queries); ++degree) {
      const std::vector<Term> bounds =
          candidates(hasReal(quantities) ? smt::Sort::Real : smt::Sort::Int, degree);
      std::vector<Term> asked = quantities;
      // The products among them have lemmas of their own.
      if (degree > 1)
        asked.insert(asked.end(), bounds.begin(), bounds.end());
      smt::Solver::Scope scope(solver, withLemmas(context, facts, asked));
      for (Term candidate : bounds)
        if (solver.proves(areAtMost(quantities, candidate)).outcome == Outcome::Proved)
          proved.push_back(finite(candidate));
    }
  }
  if (summed && proved.size() > 1)
    if (Bound both = smaller(proved, facts); both.term.isValid() && attain(both, queries, summed))
      return both;
  for (Bound &bound : proved)
    if (attain(bound, queries, summed))
      return bound;
  if (!proved.empty())
    return proved.front();
  Bound bound;
  bound.told.family =
      trials.grow([&](const ConcreteRecords &records) { return differencesOf(records, queries); });
  if (bound.told.family)
    bound.told.kind = Kind::Infinite;
  return bound;
}

/// The smaller one of two bounds, of which neither is always the smaller, and all others are larger than one
/// of them. Invalid if there are no such two.
Bound DifferenceBounds::smaller(const std::vector<Bound> &proved, const std::vector<Term> &facts) {
  const auto isAtMost = [&](const Bound &a, const Bound &b) {
    return proves(facts, smt::mixedLessEqual(context.store, a.term, b.term));
  };
  std::vector<const Bound *> least;
  for (const Bound &bound : proved) {
    if (llvm::any_of(least, [&](const Bound *other) { return isAtMost(*other, bound); }))
      continue;
    llvm::erase_if(least, [&](const Bound *other) { return isAtMost(bound, *other); });
    least.push_back(&bound);
  }
  if (least.size() != 2)
    return {};
  const Bound &a = *least.front(), &b = *least.back();
  ir::ExpressionPtr written =
      std::make_unique<ir::Extremum>(false, ir::substituted(*a.told.most, ir::Substitution()),
                                     ir::substituted(*b.told.most, ir::Substitution()), SourceRange());
  // In sums it is a symbol, as a length is.
  const Term both = context.store.freshVariable(ir::printPromoted(*written), a.term.sort());
  meanings[both] = context.store.ite(context.store.lessEqual(a.term, b.term), a.term, b.term);
  lengthTerms[both] = std::move(written);
  return finite(both);
}

/// What the numbers that are said of the records make likely to be the denominator of a bound.
Integer DifferenceBounds::likelyDenominator() const {
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  Integer product = 1;
  const auto take = [&](const Integer &factor) {
    if (factor != 0 && mpz_sizeinbase(Integer(product * factor).get_mpz_t(), 2) <= largestDenominatorBits)
      product *= abs(factor);
  };
  const auto collect = [&](const ir::Expression *expression) {
    if (expression)
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        if (const auto *number = llvm::dyn_cast<ir::Number>(&part))
          take(number->value.get_den());
        const auto *ratio = llvm::dyn_cast<ir::Binary>(&part);
        if (ratio && ratio->op == ir::BinaryOperator::Divide)
          if (const auto *divisor = llvm::dyn_cast<ir::Number>(ratio->right.get()))
            take(divisor->value.get_num());
      });
  };
  for (const auto &field : neighbourhood.recordAdjacency->record->fields) {
    collect(field->low.get());
    collect(field->high.get());
  }
  for (const auto &variable : neighbourhood.variables)
    if (const ir::SchemaQuery *query = variable->definition) {
      collect(query->term.get());
      collect(query->where.get());
    }
  for (const ir::Expression *formula : ir::formulasOf(*neighbourhood.recordAdjacency))
    collect(formula);
  for (const ir::RecordPremise &premise : neighbourhood.premises)
    collect(premise.formula.get());
  return product;
}

/// The least number that is proved to be a bound, or nothing if there is none below a trillion. Of reals it
/// is the least of those with the likely denominator.
std::optional<Rational> DifferenceBounds::leastNumber(const std::vector<Term> &quantities) {
  const Integer steps[] = {0, 1, 2, 4, 16, 256, 65536, Integer(1) << 40};
  auto isBound = [&](const Rational &number) {
    const Term bound = context.store.literal(number, isIntegral(number) ? smt::Sort::Int : smt::Sort::Real);
    return solver.proves(areAtMost(quantities, bound)).outcome == Outcome::Proved;
  };
  Integer below = -1;
  const Integer *least = std::find_if(std::begin(steps), std::end(steps), [&](const Integer &step) {
    bool found = isBound(step);
    below = found ? below : step;
    return found;
  });
  if (least == std::end(steps))
    return std::nullopt;
  Integer number = *least;
  while (number - below > 1) {
    Integer middle = (number + below) / 2;
    (isBound(middle) ? number : below) = middle;
  }
  if (!hasReal(quantities))
    return number;
  const Integer denominator = likelyDenominator();
  below *= denominator;
  number *= denominator;
  const auto fraction = [&](const Integer &numerator) {
    Rational value(numerator, denominator);
    value.canonicalize();
    return value;
  };
  while (number - below > 1) {
    Integer middle = (number + below) / 2;
    (isBound(fraction(middle)) ? number : below) = middle;
  }
  return fraction(number);
}

/// How many fields and parameters are multiplied in a summand of a query, as far as it is tried.
std::size_t DifferenceBounds::degreeOf(const Queries &queries) const {
  const auto degree = [](const auto &self, const ir::Expression &part) -> std::size_t {
    std::size_t sum = llvm::isa<ir::FieldRead, ir::Read>(&part) ? 1 : 0, most = sum;
    ir::forEachOperand(part, [&](const ir::Expression &operand) {
      const std::size_t own = self(self, operand);
      sum += own;
      most = std::max(most, own);
    });
    const auto *binary = llvm::dyn_cast<ir::Binary>(&part);
    return binary && binary->op == ir::BinaryOperator::Multiply ? sum : most;
  };
  std::size_t most = 1;
  for (const ir::Variable *query : queries)
    if (query->definition->term)
      most = std::max(most, degree(degree, *query->definition->term));
  return std::min(most, largestDegree);
}

/// Ends of ranges of fields, differences of two values in them, parameters; products of as many of them as
/// \p degree says; and multiples of these.
std::vector<Term> DifferenceBounds::candidates(smt::Sort sort, std::size_t degree) {
  auto &store = context.store;
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  std::vector<Term> bases;
  auto add = [&](Term term) {
    term = sort == smt::Sort::Real ? smt::asReal(store, term) : term;
    Term normal = context.products.term(context.products.expand(term), sort);
    if (normal.op() != smt::Operator::Literal && std::find(bases.begin(), bases.end(), normal) == bases.end())
      bases.push_back(normal);
  };
  const auto isOfSort = [&](ir::Sort kind) {
    return kind == ir::Sort::Int || (kind == ir::Sort::Real && sort == smt::Sort::Real);
  };
  for (const auto &field : neighbourhood.recordAdjacency->record->fields)
    if (field->low && isOfSort(field->sort)) {
      Term low = evaluator.relational(*field->low), last = evaluator.relational(*field->high);
      if (!field->reachesHigh())
        last = store.subtract(last, store.integer(1));
      add(store.subtract(last, low));
      add(last);
      add(store.minus(low));
    }
  for (const auto &variable : neighbourhood.variables)
    if (variable->role == ir::Variable::Role::Parameter && !variable->isArray() && isOfSort(variable->sort))
      add(context.symbols.parameter(*variable, {}));
  llvm::erase_if(bases, [&](Term base) { return !finite(base).term.isValid(); });
  std::vector<Term> products = bases;
  for (std::size_t factors = 1; factors < degree; ++factors) {
    std::vector<Term> longer;
    for (Term product : products)
      for (Term base : bases)
        if (Term next = context.products.multiply(product, base);
            longer.size() < mostProducts && !llvm::is_contained(longer, next))
          longer.push_back(next);
    products = std::move(longer);
  }
  std::vector<Term> all;
  for (long factor = 1; factor <= largestFactor; ++factor)
    for (Term base : products)
      if (finite(base).term.isValid())
        all.push_back(context.products.multiply(store.literal(factor, sort), base));
  return all;
}

Bound DifferenceBounds::finite(Term term) {
  Polynomial value = context.products.expand(term);
  for (const auto &[monomial, coefficient] : value.terms())
    for (Term atom : monomial) {
      const Term named = atom.op() == smt::Operator::ToReal ? atom.arguments()[0] : atom;
      if (named.op() != smt::Operator::Apply || !named.arguments().empty())
        return {};
    }
  Bound bound;
  bound.term = context.products.term(value, term.sort());
  bound.told.kind = Kind::Finite;
  bound.told.most = relational::termOf({value, Polynomial::constant(1)}, [&](Term atom) {
    const auto length = lengthTerms.find(atom.op() == smt::Operator::ToReal ? atom.arguments()[0] : atom);
    return length == lengthTerms.end() ? relational::parameterOf(atom, context.symbols.neighbourhood())
                                       : ir::substituted(*length->second, ir::Substitution());
  });
  return bound;
}

/// Sizes of the file that \p bound does not name: a count over windows of w steps reaches n only where w is
/// as large.
std::vector<Term> DifferenceBounds::unnamedSizes(const Bound &bound) const {
  std::vector<Term> found;
  for (const auto &variable : context.symbols.neighbourhood().variables)
    if (variable->fileSize && !ir::reads(*bound.told.most, *variable))
      found.push_back(context.symbols.parameter(*variable, {}));
  return found;
}

/// Looks for a pair that attains \p bound; for a term, for pairs at three of its values, so that one that
/// meets it by chance does not count, nor one that needs another size to be large. 0 is attained by a pair
/// that changes nothing.
bool DifferenceBounds::attain(Bound &bound, const Queries &queries, bool summed) {
  auto &store = context.store;
  constexpr std::size_t valuesOfTerm = 3;
  const bool isTerm = bound.term.op() != smt::Operator::Literal;
  const std::vector<Term> unnamed = unnamedSizes(bound);
  std::vector<Rational> known;
  const auto reaches = [&](const ConcreteRecords &records) {
    const Term value = records.atSizes(store.substitute(bound.term, meanings));
    std::vector<Term> absolutes = {store.integer(0)}, equal;
    for (Term difference : differencesOf(records, queries)) {
      absolutes.push_back(store.absolute(difference));
      equal.push_back(smt::mixedEqual(store, absolutes.back(), value));
    }
    std::vector<Term> all = {summed
                                 ? smt::mixedEqual(store, smt::mixedSum(store, std::move(absolutes)), value)
                                 : store.disjunction(std::move(equal))};
    if (isTerm) {
      all.push_back(smt::mixedLessEqual(store, store.integer(1), value));
      for (Term size : unnamed)
        all.push_back(store.equal(records.atSizes(size), store.integer(1)));
    }
    for (const Rational &other : known)
      all.push_back(store.negate(smt::mixedEqual(
          store, value, store.literal(other, isIntegral(other) ? smt::Sort::Int : smt::Sort::Real))));
    return store.conjunction(std::move(all));
  };
  const auto valueAt = [&](const RecordWitness &pair) {
    Rational value = 0;
    for (const RecordWitness::Change &change : pair.changes)
      if (std::find(queries.begin(), queries.end(), change.query) != queries.end()) {
        const Rational size = abs(change.difference);
        value = summed ? Rational(value + size) : std::max(value, size);
      }
    return value;
  };
  auto pair = trials.find(reaches);
  while (pair && isTerm && known.size() + 1 < valuesOfTerm) {
    known.push_back(valueAt(*pair));
    pair = trials.find(reaches);
  }
  bound.told.attained = std::move(pair);
  return bound.told.attained.has_value();
}

} // namespace plumb::proof
