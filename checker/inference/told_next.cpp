// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// Is \p index the variable of \p loop, plus 1?
bool isNextIndex(const ir::Expression &index, const ir::For &loop) {
  const auto *sum = dyn_cast<ir::Binary>(&index);
  const auto *read =
      sum && sum->op == ir::BinaryOperator::Add ? dyn_cast<ir::Read>(sum->left.get()) : nullptr;
  const auto *one = read ? dyn_cast<ir::Number>(sum->right.get()) : nullptr;
  return one && one->value == 1 && &read->variable == &loop.index;
}

/// Tests of alignments in \p loop for what its next iteration publishes; each once.
std::vector<const ir::CellTest *> testsOfNext(const ir::For &loop) {
  std::vector<const ir::CellTest *> tests;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
      const auto *test = dyn_cast<ir::CellTest>(&part);
      if (!test || test->indices.empty() || test->transcript.loops.back() != &loop ||
          !isNextIndex(*test->indices.back(), loop))
        return;
      const bool isKnown = std::any_of(tests.begin(), tests.end(),
                                       [&](const ir::CellTest *known) { return &known->tag == &test->tag; });
      if (!isKnown)
        tests.push_back(test);
    });
  });
  return tests;
}

} // namespace

std::vector<Counter> toldNext(const Templates &templates) {
  std::vector<Counter> result;
  for (const ir::CellTest *test : testsOfNext(templates.loop))
    result.emplace_back(
        "[the iteration publishes " + test->tag.name + "]",
        [test, &loop = templates.loop](Context c, const LoopHead &head) {
          relational::Evaluator evaluator(c, head.state);
          std::vector<Term> both = {
              c.store.less(head.index, evaluator.relational(*loop.high)),
              c.store.equal(c.symbols.cellTag(test->transcript, cellOf(test->transcript, c, head.state)),
                            c.store.integer(c.symbols.tagNumber(test->tag)))};
          if (loop.guard)
            both.push_back(evaluator.program(*loop.guard, Side::First));
          return c.store.ite(c.store.conjunction(std::move(both)), c.store.real(1), c.store.real(0));
        });
  return result;
}

} // namespace plumb::inference
