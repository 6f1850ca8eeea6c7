// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::Invariant;
using relational::LoopHead;
using relational::Polynomial;
using relational::Side;
using smt::Term;

namespace {

/// Of more draws in one iteration it is not asked whether all of them are moved.
constexpr int mostDraws = 4;

/// \p multiple * \p unit * what a counter counts: "2 * c * (n - its value at entry)", "n - its value at
/// entry", "1".
std::string times(int multiple, const relational::MovementBound &unit, const std::string &counter) {
  std::string text = multiple == 1 ? "" : std::to_string(multiple);
  if (!(unit.value == Polynomial::constant(1)))
    text += (text.empty() ? "" : " * ") + unit.text;
  if (text.empty())
    return counter.empty() ? "1" : counter;
  return counter.empty() ? text : text + " * (" + counter + ")";
}

class MovementCandidates {
public:
  explicit MovementCandidates(Templates &templates) : templates(templates) {}

  void make() {
    drift();
    for (Invariant &window : windowSums(templates))
      templates.add(std::move(window));
    movement();
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
          costs(grows ? x->name + " has grown by" : x->name + " has fallen by",
                [x, grows](Context c, const LoopHead &head) {
                  Term now = valueOf(c, head.state, *x, Side::First),
                       entry = valueOf(c, head.entry, *x, Side::First);
                  if (!now.isValid() || !entry.isValid())
                    return Term();
                  return grows ? c.store.subtract(now, entry) : c.store.subtract(entry, now);
                });
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
      if (overParameters(*templates.loop.low) && overParameters(*templates.loop.high))
        shareOfEachIteration();
      passed = templates.indicators();
      passed.emplace_back("1", [](Context c, const LoopHead &) { return c.store.real(1); });
    } else if (chargedClasses() > 1) {
      // Where neighbours differ in one place, that is paid for at one scale or at another.
      passed = changedPlaceIndicators(templates);
    }
    for (const auto &[text, counter] : passed)
      costs(ir::print(*templates.mechanism.guarantee.epsilon) + " * " + text,
            [mechanism = &templates.mechanism, counter = counter](Context c, const LoopHead &head) {
              relational::Evaluator evaluator(c, head.state);
              return c.products.multiply(asReal(c, evaluator.relational(*mechanism->guarantee.epsilon)),
                                         counter(c, head));
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
      costs(ir::print(*templates.mechanism.guarantee.epsilon) + " / " + all.name + " * what " + x.name +
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
    return hasSample([](const ir::Sample &) { return true; });
  }
  bool chargesByDraw() const {
    return hasSample(
        [&](const ir::Sample &sample) { return !templates.context.scales.of(sample).has_value(); });
  }
  /// Scales of different classes have no common measure: what is moved at them adds up as cost alone.
  std::size_t chargedClasses() const {
    std::set<std::size_t> charged;
    const auto &classes = templates.context.scales.classes();
    hasSample([&](const ir::Sample &sample) {
      if (const auto position = templates.context.scales.of(sample))
        for (std::size_t i = 0; i < classes.size(); ++i)
          for (const auto &[member, weight] : classes[i].members)
            if (member == *position)
              charged.insert(i);
      return false;
    });
    return charged.size();
  }
  template <typename Predicate> bool hasSample(Predicate is) const {
    bool found = false;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *sample = dyn_cast<ir::Sample>(&statement);
      found |= sample && is(*sample);
    });
    return found;
  }

  /// |x - x'| <= u * (what a counter counts), both signs apart: an accumulator of query answers.
  void drift() {
    std::vector<Counter> counts = templates.indicators();
    for (Counter &sum : changedPlacesPassed(templates))
      counts.push_back(std::move(sum));
    counts.push_back(templates.iterations());
    counts.emplace_back("", [](Context c, const LoopHead &) { return c.store.real(1); });
    for (const ir::Variable *x : templates.assignedNumbers()) {
      std::string name = x->name, twin = x->name + "'";
      for (const auto &[text, counter] : counts)
        for (const relational::MovementBound &unit : templates.unitsFor(x->sort))
          for (bool down : {true, false})
            templates.add((down ? name + " - " + twin : twin + " - " + name) + " <= " + times(1, unit, text),
                          [x, down, value = unit.value, counter = counter](Context c, const LoopHead &head) {
                            Term a = valueOf(c, head.state, *x, down ? Side::First : Side::Second);
                            Term b = valueOf(c, head.state, *x, down ? Side::Second : Side::First);
                            if (!a.isValid() || !b.isValid())
                              return c.store.boolean(true);
                            Term difference = asReal(c, c.store.subtract(a, b));
                            return c.store.lessEqual(
                                difference, c.products.multiply(c.products.term(value, smt::Sort::Real),
                                                                counter(c, head)));
                          },
                          {twin + " = " + name});
    }
    driftTogether(counts);
  }

  /// The same for all accumulators of answers together: each answer goes into one of them.
  void driftTogether(const std::vector<Counter> &counts) {
    std::vector<const ir::Variable *> sums;
    std::string text;
    for (const ir::Variable *x : templates.assignedNumbers())
      if (addsAnswersTo(*x)) {
        sums.push_back(x);
        text += (text.empty() ? "|" : " + |") + x->name + " - " + x->name + "'|";
      }
    if (sums.size() < 2)
      return;
    for (const auto &[counterText, counter] : counts)
      for (const relational::MovementBound &unit : templates.units())
        templates.add(text + " <= " + times(1, unit, counterText),
                      [sums, value = unit.value, counter = counter](Context c, const LoopHead &head) {
                        std::vector<Term> apart;
                        for (const ir::Variable *x : sums) {
                          Term a = valueOf(c, head.state, *x, Side::First);
                          Term b = valueOf(c, head.state, *x, Side::Second);
                          if (!a.isValid() || !b.isValid())
                            return c.store.boolean(true);
                          apart.push_back(c.store.absolute(asReal(c, c.store.subtract(a, b))));
                        }
                        return c.store.lessEqual(
                            c.store.add(std::move(apart)),
                            c.products.multiply(c.products.term(value, smt::Sort::Real), counter(c, head)));
                      });
  }

