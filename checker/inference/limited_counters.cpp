// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/deciding_tests.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <optional>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// Does \p test compare \p x with \p index?
bool compares(const ir::Expression &test, const ir::Variable &x, const ir::Variable &index) {
  const auto reads = [](const ir::Expression &term, const ir::Variable &variable) {
    const auto *read = dyn_cast<ir::Read>(&term);
    return read && &read->variable == &variable;
  };
  return ir::anyPart(test, [&](const ir::Expression &part) {
    const auto *binary = dyn_cast<ir::Binary>(&part);
    return binary && ((reads(*binary->left, x) && reads(*binary->right, index)) ||
                      (reads(*binary->left, index) && reads(*binary->right, x)));
  });
}

} // namespace

std::vector<const ir::Variable *> timesOfSilence(const Templates &templates) {
  std::vector<const ir::Variable *> times;
  const ir::For &loop = templates.loop;
  if (!overParameters(*loop.high))
    return times;
  const auto tests = decidingTests(loop.body);
  for (const ir::Variable *x : templates.assignedNumbers())
    if (x->sort == ir::Sort::Int && std::any_of(tests.begin(), tests.end(), [&](const auto &test) {
          return compares(*test.first, *x, loop.index);
        }))
      times.push_back(x);
  return times;
}

std::vector<Counter> nothingLeft(const Templates &templates) {
  std::vector<Counter> counters;
  for (const ir::Variable *x : timesOfSilence(templates))
    counters.emplace_back("[" + ir::print(*templates.loop.high) + " <= " + x->name + "]",
                          [&loop = templates.loop, x](Context c, const LoopHead &head) {
                            const Term now = valueOf(c, head.state, *x, Side::First);
                            if (!now.isValid())
                              return c.store.real(0);
                            const Term end = relational::Evaluator(c, head.state).relational(*loop.high);
                            return c.store.ite(c.store.lessEqual(end, now), c.store.real(1), c.store.real(0));
                          });
  return counters;
}

/// Visits each int that is counted up or down alone, with the ends that deciding tests compare it with.
template <typename Visit> static void forEachEnd(const Templates &templates, const Visit &visit) {
  for (const auto &[test, draws] : decidingTests(templates.loop.body))
    for (const ir::Variable *x : templates.assignedNumbers()) {
      const bool isUp = rises(templates.loop, *x);
      if (x->sort != ir::Sort::Int || isUp == falls(templates.loop, *x))
        continue;
      if (const std::optional<End> end = endOf(*test, *x))
        visit(draws, *x, *end, isUp);
    }
}

void agreementsUpToEnds(Templates &templates) {
  std::vector<std::pair<const ir::Variable *, End>> known;
  forEachEnd(templates, [&](const auto &, const ir::Variable &x, const End &end, bool isUp) {
    if (std::any_of(known.begin(), known.end(),
                    [&](const auto &one) { return one.first == &x && one.second.isSame(end); }))
      return;
    known.emplace_back(&x, end);
    const std::string name = isUp ? "min(" : "max(", at = ", " + end.text() + ")";
    templates.add(
        name + x.name + "'" + at + " = " + name + x.name + at,
        [&x, end, isUp](Context c, const LoopHead &head) {
          const Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
          if (!a.isValid() || !b.isValid())
            return c.store.boolean(true);
          const Term limit = end.value(c, head.state);
          const auto isThere = [&](Term value) {
            return isUp ? c.store.lessEqual(limit, value) : c.store.lessEqual(value, limit);
          };
          return c.store.disjunction({c.store.equal(a, b), c.store.conjunction({isThere(a), isThere(b)})});
        },
        {templates.equalTwin(x)});
  });
}

