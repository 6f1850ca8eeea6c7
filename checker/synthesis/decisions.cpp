// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/decisions.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

bool mayBeNoisy(const ir::Expression &condition) {
  return ir::anyPart(condition, [](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && (name->variable.role == Role::Sample || name->variable.role == Role::Local);
  });
}

namespace {

/// The first condition in \p term that noise may decide; null if there is none.
const ir::Expression *choiceIn(const ir::Expression &term) {
  const auto *choice = dyn_cast<ir::Conditional>(&term);
  if (choice && mayBeNoisy(*choice->condition))
    return choice->condition.get();
  const ir::Expression *found = nullptr;
  ir::forEachOperand(term, [&](const ir::Expression &part) { found = found ? found : choiceIn(part); });
  return found;
}

const ir::Expression *decidedBy(const ir::Statement &statement) {
  if (const auto *branch = dyn_cast<ir::If>(&statement))
    return mayBeNoisy(*branch->condition) ? branch->condition.get() : nullptr;
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  return assign ? choiceIn(*assign->value) : nullptr;
}

class Decisions {
public:
  explicit Decisions(ir::Mechanism &of) : mechanism(of) { walk(of.body); }

  std::vector<Decision> found;

private:
  bool isTold() const {
    return std::any_of(mechanism.transcripts.begin(), mechanism.transcripts.end(),
                       [&](const auto &transcript) { return transcript->loops == loops; });
  }

  bool isKnown() const {
    return std::any_of(found.begin(), found.end(),
                       [&](const Decision &decision) { return decision.place.loops == loops; });
  }

  void walk(ir::Block &block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      const ir::Expression *condition = decidedBy(statement);
      // Where a draw stands before it in its block it is decided by that draw, as far as can be seen.
      if (condition && at > 0 && !loops.empty() && !isTold() && !isKnown())
        found.push_back({{&block, at, loops}, condition});
      if (auto *branch = dyn_cast<ir::If>(&statement)) {
        walk(branch->thenBlock);
        walk(branch->elseBlock);
      } else if (auto *loop = dyn_cast<ir::For>(&statement)) {
        loops.push_back(loop);
        walk(loop->body);
        loops.pop_back();
      }
    }
  }

  ir::Mechanism &mechanism;
  std::vector<const ir::For *> loops;
};

} // namespace

std::vector<Decision> untoldDecisions(ir::Mechanism &mechanism) {
  return Decisions(mechanism).found;
}

} // namespace plumb::synthesis
