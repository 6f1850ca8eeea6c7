// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/iteration_values.h"

#include "checker/relational/walk.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::inference {

using llvm::dyn_cast;

namespace {

/// A scalar that is doubled again and again would grow without end.
constexpr unsigned mostParts = 100;

unsigned partsOf(const ir::Expression &term) {
  unsigned parts = 0;
  relational::forEachExpression(term, [&](const ir::Expression &) { ++parts; });
  return parts;
}

} // namespace

ir::ExpressionPtr IterationValues::at(const ir::Expression &term) const {
  const auto *read = dyn_cast<ir::Read>(&term);
  if (read && !read->primed && read->indices.empty())
    if (const auto known = values.find(&read->variable); known != values.end() && known->second)
      return ir::copyAt(*known->second, term.range());
  return ir::rebuilt(term, term.range(), [&](const ir::Expression &operand) { return at(operand); });
}

void IterationValues::assign(const ir::Variable &target, ir::ExpressionPtr value) {
  values[&target] = partsOf(*value) <= mostParts ? std::move(value) : nullptr;
}

void IterationValues::pass(const ir::Statement &statement) {
  if (const auto *assignment = dyn_cast<ir::Assign>(&statement)) {
    if (assignment->indices.empty())
      assign(assignment->target, at(*assignment->value));
  } else if (const auto *sample = dyn_cast<ir::Sample>(&statement)) {
    values.erase(&sample->target);
  } else if (const auto *loop = dyn_cast<ir::For>(&statement)) {
    forgetAssigned(loop->body);
  } else if (const auto *branch = dyn_cast<ir::If>(&statement)) {
    const ir::ExpressionPtr condition = at(*branch->condition);
    IterationValues then = *this, otherwise = *this;
    for (const auto &part : branch->thenBlock)
      then.pass(*part);
    for (const auto &part : branch->elseBlock)
      otherwise.pass(*part);
    forgetAssigned(branch->thenBlock);
    forgetAssigned(branch->elseBlock);
    for (auto &[variable, value] : values) {
      const auto one = then.values.find(variable), other = otherwise.values.find(variable);
      if (one == then.values.end() || other == otherwise.values.end() || !one->second || !other->second)
        continue;
      if (ir::isSameTerm(*one->second, *other->second))
        value = one->second;
      else
        assign(*variable, std::make_unique<ir::Conditional>(ir::copyAt(*condition, statement.range()),
                                                            ir::copyAt(*one->second, statement.range()),
                                                            ir::copyAt(*other->second, statement.range()),
                                                            statement.range()));
    }
  }
}

void IterationValues::forgetAssigned(const ir::Block &block) {
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
    if (const auto *assignment = dyn_cast<ir::Assign>(&statement); assignment && assignment->indices.empty())
      values[&assignment->target] = nullptr;
  });
}

} // namespace plumb::inference
