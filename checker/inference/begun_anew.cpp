// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/deciding_tests.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <map>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

/// How far it is from \p start to \p end, as a real number.
static Term between(Context c, const LoopHead &head, const ir::Expression &start, const End &end, bool isUp) {
  const Term from = relational::Evaluator(c, head.state).relational(start), to = end.value(c, head.state);
  return c.store.toReal(isUp ? c.store.subtract(to, from) : c.store.subtract(from, to));
}

static std::string betweenText(const ir::Expression &start, const End &end, bool isUp) {
  return "(" + (isUp ? end.text() + " - " + ir::print(start) : ir::print(start) + " - " + end.text()) + ")";
}

/// Each iteration of the loop begins a count anew, which a loop in it takes to an end.
static void anewInEach(const Templates &templates, std::vector<Counter> &result) {
  std::map<const ir::Variable *, const ir::Expression *> starts;
  for (const auto &statement : templates.loop.body) {
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get());
        assign && !assign->target.isArray() && overParameters(*assign->value))
      starts[&assign->target] = assign->value.get();
    const auto *inner = dyn_cast<ir::For>(statement.get());
    if (!inner)
      continue;
    for (const ir::Variable *x : templates.assignedNumbers()) {
      const auto start = starts.find(x);
      const bool isUp = rises(*inner, *x);
      if (x->sort != ir::Sort::Int || start == starts.end() || isUp == falls(*inner, *x))
        continue;
      for (const auto &[test, draws] : decidingTests(inner->body))
        if (const std::optional<End> end = endOf(*test, *x)) {
          const auto &[ofIterations, iterations] = templates.iterations();
          result.emplace_back(betweenText(*start->second, *end, isUp) + " * (" + ofIterations + ")",
                              [from = start->second, end = *end, isUp,
                               iterations = iterations](Context c, const LoopHead &head) {
                                return c.products.multiply(between(c, head, *from, end, isUp),
                                                           iterations(c, head));
                              });
          break;
        }
    }
  }
}

/// What a branch begins anew where it finds it at its end, and what it counts then.
struct Restart {
  const ir::Variable &x, &often;
  const ir::Expression *start;
  End end;
  bool isUp, isCountedUp;
};

static void restartsIn(const ir::Block &block, const ir::Expression &test, const ir::For &loop,
                       std::vector<Restart> &result) {
  std::vector<const ir::Assign *> starts, counts;
  for (const auto &statement : block)
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get());
        assign && !assign->target.isArray() && assign->target.sort == ir::Sort::Int)
      (overParameters(*assign->value) ? starts : counts).push_back(assign);
  for (const ir::Assign *start : starts)
    for (const ir::Assign *count : counts) {
      const ir::Variable &x = start->target, &often = count->target;
      const bool isUp = rises(loop, x), isCountedUp = rises(loop, often);
      const std::optional<End> end = endOf(test, x);
      if (end && isUp != falls(loop, x) && isCountedUp != falls(loop, often))
        result.push_back({x, often, start->value.get(), *end, isUp, isCountedUp});
    }
}

static std::vector<Restart> restarts(const ir::For &loop) {
  std::vector<Restart> result;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned loops) {
    if (const auto *branch = dyn_cast<ir::If>(&statement); branch && loops == 0) {
      restartsIn(branch->thenBlock, *branch->condition, loop, result);
      restartsIn(branch->elseBlock, *branch->condition, loop, result);
    }
  });
  return result;
}

/// What \p x has come up or down by since the entry.
static Term since(Context c, const LoopHead &head, const ir::Variable &x, bool isUp) {
  const Term now = valueOf(c, head.state, x, Side::First), then = valueOf(c, head.entry, x, Side::First);
  return now.isValid() && then.isValid()
             ? c.store.toReal(isUp ? c.store.subtract(now, then) : c.store.subtract(then, now))
             : c.store.real(0);
}

std::vector<Counter> countsBegunAnew(const Templates &templates) {
  std::vector<Counter> result;
  anewInEach(templates, result);
  for (const Restart &one : restarts(templates.loop))
    result.emplace_back(betweenText(*one.start, one.end, one.isUp) + " * |" + one.often.name +
                            " - its value at entry| + |" + one.x.name + " - its value at entry|",
                        [one](Context c, const LoopHead &head) {
                          const Term each = between(c, head, *one.start, one.end, one.isUp);
                          return c.store.add(
                              c.products.multiply(each, since(c, head, one.often, one.isCountedUp)),
                              since(c, head, one.x, one.isUp));
                        });
  return result;
}

void beginAnewAtEnds(Templates &templates) {
  for (const Restart &one : restarts(templates.loop)) {
    const auto holds = [&](const std::string &text, auto formula) {
      templates.add(text, [one, formula](Context c, const LoopHead &head) {
        const Term now = valueOf(c, head.state, one.x, Side::First);
        return now.isValid() ? formula(c, head, now) : c.store.boolean(true);
      });
    };
    holds(one.x.name + " is not at " + one.end.text(), [one](Context c, const LoopHead &head, Term now) {
      const Term end = one.end.value(c, head.state);
      return one.isUp ? c.store.less(now, end) : c.store.less(end, now);
    });
    // The last one that is counted ends the loop, and leaves nothing begun.
    if (templates.loop.guard && ir::reads(*templates.loop.guard, one.often))
      holds("the loop goes on, or " + one.x.name + " = " + ir::print(*one.start),
            [one, guard = templates.loop.guard.get()](Context c, const LoopHead &head, Term now) {
              relational::Evaluator evaluator(c, head.state);
              return c.store.disjunction({evaluator.program(*guard, Side::First),
                                          c.store.equal(now, evaluator.relational(*one.start))});
            });
  }
}

} // namespace plumb::inference
