// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/candidates.h"

#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

namespace plumb::inference {

using relational::TwoRun;

namespace {

void writtenInvariants(Templates &templates) {
  for (const auto &expression : templates.loop.invariants) {
    const ir::Expression *source = expression.get();
    relational::Invariant invariant;
    invariant.text = ir::print(*source);
    invariant.formula = [source](relational::Context context, const relational::LoopHead &head) {
      return relational::Evaluator(context, head.state).relational(*source);
    };
    invariant.written = source->range();
    templates.add(std::move(invariant));
  }
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
                                 if (pairs)
                                   definitionCandidates(templates);
                                 if (pairs) {
                                   selectionCandidates(templates);
                                   movementCandidates(templates);
                                 }
                                 result.push_back(templates.take());
                               });
  return result;
}

} // namespace plumb::inference
