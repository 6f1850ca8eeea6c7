// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/counted_indices.h"
#include "checker/inference/templates.h"
#include "checker/relational/summands.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Polynomial;
using relational::Side;
using smt::Operator;
using smt::Term;

namespace {

/// The ints k with every low <= k and k < every high; none, if some condition does not hold.
struct Interval {
  std::vector<Term> lows, highs, conditions;
  /// Each of these ints counts so often.
  Rational weight = 1;
};
using Intervals = std::vector<Interval>;

/// With more of them there are too many cases.
constexpr std::size_t mostIntervals = 8;

/// Intervals that cover the values of one unknown at which a condition holds: its disjunctive form, of which
/// comparisons of the unknown with something else are read and all else is left out.
class Cover {
public:
  /// \param unknowns the first is the one; nothing is known of the others either.
  Cover(Context context, std::vector<Term> unknowns) : context(context), unknowns(std::move(unknowns)) {}

  /// Nothing if there are too many.
  std::optional<Intervals> of(Term condition, bool holds = true) {
    switch (condition.op()) {
    case Operator::True:
    case Operator::False:
      return (condition.op() == Operator::True) == holds ? Intervals{{}} : Intervals{};
    case Operator::Not:
      return of(condition.arguments()[0], !holds);
    case Operator::And:
      return parts(condition.arguments(), holds, /*all=*/holds);
    case Operator::Or:
      return parts(condition.arguments(), holds, /*all=*/!holds);
    case Operator::Implies:
      return of(context.store.disjunction(
                    {context.store.negate(condition.arguments()[0]), condition.arguments()[1]}),
                holds);
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::Equal:
      return Intervals{comparison(condition, holds)};
    case Operator::Apply:
    case Operator::Literal:
    case Operator::Add:
    case Operator::Multiply:
    case Operator::Divide:
    case Operator::Modulo:
    case Operator::ToReal:
    case Operator::IfThenElse:
      return Intervals{isUnknown(condition) ? Interval{} : when(condition, holds)};
    }
  }

private:
  Interval when(Term condition, bool holds) {
    return {{}, {}, {holds ? condition : context.store.negate(condition)}};
  }

  std::optional<Intervals> parts(const std::vector<Term> &conditions, bool hold, bool all) {
    Intervals found = all ? Intervals{{}} : Intervals{};
    for (Term condition : conditions) {
      const std::optional<Intervals> more = of(condition, hold);
      if (!more)
        return std::nullopt;
      Intervals next = all ? Intervals{} : found;
      if (!all)
        next.insert(next.end(), more->begin(), more->end());
      for (const Interval &a : found)
        for (const Interval &b : *more)
          if (all) {
            next.push_back(a);
            for (auto part : {&Interval::lows, &Interval::highs, &Interval::conditions})
              (next.back().*part).insert((next.back().*part).end(), (b.*part).begin(), (b.*part).end());
          }
      found = std::move(next);
      if (found.size() > mostIntervals)
        return std::nullopt;
    }
    return found;
  }

  bool isUnknown(Term term) const {
    const std::vector<Term> inside = smt::applications(term);
    return std::any_of(inside.begin(), inside.end(), [&](Term part) {
      return std::find(unknowns.begin(), unknowns.end(), part) != unknowns.end();
    });
  }

  /// Solved for the unknown k: c k + rest < 0, <= 0 or = 0 with c = 1 or -1.
  Interval comparison(Term condition, bool holds) {
    auto &store = context.store;
    if (!isUnknown(condition))
      return when(condition, holds);
    const Term a = condition.arguments()[0], b = condition.arguments()[1];
    if (a.sort() != smt::Sort::Int)
      return {};
    Polynomial rest;
    Rational coefficient = 0;
    const Polynomial difference = context.products.expand(a) - context.products.expand(b);
    for (const auto &[monomial, factor] : difference.terms()) {
      if (monomial == relational::Monomial{unknowns.front()}) {
        coefficient = factor;
        continue;
      }
      Polynomial part = Polynomial::constant(factor);
      for (Term atom : monomial) {
        if (isUnknown(atom))
          return {};
        part = part * Polynomial::atom(atom);
      }
      rest = rest + part;
    }
    if (abs(coefficient) != 1)
      return {};
    // k is at, below or above the edge.
    const Term edge = context.products.term(Polynomial::constant(-1 / coefficient) * rest, smt::Sort::Int);
    const Term next = store.add(edge, store.integer(1));
    if (condition.op() == Operator::Equal)
      return holds ? Interval{{edge}, {next}, {}} : Interval{};
    const bool strict = (condition.op() == Operator::Less) == holds;
    if ((coefficient > 0) == holds)
      return {{}, {strict ? edge : next}, {}};
    return {{strict ? next : edge}, {}, {}};
  }

