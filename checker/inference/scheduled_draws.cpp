// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/phases.h"
#include "checker/inference/solved_for.h"
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <memory>
#include <numeric>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;
using Op = ir::BinaryOperator;

namespace {

/// A condition that holds, or that does not.
struct Demand {
  const ir::Expression *condition;
  bool isMet;
};

/// What has to hold if \p demand does, as single comparisons where `and` and `not` say so.
void takeApart(const Demand &demand, std::vector<Demand> &single) {
  if (const auto *unary = dyn_cast<ir::Unary>(demand.condition); unary && unary->op == ir::UnaryOperator::Not)
    return takeApart({unary->operand.get(), !demand.isMet}, single);
  const auto *both = dyn_cast<ir::Binary>(demand.condition);
  if (both && both->op == (demand.isMet ? Op::And : Op::Or)) {
    takeApart({both->left.get(), demand.isMet}, single);
    return takeApart({both->right.get(), demand.isMet}, single);
  }
  single.push_back(demand);
}

/// How many of the iterations passed meet demands on the loop variable.
class Passed {
public:
  explicit Passed(const Templates &of) : templates(of), solver(of.loop.index, of.context) {}

  /// As much as is known: the loop variable lies between public ends, has a remainder there, is one of
  /// several public numbers. Nothing if that says no more than that the iterations are passed.
  std::optional<Formula> thatMeet(const std::vector<Demand> &demands) {
    std::vector<Demand> single;
    for (const Demand &demand : demands)
      takeApart(demand, single);
    std::vector<End> least, behind;
    std::optional<Rest> rest;
    std::optional<Formula> several;
    for (const Demand &demand : single) {
      if (!several)
        several = oneOfSeveral(demand);
      if (!rest)
        rest = atRemainder(demand);
      const auto bound = boundBy(demand);
      if (!bound)
        continue;
      if (bound->lies == Lies::At)
        return at(bound->end);
      (bound->lies == Lies::Below ? behind : least).push_back(bound->end);
    }
    if (several)
      return several;
    if (least.empty() && behind.empty() && !rest)
      return std::nullopt;
    return [least, behind, rest](Context c, const LoopHead &head) {
      Term first = head.low, end = head.index;
      for (const End &one : least)
        first = larger(c, first, valueOf(c, head, one));
      for (const End &one : behind)
        end = c.store.minus(larger(c, c.store.minus(end), c.store.minus(valueOf(c, head, one))));
      if (rest) {
        first = rest->before(c, first);
        end = rest->before(c, end);
      }
      return c.store.toReal(larger(c, c.store.integer(0), c.store.subtract(end, first)));
    };
  }

private:
  /// A number over parameters, and how much more.
  struct End {
    std::shared_ptr<const ir::Expression> term;
    int more = 0;
  };

  enum class Lies : std::uint8_t { At, Below, FromOn };

  /// Of the loop variable.
  struct Bound {
    Lies lies;
    End end;
  };

  static Term valueOf(Context c, const LoopHead &head, const End &end) {
    return c.store.add(relational::Evaluator(c, head.state).program(*end.term, Side::First),
                       c.store.integer(end.more));
  }

  static Term larger(Context c, Term a, Term b) { return c.store.ite(c.store.lessEqual(a, b), b, a); }

  static Formula at(const End &place) {
    return [place](Context c, const LoopHead &head) {
      const Term value = valueOf(c, head, place);
      return c.store.ite(
          c.store.conjunction({c.store.lessEqual(head.low, value), c.store.less(value, head.index)}),
          c.store.real(1), c.store.real(0));
    };
  }

  std::optional<Formula> oneOfSeveral(const Demand &demand) {
    const auto *either = dyn_cast<ir::Binary>(demand.condition);
    if (!either || either->op != (demand.isMet ? Op::Or : Op::And))
      return std::nullopt;
    const auto one = thatMeet({{either->left.get(), demand.isMet}}),
               other = thatMeet({{either->right.get(), demand.isMet}});
    if (!one || !other)
      return std::nullopt;
    return [one = *one, other = *other](Context c, const LoopHead &head) {
      return c.store.add(one(c, head), other(c, head));
    };
  }

  /// Once in so many iterations.
  struct Rest {
    Integer more, divisor;

    /// In front of i, as far as a fixed number.
    Term before(Context c, Term i) const {
      return c.store.divide(c.store.add(i, c.store.integer(more)), divisor);
    }
  };

  /// `(i + s) mod m = r` with literals s, m and r: in front of i as many as i + s - r, divided by m and
  /// rounded up.
  std::optional<Rest> atRemainder(const Demand &demand) const {
    const auto *test = dyn_cast<ir::Binary>(demand.condition);
    if (!test || test->op != (demand.isMet ? Op::Equal : Op::NotEqual))
      return std::nullopt;
    const auto *number = dyn_cast<ir::Number>(test->right.get());
    const auto rest = number ? Remainder::of(*test->left, templates.loop) : std::nullopt;
    if (!rest || number->value < 0 || number->value >= rest->divisor)
      return std::nullopt;
    const Rational ahead = rest->more - number->value + rest->divisor - 1;
    return Rest{ahead.get_num(), rest->divisor.get_num()};
  }

