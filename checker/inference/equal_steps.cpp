// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/equal_steps.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

std::optional<EqualSteps> EqualSteps::of(const Templates &templates, const ir::Variable &x) {
  const auto scales = changingScales(templates, /*isOwn=*/true);
  if (x.sort != ir::Sort::Real || x.isArray() ||
      std::none_of(scales.begin(), scales.end(),
                   [&](const ir::Expression *scale) { return ir::reads(*scale, x); }))
    return std::nullopt;
  unsigned assigned = 0;
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    assigned += assign && &assign->target == &x ? 1 : 0;
  });
  if (assigned != 1)
    return std::nullopt;
  for (const auto &statement : templates.loop.body) {
    const auto *assign = dyn_cast<ir::Assign>(statement.get());
    const auto *sum = assign && &assign->target == &x ? dyn_cast<ir::Binary>(assign->value.get()) : nullptr;
    const auto *from = sum ? dyn_cast<ir::Read>(sum->left.get()) : nullptr;
    if (from && &from->variable == &x && overParameters(*sum->right) &&
        (sum->op == ir::BinaryOperator::Add || sum->op == ir::BinaryOperator::Subtract)) {
      const bool isUp = sum->op == ir::BinaryOperator::Add;
      // Where scales grow, nothing costs more than at the entry.
      if (std::any_of(scales.begin(), scales.end(), [&](const ir::Expression *scale) {
            return ir::reads(*scale, x) && isUp == isDivisor(x, *scale);
          }))
        return EqualSteps(x, *sum->right, isUp);
    }
  }
  return std::nullopt;
}

Term EqualSteps::stepOf(Context c, const LoopHead &head) const {
  const Term size = asReal(c, relational::Evaluator(c, head.state).relational(*step));
  return isUp ? size : c.store.minus(size);
}

void EqualSteps::addTo(Templates &templates) const {
  templates.add(
      x->name + " has changed by " + (isUp ? "" : "-") + ir::printFactor(*step) + " in each iteration",
      [own = *this](Context c, const LoopHead &head) {
        const Term now = valueOf(c, head.state, *own.x, Side::First),
                   then = valueOf(c, head.entry, *own.x, Side::First);
        if (!now.isValid() || !then.isValid())
          return c.store.boolean(true);
        const Term passed = c.store.toReal(c.store.subtract(head.index, head.low));
        return c.store.equal(now, c.store.add(then, c.products.multiply(passed, own.stepOf(c, head))));
      });
}

} // namespace plumb::inference