/// What \p x counts, and how much of it lies in front of \p end, but for \p fewer.
static LimitedCounter limited(const std::vector<const ir::Sample *> &draws, const ir::Variable &x,
                              const End &end, bool isUp, long fewer) {
  const auto apart = [isUp](Context c, Term from, Term to) {
    return c.store.toReal(isUp ? c.store.subtract(to, from) : c.store.subtract(from, to));
  };
  const std::string entry = x.name + " at entry", less = fewer > 0 ? " - " + std::to_string(fewer) : "";
  LimitedCounter counter{draws, {}, {}};
  counter.counted.first = isUp ? x.name + " - its value at entry" : "its value at entry - " + x.name;
  counter.most.first = (isUp ? end.text() + " - " + entry : entry + " - " + end.text()) + less;
  counter.counted.second = [&x, apart](Context c, const LoopHead &head) {
    const Term now = valueOf(c, head.state, x, Side::First), then = valueOf(c, head.entry, x, Side::First);
    return now.isValid() && then.isValid() ? apart(c, then, now) : c.store.real(0);
  };
  counter.most.second = [&x, apart, end, fewer](Context c, const LoopHead &head) {
    const Term then = valueOf(c, head.entry, x, Side::First);
    return then.isValid() ? c.store.subtract(apart(c, then, end.value(c, head.state)), c.store.real(fewer))
                          : c.store.real(0);
  };
  return counter;
}

namespace {

/// Counters whose draws are charged together where they count one thing up to one end.
class Limited {
public:
  void add(const std::vector<const ir::Sample *> &draws, const ir::Variable &x, const End &end, bool isUp,
           long fewer) {
    addAs({&x, end, fewer}, limited(draws, x, end, isUp, fewer));
  }
  void addFlag(const ir::Variable &x, LimitedCounter counter) {
    addAs({&x, std::nullopt, 0}, std::move(counter));
  }

  std::vector<LimitedCounter> counters;

private:
  struct Limit {
    const ir::Variable *counted;
    /// Nothing: of a flag, which turns once.
    std::optional<End> end;
    long fewer;

    bool isSame(const Limit &as) const {
      return counted == as.counted && fewer == as.fewer && end.has_value() == as.end.has_value() &&
             (!end || end->isSame(*as.end));
    }
  };

  void addAs(Limit limit, LimitedCounter counter) {
    const auto same =
        std::find_if(limits.begin(), limits.end(), [&](const Limit &known) { return known.isSame(limit); });
    if (same == limits.end()) {
      limits.push_back(std::move(limit));
      counters.push_back(std::move(counter));
      return;
    }
    auto &draws = counters[static_cast<std::size_t>(same - limits.begin())].draws;
    draws.insert(draws.end(), counter.draws.begin(), counter.draws.end());
  }

  /// Of each counter.
  std::vector<Limit> limits;
};

} // namespace

std::vector<LimitedCounter> limitedCounters(const Templates &templates) {
  Limited result;
  forEachEnd(templates, [&](const auto &draws, const ir::Variable &x, const End &end, bool isUp) {
    // One less where the last step is not paid for.
    for (long fewer : {1, 0})
      result.add(draws, x, end, isUp, fewer);
  });
  return std::move(result.counters);
}

std::vector<LimitedCounter> countersAndFlags(const Templates &templates) {
  Limited result;
  forEachEnd(templates, [&](const auto &draws, const ir::Variable &x, const End &end, bool isUp) {
    result.add(draws, x, end, isUp, 0);
  });
  if (result.counters.empty())
    return {};
  for (const auto &[test, draws] : decidingTests(templates.loop.body))
    for (const ir::Variable *x : templates.assigned())
      if (!x->isArray() && x->sort == ir::Sort::Bool && ir::reads(*test, *x)) {
        const auto turned = [x = x](Context c, const LoopHead &head) {
          const Term now = valueOf(c, head.state, *x, Side::First),
                     then = valueOf(c, head.entry, *x, Side::First);
          return now.isValid() && then.isValid()
                     ? c.store.ite(c.store.equal(now, then), c.store.real(0), c.store.real(1))
                     : c.store.real(0);
        };
        const std::string text = "[" + x->name + " is not its value at entry]";
        result.addFlag(*x, {draws, {text, turned}, {text, turned}});
      }
  return std::move(result.counters);
}

} // namespace plumb::inference
