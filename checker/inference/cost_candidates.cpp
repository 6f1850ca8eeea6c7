// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

class CostCandidates {
public:
  explicit CostCandidates(Templates &templates) : templates(templates) {}

  void make() {
    budgets();
    templates.add("the cost at scales that are no terms over parameters does not change",
                  [](Context c, const LoopHead &head) {
                    return c.store.lessEqual(head.state.otherCost, head.entry.otherCost);
                  });
  }

private:
  /// cost <= its value at entry + what a real x has grown by, or fallen by: x is the budget that is spent, or
  /// what is left of it. And all of the guarantee where something has been passed, once.
  void budgets() {
    if (!chargesAnything())
      return;
    for (const ir::Variable *x : templates.assignedNumbers())
      if (x->sort == ir::Sort::Real)
        for (bool grows : {true, false})
          costs("what " + x->name + (grows ? " has grown by" : " has fallen by"),
                [x, grows](Context c, const LoopHead &head) {
                  Term now = valueOf(c, head.state, *x, Side::First),
                       entry = valueOf(c, head.entry, *x, Side::First);
                  if (!now.isValid() || !entry.isValid())
                    return Term();
                  return grows ? c.store.subtract(now, entry) : c.store.subtract(entry, now);
                });
    for (const auto &[text, growth] : fadingBudgets(templates))
      costs(text, growth);
    if (templates.mechanism.guarantee.hole.isOpen)
      return;
    std::vector<Counter> passed;
    if (chargesByDraw()) {
      for (const ir::Variable *x : templates.assignedNumbers())
        if (x->sort == ir::Sort::Int)
          for (const auto &parameter : templates.mechanism.variables)
            if (parameter->role == ir::Variable::Role::Parameter && parameter->sort == ir::Sort::Int &&
                !parameter->isArray())
              units(*x, *parameter);
      if (isSettled(*templates.loop.low) && isSettled(*templates.loop.high))
        shareOfEachIteration();
      passed = templates.indicators();
    } else if (chargedClasses() > 1) {
      // Where neighbours differ in one place, that is paid for at one scale or at another.
      passed = changedPlaceIndicators(templates);
    }
    for (const auto &[text, counter] : passed)
      costs(ir::printFactor(*templates.mechanism.guarantee.epsilon) + " * " + text,
            [mechanism = &templates.mechanism, counter = counter](Context c, const LoopHead &head) {
              relational::Evaluator evaluator(c, head.state);
              return c.products.multiply(asReal(c, evaluator.relational(*mechanism->guarantee.epsilon)),
                                         counter(c, head));
            });
    if (chargesByDraw())
      costs(ir::print(*templates.mechanism.guarantee.epsilon), [mechanism = &templates.mechanism](
                                                                   Context c, const LoopHead &head) {
        return asReal(c, relational::Evaluator(c, head.state).relational(*mechanism->guarantee.epsilon));
      });
  }

  /// Made of parameters and of what was computed before the loop.
  bool isSettled(const ir::Expression &expression) const {
    const auto &assigned = templates.assignedNumbers();
    return !ir::anyPart(expression, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      const bool isLocal = read && read->variable.role == ir::Variable::Role::Local &&
                           !read->variable.isArray() &&
                           std::find(assigned.begin(), assigned.end(), &read->variable) == assigned.end();
      return read && !isLocal && !overParameters(*read);
    });
  }

  /// Of the guarantee, for as many iterations as there may be.
  void shareOfEachIteration() {
    costs(ir::print(*templates.mechanism.guarantee.epsilon) +
              ", divided by all iterations, * those that have passed",
          [&loop = templates.loop, mechanism = &templates.mechanism,
           passed = templates.iterations().second](Context c, const LoopHead &head) {
            relational::Evaluator evaluator(c, head.state);
            const Term all =
                c.store.subtract(evaluator.relational(*loop.high), evaluator.relational(*loop.low));
            const Term each = c.products.quotient(
                asReal(c, evaluator.relational(*mechanism->guarantee.epsilon)), asReal(c, all));
            return c.products.multiply(each, passed(c, head));
          });
  }

  /// The budget is counted in units, of which the guarantee has as many as \p all says: x of them are spent,
  /// or left.
  void units(const ir::Variable &x, const ir::Variable &all) {
    for (bool grows : {true, false})
      costs(ir::printFactor(*templates.mechanism.guarantee.epsilon) + " / " + all.name + " * what " + x.name +
                (grows ? " has grown by" : " has fallen by"),
            [&x, &all, grows, mechanism = &templates.mechanism](Context c, const LoopHead &head) {
              Term now = valueOf(c, head.state, x, Side::First),
                   entry = valueOf(c, head.entry, x, Side::First);
              if (!now.isValid() || !entry.isValid())
                return Term();
              relational::Evaluator evaluator(c, head.state);
              Term each = c.products.quotient(asReal(c, evaluator.relational(*mechanism->guarantee.epsilon)),
                                              asReal(c, c.symbols.parameter(all, {})));
              return c.products.multiply(
                  each, asReal(c, grows ? c.store.subtract(now, entry) : c.store.subtract(entry, now)));
            });
  }

  void costs(const std::string &text, const Formula &growth) {
    templates.add("cost grew by at most " + text, [growth](Context c, const LoopHead &head) {
      Term most = growth(c, head);
      if (!most.isValid())
        return c.store.boolean(true);
      Term now = relational::totalCost(c, head.state.moved, head.state.otherCost);
      Term entry = relational::totalCost(c, head.entry.moved, head.entry.otherCost);
      return c.store.lessEqual(now, c.store.add(entry, most));
    });
  }

  /// Draws of the body, or those at scales that are no terms over scalar parameters.
  bool chargesAnything() const {
    return templates.hasSample([](const ir::Sample &) { return true; });
  }
  bool chargesByDraw() const {
    return templates.hasSample(
        [&](const ir::Sample &sample) { return !templates.context.scales.of(sample).has_value(); });
  }
  /// Scales of different classes have no common measure: what is moved at them adds up as cost alone.
  std::size_t chargedClasses() const {
    std::set<std::size_t> charged;
    const auto &classes = templates.context.scales.classes();
    templates.hasSample([&](const ir::Sample &sample) {
      if (const auto position = templates.context.scales.of(sample))
        for (std::size_t i = 0; i < classes.size(); ++i)
          for (const auto &[member, weight] : classes[i].members)
            if (member == *position)
              charged.insert(i);
      return false;
    });
    return charged.size();
  }

  Templates &templates;
};

} // namespace

void costCandidates(Templates &templates) {
  CostCandidates(templates).make();
}

} // namespace plumb::inference
