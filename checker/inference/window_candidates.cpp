// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

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
  std::set<const ir::Variable *> changing;
  for (const auto &clause : templates.mechanism.adjacency)
    if (clause.onlyOne && clause.query->extents.size() == 1)
      changing.insert(clause.query);
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

} // namespace

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
