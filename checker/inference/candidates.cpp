// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/candidates.h"

#include "checker/alignment/ledger.h"
#include "checker/alignment/walk.h"

#include <algorithm>
#include <set>

namespace plumb::inference {

using alignment::Context;
using alignment::ElementPair;
using alignment::Invariant;
using alignment::LoopHead;
using alignment::Polynomial;
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
    guardBounds(x);
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

  /// `while x < e` or `while x <= e` leaves x at most e, e + 1 or e + 2 when the body adds at most that much.
  void guardBounds(const ir::Variable &x) {
    const auto *guard = loop.guard ? dyn_cast<ir::Binary>(loop.guard.get()) : nullptr;
    using Op = ir::BinaryOperator;
    if (!guard || (guard->op != Op::Less && guard->op != Op::LessEqual) || !onlyParametersOr(x, *guard))
      return;
    for (long slack : {0, 1, 2}) {
      auto formula = [guard, slack](Context c, const LoopHead &head) {
        alignment::Evaluator evaluator(c, head.state);
        Term low = evaluator.program(*guard->left, Run::First);
        Term high = evaluator.program(*guard->right, Run::First);
        return c.store.lessEqual(low, c.store.add(high, c.store.literal(slack, high.sort())));
      };
      add(ir::print(*guard->left) + " <= " + ir::print(*guard->right) +
              (slack ? " + " + std::to_string(slack) : ""),
          formula);
    }
  }

