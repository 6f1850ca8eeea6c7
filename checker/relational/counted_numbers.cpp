// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/counted_numbers.h"

#include "checker/relational/walk.h"

#include <set>

namespace plumb::relational {

using llvm::dyn_cast;

static bool isOverParameters(const ir::Expression &expression) {
  bool all = true;
  forEachExpression(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    all &= !read || (read->variable.role == ir::Variable::Role::Parameter && !read->variable.isArray());
  });
  return all;
}

const ir::Expression *publicStepOf(const ir::Assign &assign) {
  using Op = ir::BinaryOperator;
  const auto *sum = dyn_cast<ir::Binary>(assign.value.get());
  if (!sum || (sum->op != Op::Add && sum->op != Op::Subtract))
    return nullptr;
  const auto isTarget = [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && &read->variable == &assign.target;
  };
  const ir::Expression *step = isTarget(*sum->left)                          ? sum->right.get()
                               : sum->op == Op::Add && isTarget(*sum->right) ? sum->left.get()
                                                                             : nullptr;
  return step && isOverParameters(*step) ? step : nullptr;
}

std::vector<const ir::Variable *> countedNumbers(const ir::Mechanism &mechanism) {
  std::set<const ir::Variable *> stepped;
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned loops) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (assign && loops > 0 && !assign->target.isArray() && assign->target.sort == ir::Sort::Real &&
        publicStepOf(*assign))
      stepped.insert(&assign->target);
  });
  std::vector<const ir::Variable *> found;
  for (const auto &variable : mechanism.variables)
    if (stepped.count(variable.get()))
      found.push_back(variable.get());
  return found;
}

} // namespace plumb::relational
