// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/candidates.h"

#include "checker/alignment/ledger.h"
#include "checker/alignment/walk.h"

#include <algorithm>

namespace plumb::inference {

using alignment::Context;
using alignment::ElementPair;
using alignment::Invariant;
using alignment::LoopHead;
using alignment::Run;
using alignment::TwoRun;
using llvm::dyn_cast;
using smt::Term;

namespace {

class Templates {
public:
  Templates(Context context, const ir::For &loop, TwoRun::Mode mode)
      : context(context), mechanism(context.symbols.mechanism()), loop(loop),
        pairs(mode == TwoRun::Mode::Pair) {}

  std::vector<Invariant> make() {
    written();
    for (const ir::Variable *variable : assigned()) {
      if (variable->isArray())
        array(*variable);
      else
        scalar(*variable);
    }
    if (pairs) {
      selectedVariable();
      drift();
      movement();
    }
    return std::move(list);
  }

private:
  using Formula = std::function<Term(Context, const LoopHead &)>;

  void add(std::string text, Formula formula, std::vector<std::string> impliedBy = {}) {
    Invariant invariant;
    invariant.text = std::move(text);
    invariant.formula = std::move(formula);
    invariant.impliedBy = std::move(impliedBy);
    list.push_back(std::move(invariant));
  }

  void written() {
    if (!pairs)
      return;
    for (const auto &expression : loop.invariants) {
      const ir::Expression *source = expression.get();
      add(ir::print(*source), [source](Context c, const LoopHead &head) {
        return alignment::Evaluator(c, head.state).relational(*source);
      });
      list.back().written = source->range();
    }
  }

  /// The locals that the body assigns, in the order of the mechanism.
  std::vector<const ir::Variable *> assigned() {
    std::vector<const ir::Variable *> result;
    for (const auto &variable : mechanism.variables) {
      bool found = false;
      alignment::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
        const auto *assign = dyn_cast<ir::Assign>(&statement);
        found |= assign && &assign->target == variable.get();
      });
      if (found)
        result.push_back(variable.get());
    }
    return result;
  }

  /// The value of \p variable at the head; an invalid term if it has none yet (then the candidate is
  /// `true`: nothing is claimed).
  static Term valueOf(Context c, const alignment::State &state, const ir::Variable &variable, Run run) {
    return state.run(run).scalars[c.symbols.ordinal(variable)];
  }

  using Relation = Term (smt::TermStore::*)(Term, Term);

  void relate(const ir::Variable &x, const std::string &text, Relation relation, bool swapped,
              std::vector<std::string> impliedBy = {}) {
    auto formula = [&x, relation, swapped](Context c, const LoopHead &head) {
      Term a = valueOf(c, head.state, x, Run::First), b = valueOf(c, head.state, x, Run::Second);
      if (!a.isValid() || !b.isValid())
        return c.store.boolean(true);
      return swapped ? (c.store.*relation)(b, a) : (c.store.*relation)(a, b);
    };
    add(text, formula, std::move(impliedBy));
  }

  /// \p rest: what is said of the variable, to be read behind its name. What holds of the first run and of
  /// equal values holds of the second.
  void bound(const ir::Variable &x, Run run, const std::string &rest,
             std::function<Term(Context, const LoopHead &, Term)> formula) {
    auto guarded = [&x, run, formula](Context c, const LoopHead &head) {
      Term value = valueOf(c, head.state, x, run);
      return value.isValid() ? formula(c, head, value) : c.store.boolean(true);
    };
    if (run == Run::First)
      add(x.name + rest, guarded);
    else
      add(x.name + "'" + rest, guarded, {x.name + "' = " + x.name, x.name + rest});
  }

  void scalar(const ir::Variable &x) {
    std::string name = x.name, twin = x.name + "'";
    if (pairs) {
      relate(x, twin + " = " + name, &smt::TermStore::equal, false);
      if (x.sort != ir::Sort::Bool) {
        relate(x, twin + " <= " + name, &smt::TermStore::lessEqual, true, {twin + " = " + name});
        relate(x, name + " <= " + twin, &smt::TermStore::lessEqual, false, {twin + " = " + name});
      }
    }
    if (x.sort == ir::Sort::Int)
      for (Run run : {Run::First, Run::Second})
        if (pairs || run == Run::First)
          integerBounds(x, run);
  }

  void integerBounds(const ir::Variable &x, Run run) {
    bound(x, run, " >= its value at entry", [&x, run](Context c, const LoopHead &head, Term value) {
      Term entry = valueOf(c, head.entry, x, run);
      return entry.isValid() ? c.store.lessEqual(entry, value) : c.store.boolean(true);
    });
    bound(x, run, " <= " + loop.index.name,
          [](Context c, const LoopHead &head, Term value) { return c.store.lessEqual(value, head.index); });
    bound(x, run, " < " + loop.index.name + " or it has its value at entry",
          [&x, run](Context c, const LoopHead &head, Term value) {
            Term entry = valueOf(c, head.entry, x, run);
            Term below = c.store.less(value, head.index);
            return entry.isValid() ? c.store.disjunction({below, c.store.equal(value, entry)}) : below;
          });
    for (const auto &parameter : mechanism.variables)
      if (parameter->role == ir::Variable::Role::Parameter && parameter->sort == ir::Sort::Int &&
          !parameter->isArray()) {
        const ir::Variable *limit = parameter.get();
        bound(x, run, " <= " + limit->name, [limit](Context c, const LoopHead &, Term value) {
          return c.store.lessEqual(value, c.symbols.parameter(*limit, {}));
        });
      }
  }