  /// \p x occurs, and nothing else but literals and scalar parameters.
  static bool onlyParametersOr(const ir::Variable &x, const ir::Expression &expression) {
    bool occurs = false, others = false;
    alignment::forEachExpression(expression, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part)) {
        occurs |= &read->variable == &x;
        others |= &read->variable != &x && (read->variable.role != ir::Variable::Role::Parameter ||
                                            read->variable.isArray());
      }
    });
    return occurs && !others;
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
    for (const ir::Variable *x : variables) {
      if (x->isArray() || x->sort == ir::Sort::Bool)
        continue;
      selectedVariableStays(*x, *selected);
      for (const alignment::MovementBound &unit : offsets())
        selectedVariableWithin(*x, *selected, unit);
    }
  }

  /// By how much the second run's value may lie above the first's.
  std::vector<alignment::MovementBound> offsets() {
    std::vector<alignment::MovementBound> result = {{"0", Polynomial()}};
    for (const auto &unit : alignment::adjacencyBounds(context))
      result.push_back(unit);
    return result;
  }

  static Term plus(Context c, Term value, const Polynomial &amount) {
    Term offset = c.products.term(amount, smt::Sort::Real);
    return c.store.add(value.sort() == smt::Sort::Int ? c.store.toReal(value) : value, offset);
  }

  static Term asReal(Context c, Term value) {
    return value.sort() == smt::Sort::Int ? c.store.toReal(value) : value;
  }

  void selectedVariableStays(const ir::Variable &x, const ir::Variable &selected) {
    std::string index = loop.index.name;
    add(index + " > result implies " + x.name + "' = " + x.name + " or " + selected.name + " != result",
        [&x, &selected](Context c, const LoopHead &head) {
          return selectedAfter(c, head, x, selected, [](Context context, Term a, Term b) {
            return context.store.equal(a, b);
          });
        });
  }

  template <typename Agree>
  static Term selectedAfter(Context c, const LoopHead &head, const ir::Variable &x,
                            const ir::Variable &selected, Agree agree) {
    Term a = valueOf(c, head.state, x, Run::First), b = valueOf(c, head.state, x, Run::Second);
    Term r = valueOf(c, head.state, selected, Run::First);
    if (!a.isValid() || !b.isValid() || !r.isValid())
      return c.store.boolean(true);
    Term result = c.symbols.resultScalar(ir::Sort::Int);
    return c.store.disjunction({c.store.lessEqual(head.index, result), agree(c, a, b),
                                c.store.negate(c.store.equal(r, result))});
  }

  void selectedVariableWithin(const ir::Variable &x, const ir::Variable &selected,
                              const alignment::MovementBound &unit) {
    std::string index = loop.index.name, most = x.name + (unit.text == "0" ? "" : " + " + unit.text);
    Polynomial amount = unit.value;
    add(index + " <= result implies " + x.name + "' <= " + most, [&x, amount](Context c, const LoopHead &head) {
      Term a = valueOf(c, head.state, x, Run::First), b = valueOf(c, head.state, x, Run::Second);
      if (!a.isValid() || !b.isValid())
        return c.store.boolean(true);
      Term result = c.symbols.resultScalar(ir::Sort::Int);
      return c.store.implies(c.store.lessEqual(head.index, result),
                             c.store.lessEqual(asReal(c, b), plus(c, a, amount)));
    });
    if (unit.text != "0")
      add(index + " > result implies " + x.name + "' = " + most + " or " + selected.name + " != result",
          [&x, &selected, amount](Context c, const LoopHead &head) {
            return selectedAfter(c, head, x, selected, [amount](Context context, Term a, Term b) {
              return context.store.equal(asReal(context, b), plus(context, a, amount));
            });
          });
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

  /// For each class of scales that the body charges and each of its members: moved <= its value at entry +
  /// m * u * (what a counter has counted since), for the adjacency bounds u.
  void movement() {
    std::set<std::size_t> charged;
    alignment::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *sample = dyn_cast<ir::Sample>(&statement))
        if (auto position = context.scales.of(*sample))
          charged.insert(*position);
    });
    for (const auto &scaleClass : context.scales.classes()) {
      std::size_t members = 0;
      for (const auto &[position, weight] : scaleClass.members)
        if (charged.count(position)) {
          ++members;
          movementIn({position, {{position, 1}}});
        }
      if (members > 1)
        movementIn(scaleClass);
    }
  }

  void movementIn(const alignment::Scales::Class &scaleClass) {
    std::string name = movedText(scaleClass), unchanged = name + " does not change";
    moved(scaleClass, unchanged, [](Context c, const LoopHead &) { return c.store.real(0); });
    for (const auto &[text, counter] : counters())
      grown(scaleClass, name, text, counter, unchanged);
    pending(scaleClass, name);
  }

  std::string movedText(const alignment::Scales::Class &scaleClass) {
    std::string text;
    for (const auto &[position, weight] : scaleClass.members)
      text += (text.empty() ? "" : " + ") + (weight == 1 ? "" : toString(weight) + " * ") + "moved(" +
              context.scales.all()[position].text + ")";
    return text;
  }

  /// By u and 2u for the adjacency bounds u, for each that the counter counts.
  void grown(const alignment::Scales::Class &scaleClass, const std::string &name,
             const std::string &counterText, const Formula &counter, const std::string &unchanged) {
    for (const alignment::MovementBound &unit : alignment::adjacencyBounds(context)) {
      std::vector<std::string> stronger = {unchanged};
      for (int multiple : {1, 2}) {
        std::string text = name + " grew by at most " + (multiple == 1 ? "" : "2 * ") + unit.text + " * (" +
                           counterText + ")";
        Polynomial amount = Polynomial::constant(multiple) * unit.value;
        moved(
            scaleClass, text,
            [amount, counter](Context c, const LoopHead &head) {
              return c.products.multiply(c.products.term(amount, smt::Sort::Real), counter(c, head));
            },
            stronger);
        stronger = {text};
      }
    }
  }

  /// moved + |x - x'| <= its value at entry + m * u * [something has been passed]: what is still to be moved
  /// waits in x (the block sum of smart sum).
  void pending(const alignment::Scales::Class &scaleClass, const std::string &name) {
    std::vector<std::pair<std::string, Formula>> passed;
    indicators(passed);
    for (const ir::Variable *x : assigned()) {
      if (x->isArray() || x->sort == ir::Sort::Bool)
        continue;
      for (const auto &[text, counter] : passed)
        for (const alignment::MovementBound &unit : alignment::adjacencyBounds(context))
          for (int multiple : {1, 2})
            add(name + " + |" + x->name + " - " + x->name + "'| grew by at most " + std::to_string(multiple) +
                    " * " + unit.text + " * (" + text + ")",
                [scaleClass, x, amount = Polynomial::constant(multiple) * unit.value,
                 counter = counter](Context c, const LoopHead &head) {
                  Term a = valueOf(c, head.state, *x, Run::First), b = valueOf(c, head.state, *x, Run::Second);
                  if (!a.isValid() || !b.isValid())
                    return c.store.boolean(true);
                  Term waiting = c.store.absolute(c.store.subtract(asReal(c, a), asReal(c, b)));
                  Term now = alignment::movedInClass(c, scaleClass, head.state.moved);
                  Term entry = alignment::movedInClass(c, scaleClass, head.entry.moved);
                  Term growth = c.products.multiply(c.products.term(amount, smt::Sort::Real), counter(c, head));
                  return c.store.lessEqual(c.store.add(now, waiting), c.store.add(entry, growth));
                });
    }
  }

  void moved(const alignment::Scales::Class &scaleClass, std::string text, Formula growth,
             std::vector<std::string> impliedBy = {}) {
    auto formula = [scaleClass, growth](Context c, const LoopHead &head) {
      Term now = alignment::movedInClass(c, scaleClass, head.state.moved);
      Term entry = alignment::movedInClass(c, scaleClass, head.entry.moved);
      return c.store.lessEqual(now, c.store.add(entry, growth(c, head)));
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
