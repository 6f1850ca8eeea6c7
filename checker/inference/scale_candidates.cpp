// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Polynomial;
using relational::Side;
using smt::Term;

namespace {

/// What it costs to move by \p amount at \p scale in \p state, where the variable of \p loop is \p index; an
/// invalid term if something in it has no value yet.
Term priceAt(Context c, const relational::State &state, const ir::For &loop, Term index,
             const ir::Expression &scale, const Polynomial &amount) {
  relational::State there = state;
  there.run(Side::First).scalars[c.symbols.ordinal(loop.index)] = index;
  const bool hasValues = !ir::anyPart(scale, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    const bool mayLack = read && (read->variable.role == ir::Variable::Role::Local ||
                                  read->variable.role == ir::Variable::Role::LoopIndex ||
                                  read->variable.role == ir::Variable::Role::Sample);
    return mayLack && !read->variable.isArray() && !valueOf(c, there, read->variable, Side::First).isValid();
  });
  if (!hasValues)
    return Term();
  relational::Evaluator evaluator(c, there);
  const auto value = relational::rationalFunctionOfValues(
      scale, c.symbols, c.products, c.store,
      [&](const ir::Expression &part) { return evaluator.program(part, Side::First); });
  return value && !value->numerator.isZero()
             ? relational::chargeFor(c, c.products.term(amount, smt::Sort::Real), *value)
             : Term();
}

Term priceAtEntry(Context c, const LoopHead &head, const ir::For &loop, const ir::Expression &scale,
                  const Polynomial &amount) {
  return priceAt(c, head.entry, loop, head.low, scale, amount);
}

} // namespace

std::vector<const ir::Expression *> changingScales(const Templates &templates, bool isOwn) {
  std::vector<const ir::Expression *> found;
  const auto changes = [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && !read->variable.isArray() &&
           (&read->variable == &templates.loop.index ||
            std::count(templates.assigned().begin(), templates.assigned().end(), &read->variable) != 0);
  };
  const ir::Block &block = isOwn ? templates.loop.body : templates.mechanism.body;
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    const bool isKnown = std::any_of(found.begin(), found.end(), [&](const ir::Expression *known) {
      return ir::isSameTerm(*known, *sample->scale);
    });
    const bool hasArray = ir::anyPart(*sample->scale, [](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      return read && read->variable.isArray();
    });
    if (!isKnown && !hasArray && ir::anyPart(*sample->scale, changes))
      found.push_back(sample->scale.get());
  });
  return found;
}

bool isDivisor(const ir::Variable &x, const ir::Expression &term) {
  return ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *quotient = dyn_cast<ir::Binary>(&part);
    return quotient && quotient->op == ir::BinaryOperator::Divide && ir::reads(*quotient->right, x);
  });
}

/// Does \p value leave \p x as it is, or move it up, or down, as far as its operators say?
static bool goesOneWay(const ir::Expression &value, const ir::Variable &x, bool isUp) {
  using Op = ir::BinaryOperator;
  if (const auto *read = dyn_cast<ir::Read>(&value))
    return &read->variable == &x;
  if (const auto *choice = dyn_cast<ir::Conditional>(&value))
    return goesOneWay(*choice->whenTrue, x, isUp) && goesOneWay(*choice->whenFalse, x, isUp);
  if (const auto *ofTwo = dyn_cast<ir::Extremum>(&value))
    return ofTwo->isMaximum == isUp &&
           (goesOneWay(*ofTwo->left, x, isUp) || goesOneWay(*ofTwo->right, x, isUp));
  const auto *step = dyn_cast<ir::Binary>(&value);
  if (!step)
    return false;
  if (step->op == Op::Multiply || (step->op == Op::Add && isUp))
    return goesOneWay(*step->left, x, isUp) || goesOneWay(*step->right, x, isUp);
  return !isUp && (step->op == Op::Subtract || step->op == Op::Divide) && goesOneWay(*step->left, x, isUp);
}

std::vector<const ir::Expression *> growingScales(const Templates &templates, bool isOwn) {
  std::vector<const ir::Expression *> found = changingScales(templates, isOwn);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const ir::Expression *scale) {
                               bool grows = !isDivisor(templates.loop.index, *scale);
                               relational::forEachStatement(
                                   templates.loop.body, [&](const ir::Statement &statement, unsigned) {
                                     const auto *assign = dyn_cast<ir::Assign>(&statement);
                                     if (assign && ir::reads(*scale, assign->target))
                                       grows &= goesOneWay(*assign->value, assign->target,
                                                           !isDivisor(assign->target, *scale));
                                   });
                               return !grows;
                             }),
              found.end());
  return found;
}

void scaleCandidates(Templates &templates) {
  for (const ir::Expression *scale : growingScales(templates, /*isOwn=*/false))
    templates.add("1 / (" + ir::print(*scale) + ") is at most what it was at entry",
                  [scale, &loop = templates.loop](Context c, const LoopHead &head) {
                    const Polynomial one = Polynomial::constant(1);
                    const Term now = priceAt(c, head.state, loop, head.index, *scale, one),
                               then = priceAtEntry(c, head, loop, *scale, one);
                    return now.isValid() && then.isValid() ? c.store.lessEqual(now, then)
                                                           : c.store.boolean(true);
                  });
  for (const ir::Expression *scale : growingScales(templates, /*isOwn=*/true))
    for (const auto &[text, counter] : templates.counters())
      for (const relational::MovementBound &unit : templates.units())
        for (const int multiple : {1, 2})
          templates.add(
              "cost grew by at most " + times(multiple, unit, text) + " at " + ir::print(*scale) +
                  " as it was at entry",
              [scale, &loop = templates.loop, counter = counter,
               amount = Polynomial::constant(multiple) * unit.value](Context c, const LoopHead &head) {
                const Term price = priceAtEntry(c, head, loop, *scale, amount);
                if (!price.isValid())
                  return c.store.boolean(true);
                const Term now = relational::totalCost(c, head.state.moved, head.state.otherCost),
                           then = relational::totalCost(c, head.entry.moved, head.entry.otherCost);
                return c.store.lessEqual(now,
                                         c.store.add(then, c.products.multiply(price, counter(c, head))));
              });
}

} // namespace plumb::inference
