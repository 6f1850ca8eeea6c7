// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/dependents.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <utility>

namespace plumb::relational {

using llvm::dyn_cast;

Dependents::Dependents(const ir::Mechanism &mechanism, std::set<const ir::Variable *> drawn)
    : found(std::move(drawn)) {
  block(mechanism.body, false);
}

bool Dependents::isRead(const ir::Expression &term) const {
  return ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    const auto *array = dyn_cast<ir::TopK>(&part);
    return (name && found.count(&name->variable) != 0) || (array && found.count(&array->array) != 0);
  });
}

/// In the order of the text: what depends on the draw behind a loop is read in it only if that loop, or one
/// around it, runs again.
void Dependents::block(const ir::Block &statements, bool isUnder) {
  for (const auto &statement : statements) {
    decidesTheEnd = decidesTheEnd || (isUnder && llvm::isa<ir::Return>(*statement));
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
      const bool isRangeOfIt = isUnder || isRead(*loop->low) || isRead(*loop->high);
      for (bool isMore = true; isMore;) {
        const std::size_t before = found.size();
        block(loop->body, isRangeOfIt || (loop->guard && isRead(*loop->guard)));
        isMore = found.size() > before;
      }
    }
  }
}

} // namespace plumb::relational