  Context context;
  std::vector<Term> unknowns;
};

/// An array of answers that the loop reads along its variable, in one dimension.
struct Passage {
  const ir::Read *read;
  std::size_t dimension;
};

std::string subscriptsOf(const ir::Read &read) {
  std::string text;
  for (const auto &index : read.indices)
    text += ir::print(*index) + "|";
  return text;
}

/// A summand of what a record adds to an answer at a place: nothing where the condition does not hold.
struct Share {
  Term condition;
  Rational weight;
};

/// What the record of \p side adds to the answer of \p query at \p at. Weights are told up to a common
/// factor, and are all 1 where some are no numbers: an amount that is cut off at 50 is 50 or less.
std::vector<Share> sharesOf(Context context, relational::State &state, const ir::Variable &query,
                            const std::vector<Term> &at, Side side) {
  relational::Evaluator evaluator(context, state, relational::Evaluator::Mode::Relational);
  const std::vector<relational::Summand> summands =
      relational::summandsOf(context.store, evaluator.contribution(query, at, side));
  const bool areNumbers =
      std::all_of(summands.begin(), summands.end(),
                  [](const relational::Summand &summand) { return summand.value.op() == Operator::Literal; });
  std::vector<Share> shares;
  for (const relational::Summand &summand : summands)
    shares.push_back({summand.condition, areNumbers ? Rational(abs(summand.value.number())) : Rational(1)});
  const auto least = std::min_element(shares.begin(), shares.end(),
                                      [](const Share &a, const Share &b) { return a.weight < b.weight; });
  if (least != shares.end())
    for (const Rational unit = least->weight; Share & share : shares)
      share.weight /= unit;
  return shares;
}

/// Which records count at an index.
enum class Who : std::uint8_t { First, Second, Either, OnlyOne };

/// The values of the first of \p unknowns at which a record counts in the answer of \p query at \p at.
std::optional<Intervals> intervals(Context context, relational::State &state, const ir::Variable &query,
                                   const std::vector<Term> &at, const std::vector<Term> &unknowns, Who who) {
  auto &store = context.store;
  // How far apart two records can be says how far apart the ends of these ranges can be.
  relational::Evaluator(context, state).instantiation().atRecords();
  Intervals all;
  for (Side side : {Side::First, Side::Second}) {
    if ((who == Who::First && side == Side::Second) || (who == Who::Second && side == Side::First))
      continue;
    const std::vector<Share> own = sharesOf(context, state, query, at, side);
    Term elsewhere = store.boolean(true);
    if (who == Who::OnlyOne) {
      std::vector<Term> counts;
      for (const Share &share :
           sharesOf(context, state, query, at, side == Side::First ? Side::Second : Side::First))
        counts.push_back(share.condition);
      elsewhere = store.negate(store.disjunction(std::move(counts)));
    }
    for (const Share &share : own) {
      auto more = Cover(context, unknowns).of(store.conjunction({share.condition, elsewhere}));
      if (!more)
        return std::nullopt;
      for (Interval &interval : *more) {
        interval.weight = share.weight;
        all.push_back(std::move(interval));
      }
    }
  }
  return all;
}

std::optional<Intervals> intervals(Context context, relational::State &state, const Passage &passage,
                                   const std::vector<bool> &fixed, Who who) {
  auto &store = context.store;
  relational::Evaluator evaluator(context, state, relational::Evaluator::Mode::Relational);
  std::vector<Term> at, unknowns = {store.freshVariable("place", smt::Sort::Int)};
  for (std::size_t i = 0; i < passage.read->indices.size(); ++i)
    if (i == passage.dimension)
      at.push_back(unknowns.front());
    else if (fixed[i])
      at.push_back(evaluator.program(*passage.read->indices[i], Side::First));
    else
      unknowns.push_back(at.emplace_back(store.freshVariable("place", smt::Sort::Int)));
  return intervals(context, state, passage.read->variable, at, unknowns, who);
}

/// How often the ints from \p low to \p index count, added up over the intervals.
Term passed(smt::TermStore &store, const Intervals &all, Term low, Term index) {
  const auto larger = [&](Term a, Term b) { return store.ite(store.lessEqual(a, b), b, a); };
  const auto smaller = [&](Term a, Term b) { return store.ite(store.lessEqual(a, b), a, b); };
  std::vector<Term> counts = {store.real(0)};
  for (const Interval &interval : all) {
    Term from = low, to = index;
    for (Term edge : interval.lows)
      from = larger(from, edge);
    for (Term edge : interval.highs)
      to = smaller(to, edge);
    const Term inside = larger(store.integer(0), store.subtract(to, from));
    const Term count = store.ite(store.conjunction(interval.conditions), inside, store.integer(0));
    counts.push_back(store.multiply(store.real(interval.weight), store.toReal(count)));
  }
  return store.add(std::move(counts));
}

/// Two records that an edge joins, or that are the same in what is public and may differ in either direction
/// in what is not: mostly both of them count at an index, or neither does, or it is always one of them.
bool areAlike(const ir::RecordAdjacency &records) {
  if (records.along)
    return true;
  const auto has = [&](auto test) {
    return records.policy &&
           std::any_of(records.policy->attributes.begin(), records.policy->attributes.end(), test);
  };
  return has([](const ir::Attribute &one) { return !one.isSensitive; }) &&
         has([](const ir::Attribute &one) { return one.isSensitive && !one.when; });
}

/// Whether something is left out at all, and it is not just one index that a field is: that is what
/// changedPlaceIndicators are for.
bool saysMore(smt::TermStore &store, const Intervals &all) {
  const bool bounded = std::all_of(all.begin(), all.end(), [](const Interval &interval) {
    return !interval.lows.empty() || !interval.highs.empty();
  });
  const auto isField = [](Term term) { return term.op() == Operator::Apply && term.arguments().empty(); };
  const bool isPlace =
      all.size() == 1 && all.front().lows.size() == 1 && isField(all.front().lows.front()) &&
      all.front().highs == std::vector<Term>{store.add(all.front().lows.front(), store.integer(1))};
  return bounded && !all.empty() && !isPlace;
}

} // namespace

