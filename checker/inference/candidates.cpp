// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/candidates.h"

#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"

namespace plumb::inference {

using relational::Context;
using relational::TwoRun;

namespace {

bool isOfCost(const ir::Expression &part) {
  return llvm::isa<ir::Moved>(part) || llvm::isa<ir::Cost>(part);
}

/// What \p expression says where the \p hypotheses hold; a conjunction with a `forall` in it is taken apart.
void written(Templates &templates, const ir::Expression &expression,
             const std::vector<const ir::Expression *> &hypotheses, const ir::Expression &whole) {
  const auto *binary = llvm::dyn_cast<ir::Binary>(&expression);
  const bool hasForall =
      ir::anyPart(expression, [](const ir::Expression &part) { return llvm::isa<ir::Forall>(part); });
  if (binary && hasForall && binary->op == ir::BinaryOperator::And) {
    written(templates, *binary->left, hypotheses, whole);
    return written(templates, *binary->right, hypotheses, whole);
  }
  if (binary && hasForall && binary->op == ir::BinaryOperator::Implies) {
    std::vector<const ir::Expression *> more = hypotheses;
    more.push_back(binary->left.get());
    return written(templates, *binary->right, more, whole);
  }
  relational::Invariant invariant;
  invariant.text = ir::print(whole);
  invariant.written = whole.range();
  auto under = [hypotheses](Context context, relational::Evaluator &evaluator, std::vector<smt::Term> range,
                            const ir::Expression &conclusion) {
    for (const ir::Expression *hypothesis : hypotheses)
      range.push_back(evaluator.relational(*hypothesis));
    return context.store.implies(context.store.conjunction(std::move(range)),
                                 evaluator.relational(conclusion));
  };
  // It is put at ints later, where what has been moved by now is not known any more.
  if (const auto *forall = llvm::dyn_cast<ir::Forall>(&expression); forall && !ir::anyPart(whole, isOfCost))
    invariant.ofInt = [forall, under](Context context, relational::State &state, smt::Term at) {
      relational::Evaluator evaluator(context, state);
      evaluator.bind(forall->variable, at);
      return under(context, evaluator,
                   {context.store.lessEqual(evaluator.relational(*forall->low), at),
                    context.store.less(at, evaluator.relational(*forall->high))},
                   *forall->body);
    };
  else
    invariant.formula = [&expression, under](Context context, const relational::LoopHead &head) {
      relational::Evaluator evaluator(context, head.state);
      return under(context, evaluator, {}, expression);
    };
  templates.add(std::move(invariant));
}

void writtenInvariants(Templates &templates) {
  for (const auto &expression : templates.loop.invariants)
    written(templates, *expression, {}, *expression);
}

} // namespace

relational::LoopInvariants candidates(relational::Context context, TwoRun::Mode mode) {
  bool pairs = mode == TwoRun::Mode::Pair;
  relational::LoopInvariants result;
  relational::forEachStatement(context.symbols.mechanism().body,
                               [&](const ir::Statement &statement, unsigned) {
                                 const auto *loop = llvm::dyn_cast<ir::For>(&statement);
                                 if (!loop)
                                   return;
                                 Templates templates(context, *loop, pairs);
                                 if (pairs)
                                   writtenInvariants(templates);
                                 valueCandidates(templates);
                                 definitionCandidates(templates);
                                 if (pairs) {
                                   selectionCandidates(templates);
                                   toldBehindCandidates(templates);
                                   ordersByOutput(templates);
                                   agreementsUpToEnds(templates);
                                   beginAnewAtEnds(templates);
                                   driftCandidates(templates);
                                   movementCandidates(templates);
                                   scaleCandidates(templates);
                                   costCandidates(templates);
                                 }
                                 result.push_back(templates.take());
                               });
  return result;
}

} // namespace plumb::inference
