// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Polynomial;
using relational::Side;
using smt::Term;

namespace {

class SelectionCandidates {
public:
  explicit SelectionCandidates(Templates &templates) : templates(templates) {}

  /// For a mechanism that returns a variable r which the loop assigns (noisy max with a running best), with
  /// i the loop variable: up to i = result the second run's values are no larger; behind it the two runs
  /// agree, or r differs from the result and the first run cannot end with this result any more.
  void make() {
    const ir::Variable *selected = nullptr;
    const auto &variables = templates.assigned();
    relational::forEachStatement(templates.mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *exit = dyn_cast<ir::Return>(&statement);
      const auto *read = exit && exit->value ? dyn_cast<ir::Read>(exit->value.get()) : nullptr;
      if (read && !read->variable.isArray() && read->sort() == ir::Sort::Int &&
          std::find(variables.begin(), variables.end(), &read->variable) != variables.end())
        selected = &read->variable;
    });
    if (!selected)
      return;
    for (const ir::Variable *x : templates.assignedNumbers()) {
      selectedVariableStays(*x, *selected);
      for (const relational::MovementBound &unit : offsets())
        selectedVariableWithin(*x, *selected, unit);
    }
  }

private:
  /// By how much the second run's value may lie above the first's.
  std::vector<relational::MovementBound> offsets() {
    std::vector<relational::MovementBound> result = {{"0", Polynomial()}};
    for (const auto &unit : relational::adjacencyBounds(templates.context))
      result.push_back(unit);
    return result;
  }

  static Term plus(Context c, Term value, const Polynomial &amount) {
    Term offset = c.products.term(amount, smt::Sort::Real);
    return c.store.add(asReal(c, value), offset);
  }

  void selectedVariableStays(const ir::Variable &x, const ir::Variable &selected) {
    std::string index = templates.loop.index.name;
    templates.add(
        index + " > result implies " + x.name + "' = " + x.name + " or " + selected.name + " != result",
        [&x, &selected](Context c, const LoopHead &head) {
          return selectedAfter(c, head, x, selected,
                               [](Context context, Term a, Term b) { return context.store.equal(a, b); });
        });
  }

  template <typename Agree>
  static Term selectedAfter(Context c, const LoopHead &head, const ir::Variable &x,
                            const ir::Variable &selected, Agree agree) {
    Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
    Term r = valueOf(c, head.state, selected, Side::First);
    if (!a.isValid() || !b.isValid() || !r.isValid())
      return c.store.boolean(true);
    Term result = c.symbols.resultScalar(ir::Sort::Int);
    return c.store.disjunction(
        {c.store.lessEqual(head.index, result), agree(c, a, b), c.store.negate(c.store.equal(r, result))});
  }

  void selectedVariableWithin(const ir::Variable &x, const ir::Variable &selected,
                              const relational::MovementBound &unit) {
    std::string index = templates.loop.index.name,
                most = x.name + (unit.value.isZero() ? "" : " + " + unit.text);
    Polynomial amount = unit.value;
    templates.add(index + " <= result implies " + x.name + "' <= " + most,
                  [&x, amount](Context c, const LoopHead &head) {
                    Term a = valueOf(c, head.state, x, Side::First),
                         b = valueOf(c, head.state, x, Side::Second);
                    if (!a.isValid() || !b.isValid())
                      return c.store.boolean(true);
                    Term result = c.symbols.resultScalar(ir::Sort::Int);
                    return c.store.implies(c.store.lessEqual(head.index, result),
                                           c.store.lessEqual(asReal(c, b), plus(c, a, amount)));
                  });
    if (!amount.isZero())
      templates.add(index + " > result implies " + x.name + "' = " + most + " or " + selected.name +
                        " != result",
                    [&x, &selected, amount](Context c, const LoopHead &head) {
                      return selectedAfter(c, head, x, selected, [amount](Context context, Term a, Term b) {
                        return context.store.equal(asReal(context, b), plus(context, a, amount));
                      });
                    });
  }

  Templates &templates;
};

} // namespace

void selectionCandidates(Templates &templates) {
  SelectionCandidates(templates).make();
}

} // namespace plumb::inference
