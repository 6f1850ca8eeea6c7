// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

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
  explicit ValueCandidates(Templates &templates) : templates(templates) {}

  void make() {
    for (const ir::Variable *variable : templates.assigned()) {
      if (!variable->isArray())
        scalar(*variable);
      else if (templates.pairs)
        array(*variable);
    }
  }

private:
  using Relation = Term (smt::TermStore::*)(Term, Term);

  void relate(const ir::Variable &x, const std::string &text, Relation relation, bool swapped,
              std::vector<std::string> impliedBy = {}) {
    auto formula = [&x, relation, swapped](Context c, const LoopHead &head) {
      Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
      if (!a.isValid() || !b.isValid())
        return c.store.boolean(true);
      return swapped ? (c.store.*relation)(b, a) : (c.store.*relation)(a, b);
    };
    templates.add(text, formula, std::move(impliedBy));
  }

  /// \p rest: what is said of the variable, to be read behind its name. What holds of the first run and of
  /// equal values holds of the second.
  void bound(const ir::Variable &x, Side side, const std::string &rest,
             std::function<Term(Context, const LoopHead &, Term)> formula) {
    auto guarded = [&x, side, formula](Context c, const LoopHead &head) {
      Term value = valueOf(c, head.state, x, side);
      return value.isValid() ? formula(c, head, value) : c.store.boolean(true);
    };
    if (side == Side::First)
      templates.add(x.name + rest, guarded);
    else
      templates.add(x.name + "'" + rest, guarded, {x.name + "' = " + x.name, x.name + rest});
  }

  void scalar(const ir::Variable &x) {
    std::string name = x.name, twin = x.name + "'";
    if (templates.pairs) {
      relate(x, twin + " = " + name, &smt::TermStore::equal, false);
      if (x.sort != ir::Sort::Bool) {
        relate(x, twin + " <= " + name, &smt::TermStore::lessEqual, true, {twin + " = " + name});
        relate(x, name + " <= " + twin, &smt::TermStore::lessEqual, false, {twin + " = " + name});
      }
    }
    if (x.sort == ir::Sort::Int)
      for (Side side : {Side::First, Side::Second})
        if (templates.pairs || side == Side::First)
          integerBounds(x, side);
    guardBounds(x);
  }

  void integerBounds(const ir::Variable &x, Side side) {
    bound(x, side, " >= its value at entry", [&x, side](Context c, const LoopHead &head, Term value) {
      Term entry = valueOf(c, head.entry, x, side);
      return entry.isValid() ? c.store.lessEqual(entry, value) : c.store.boolean(true);
    });
    bound(x, side, " <= " + templates.loop.index.name,
          [](Context c, const LoopHead &head, Term value) { return c.store.lessEqual(value, head.index); });
    bound(x, side, " < " + templates.loop.index.name + " or it has its value at entry",
          [&x, side](Context c, const LoopHead &head, Term value) {
            Term entry = valueOf(c, head.entry, x, side);
            Term below = c.store.less(value, head.index);
            return entry.isValid() ? c.store.disjunction({below, c.store.equal(value, entry)}) : below;
          });
    for (const auto &parameter : templates.mechanism.variables)
      if (parameter->role == ir::Variable::Role::Parameter && parameter->sort == ir::Sort::Int &&
          !parameter->isArray()) {
        const ir::Variable *limit = parameter.get();
        bound(x, side, " <= " + limit->name, [limit](Context c, const LoopHead &, Term value) {
          return c.store.lessEqual(value, c.symbols.parameter(*limit, {}));
        });
      }
  }

  /// `while x < e` or `while x <= e` leaves x at most e, e + 1 or e + 2 when the body adds at most that much.
  void guardBounds(const ir::Variable &x) {
    const auto *guard = templates.loop.guard ? dyn_cast<ir::Binary>(templates.loop.guard.get()) : nullptr;
    using Op = ir::BinaryOperator;
    if (!guard || (guard->op != Op::Less && guard->op != Op::LessEqual) || !onlyParametersOr(x, *guard))
      return;
    for (long slack : {0, 1, 2}) {
      auto formula = [guard, slack](Context c, const LoopHead &head) {
        relational::Evaluator evaluator(c, head.state);
        Term low = evaluator.program(*guard->left, Side::First);
        Term high = evaluator.program(*guard->right, Side::First);
        return c.store.lessEqual(low, c.store.add(high, c.store.literal(slack, high.sort())));
      };
      templates.add(ir::print(*guard->left) + " <= " + ir::print(*guard->right) +
                        (slack ? " + " + std::to_string(slack) : ""),
                    formula);
    }
  }

  /// \p x occurs, and nothing else but literals and scalar parameters.
  static bool onlyParametersOr(const ir::Variable &x, const ir::Expression &expression) {
    bool occurs = false, others = false;
    relational::forEachExpression(expression, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part)) {
        occurs |= &read->variable == &x;
        others |= &read->variable != &x &&
                  (read->variable.role != ir::Variable::Role::Parameter || read->variable.isArray());
      }
    });
    return occurs && !others;
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
  }

  Templates &templates;
};

} // namespace

void valueCandidates(Templates &templates) {
  ValueCandidates(templates).make();
}

} // namespace plumb::inference