  /// Does the body assign x and an answer, among others, to \p x?
  bool addsAnswersTo(const ir::Variable &x) const {
    bool adds = false;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (assign && &assign->target == &x)
        relational::forEachExpression(*assign->value, [&](const ir::Expression &part) {
          const auto *read = dyn_cast<ir::Read>(&part);
          adds |= read && read->variable.role == ir::Variable::Role::Query;
        });
    });
    return adds && rises(templates.loop, x);
  }

  /// For each class of scales that the body charges and each of its members: moved <= its value at entry +
  /// m * u * (what a counter has counted since), for the units u.
  void movement() {
    std::set<std::size_t> charged;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *sample = dyn_cast<ir::Sample>(&statement))
        if (auto position = templates.context.scales.of(*sample))
          charged.insert(*position);
    });
    for (const auto &scaleClass : templates.context.scales.classes()) {
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

  void movementIn(const relational::Scales::Class &scaleClass) {
    std::string name = movedText(scaleClass), unchanged = name + " does not change";
    moved(scaleClass, unchanged, [](Context c, const LoopHead &) { return c.store.real(0); });
    for (const auto &[text, counter] : templates.counters())
      grown(scaleClass, name, text, counter, unchanged);
    pending(scaleClass, name);
  }

  std::string movedText(const relational::Scales::Class &scaleClass) {
    std::string text;
    for (const auto &[position, weight] : scaleClass.members)
      text += (text.empty() ? "" : " + ") + (weight == 1 ? "" : toString(weight) + " * ") + "moved(" +
              templates.context.scales.all()[position].text + ")";
    return text;
  }

  /// Each draw of an iteration may be moved by a unit, or by two of them.
  std::vector<int> multiplesIn(const relational::Scales::Class &scaleClass) const {
    int draws = 0;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned loops) {
      const auto *sample = dyn_cast<ir::Sample>(&statement);
      const auto position = sample && loops == 0 ? templates.context.scales.of(*sample) : std::nullopt;
      draws += position && std::any_of(scaleClass.members.begin(), scaleClass.members.end(),
                                       [&](const auto &member) { return member.first == *position; });
    });
    std::vector<int> multiples = {1, 2};
    for (const int more : {draws, 2 * draws})
      if (draws > 1 && draws <= mostDraws && more > 2)
        multiples.push_back(more);
    return multiples;
  }

  /// By u and 2u for the units u, for each that the counter counts; where an iteration has several draws, by
  /// as many more.
  void grown(const relational::Scales::Class &scaleClass, const std::string &name,
             const std::string &counterText, const Formula &counter, const std::string &unchanged) {
    for (const relational::MovementBound &unit : templates.units()) {
      std::vector<std::string> stronger = {unchanged};
      for (const int multiple : multiplesIn(scaleClass)) {
        std::string text = name + " grew by at most " + times(multiple, unit, counterText);
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
  void pending(const relational::Scales::Class &scaleClass, const std::string &name) {
    std::vector<Counter> passed = templates.indicators();
    for (const ir::Variable *x : templates.assignedNumbers()) {
      for (const auto &[text, counter] : passed)
        for (const relational::MovementBound &unit : templates.unitsFor(x->sort))
          for (int multiple : {1, 2})
            templates.add(name + " + |" + x->name + " - " + x->name + "'| grew by at most " +
                              times(multiple, unit, text),
                          [scaleClass, x, amount = Polynomial::constant(multiple) * unit.value,
                           counter = counter](Context c, const LoopHead &head) {
                            Term a = valueOf(c, head.state, *x, Side::First),
                                 b = valueOf(c, head.state, *x, Side::Second);
                            if (!a.isValid() || !b.isValid())
                              return c.store.boolean(true);
                            Term waiting = c.store.absolute(c.store.subtract(asReal(c, a), asReal(c, b)));
                            Term now = relational::movedInClass(c, scaleClass, head.state.moved);
                            Term entry = relational::movedInClass(c, scaleClass, head.entry.moved);
                            Term growth = c.products.multiply(c.products.term(amount, smt::Sort::Real),
                                                              counter(c, head));
                            return c.store.lessEqual(c.store.add(now, waiting), c.store.add(entry, growth));
                          });
    }
  }

  void moved(const relational::Scales::Class &scaleClass, std::string text, Formula growth,
             std::vector<std::string> impliedBy = {}) {
    auto formula = [scaleClass, growth](Context c, const LoopHead &head) {
      Term now = relational::movedInClass(c, scaleClass, head.state.moved);
      Term entry = relational::movedInClass(c, scaleClass, head.entry.moved);
      return c.store.lessEqual(now, c.store.add(entry, growth(c, head)));
    };
    templates.add(std::move(text), formula, std::move(impliedBy));
  }

  Templates &templates;
};

} // namespace

void movementCandidates(Templates &templates) {
  MovementCandidates(templates).make();
}

} // namespace plumb::inference
