// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/image.h"

#include "checker/relational/evaluator.h"
#include "frontend/ir/occurrence.h"

#include "llvm/Support/Casting.h"

namespace plumb::relational {

using llvm::dyn_cast;
using smt::Term;

namespace {

/// The loop variable that \p side is, if \p other and the range of \p formula do not read it; else null.
const ir::Variable *namedBy(const ir::Forall &formula, const ir::Expression &side,
                            const ir::Expression &other) {
  const auto *name = dyn_cast<ir::Read>(&side);
  if (!name || name->variable.role != ir::Variable::Role::LoopIndex)
    return nullptr;
  const bool isFree = !ir::reads(other, name->variable) && !ir::reads(*formula.low, name->variable) &&
                      !ir::reads(*formula.high, name->variable);
  return isFree ? &name->variable : nullptr;
}

/// The index that \p condition names wherever its truth is \p truth: one of what then holds says so.
const ir::Variable *namedWhere(const ir::Forall &formula, const ir::Expression &condition, bool truth) {
  using Op = ir::BinaryOperator;
  if (const auto *unary = dyn_cast<ir::Unary>(&condition))
    return unary->op == ir::UnaryOperator::Not ? namedWhere(formula, *unary->operand, !truth) : nullptr;
  const auto *binary = dyn_cast<ir::Binary>(&condition);
  if (!binary)
    return nullptr;
  const bool isDeniedImplication = binary->op == Op::Implies && !truth;
  if (binary->op == (truth ? Op::And : Op::Or) || isDeniedImplication) {
    const ir::Variable *left = namedWhere(formula, *binary->left, truth != isDeniedImplication);
    return left ? left : namedWhere(formula, *binary->right, truth);
  }
  if (binary->op != (truth ? Op::Equal : Op::NotEqual) || binary->left->sort() != ir::Sort::Int)
    return nullptr;
  const ir::Variable *left = namedBy(formula, *binary->left, *binary->right);
  return left ? left : namedBy(formula, *binary->right, *binary->left);
}

} // namespace

const ir::Variable *namedIndex(const ir::Forall &formula) {
  return namedWhere(formula, *formula.body, false);
}

Term namedBelow(Context context, const Quantified &met) {
  const ir::Variable &index = *namedIndex(*met.formula);
  return context.symbols.namedBelow(met, index, met.bound.at(&index));
}

void knowNamedBelow(Context context, State &state, const Quantified &met, Term truth) {
  auto &store = context.store;
  const ir::Variable &index = *namedIndex(*met.formula);
  const Term x = met.bound.at(&index), zero = store.integer(0), one = store.integer(1);
  const auto below = [&](Term at) { return context.symbols.namedBelow(met, index, at); };
  Evaluator evaluator(context, state, Evaluator::Mode::Relational);
  for (const auto &[variable, value] : met.bound)
    evaluator.bind(*variable, value);
  for (const auto &[record, side] : met.records)
    evaluator.bind(*record, side);
  const Term range =
      store.subtract(evaluator.relational(*met.formula->high), evaluator.relational(*met.formula->low));
  const Term most = store.ite(store.lessEqual(zero, range), range, zero);
  // May be assumed, all of it: c is a name for a number, and of two indices that are named the cells that
  // name them are two. What names an index is z's and the parameters', the same wherever x is met.
  const auto means = verdict::Reason::of(verdict::Reason::Kind::Meaning);
  state.know(store.equal(below(zero), zero), means);
  state.know(
      store.implies(store.lessEqual(zero, x),
                    store.equal(below(store.add(x, one)), store.add(below(x), store.ite(truth, zero, one)))),
      means);
  for (Term at : {x, store.add(x, one)})
    state.know(
        store.implies(store.lessEqual(zero, at),
                      store.conjunction({store.lessEqual(zero, below(at)), store.lessEqual(below(at), at),
                                         store.lessEqual(below(at), most)})),
        means);
}

} // namespace plumb::relational
