// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/dependents.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;

Dependents::Dependents(const ir::Mechanism &mechanism, const ir::Variable &drawn) : found{&drawn} {
  for (bool isMore = true; isMore;) {
    const std::size_t before = found.size();
    block(mechanism.body, false);
    isMore = found.size() > before;
  }
}

bool Dependents::isRead(const ir::Expression &term) const {
  return ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    const auto *array = dyn_cast<ir::TopK>(&part);
    return (name && found.count(&name->variable) != 0) || (array && found.count(&array->array) != 0);
  });
}

void Dependents::block(const ir::Block &statements, bool isUnder) {
  for (const auto &statement : statements) {
    if (isUnder) {
      decided.insert(statement.get());
      decidesTheEnd = decidesTheEnd || llvm::isa<ir::Return>(*statement);
    }
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get())) {
      const bool isAt = std::any_of(assign->indices.begin(), assign->indices.end(),
                                    [&](const ir::ExpressionPtr &index) { return isRead(*index); });
      if (isUnder || isAt || isRead(*assign->value))
        found.insert(&assign->target);
    } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      const bool isBelow = isUnder || isRead(*branch->condition);
      block(branch->thenBlock, isBelow);
      block(branch->elseBlock, isBelow);
    } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
      block(loop->body,
            isUnder || isRead(*loop->low) || isRead(*loop->high) || (loop->guard && isRead(*loop->guard)));
    }
  }
}

} // namespace plumb::synthesis
