// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::Invariant;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// A query of which one answer changes is read at the loop variable less \c reach.
struct Window {
  const ir::Variable *query;
  const ir::Expression *reach;

  Term place(Context c) const { return c.symbols.changedIndex(*query).front(); }
  Term reachOf(Context c, const LoopHead &head) const {
    return relational::Evaluator(c, head.state).relational(*reach);
  }
};

std::set<const ir::Variable *> changingAlone(const Templates &templates) {
  std::set<const ir::Variable *> changing;
  for (const auto &clause : templates.mechanism.adjacency)
    if (clause.onlyOne && clause.query->extents.size() == 1)
      changing.insert(clause.query);
  return changing;
}

/// Each width once.
std::vector<Window> windows(const Templates &templates) {
  std::vector<Window> found;
  std::set<std::pair<const ir::Variable *, std::string>> known;
  auto subscript = [&](const ir::Variable &query, const ir::Expression &index) {
    const auto *minus = dyn_cast<ir::Binary>(&index);
    const auto *name = minus ? dyn_cast<ir::Read>(minus->left.get()) : nullptr;
    if (name && minus->op == ir::BinaryOperator::Subtract && &name->variable == &templates.loop.index &&
        overParameters(*minus->right) && known.emplace(&query, ir::print(*minus->right)).second)
      found.push_back({&query, minus->right.get()});
  };
  const std::set<const ir::Variable *> changing = changingAlone(templates);
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        const auto *read = dyn_cast<ir::Read>(&part);
        if (read && changing.count(&read->variable))
          subscript(read->variable, *read->indices.front());
      });
  });
  return found;
}

/// Each iteration reads such a query along a loop of its own, as `f[i + j]` for j in 0 .. w, or `f[j]` for j
/// in i .. i + w.
struct Stretch {
  const ir::Variable *query;
  const ir::Expression *subscript;
  const ir::For *inner;

  /// The subscript where the inner loop begins, or where it ends.
  Term edge(Context c, const LoopHead &head, const ir::Expression &at) const {
    relational::State there = head.state;
    there.run(Side::First).scalars[c.symbols.ordinal(inner->index)] =
        relational::Evaluator(c, there).relational(at);
    return relational::Evaluator(c, there).relational(*subscript);
  }
};

std::vector<Stretch> stretches(const Templates &templates) {
  std::vector<Stretch> found;
  const std::set<const ir::Variable *> changing = changingAlone(templates);
  const auto isSteady = [&](const ir::Expression &term) {
    return !ir::anyPart(term, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      return read && (read->variable.isArray() || (read->variable.role != ir::Variable::Role::Parameter &&
                                                   read->variable.role != ir::Variable::Role::LoopIndex));
    });
  };
  const auto along = [&](const ir::For &inner, const ir::Read &read) {
    const ir::Expression &subscript = *read.indices.front();
    const bool moves =
        ir::reads(subscript, templates.loop.index) || ir::reads(*inner.low, templates.loop.index);
    if (moves && ir::reads(subscript, inner.index) && isSteady(subscript) && isSteady(*inner.low) &&
        isSteady(*inner.high) && std::none_of(found.begin(), found.end(), [&](const Stretch &known) {
          return known.query == &read.variable && ir::isSameTerm(*known.subscript, subscript);
        }))
      found.push_back({&read.variable, &subscript, &inner});
  };
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *inner = dyn_cast<ir::For>(&statement);
    if (!inner)
      return;
    relational::forEachStatement(inner->body, [&](const ir::Statement &inside, unsigned) {
      for (const ir::Expression *expression : relational::expressionsOf(inside))
        relational::forEachExpression(*expression, [&](const ir::Expression &part) {
          const auto *read = dyn_cast<ir::Read>(&part);
          if (read && changing.count(&read->variable))
            along(*inner, *read);
        });
    });
  });
  return found;
}

} // namespace

/// Does it begin more than one place further in each iteration, as that from k * i on?
static bool isOfBlocks(const Stretch &stretch, const ir::Variable &index) {
  const auto isMultiple = [&](const ir::Expression &part) {
    const auto *product = dyn_cast<ir::Binary>(&part);
    return product && product->op == ir::BinaryOperator::Multiply && ir::reads(part, index);
  };
  return ir::anyPart(*stretch.subscript, isMultiple) || ir::anyPart(*stretch.inner->low, isMultiple);
}