  void array(const ir::Variable &x) {
    if (!pairs)
      return;
    std::string element = x.name + "[j]", twin = x.name + "'[j]";
    auto everywhere = [&](std::string text, std::function<Term(Context, const ElementPair &)> formula) {
      Invariant invariant;
      invariant.text = "for every j: " + text;
      invariant.array = &x;
      invariant.pointwise = std::move(formula);
      list.push_back(std::move(invariant));
    };
    everywhere(twin + " = " + element,
               [](Context c, const ElementPair &pair) { return c.store.equal(pair.first, pair.second); });
    if (context.symbols.selection() && x.extents.size() == 1)
      everywhere("j in result.indices implies " + twin + " = " + element,
                 [](Context c, const ElementPair &pair) {
                   return c.store.implies(c.symbols.inSelection(pair.indices[0]),
                                          c.store.equal(pair.first, pair.second));
                 });
    if (x.sort == ir::Sort::Bool)
      return;
    everywhere(twin + " <= " + element, [](Context c, const ElementPair &pair) {
      return c.store.lessEqual(pair.second, pair.first);
    });
    everywhere(element + " <= " + twin, [](Context c, const ElementPair &pair) {
      return c.store.lessEqual(pair.first, pair.second);
    });
  }

  /// For a mechanism that returns a variable r which the loop assigns (noisy max with a running best), with
  /// i the loop variable: up to i = result the second run's values are no larger; behind it the two runs
  /// agree, or r differs from the result and the first run cannot end with this result any more.
  void selectedVariable() {
    const ir::Variable *selected = nullptr;
    auto variables = assigned();
    alignment::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *exit = dyn_cast<ir::Return>(&statement);
      const auto *read = exit && exit->value ? dyn_cast<ir::Read>(exit->value.get()) : nullptr;
      if (read && !read->variable.isArray() && read->sort() == ir::Sort::Int &&
          std::find(variables.begin(), variables.end(), &read->variable) != variables.end())
        selected = &read->variable;
    });
    if (!selected)
      return;
    std::string index = loop.index.name;
    for (const ir::Variable *x : variables) {
      if (x->isArray() || x->sort == ir::Sort::Bool)
        continue;
      std::string name = x->name, twin = x->name + "'";
      add(index + " <= result implies " + twin + " <= " + name, [x](Context c, const LoopHead &head) {
        Term a = valueOf(c, head.state, *x, Run::First), b = valueOf(c, head.state, *x, Run::Second);
        if (!a.isValid() || !b.isValid())
          return c.store.boolean(true);
        Term result = c.symbols.resultScalar(ir::Sort::Int);
        return c.store.implies(c.store.lessEqual(head.index, result), c.store.lessEqual(b, a));
      });
      add(index + " > result implies " + twin + " = " + name + " or " + selected->name + " != result",
          [x, selected](Context c, const LoopHead &head) {
            Term a = valueOf(c, head.state, *x, Run::First), b = valueOf(c, head.state, *x, Run::Second);
            Term r = valueOf(c, head.state, *selected, Run::First);
            if (!a.isValid() || !b.isValid() || !r.isValid())
              return c.store.boolean(true);
            Term result = c.symbols.resultScalar(ir::Sort::Int);
            return c.store.disjunction({c.store.lessEqual(head.index, result), c.store.equal(a, b),
                                        c.store.negate(c.store.equal(r, result))});
          });
    }
  }

  /// |x - x'| <= u * (what a counter counts), both signs apart: an accumulator of query answers.
  void drift() {
    std::vector<std::pair<std::string, Formula>> counts;
    indicators(counts);
    counts.push_back(iterations());
    for (const ir::Variable *x : assigned()) {
      if (x->isArray() || x->sort == ir::Sort::Bool)
        continue;
      std::string name = x->name, twin = x->name + "'";
      for (const auto &[text, counter] : counts)
        for (const alignment::MovementBound &unit : alignment::adjacencyBounds(context))
          for (bool down : {true, false})
            add((down ? name + " - " + twin : twin + " - " + name) + " <= " + unit.text + " * (" + text + ")",
                [x, down, value = unit.value, counter = counter](Context c, const LoopHead &head) {
                  Term a = valueOf(c, head.state, *x, down ? Run::First : Run::Second);
                  Term b = valueOf(c, head.state, *x, down ? Run::Second : Run::First);
                  if (!a.isValid() || !b.isValid())
                    return c.store.boolean(true);
                  Term difference = c.store.subtract(a, b);
                  if (difference.sort() == smt::Sort::Int)
                    difference = c.store.toReal(difference);
                  return c.store.lessEqual(difference,
                                           c.products.multiply(c.products.term(value, smt::Sort::Real),
                                                               counter(c, head)));
                },
                {twin + " = " + name});
    }
  }

  /// moved <= its value at entry + m * u * (what a counter has counted since entry), for the bounds u of
  /// the adjacency.
  void movement() {
    std::vector<std::size_t> charged;
    alignment::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *sample = dyn_cast<ir::Sample>(&statement))
        if (auto position = context.scales.of(*sample))
          if (std::find(charged.begin(), charged.end(), *position) == charged.end())
            charged.push_back(*position);
    });
    for (std::size_t scale : charged) {
      std::string name = "moved(" + context.scales.all()[scale].text + ")";
      std::string unchanged = name + " does not change";
      moved(scale, unchanged, [](Context c, const LoopHead &) { return c.store.real(0); });
      for (const auto &[text, counter] : counters())
        grown(scale, name, text, counter, unchanged);
    }
  }

  /// By u and 2u for the adjacency bounds u, for each that the counter counts.
  void grown(std::size_t scale, const std::string &name, const std::string &counterText,
             const Formula &counter, const std::string &unchanged) {
    for (const alignment::MovementBound &unit : alignment::adjacencyBounds(context)) {
      std::vector<std::string> stronger = {unchanged};
      for (int multiple : {1, 2}) {
        std::string text = name + " grew by at most " + (multiple == 1 ? "" : "2 * ") + unit.text + " * (" +
                           counterText + ")";
        Polynomial amount = Polynomial::constant(multiple) * unit.value;
        moved(
            scale, text,
            [amount, counter](Context c, const LoopHead &head) {
              return c.products.multiply(c.products.term(amount, smt::Sort::Real), counter(c, head));
            },
            stronger);
        stronger = {text};
      }
    }
  }

  using Polynomial = alignment::Polynomial;

  void moved(std::size_t scale, std::string text, Formula growth, std::vector<std::string> impliedBy = {}) {
    auto formula = [scale, growth](Context c, const LoopHead &head) {
      return c.store.lessEqual(head.state.moved[scale],
                               c.store.add(head.entry.moved[scale], growth(c, head)));
    };
    add(std::move(text), formula, std::move(impliedBy));
  }

  std::vector<std::pair<std::string, Formula>> counters() {
    std::vector<std::pair<std::string, Formula>> result;
    result.emplace_back("1", [](Context c, const LoopHead &) { return c.store.real(1); });
    for (const ir::Variable *x : assigned())
      if (!x->isArray() && x->sort == ir::Sort::Int)
        result.emplace_back(x->name + " - its value at entry", [x](Context c, const LoopHead &head) {
          Term now = valueOf(c, head.state, *x, Run::First), entry = valueOf(c, head.entry, *x, Run::First);
          return now.isValid() && entry.isValid() ? c.store.toReal(c.store.subtract(now, entry))
                                                  : c.store.real(0);
        });
    if (context.symbols.selection())
      result.emplace_back("members of result.indices passed", [](Context c, const LoopHead &head) {
        return c.store.toReal(
            c.store.subtract(c.symbols.membersBelow(head.index), c.symbols.membersBelow(head.low)));
      });
    indicators(result);
    result.push_back(iterations());
    return result;
  }

  static std::pair<std::string, Formula> iterations() {
    return {"iterations", [](Context c, const LoopHead &head) {
              return c.store.toReal(c.store.subtract(head.index, head.low));
            }};
  }

  /// [the loop has passed the result], [the loop has passed the one index that changes].
  void indicators(std::vector<std::pair<std::string, Formula>> &result) {
    bool returnsIndex = false;
    alignment::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *exit = dyn_cast<ir::Return>(&statement);
      returnsIndex |= exit && exit->value && exit->value->sort() == ir::Sort::Int;
    });
    auto passed = [](Context c, const LoopHead &head, Term place) {
      return c.store.ite(c.store.less(place, head.index), c.store.real(1), c.store.real(0));
    };
    if (returnsIndex)
      result.emplace_back("[result < " + loop.index.name + "]", [passed](Context c, const LoopHead &head) {
        return passed(c, head, c.symbols.resultScalar(ir::Sort::Int));
      });
    for (const auto &clause : mechanism.adjacency)
      if (clause.onlyOne && clause.query->extents.size() == 1)
        result.emplace_back("[the index where " + clause.query->name + " changes < " + loop.index.name + "]",
                            [passed, query = clause.query](Context c, const LoopHead &head) {
                              return passed(c, head, c.symbols.changedIndex(*query)[0]);
                            });
  }

  Context context;
  const ir::Mechanism &mechanism;
  const ir::For &loop;
  bool pairs;
  std::vector<Invariant> list;
};

} // namespace

alignment::LoopInvariants candidates(Context context, TwoRun::Mode mode) {
  alignment::LoopInvariants result;
  alignment::forEachStatement(context.symbols.mechanism().body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *loop = dyn_cast<ir::For>(&statement))
      result.push_back(Templates(context, *loop, mode).make());
  });
  return result;
}

} // namespace plumb::inference
