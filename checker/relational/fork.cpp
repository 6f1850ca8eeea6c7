// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/fork.h"

#include "checker/relational/walk.h"

namespace plumb::relational {

using llvm::dyn_cast;
using llvm::isa;

namespace {

bool onlyAssigns(const ir::Block &block) {
  bool all = true;
  forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
    all &= isa<ir::Assign>(statement) || isa<ir::If>(statement);
  });
  return all;
}

} // namespace

smt::Term Fork::isCoveredBy(const std::vector<smt::Term> &ways, smt::TermStore &store) const {
  return store.implies(arrives, store.disjunction(ways));
}

bool isFork(const ir::Statement &statement) {
  const auto *branch = dyn_cast<ir::If>(&statement);
  return isa<ir::For>(statement) ||
         (branch && !(onlyAssigns(branch->thenBlock) && onlyAssigns(branch->elseBlock)));
}

SourceRange placeOf(const ir::Statement &statement) {
  const auto *loop = dyn_cast<ir::For>(&statement);
  return loop ? loop->index.range : llvm::cast<ir::If>(statement).condition->range();
}

} // namespace plumb::relational