  /// What a comparison says; nothing of what is no comparison of i with a term over parameters.
  std::optional<Bound> boundBy(const Demand &demand) {
    const auto *test = dyn_cast<ir::Binary>(demand.condition);
    if (!test || !ir::isComparison(test->op) || test->left->sort() != ir::Sort::Int)
      return std::nullopt;
    const auto end = solver.end(*test->left, *test->right);
    const std::shared_ptr<const ir::Expression> term = end ? solver.overParameters(*end) : nullptr;
    if (!term)
      return std::nullopt;
    if (test->op == Op::Equal || test->op == Op::NotEqual)
      return (test->op == Op::Equal) == demand.isMet ? std::optional(Bound{Lies::At, {term}}) : std::nullopt;
    const ir::Variable &index = templates.loop.index;
    // Which side is larger, and whether they may be equal.
    const bool isStrict = (test->op == Op::Less || test->op == Op::Greater) == demand.isMet;
    const bool isLeftLess = (test->op == Op::Less || test->op == Op::LessEqual) == demand.isMet;
    const bool grows =
        ir::reads(*test->left, index) ? growsWith(*test->left, index) : !growsWith(*test->right, index);
    return isLeftLess == grows ? Bound{Lies::Below, {term, isStrict ? 0 : 1}}
                               : Bound{Lies::FromOn, {term, isStrict ? 1 : 0}};
  }

  const Templates &templates;
  SolvedFor solver;
};

/// How many of \p draws the block makes at most, begun with \p phase, which is that behind it then.
int drawsAtMost(const ir::Block &block, const Phases &phases, const std::vector<const ir::Sample *> &draws,
                Phases::Known &phase) {
  int most = 0;
  for (const auto &statement : block) {
    const auto *sample = dyn_cast<ir::Sample>(statement.get());
    if (sample && std::find(draws.begin(), draws.end(), sample) != draws.end())
      ++most;
    const auto *branch = dyn_cast<ir::If>(statement.get());
    const auto decided = branch ? phases.holds(*branch->condition, phase) : std::nullopt;
    int ofSides = 0;
    for (const bool side : {true, false})
      if (Phases::Known inside = phase; branch && decided.value_or(side) == side)
        ofSides = std::max(ofSides,
                           drawsAtMost(side ? branch->thenBlock : branch->elseBlock, phases, draws, inside));
    most += ofSides;
    phase = phases.behind(*statement, phase);
  }
  return most;
}

/// Where iterations go through phases one after the other, and so many of them draw each time: how many draws
/// there were, to the fraction of such a round that has passed.
std::optional<Counter> inRounds(const Templates &templates, const std::vector<const ir::Sample *> &draws) {
  const std::optional<Phases> phases = Phases::of(templates);
  if (!phases)
    return std::nullopt;
  const std::vector<Rational> round = phases->round();
  const int length = static_cast<int>(round.size());
  std::vector<int> drawn;
  for (const Rational &value : round) {
    Phases::Known phase = value;
    drawn.push_back(drawsAtMost(templates.loop.body, *phases, draws, phase));
  }
  const int all = std::accumulate(drawn.begin(), drawn.end(), 0);
  if (round.empty() || all == length * static_cast<int>(draws.size()))
    return std::nullopt;
  // What has been drawn since the head of the round, less the part of a round that has passed.
  std::vector<Rational> ahead = {0};
  for (const int here : drawn)
    ahead.push_back(ahead.back() + here - Rational(all, length));
  const auto known = std::make_shared<const Phases>(*phases);
  const auto aheadAt = [known, round, ahead](Context c, const relational::State &state, Term index) {
    const Term now = known->at(c, state, index);
    Term value = c.store.real(ahead.front());
    for (std::size_t i = 1; i < round.size() && now.isValid(); ++i)
      value = c.store.ite(c.store.equal(now, c.store.literal(round[i], now.sort())), c.store.real(ahead[i]),
                          value);
    return value;
  };
  return Counter((all == 1 ? "" : std::to_string(all) + " * ") + "the number of iterations / " +
                     std::to_string(length) + ", up to a round",
                 [aheadAt, part = Rational(all, length)](Context c, const LoopHead &head) {
                   const Term passed = c.store.toReal(c.store.subtract(head.index, head.low));
                   return c.store.add({c.store.multiply(c.store.real(part), passed),
                                       aheadAt(c, head.state, head.index),
                                       c.store.minus(aheadAt(c, head.entry, head.low))});
                 });
}

/// Calls \p action(sample, demands) for each draw of \p block that stands in no loop of its own.
void forEachDraw(const ir::Block &block, std::vector<Demand> &demands,
                 llvm::function_ref<void(const ir::Sample &, const std::vector<Demand> &)> action) {
  for (const auto &statement : block)
    if (const auto *sample = dyn_cast<ir::Sample>(statement.get())) {
      action(*sample, demands);
    } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      for (const bool side : {true, false}) {
        demands.push_back({branch->condition.get(), side});
        forEachDraw(side ? branch->thenBlock : branch->elseBlock, demands, action);
        demands.pop_back();
      }
    }
}

} // namespace

std::vector<Counter> scheduledDraws(const Templates &templates,
                                    llvm::function_ref<bool(const ir::Sample &)> isCharged) {
  std::vector<const ir::Sample *> draws;
  std::vector<Counter> counters, byBounds, always;
  Passed passed(templates);
  std::vector<Demand> demands;
  forEachDraw(templates.loop.body, demands, [&](const ir::Sample &sample, const std::vector<Demand> &where) {
    if (!isCharged(sample))
      return;
    draws.push_back(&sample);
    if (auto count = passed.thatMeet(where))
      byBounds.emplace_back("the iterations that may draw " + sample.target.name, std::move(*count));
    else
      always.push_back(templates.iterations());
  });
  if (draws.empty())
    return counters;
  if (auto count = inRounds(templates, draws))
    counters.push_back(std::move(*count));
  if (byBounds.empty())
    return counters;
  counters.push_back(sumOf(byBounds));
  if (!always.empty()) {
    always.push_back(counters.back());
    counters.push_back(sumOf(std::move(always)));
  }
  return counters;
}

} // namespace plumb::inference