/// One of those that have passed, if it is no longer than its step: as all of them lie below that of now, or
/// above it where they come from the end.
static Counter blockPassed(const Stretch &stretch, const ir::Variable &index) {
  const bool rises =
      growsWith(ir::reads(*stretch.subscript, index) ? *stretch.subscript : *stretch.inner->low, index);
  const bool risesInside = growsWith(*stretch.subscript, stretch.inner->index);
  return {"whether the block of " + stretch.query->name + " where it changes has passed",
          [stretch, rises, risesInside](Context c, const LoopHead &head) {
            auto &store = c.store;
            const Term place = c.symbols.changedIndex(*stretch.query).front();
            const Term first = stretch.edge(c, head, *stretch.inner->low),
                       end = stretch.edge(c, head, *stretch.inner->high);
            const Term isPassed = rises ? risesInside ? store.less(place, first) : store.lessEqual(place, end)
                                  : risesInside ? store.lessEqual(end, place)
                                                : store.less(first, place);
            return store.toReal(store.ite(isPassed, store.integer(1), store.integer(0)));
          }};
}

std::vector<Counter> stretchesPassed(const Templates &templates) {
  std::vector<Counter> counters;
  for (const Stretch &stretch : stretches(templates)) {
    if (isOfBlocks(stretch, templates.loop.index)) {
      counters.push_back(blockPassed(stretch, templates.loop.index));
      continue;
    }
    counters.emplace_back(
        "the number of iterations passed that read " + stretch.query->name + " where it changes",
        [stretch](Context c, const LoopHead &head) {
          auto &store = c.store;
          const auto larger = [&](Term a, Term b) { return store.ite(store.lessEqual(a, b), b, a); };
          const auto smaller = [&](Term a, Term b) { return store.ite(store.lessEqual(a, b), a, b); };
          // Each edge goes on by 1 where the loop does. So the iterations are those that are as far from now
          // as the edges of now are from the place, and what is between.
          const Term place = c.symbols.changedIndex(*stretch.query).front();
          const auto behind = [&](const ir::Expression &at) {
            const Term distance = store.subtract(place, stretch.edge(c, head, at));
            return store.add(store.add(head.index, distance), store.integer(1));
          };
          const Term first = larger(head.low, behind(*stretch.inner->high)),
                     last = smaller(head.index, behind(*stretch.inner->low));
          return store.toReal(larger(store.integer(0), store.subtract(last, first)));
        });
  }
  return counters;
}

std::vector<Counter> iterationsInWindow(const Templates &templates) {
  std::vector<Counter> counters;
  for (const Window &window : windows(templates))
    for (long more : {0, 1})
      counters.emplace_back("the number of iterations since the index where " + window.query->name +
                                " changes, " + ir::print(*window.reach) + (more ? " + 1" : "") + " at most",
                            [window, more](Context c, const LoopHead &head) {
                              auto &store = c.store;
                              Term since = store.subtract(head.index, window.place(c));
                              Term most = store.add(window.reachOf(c, head), store.integer(more)),
                                   none = store.integer(0);
                              Term least = store.ite(store.lessEqual(since, most), since, most);
                              return store.toReal(store.ite(store.lessEqual(none, least), least, none));
                            });
  return counters;
}

std::vector<Invariant> windowSums(const Templates &templates) {
  std::vector<Invariant> sums;
  for (const Window &window : windows(templates))
    for (const ir::Variable *x : templates.assignedNumbers()) {
      Invariant sum;
      sum.text = x->name + " - " + x->name + "' is the change of " + window.query->name + " in the last " +
                 ir::print(*window.reach) + " iterations";
      sum.formula = [window, x](Context c, const LoopHead &head) {
        auto &store = c.store;
        Term a = valueOf(c, head.state, *x, Side::First), b = valueOf(c, head.state, *x, Side::Second);
        if (!a.isValid() || !b.isValid())
          return store.boolean(true);
        Term place = window.place(c);
        relational::Evaluator evaluator(c, head.state);
        Term change = store.subtract(evaluator.element(*window.query, {place}, Side::First),
                                     evaluator.element(*window.query, {place}, Side::Second));
        Term inside =
            store.conjunction({store.lessEqual(head.low, place), store.less(place, head.index),
                               store.lessEqual(head.index, store.add(place, window.reachOf(c, head)))});
        Term none = store.literal(0, change.sort());
        return store.equal(asReal(c, store.subtract(a, b)), asReal(c, store.ite(inside, change, none)));
      };
      sums.push_back(std::move(sum));
    }
  return sums;
}

} // namespace plumb::inference