std::vector<Counter> indicesThatCount(const Templates &templates) {
  std::vector<Counter> counters;
  std::vector<Passage> passages;
  std::vector<std::vector<bool>> fixed;
  const auto &records = templates.mechanism.recordAdjacency;
  const bool mayBeAlike = records && areAlike(*records);
  const auto coversOf = [&](std::size_t first, std::size_t last, Who who) {
    return [passages = std::vector<Passage>(passages.begin() + first, passages.begin() + last),
            fixed = std::vector<std::vector<bool>>(fixed.begin() + first, fixed.begin() + last),
            who](Context c, relational::State &state) -> std::optional<Intervals> {
      Intervals all;
      for (std::size_t i = 0; i < passages.size(); ++i) {
        const auto more = intervals(c, state, passages[i], fixed[i], who);
        if (!more)
          return std::nullopt;
        all.insert(all.end(), more->begin(), more->end());
      }
      return all;
    };
  };
  const auto add = [&](std::size_t first, std::size_t last) {
    std::string queries;
    for (std::size_t i = first; i < last; ++i)
      queries += (i > first ? " and " : "") + passages[i].read->variable.name;
    for (const auto &[text, who] :
         std::initializer_list<std::pair<const char *, Who>>{{"r counts", Who::First},
                                                             {"r' counts", Who::Second},
                                                             {"r or r' counts", Who::Either},
                                                             {"one of r and r' counts", Who::OnlyOne}}) {
      if (who == Who::OnlyOne && !mayBeAlike)
        continue;
      const auto covers = coversOf(first, last, who);
      relational::State probe = relational::startState(templates.context);
      const std::optional<Intervals> now = covers(templates.context, probe);
      if (!now || !saysMore(templates.context.store, *now))
        continue;
      counters.emplace_back("the number of indices passed at which " + std::string(text) + " in " + queries,
                            [covers](Context c, const LoopHead &head) {
                              const auto all = covers(c, head.state);
                              return all ? passed(c.store, *all, head.low, head.index) : c.store.real(0);
                            });
    }
  };
  std::set<std::pair<const ir::Variable *, std::string>> known;
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      if (!read || !read->variable.definition)
        return;
      for (std::size_t i = 0; i < read->indices.size(); ++i) {
        const auto *index = dyn_cast<ir::Read>(read->indices[i].get());
        if (index && &index->variable == &templates.loop.index &&
            known.emplace(&read->variable, subscriptsOf(*read)).second) {
          passages.push_back({read, i});
          fixed.emplace_back();
          for (const auto &each : read->indices)
            fixed.back().push_back(isFixed(templates.outer(), *each));
        }
      }
    });
  });
  for (std::size_t i = 0; i < passages.size(); ++i)
    add(i, i + 1);
  // Draws about several queries are paid for together.
  if (passages.size() > 1)
    add(0, passages.size());
  return counters;
}

std::vector<CountedIndices> countedIndices(Context context, relational::State &state,
                                           const ir::Variable &query, Term at, Term low, Term high) {
  auto &store = context.store;
  std::vector<CountedIndices> result;
  for (const Who who : {Who::OnlyOne, Who::Either}) {
    const std::optional<Intervals> all = intervals(context, state, query, {at}, {at}, who);
    if (!all)
      continue;
    std::vector<Term> counts = {store.real(0)};
    for (const Interval &interval : *all) {
      std::vector<Term> isIn = interval.conditions;
      for (Term edge : interval.lows)
        isIn.push_back(store.lessEqual(edge, at));
      for (Term edge : interval.highs)
        isIn.push_back(store.less(at, edge));
      counts.push_back(
          store.ite(store.conjunction(std::move(isIn)), store.real(interval.weight), store.real(0)));
    }
    result.push_back({store.add(std::move(counts)), passed(store, *all, low, high)});
  }
  return result;
}

} // namespace plumb::inference
