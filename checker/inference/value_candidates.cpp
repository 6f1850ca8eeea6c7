// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/equal_steps.h"
#include "checker/inference/templates.h"
#include "checker/inference/test_bounds.h"
#include "checker/inference/whole_steps.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::ElementPair;
using relational::Invariant;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

class ValueCandidates {
public:
  explicit ValueCandidates(Templates &templates) : templates(templates), tests(templates) {}

  void make() {
    const auto &assigned = templates.assigned();
    if (std::any_of(assigned.begin(), assigned.end(),
                    [](const ir::Variable *x) { return x->sort == ir::Sort::Bool && !x->isArray(); }))
      firstIteration();
    if (mayEndBefore())
      wentOnAtEntry();
    tests.boundIndex();
    for (const ir::Variable *variable : assigned) {
      if (!variable->isArray())
        scalar(*variable);
      else if (templates.pairs)
        array(*variable);
    }
    orders();
    if (templates.pairs)
      for (const auto &statement : templates.loop.body)
        if (const auto *output = dyn_cast<ir::Output>(statement.get()))
          isPublished(*output);
    if (templates.pairs)
      relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
        if (const auto *branch = dyn_cast<ir::If>(&statement))
          testsAgree(*branch->condition);
      });
  }

private:
  /// A flag tells whether something has been found so far. (Known only because it is inductive: a head has
  /// forgotten what the body assigns.)
  void firstIteration() {
    templates.add(
        "nothing is assigned before the first iteration",
        [variables = templates.assigned(), pairs = templates.pairs](Context c, const LoopHead &head) {
          std::vector<Term> same;
          for (const ir::Variable *x : variables)
            for (Side side : {Side::First, Side::Second})
              if (!x->isArray() && (pairs || side == Side::First)) {
                Term now = valueOf(c, head.state, *x, side), then = valueOf(c, head.entry, *x, side);
                if (now.isValid() && then.isValid())
                  same.push_back(c.store.equal(now, then));
              }
          return c.store.implies(c.store.equal(head.index, head.low), c.store.conjunction(std::move(same)));
        });
  }

  /// Does another loop assign what the guard reads?
  bool mayEndBefore() const {
    const ir::Expression *guard = templates.loop.guard.get();
    if (!guard || ir::reads(*guard, templates.loop.index))
      return false;
    const auto assigns = [&](const ir::Block &block) {
      unsigned often = 0;
      relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned loops) {
        const auto *assign = dyn_cast<ir::Assign>(&statement);
        often += assign && (loops > 0 || &block == &templates.loop.body) && ir::reads(*guard, assign->target);
      });
      return often;
    };
    return assigns(templates.mechanism.body) > assigns(templates.loop.body);
  }

  /// Where the loop is not entered, nothing that it counts is counted: two loops with one flag.
  void wentOnAtEntry() {
    templates.add("its guard held at entry, if an iteration has passed",
                  [&loop = templates.loop](Context c, const LoopHead &head) {
                    std::set<const ir::Variable *> read;
                    relational::collectVariables(*loop.guard, read);
                    for (const ir::Variable *x : read)
                      if (x->role == ir::Variable::Role::Local && !x->isArray() &&
                          !valueOf(c, head.entry, *x, Side::First).isValid())
                        return c.store.boolean(true);
                    relational::State entry = head.entry;
                    relational::Evaluator evaluator(c, entry);
                    return c.store.disjunction(
                        {c.store.equal(head.index, head.low), evaluator.program(*loop.guard, Side::First)});
                  });
  }

  /// Each iteration publishes something that the loop does not change; in either run, as both publish the
  /// same.
  void isPublished(const ir::Output &output) {
    if (output.transcript.loops.empty() || output.transcript.loops.back() != &templates.loop)
      return;
    for (std::size_t at = 0; at < output.values.size(); ++at) {
      const ir::Expression &value = *output.values[at];
      if (!isUnchanged(value))
        continue;
      for (Side side : {Side::First, Side::Second}) {
        Invariant invariant;
        invariant.text = ir::print(value) + (side == Side::Second ? " on D'" : "") +
                         " is what each iteration publishes as number " + std::to_string(at + 1) + " of " +
                         output.tag.name;
        invariant.ofInt = [&output, at, &value, side,
                           &loop = templates.loop](Context c, relational::State &state, Term index) {
          const Term passed = valueOf(c, state, loop.index, Side::First);
          if (!passed.isValid())
            return c.store.boolean(true);
          std::vector<Term> cell;
          for (const ir::For *around : output.transcript.loops)
            cell.push_back(around == &loop ? index : valueOf(c, state, around->index, Side::First));
          relational::Evaluator evaluator(c, state);
          const Term low = evaluator.relational(*loop.low), now = evaluator.program(value, side);
          return c.store.implies(
              c.store.conjunction({c.store.lessEqual(low, index), c.store.less(index, passed)}),
              c.store.equal(c.symbols.cellValue(output.transcript, output.tag, at, cell), now));
        };
        templates.add(std::move(invariant));
      }
    }
  }

  /// Made of parameters, answers, what was assigned before the loop, and indices of loops around it.
  bool isUnchanged(const ir::Expression &expression) const {
    const std::vector<const ir::Variable *> &assigned = templates.assigned();
    return !ir::anyPart(expression, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      return read && (&read->variable == &templates.loop.index ||
                      std::count(assigned.begin(), assigned.end(), &read->variable) != 0);
    });
  }

  using Relation = Term (smt::TermStore::*)(Term, Term);

  std::size_t relate(const ir::Variable &x, const std::string &text, Relation relation, bool swapped,
                     std::vector<std::size_t> impliedBy = {}) {
    auto formula = [&x, relation, swapped](Context c, const LoopHead &head) {
      Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
      if (!a.isValid() || !b.isValid())
        return c.store.boolean(true);
      return swapped ? (c.store.*relation)(b, a) : (c.store.*relation)(a, b);
    };
    return templates.add(text, formula, std::move(impliedBy));
  }

  /// \p rest: what is said of the variable, to be read behind its name. What holds of the first run and of
  /// equal values holds of the second.
  /// \param formula of the variable's value in the run that is named.
  /// \param stronger see relational::Invariant.
  /// \returns the number of what is said of the first run.
  std::size_t bound(const ir::Variable &x, const std::string &rest,
                    const std::function<Term(Context, const LoopHead &, Side, Term)> &formula,
                    std::vector<std::size_t> stronger = {}) {
    const auto of = [&x, &formula](Side side) {
      return [&x, side, formula](Context c, const LoopHead &head) {
        Term value = valueOf(c, head.state, x, side);
        return value.isValid() ? formula(c, head, side, value) : c.store.boolean(true);
      };
    };
    const std::size_t first = templates.add(x.name + rest, of(Side::First), std::move(stronger));
    if (templates.pairs)
      templates.add(x.name + "'" + rest, of(Side::Second), {templates.equalTwin(x), first});
    return first;
  }

  void scalar(const ir::Variable &x) {
    std::string name = x.name, twin = x.name + "'";
    if (templates.pairs) {
      const std::size_t equal = relate(x, twin + " = " + name, &smt::TermStore::equal, false);
      templates.setEqualTwin(x, equal);
      if (x.sort != ir::Sort::Bool) {
        relate(x, twin + " <= " + name, &smt::TermStore::lessEqual, true, {equal});
        relate(x, name + " <= " + twin, &smt::TermStore::lessEqual, false, {equal});
        keepsDifference(x);
      }
    }
    if (x.sort == ir::Sort::Real) {
      const std::size_t positive = bound(x, " > 0", [](Context c, const LoopHead &, Side, Term value) {
        return c.store.less(c.store.real(0), value);
      });
      // What is left of a budget that may be used up.
      const ir::Number zero(0, ir::Sort::Int, SourceRange());
      const ir::Read read(x, /*newPrimed=*/false, {}, SourceRange());
      if (falls(templates.loop, x) && tests.isNew(zero, read))
        bound(x, " >= 0",
              [](Context c, const LoopHead &, Side, Term value) {
                return c.store.lessEqual(c.store.real(0), value);
              },
              {positive});
    }
    if (x.sort == ir::Sort::Real && isInScale(x))
      entryBounds(x);
    if (const auto steps = EqualSteps::of(templates, x))
      steps->addTo(templates);
    if (x.sort == ir::Sort::Bool)
      flag(x);
    if (x.sort == ir::Sort::Int)
      integerBounds(x);
    tests.bound(x);
    clamps(x);
    if (templates.pairs)
      agreesBefore(x);
  }

  /// What an iteration decides from is the same in both runs where alignments look ahead to what it
  /// publishes.
  void agreesBefore(const ir::Variable &x) {
    for (const auto &[text, isNext] : toldNext(templates))
      templates.add(x.name + "' = " + x.name + " or " + text + " is 0",
                    [&x, isNext = isNext](Context c, const LoopHead &head) {
                      Term a = valueOf(c, head.state, x, Side::First),
                           b = valueOf(c, head.state, x, Side::Second);
                      if (!a.isValid() || !b.isValid())
                        return c.store.boolean(true);
                      return c.store.disjunction(
                          {c.store.equal(a, b), c.store.equal(isNext(c, head), c.store.real(0))});
                    },
                    {templates.equalTwin(x)});
  }

  /// `x := min(..., n - 1)` leaves x at most n - 1.
  void clamps(const ir::Variable &x) {
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      const auto *extremum =
          assign && &assign->target == &x ? dyn_cast<ir::Extremum>(assign->value.get()) : nullptr;
      if (!extremum)
        return;
      for (const ir::Expression *end : {extremum->left.get(), extremum->right.get()}) {
        if (!overParameters(*end))
          continue;
        const ir::Read read(x, /*newPrimed=*/false, {}, end->range());
        const bool isLeast = extremum->isMaximum;
        if (!tests.isNew(isLeast ? *end : read, isLeast ? read : *end))
          continue;
        bound(x, (isLeast ? " >= " : " <= ") + ir::print(*end),
              [end, isLeast](Context c, const LoopHead &head, Side, Term value) {
                const Term at = relational::Evaluator(c, head.state).program(*end, Side::First);
                return isLeast ? c.store.lessEqual(at, value) : c.store.lessEqual(value, at);
              });
      }
    });
  }

  /// Both runs add the same to it: a threshold with noise that is raised by public steps.
  void keepsDifference(const ir::Variable &x) {
    const auto isKept = [&x](Context c, const LoopHead &head) {
      const auto difference = [&](const relational::State &state) {
        Term first = valueOf(c, state, x, Side::First), second = valueOf(c, state, x, Side::Second);
        return first.isValid() && second.isValid() ? c.store.subtract(second, first) : Term();
      };
      Term now = difference(head.state), then = difference(head.entry);
      return now.isValid() && then.isValid() ? c.store.equal(now, then) : c.store.boolean(true);
    };
    const std::string text = x.name + "' - " + x.name + " is what it was at entry";
    const std::size_t always = templates.add(text, isKept, {templates.equalTwin(x)});
    // What is drawn for the next iteration need not be moved where there is none.
    if (templates.loop.guard && isDrawn(x))
      templates.add(text + ", as long as the loop goes on",
                    [isKept, guard = templates.loop.guard.get()](Context c, const LoopHead &head) {
                      relational::Evaluator evaluator(c, head.state);
                      return c.store.implies(evaluator.program(*guard, Side::First), isKept(c, head));
                    },
                    {always});
  }

  /// Does the body assign a draw to \p x, among others?
  bool isDrawn(const ir::Variable &x) const {
    bool is = false;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      is |= assign && &assign->target == &x && ir::reads(*assign->value, ir::Variable::Role::Sample);
    });
    return is;
  }

  /// A flag goes up in one run only if in the other, and numbers have their values at entry until it does.
  void flag(const ir::Variable &x) {
    std::string name = x.name, twin = x.name + "'";
    if (templates.pairs) {
      relate(x, twin + " implies " + name, &smt::TermStore::implies, true, {templates.equalTwin(x)});
      relate(x, name + " implies " + twin, &smt::TermStore::implies, false, {templates.equalTwin(x)});
    }
    for (const ir::Variable *number : templates.assignedNumbers())
      for (Side side : {Side::First, Side::Second})
        if (templates.pairs || side == Side::First) {
          keepsEntry(*number, x, side);
          if (isPlace(*number))
            keepsEntry(x, *number, side);
        }
  }

  /// \p x is what it was at entry as long as \p other is.
  void keepsEntry(const ir::Variable &x, const ir::Variable &other, Side side) {
    const std::string prime = side == Side::First ? "" : "'";
    templates.add(x.name + prime + " has its value at entry as long as " + other.name + prime + " has",
                  [&x, &other, side](Context c, const LoopHead &head) {
                    const Term otherNow = valueOf(c, head.state, other, side),
                               otherThen = valueOf(c, head.entry, other, side),
                               now = valueOf(c, head.state, x, side), then = valueOf(c, head.entry, x, side);
                    if (!otherNow.isValid() || !otherThen.isValid() || !now.isValid() || !then.isValid())
                      return c.store.boolean(true);
                    return c.store.implies(c.store.equal(otherNow, otherThen), c.store.equal(now, then));
                  });
  }

  /// Does the body assign the loop variable to it: the winner so far?
  bool isPlace(const ir::Variable &x) const {
    bool is = false;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      is |= assign && &assign->target == &x && mayBeIndex(*assign->value);
    });
    return is;
  }

  /// Is \p value the loop variable, or may it be by a choice?
  bool mayBeIndex(const ir::Expression &value) const {
    if (const auto *choice = dyn_cast<ir::Conditional>(&value))
      return mayBeIndex(*choice->whenTrue) || mayBeIndex(*choice->whenFalse);
    const auto *read = dyn_cast<ir::Read>(&value);
    return read && &read->variable == &templates.loop.index;
  }

  /// Is it published as it is?
  bool isPublished(const ir::Variable &x) const {
    bool is = false;
    relational::forEachStatement(templates.mechanism.body, [&](const ir::Statement &statement, unsigned) {
      if (llvm::isa<ir::Output, ir::Return>(&statement))
        for (const ir::Expression *value : relational::expressionsOf(statement)) {
          const auto *read = dyn_cast<ir::Read>(value);
          is |= read && &read->variable == &x;
        }
    });
    return is;
  }

  /// `i := i + 1`: by how much each iteration changes \p x, if all of them do so by as much.
  std::optional<Rational> stepOf(const ir::Variable &x) const {
    Rational sum = 0;
    unsigned added = 0, assigned = 0;
    for (const auto &statement : templates.loop.body) {
      const auto *assign = dyn_cast<ir::Assign>(statement.get());
      const auto *value =
          assign && &assign->target == &x ? dyn_cast<ir::Binary>(assign->value.get()) : nullptr;
      if (!value || (value->op != ir::BinaryOperator::Add && value->op != ir::BinaryOperator::Subtract))
        continue;
      const auto *read = dyn_cast<ir::Read>(value->left.get());
      const auto *number = dyn_cast<ir::Number>(value->right.get());
      if (!read || &read->variable != &x || !number)
        continue;
      sum += value->op == ir::BinaryOperator::Add ? number->value : Rational(-number->value);
      ++added;
    }
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      assigned += assign && &assign->target == &x;
    });
    return added > 0 && added == assigned ? std::optional(sum) : std::nullopt;
  }

  void entryBounds(const ir::Variable &x) {
    bound(x, " >= its value at entry", [&x](Context c, const LoopHead &head, Side side, Term value) {
      Term entry = valueOf(c, head.entry, x, side);
      return entry.isValid() ? c.store.lessEqual(entry, value) : c.store.boolean(true);
    });
    bound(x, " <= its value at entry", [&x](Context c, const LoopHead &head, Side side, Term value) {
      Term entry = valueOf(c, head.entry, x, side);
      return entry.isValid() ? c.store.lessEqual(value, entry) : c.store.boolean(true);
    });
  }

  bool isInScale(const ir::Variable &x) const {
    const std::vector<const ir::Expression *> scales = growingScales(templates, /*isOwn=*/false);
    return std::any_of(scales.begin(), scales.end(),
                       [&](const ir::Expression *scale) { return ir::reads(*scale, x); });
  }

  void integerBounds(const ir::Variable &x) {
    if (const std::optional<Rational> step = stepOf(x))
      bound(x, " has changed by " + step->get_str() + " in each iteration",
            [&x, step = *step](Context c, const LoopHead &head, Side side, Term value) {
              Term entry = valueOf(c, head.entry, x, side);
              const Term passed = c.store.subtract(head.index, head.low);
              return entry.isValid()
                         ? c.store.equal(
                               value, c.store.add(entry, c.store.multiply(
                                                             c.store.literal(step, smt::Sort::Int), passed)))
                         : c.store.boolean(true);
            });
    entryBounds(x);
    if (falls(templates.loop, x))
      bound(x, " has fallen by at most 1 in each iteration",
            [&x](Context c, const LoopHead &head, Side side, Term value) {
              Term entry = valueOf(c, head.entry, x, side);
              return entry.isValid() ? c.store.lessEqual(c.store.subtract(entry, value),
                                                         c.store.subtract(head.index, head.low))
                                     : c.store.boolean(true);
            });
    bound(x, " <= " + templates.loop.index.name, [](Context c, const LoopHead &head, Side, Term value) {
      return c.store.lessEqual(value, head.index);
    });
    bound(x, " < " + templates.loop.index.name + " or it has its value at entry",
          [&x](Context c, const LoopHead &head, Side side, Term value) {
            Term entry = valueOf(c, head.entry, x, side);
            Term below = c.store.less(value, head.index);
            return entry.isValid() ? c.store.disjunction({below, c.store.equal(value, entry)}) : below;
          });
    const std::string &index = templates.loop.index.name;
    if (isPlace(x))
      namesPassed(x, " has been passed by " + index + ", ",
                  [](Context, const relational::State &, Term value) { return value; });
    if (const ir::Expression *place = isPublished(x) ? offsetOf(templates.loop, x) : nullptr)
      namesPassed(x, " names an iteration that " + index + " has passed, ",
                  [place, &loop = templates.loop](Context c, const relational::State &state, Term value) {
                    return iterationAt(c, state, loop, *place, value);
                  });
    for (const auto &parameter : templates.mechanism.variables)
      if (parameter->role == ir::Variable::Role::Parameter && parameter->sort == ir::Sort::Int &&
          !parameter->isArray()) {
        const ir::Variable *limit = parameter.get();
        bound(x, " <= " + limit->name, [limit](Context c, const LoopHead &, Side, Term value) {
          return c.store.lessEqual(value, c.symbols.parameter(*limit, {}));
        });
      }
  }

  /// \p x names an iteration that is over, once there is one, or else has its value at entry.
  ///
  /// \param iteration that which a value of \p x names.
  template <typename Iteration>
  void namesPassed(const ir::Variable &x, const std::string &text, const Iteration &iteration) {
    for (const bool hasBegun : {true, false})
      bound(x, text + (hasBegun ? "once it has begun" : "or it has its value at entry"),
            [&x, iteration, hasBegun](Context c, const LoopHead &head, Side side, Term value) {
              const Term entry = valueOf(c, head.entry, x, side), named = iteration(c, head.state, value);
              std::vector<Term> begins;
              if (hasBegun || !entry.isValid())
                begins.push_back(c.store.equal(head.index, head.low));
              if (entry.isValid())
                begins.push_back(c.store.equal(value, entry));
              return c.store.disjunction({c.store.conjunction(std::move(begins)),
                                          c.store.conjunction({c.store.lessEqual(head.low, named),
                                                               c.store.less(named, head.index)})});
            });
  }

  /// Of two numbers that one expression of the body reads, one stays below the other: the ends of what a
  /// search has left.
  void orders() {
    std::set<std::pair<const ir::Variable *, const ir::Variable *>> together;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        readTogether(*expression, together);
    });
    for (const ir::Variable *low : templates.assignedNumbers())
      for (const ir::Variable *high : templates.assignedNumbers())
        if (low != high && low->sort == high->sort && together.count({low, high}) != 0)
          order(*low, *high);
  }

  void readTogether(const ir::Expression &expression,
                    std::set<std::pair<const ir::Variable *, const ir::Variable *>> &together) const {
    std::vector<const ir::Variable *> read;
    relational::forEachExpression(expression, [&](const ir::Expression &part) {
      if (const auto *one = dyn_cast<ir::Read>(&part); one && one->indices.empty())
        read.push_back(&one->variable);
    });
    for (const ir::Variable *one : read)
      for (const ir::Variable *other : read)
        together.emplace(one, other);
  }

  void order(const ir::Variable &low, const ir::Variable &high) {
    const auto of = [&](Side side) {
      return [&low, &high, side](Context c, const LoopHead &head) {
        const Term least = valueOf(c, head.state, low, side), most = valueOf(c, head.state, high, side);
        return least.isValid() && most.isValid() ? c.store.lessEqual(least, most) : c.store.boolean(true);
      };
    };
    const std::size_t first = templates.add(low.name + " <= " + high.name, of(Side::First));
    if (templates.pairs)
      templates.add(low.name + "' <= " + high.name + "'", of(Side::Second),
                    {templates.equalTwin(low), templates.equalTwin(high), first});
  }

  /// Comparisons of one number with public ones (`arg < 0`: nothing was found yet) say the same in both runs.
  void testsAgree(const ir::Expression &test) {
    if (const auto *unary = dyn_cast<ir::Unary>(&test))
      return testsAgree(*unary->operand);
    const auto *binary = dyn_cast<ir::Binary>(&test);
    if (!binary)
      return;
    if (binary->left->sort() == ir::Sort::Bool) {
      testsAgree(*binary->left);
      return testsAgree(*binary->right);
    }
    for (const ir::Variable *x : templates.assignedNumbers()) {
      const bool isTold = std::any_of(agreeing.begin(), agreeing.end(), [&](const ir::Expression *told) {
        return ir::isSameTerm(*told, test);
      });
      if (isTold || !onlyParametersOr(*x, *binary->left, *binary->right))
        continue;
      agreeing.push_back(&test);
      templates.add("the runs agree on `" + ir::print(test) + "`",
                    [&test](Context c, const LoopHead &head) {
                      relational::Evaluator evaluator(c, head.state);
                      return c.store.equal(evaluator.program(test, Side::First),
                                           evaluator.program(test, Side::Second));
                    },
                    {templates.equalTwin(*x)});
    }
  }

  void array(const ir::Variable &x) {
    std::string element = x.name + "[j]", twin = x.name + "'[j]";
    auto everywhere = [&](std::string text, std::function<Term(Context, const ElementPair &)> formula) {
      Invariant invariant;
      invariant.text = "for every j: " + text;
      invariant.array = &x;
      invariant.pointwise = std::move(formula);
      templates.add(std::move(invariant));
    };
    everywhere(twin + " = " + element,
               [](Context c, const ElementPair &pair) { return c.store.equal(pair.first, pair.second); });
    if (templates.context.symbols.selection() && x.extents.size() == 1)
      everywhere("j in result.indices implies " + twin + " = " + element,
                 [](Context c, const ElementPair &pair) {
                   return c.store.implies(c.symbols.inSelection(pair.indices[0]),
                                          c.store.equal(pair.first, pair.second));
                 });
    if (x.sort == ir::Sort::Bool)
      return;
    everywhere(twin + " <= " + element,
               [](Context c, const ElementPair &pair) { return c.store.lessEqual(pair.second, pair.first); });
    everywhere(element + " <= " + twin,
               [](Context c, const ElementPair &pair) { return c.store.lessEqual(pair.first, pair.second); });
    for (const ir::Variable *noise : noiseIn(x))
      besideNoise(x, *noise);
  }

  /// Arrays of draws of which the loop adds one to what it has computed, and assigns the sum to the element
  /// of \p x with the same indices.
  std::vector<const ir::Variable *> noiseIn(const ir::Variable &x) const {
    std::vector<const ir::Variable *> found;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      const auto *sum = assign && &assign->target == &x ? dyn_cast<ir::Binary>(assign->value.get()) : nullptr;
      if (!sum || sum->op != ir::BinaryOperator::Add || !ir::reads(*sum, ir::Variable::Role::Local))
        return;
      for (const auto &summand : {sum->left.get(), sum->right.get()}) {
        const auto *read = dyn_cast<ir::Read>(summand);
        if (read && read->variable.role == ir::Variable::Role::Sample && read->variable.isArray() &&
            std::equal(read->indices.begin(), read->indices.end(), assign->indices.begin(),
                       assign->indices.end(),
                       [](const auto &a, const auto &b) { return ir::isSameTerm(*a, *b); }))
          found.push_back(&read->variable);
      }
    });
    return found;
  }

  /// What \p x has beside the draw of \p noise with the same indices differs by no more than a unit, or not
  /// up, or not down.
  void besideNoise(const ir::Variable &x, const ir::Variable &noise) {
    const std::string element = x.name + "[j] - " + noise.name + "[j]",
                      twin = x.name + "'[j] - " + noise.name + "'[j]";
    std::vector<relational::MovementBound> units = templates.unitsFor(x.sort);
    units.insert(units.begin(), {"0", relational::Polynomial()});
    for (const relational::MovementBound &unit : units)
      for (Side larger : {Side::Second, Side::First}) {
        Invariant invariant;
        invariant.text = "for every j: " + (larger == Side::Second ? twin : element) +
                         " <= " + (larger == Side::Second ? element : twin) +
                         (unit.value.isZero() ? "" : " + " + unit.text);
        invariant.array = &x;
        invariant.pointwise = [&noise, amount = unit.value, larger](Context c, const ElementPair &pair) {
          relational::Evaluator evaluator(c, pair.state);
          const auto rest = [&](Term value, Side side) {
            return c.store.subtract(asReal(c, value),
                                    asReal(c, evaluator.element(noise, pair.indices, side)));
          };
          const Term first = rest(pair.first, Side::First), second = rest(pair.second, Side::Second);
          return c.store.lessEqual(
              larger == Side::Second ? second : first,
              c.store.add(larger == Side::Second ? first : second, c.products.term(amount, smt::Sort::Real)));
        };
        templates.add(std::move(invariant));
      }
  }

  Templates &templates;
  TestBounds tests;
  std::vector<const ir::Expression *> agreeing;
};

} // namespace

void valueCandidates(Templates &templates) {
  ValueCandidates(templates).make();
  for (const WholeSteps &whole : WholeSteps::in(templates))
    whole.addTo(templates);
}

} // namespace plumb::inference
