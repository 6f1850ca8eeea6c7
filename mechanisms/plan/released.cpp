// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/released.h"

#include "frontend/ir/announcement.h"
#include "mechanisms/plan/program_walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What draws and publications depend on, found backwards: a statement is needed if it is one of them, if
/// it assigns what a needed one reads, or if a needed one stands in it.
class Need {
public:
  void find(const ir::Block &body) {
    // What is read in the front of a loop may be assigned behind it.
    std::size_t before = 0;
    do {
      before = needed.size();
      addOf(body);
    } while (before != needed.size());
  }
  bool isFor(const ir::Statement &statement) const { return needed.count(&statement) != 0; }

private:
  /// Is anything in \p block needed?
  bool addOf(const ir::Block &block) {
    bool any = false;
    for (const auto &statement : block)
      any = add(*statement) || any;
    return any;
  }

  bool add(const ir::Statement &statement) {
    bool isNeeded = isa<ir::Sample, ir::Return>(&statement);
    if (const auto *output = dyn_cast<ir::Output>(&statement))
      isNeeded = !ir::isAnnounced(output->tag);
    if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      isNeeded = read.count(&assign->target) != 0;
    for (const ir::Block *block : blocksOf(statement))
      isNeeded = addOf(*block) || isNeeded;
    if (isNeeded && needed.insert(&statement).second)
      forEachExpression(statement, [&](const ir::Expression &expression) { addReads(expression); });
    return isNeeded;
  }

  void addReads(const ir::Expression &expression) {
    forEachPart(expression, [&](const ir::Expression &part) {
      if (const auto *use = dyn_cast<ir::Read>(&part))
        read.insert(&use->variable);
      if (const auto *selection = dyn_cast<ir::TopK>(&part))
        read.insert(&selection->array);
    });
  }

  // Looked up, never walked through.
  std::set<const ir::Statement *> needed;
  std::set<const ir::Variable *> read;
};

void eachIn(const ir::Block &block, llvm::function_ref<void(const ir::Statement &)> visit) {
  for (const auto &statement : block) {
    visit(*statement);
    for (const ir::Block *inner : blocksOf(*statement))
      eachIn(*inner, visit);
  }
}

} // namespace

Released::Released(const ir::Mechanism &mechanism) {
  eachIn(mechanism.body, [&](const ir::Statement &statement) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    announces |= output && ir::isAnnounced(output->tag);
  });
  // Emitted programs compute with no reals; a name that a scale has got is read by nobody.
  const auto isOfReal = [](const ir::Statement &statement) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    return assign && assign->target.sort == ir::Sort::Real;
  };
  Need need;
  need.find(mechanism.body);
  eachIn(mechanism.body, [&](const ir::Statement &statement) {
    if ((announces || isOfReal(statement)) && !need.isFor(statement))
      leftOut.insert(&statement);
  });
}

std::vector<const ir::Statement *> Released::statementsOf(const ir::Block &block) const {
  std::vector<const ir::Statement *> found;
  for (const auto &statement : block)
    if (runs(*statement))
      found.push_back(statement.get());
  return found;
}

} // namespace plumb::plan
