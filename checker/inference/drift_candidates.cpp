// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::Invariant;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

class DriftCandidates {
public:
  explicit DriftCandidates(Templates &templates) : templates(templates) {}

  void make() {
    drift();
    for (auto &more : {windowSums(templates), arraySums(templates)})
      for (const Invariant &sum : more)
        templates.add(sum);
  }

private:
  /// How far the value of \p x in the run \p upper lay above the other one where the loop was entered;
  /// nothing if it did not.
  static Term aheadAtEntry(Context c, const LoopHead &head, const ir::Variable &x, Side upper) {
    const Side lower = upper == Side::First ? Side::Second : Side::First;
    const Term a = valueOf(c, head.entry, x, upper), b = valueOf(c, head.entry, x, lower),
               none = c.store.real(0);
    if (!a.isValid() || !b.isValid())
      return none;
    const Term ahead = asReal(c, c.store.subtract(a, b));
    return c.store.ite(c.store.lessEqual(none, ahead), ahead, none);
  }

  /// |x - x'| <= u * (what a counter counts), both signs apart: an accumulator of query answers. Places that
  /// the loop comes past are counted from its entry on, and so it may begin with an answer (`s := f[0]`).
  void drift() {
    std::vector<Counter> publicCounts = templates.indicators();
    for (Counter &sum : changedPlacesPassed(templates))
      publicCounts.push_back(std::move(sum));
    const std::size_t fromEntryOn = publicCounts.size();
    publicCounts.push_back(templates.iterations());
    publicCounts.emplace_back("", [](Context c, const LoopHead &) { return c.store.real(1); });
    for (const ir::Variable *x : templates.assignedNumbers()) {
      std::string name = x->name, twin = x->name + "'";
      std::vector<Counter> counts = publicCounts;
      if (x->sort == ir::Sort::Real)
        for (Counter &weight : weightsSpent(*x))
          counts.push_back(std::move(weight));
      for (std::size_t i = 0; i < counts.size(); ++i)
        for (const relational::MovementBound &unit : templates.unitsFor(x->sort))
          for (bool down : {true, false}) {
            const bool hasEntry = i < fromEntryOn;
            templates.add((down ? name + " - " + twin : twin + " - " + name) +
                              (hasEntry ? " grew by at most " : " <= ") + times(1, unit, counts[i].first),
                          [x, down, hasEntry, value = unit.value,
                           counter = counts[i].second](Context c, const LoopHead &head) {
                            const Side upper = down ? Side::First : Side::Second;
                            Term a = valueOf(c, head.state, *x, upper);
                            Term b = valueOf(c, head.state, *x, down ? Side::Second : Side::First);
                            if (!a.isValid() || !b.isValid())
                              return c.store.boolean(true);
                            Term difference = asReal(c, c.store.subtract(a, b));
                            Term growth = c.products.multiply(c.products.term(value, smt::Sort::Real),
                                                              counter(c, head));
                            if (hasEntry)
                              growth = c.store.add(aheadAtEntry(c, head, *x, upper), growth);
                            return c.store.lessEqual(difference, growth);
                          },
                          {templates.equalTwin(*x)});
          }
    }
    driftTogether(publicCounts);
  }

  /// What other real sums than \p x, of public terms, have grown by: weights that answers are multiplied
  /// with, and that sum to 1.
  std::vector<Counter> weightsSpent(const ir::Variable &x) const {
    std::vector<Counter> result;
    for (const ir::Variable *y : templates.assignedNumbers())
      if (y != &x && y->sort == ir::Sort::Real && addsPublic(*y))
        result.emplace_back("what " + y->name + " has grown by", [y](Context c, const LoopHead &head) {
          const Term now = valueOf(c, head.state, *y, Side::First),
                     entry = valueOf(c, head.entry, *y, Side::First);
          return now.isValid() && entry.isValid() ? c.store.subtract(now, entry) : c.store.real(0);
        });
    return result;
  }

  /// Is all that the body assigns to \p y itself and something public?
  bool addsPublic(const ir::Variable &y) const {
    bool adds = rises(templates.loop, y);
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      const auto *sum = assign && &assign->target == &y ? dyn_cast<ir::Binary>(assign->value.get()) : nullptr;
      if (assign && &assign->target == &y)
        adds &= sum && sum->op == ir::BinaryOperator::Add && ir::isPublic(*sum->right);
    });
    return adds;
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

  Templates &templates;
};

} // namespace

void driftCandidates(Templates &templates) {
  DriftCandidates(templates).make();
}

} // namespace plumb::inference
