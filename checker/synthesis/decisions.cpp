// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/decisions.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <cassert>
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

bool isNoisyComparison(const ir::Expression &part) {
  const auto *binary = dyn_cast<ir::Binary>(&part);
  return binary && ir::isComparison(binary->op) && mayBeNoisy(part);
}

/// Which statements are looked at.
enum class Decider : std::uint8_t {
  /// A branch, or a choice that is assigned.
  Branch,
  /// A truth value that is assigned.
  Truth
};

const ir::Expression *decidedBy(const ir::Statement &statement, Decider by) {
  const auto *branch = dyn_cast<ir::If>(&statement);
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  switch (by) {
  case Decider::Branch:
    if (branch)
      return mayBeNoisy(*branch->condition) ? branch->condition.get() : nullptr;
    return assign ? choiceIn(*assign->value) : nullptr;
  case Decider::Truth:
    return assign && assign->value->sort() == ir::Sort::Bool && ir::anyPart(*assign->value, isNoisyComparison)
               ? assign->value.get()
               : nullptr;
  }
  assert(false && "decided in no other way");
  return nullptr;
}

/// May what \p statement decides show at once in what the iteration publishes?
bool mayTell(const ir::Statement &statement) {
  bool tells = false;
  relational::forEachIn(statement, [&](const ir::Statement &inner) {
    tells |= llvm::isa<ir::Output>(inner) || llvm::isa<ir::Return>(inner);
  });
  return tells;
}

class Decisions {
public:
  explicit Decisions(ir::Mechanism &of) : mechanism(of) {
    for (Decider by : {Decider::Branch, Decider::Truth})
      walk(of.body, by);
  }

  std::vector<Decision> found;

private:
  bool isCellTaken() const {
    return std::any_of(mechanism.transcripts.begin(), mechanism.transcripts.end(),
                       [&](const auto &transcript) { return transcript->loops == loops; });
  }

  bool isKnown() const {
    return std::any_of(found.begin(), found.end(),
                       [&](const Decision &decision) { return decision.place.loops == loops; });
  }

  void walk(ir::Block &block, Decider by) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      const ir::Expression *condition = decidedBy(statement, by);
      // Where a draw stands before it in its block it is decided by that draw, as far as can be seen.
      if (condition && at > 0 && !loops.empty() && !isKnown() && !(isCellTaken() && mayTell(statement)))
        found.push_back({{&block, at, loops}, condition, isCellTaken()});
      if (auto *branch = dyn_cast<ir::If>(&statement)) {
        walk(branch->thenBlock, by);
        walk(branch->elseBlock, by);
      } else if (auto *loop = dyn_cast<ir::For>(&statement)) {
        loops.push_back(loop);
        walk(loop->body, by);
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
