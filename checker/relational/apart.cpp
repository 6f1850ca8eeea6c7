// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/apart.h"

#include "checker/relational/fork.h"
#include "checker/relational/walk.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"

namespace plumb::relational {

using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The variables whose values depend on noise: samples, and what is assigned from noise, or where noise has
/// decided.
class Noisy {
public:
  explicit Noisy(const ir::Mechanism &mechanism) {
    std::size_t before = 0;
    do {
      before = variables.size();
      add(mechanism.body, false);
    } while (variables.size() != before);
  }

  bool reads(const ir::Expression &expression) const {
    return ir::anyPart(expression, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      const auto *selection = dyn_cast<ir::TopK>(&part);
      return (read && variables.count(&read->variable) != 0) ||
             (selection && variables.count(&selection->array) != 0);
    });
  }

private:
  /// \p isDecided: noise decides whether \p block runs.
  void add(const ir::Block &block, bool isDecided) {
    for (const auto &statement : block) {
      if (const auto *sample = dyn_cast<ir::Sample>(statement.get())) {
        variables.insert(&sample->target);
      } else if (const auto *assign = dyn_cast<ir::Assign>(statement.get())) {
        bool isNoisy = isDecided || reads(*assign->value);
        for (const ir::ExpressionPtr &index : assign->indices)
          isNoisy = isNoisy || reads(*index);
        if (isNoisy)
          variables.insert(&assign->target);
      } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        const bool inside = isDecided || reads(*branch->condition);
        add(branch->thenBlock, inside);
        add(branch->elseBlock, inside);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        // Ranges are public, and in an iteration so is the index.
        add(loop->body, isDecided || (loop->guard && reads(*loop->guard)));
      }
    }
  }

  std::set<const ir::Variable *> variables;
};

bool assignsAndPublishes(const ir::If &branch) {
  bool fits = true, publishes = false;
  forEachIn(branch, [&](const ir::Statement &statement) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    publishes = publishes || output;
    fits = fits && (isa<ir::Assign>(statement) || isa<ir::If>(statement) ||
                    (output && !ir::isAnnounced(output->tag)));
  });
  return fits && publishes;
}

void addBranches(const ir::Block &block, const Noisy &noisy, std::vector<const ir::If *> &all) {
  for (const auto &statement : block)
    if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
      addBranches(loop->body, noisy, all);
    } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      if (assignsAndPublishes(*branch) && !noisy.reads(*branch->condition)) {
        all.push_back(branch);
        continue;
      }
      addBranches(branch->thenBlock, noisy, all);
      addBranches(branch->elseBlock, noisy, all);
    }
}

} // namespace

std::vector<const ir::If *> branchesThatMayPart(const ir::Mechanism &mechanism) {
  std::vector<const ir::If *> all;
  addBranches(mechanism.body, Noisy(mechanism), all);
  return all;
}

} // namespace plumb::relational
