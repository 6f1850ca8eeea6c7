// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"

#include "checker/relational/walk.h"

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using smt::Term;

Templates::Templates(Context context, const ir::For &loop, bool pairs)
    : context(context), mechanism(context.symbols.mechanism()), loop(loop), pairs(pairs) {
  enclosing(mechanism.body);
  for (const auto &variable : mechanism.variables) {
    bool found = false;
    relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      found |= assign && &assign->target == variable.get();
    });
    if (!found)
      continue;
    locals.push_back(variable.get());
    if (!variable->isArray() && variable->sort != ir::Sort::Bool)
      numbers.push_back(variable.get());
  }
}

bool Templates::enclosing(const ir::Block &block) {
  for (const auto &statement : block) {
    if (statement.get() == &loop)
      return true;
    if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      if (enclosing(branch->thenBlock) || enclosing(branch->elseBlock))
        return true;
    } else if (const auto *around = dyn_cast<ir::For>(statement.get())) {
      enclosingLoops.push_back(around);
      if (enclosing(around->body))
        return true;
      enclosingLoops.pop_back();
    }
  }
  return false;
}

void Templates::add(std::string text, Formula formula, std::vector<std::string> impliedBy) {
  relational::Invariant invariant;
  invariant.text = std::move(text);
  invariant.formula = std::move(formula);
  invariant.impliedBy = std::move(impliedBy);
  list.push_back(std::move(invariant));
}

Term valueOf(Context context, const relational::State &state, const ir::Variable &variable,
             relational::Side side) {
  return state.run(side).scalars[context.symbols.ordinal(variable)];
}

Term asReal(Context context, Term number) {
  return number.sort() == smt::Sort::Int ? context.store.toReal(number) : number;
}

Counter Templates::iterations() const {
  return {"iterations", [](Context c, const LoopHead &head) {
            return c.store.toReal(c.store.subtract(head.index, head.low));
          }};
}

std::vector<Counter> Templates::indicators() const {
  std::vector<Counter> result;
  for (const auto &[text, index] : context.symbols.outputIntegers())
    result.emplace_back(
        "[" + text + " < " + loop.index.name + "]", [place = index](Context c, const LoopHead &head) {
          return c.store.ite(c.store.less(place, head.index), c.store.real(1), c.store.real(0));
        });
  for (Counter &indicator : changedPlaceIndicators(*this))
    result.push_back(std::move(indicator));
  return result;
}

std::vector<Counter> Templates::counters() const {
  std::vector<Counter> result;
  result.emplace_back("1", [](Context c, const LoopHead &) { return c.store.real(1); });
  for (const ir::Variable *x : numbers)
    if (x->sort == ir::Sort::Int)
      result.emplace_back(x->name + " - its value at entry", [x](Context c, const LoopHead &head) {
        Term now = valueOf(c, head.state, *x, relational::Side::First),
             entry = valueOf(c, head.entry, *x, relational::Side::First);
        return now.isValid() && entry.isValid() ? c.store.toReal(c.store.subtract(now, entry))
                                                : c.store.real(0);
      });
  if (context.symbols.selection())
    result.emplace_back("members of result.indices passed", [](Context c, const LoopHead &head) {
      return c.store.toReal(
          c.store.subtract(c.symbols.membersBelow(head.index), c.symbols.membersBelow(head.low)));
    });
  for (Counter &indicator : indicators())
    result.push_back(std::move(indicator));
  result.push_back(iterations());
  return result;
}

} // namespace plumb::inference
