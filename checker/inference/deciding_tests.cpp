// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/deciding_tests.h"

#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

namespace plumb::inference {

using llvm::dyn_cast;

bool End::isSame(const End &as) const {
  return ir::isSameTerm(*other, *as.other) && !beside == !as.beside &&
         (!beside || ir::isSameTerm(*beside, *as.beside));
}

std::string End::text() const {
  return ir::print(*other) + (beside ? " - " + ir::print(*beside) : "");
}

smt::Term End::value(relational::Context c, relational::State state) const {
  relational::Evaluator evaluator(c, state);
  const smt::Term all = evaluator.relational(*other);
  return beside ? c.store.subtract(all, evaluator.relational(*beside)) : all;
}

static std::vector<const ir::Sample *> drawsIn(const ir::Block &block) {
  std::vector<const ir::Sample *> found;
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      found.push_back(sample);
  });
  return found;
}

/// The condition of an alignment, and what \p body publishes where it asks for that.
static void addAlignmentTests(const ir::Block &body, const ir::Sample &sample,
                              const ir::Expression &condition, DecidingTests &tests) {
  tests.push_back({&condition, {&sample}});
  relational::forEachExpression(condition, [&](const ir::Expression &part) {
    const auto *told = dyn_cast<ir::CellRead>(&part);
    if (!told || told->sort() != ir::Sort::Bool)
      return;
    relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
      const auto *output = dyn_cast<ir::Output>(&statement);
      if (output && &output->transcript == &told->transcript && &output->tag == &told->tag)
        tests.push_back({output->values[told->component].get(), {&sample}});
    });
  });
}

DecidingTests decidingTests(const ir::Block &body) {
  DecidingTests tests;
  relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *branch = dyn_cast<ir::If>(&statement)) {
      std::vector<const ir::Sample *> then = drawsIn(branch->thenBlock),
                                      otherwise = drawsIn(branch->elseBlock);
      if (then.empty() != otherwise.empty())
        tests.emplace_back(branch->condition.get(), then.empty() ? std::move(otherwise) : std::move(then));
    } else if (const auto *sample = dyn_cast<ir::Sample>(&statement); sample && sample->aligned) {
      relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
        if (const auto *choice = dyn_cast<ir::Conditional>(&part))
          addAlignmentTests(body, *sample, *choice->condition, tests);
      });
    }
  });
  return tests;
}

std::optional<End> endOf(const ir::Expression &test, const ir::Variable &x) {
  if (const auto *unary = dyn_cast<ir::Unary>(&test))
    return endOf(*unary->operand, x);
  const auto *binary = dyn_cast<ir::Binary>(&test);
  if (!binary)
    return std::nullopt;
  if (binary->left->sort() == ir::Sort::Bool) {
    const std::optional<End> left = endOf(*binary->left, x);
    return left ? left : endOf(*binary->right, x);
  }
  const auto isX = [&](const ir::Expression &term) {
    const auto *read = dyn_cast<ir::Read>(&term);
    return read && &read->variable == &x;
  };
  for (bool isLeft : {true, false}) {
    const ir::Expression &side = isLeft ? *binary->left : *binary->right,
                         &other = isLeft ? *binary->right : *binary->left;
    if (!overParameters(other))
      continue;
    if (isX(side))
      return End{&other, nullptr};
    const auto *sum = dyn_cast<ir::Binary>(&side);
    if (sum && sum->op == ir::BinaryOperator::Add && isX(*sum->left) && overParameters(*sum->right))
      return End{&other, sum->right.get()};
  }
  return std::nullopt;
}

} // namespace plumb::inference
