// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <map>
#include <optional>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// Where x stands when it is compared with \c other together with \c beside: `x + beside < other`.
struct End {
  const ir::Expression *other;
  /// Null: nothing.
  const ir::Expression *beside;

  bool isSame(const End &as) const {
    return ir::isSameTerm(*other, *as.other) && !beside == !as.beside &&
           (!beside || ir::isSameTerm(*beside, *as.beside));
  }
  std::string text() const { return ir::print(*other) + (beside ? " - " + ir::print(*beside) : ""); }
  Term value(Context c, relational::State state) const {
    relational::Evaluator evaluator(c, state);
    const Term all = evaluator.relational(*other);
    return beside ? c.store.subtract(all, evaluator.relational(*beside)) : all;
  }
};

std::vector<const ir::Sample *> drawsIn(const ir::Block &block) {
  std::vector<const ir::Sample *> found;
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      found.push_back(sample);
  });
  return found;
}

using DecidingTests = std::vector<std::pair<const ir::Expression *, std::vector<const ir::Sample *>>>;

/// The condition of an alignment, and what \p body publishes where it asks for that.
void addAlignmentTests(const ir::Block &body, const ir::Sample &sample, const ir::Expression &condition,
                       DecidingTests &tests) {
  tests.push_back({&condition, {&sample}});
  relational::forEachExpression(condition, [&](const ir::Expression &part) {
    const auto *told = dyn_cast<ir::CellRead>(&part);
    if (!told || told->sort() != ir::Sort::Bool)
      return;
    relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
      const auto *output = dyn_cast<ir::Output>(&statement);
      if (output && &output->transcript == &told->transcript && &output->tag == &told->tag)
        tests.push_back({output->values[told->component].get(), {&sample}});
    });
  });
}

/// Conditions that decide whether something is drawn, or moved, with the draws that they decide about.
DecidingTests decidingTests(const ir::Block &body) {
  DecidingTests tests;
  relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *branch = dyn_cast<ir::If>(&statement)) {
      std::vector<const ir::Sample *> then = drawsIn(branch->thenBlock),
                                      otherwise = drawsIn(branch->elseBlock);
      if (then.empty() != otherwise.empty())
        tests.emplace_back(branch->condition.get(), then.empty() ? std::move(otherwise) : std::move(then));
    } else if (const auto *sample = dyn_cast<ir::Sample>(&statement); sample && sample->aligned) {
      relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
        if (const auto *choice = dyn_cast<ir::Conditional>(&part))
          addAlignmentTests(body, *sample, *choice->condition, tests);
      });
    }
  });
  return tests;
}

/// What \p x is compared with in \p test: `x < c`, `c != x + 1`.
std::optional<End> endOf(const ir::Expression &test, const ir::Variable &x) {
  if (const auto *unary = dyn_cast<ir::Unary>(&test))
    return endOf(*unary->operand, x);
  const auto *binary = dyn_cast<ir::Binary>(&test);
  if (!binary)
    return std::nullopt;
  if (binary->left->sort() == ir::Sort::Bool) {
    const std::optional<End> left = endOf(*binary->left, x);
    return left ? left : endOf(*binary->right, x);
  }
  const auto isX = [&](const ir::Expression &term) {
    const auto *read = dyn_cast<ir::Read>(&term);
    return read && &read->variable == &x;
  };
  for (bool isLeft : {true, false}) {
    const ir::Expression &side = isLeft ? *binary->left : *binary->right,
                         &other = isLeft ? *binary->right : *binary->left;
    if (!overParameters(other))
      continue;
    if (isX(side))
      return End{&other, nullptr};
    const auto *sum = dyn_cast<ir::Binary>(&side);
    if (sum && sum->op == ir::BinaryOperator::Add && isX(*sum->left) && overParameters(*sum->right))
      return End{&other, sum->right.get()};
  }
  return std::nullopt;
}

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

/// Unless one with its end is among them, whose draws get those of \p counter then.
static void addTo(std::vector<LimitedCounter> &known, LimitedCounter counter) {
  const auto same = std::find_if(known.begin(), known.end(), [&](const LimitedCounter &one) {
    return one.most.first == counter.most.first;
  });
  if (same == known.end())
    known.push_back(std::move(counter));
  else
    same->draws.insert(same->draws.end(), counter.draws.begin(), counter.draws.end());
}

std::vector<LimitedCounter> limitedCounters(const Templates &templates) {
  std::vector<LimitedCounter> result;
  forEachEnd(templates, [&](const auto &draws, const ir::Variable &x, const End &end, bool isUp) {
    // One less where the last step is not paid for.
    for (long fewer : {1, 0})
      addTo(result, limited(draws, x, end, isUp, fewer));
  });
  return result;
}

std::vector<LimitedCounter> countersAndFlags(const Templates &templates) {
  std::vector<LimitedCounter> result;
  forEachEnd(templates, [&](const auto &draws, const ir::Variable &x, const End &end, bool isUp) {
    addTo(result, limited(draws, x, end, isUp, 0));
  });
  if (result.empty())
    return result;
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
        addTo(result, {draws, {text, turned}, {text, turned}});
      }
  return result;
}

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

/// What \p block begins anew where \p test has found it at its end, and counts.
static void anewIn(const ir::Block &block, const ir::Expression &test, const Templates &templates,
                   std::vector<Counter> &result) {
  std::vector<const ir::Assign *> starts, counts;
  for (const auto &statement : block)
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get());
        assign && !assign->target.isArray() && assign->target.sort == ir::Sort::Int)
      (overParameters(*assign->value) ? starts : counts).push_back(assign);
  for (const ir::Assign *start : starts)
    for (const ir::Assign *count : counts) {
      const ir::Variable &x = start->target, &y = count->target;
      const bool isUp = rises(templates.loop, x), yRises = rises(templates.loop, y);
      const std::optional<End> end = endOf(test, x);
      if (!end || isUp == falls(templates.loop, x) || yRises == falls(templates.loop, y))
        continue;
      const auto grown = [](Context c, const LoopHead &head, const ir::Variable &of, bool up) {
        const Term now = valueOf(c, head.state, of, Side::First),
                   then = valueOf(c, head.entry, of, Side::First);
        return now.isValid() && then.isValid()
                   ? c.store.toReal(up ? c.store.subtract(now, then) : c.store.subtract(then, now))
                   : c.store.real(0);
      };
      result.emplace_back(
          betweenText(*start->value, *end, isUp) + " * |" + y.name + " - its value at entry| + |" + x.name +
              " - its value at entry|",
          [&x, &y, from = start->value.get(), end = *end, isUp, yRises, grown](Context c,
                                                                               const LoopHead &head) {
            return c.store.add(
                c.products.multiply(between(c, head, *from, end, isUp), grown(c, head, y, yRises)),
                grown(c, head, x, isUp));
          });
    }
}

std::vector<Counter> countsBegunAnew(const Templates &templates) {
  std::vector<Counter> result;
  anewInEach(templates, result);
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned loops) {
    if (const auto *branch = dyn_cast<ir::If>(&statement); branch && loops == 0) {
      anewIn(branch->thenBlock, *branch->condition, templates, result);
      anewIn(branch->elseBlock, *branch->condition, templates, result);
    }
  });
  return result;
}

} // namespace plumb::inference
