// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/told_later.h"

#include "checker/relational/walk.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;

namespace {

class LaterTold {
public:
  explicit LaterTold(ir::Mechanism &mechanism) { walk(mechanism.body); }

  std::vector<ToldLater> found;

private:
  void walk(ir::Block &block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      if (const auto *output = dyn_cast<ir::Output>(&statement); output && !ir::isAnnounced(output->tag))
        for (const ExpressionPtr &value : output->values)
          if (const auto *name = dyn_cast<ir::Read>(value.get()))
            add(name->variable, block, at);
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

  /// \p local is published at \p told of \p block.
  void add(const ir::Variable &local, ir::Block &block, std::size_t told) {
    if (local.role != ir::Variable::Role::Local || local.isArray())
      return;
    const auto assigns = [&](const auto &statement) { return touches(*statement, local).assigns; };
    const auto end = block.begin() + static_cast<std::ptrdiff_t>(told);
    const auto last = std::find_if(std::make_reverse_iterator(end), block.rend(), assigns);
    const bool isActedOn = last != block.rend() && std::any_of(last.base(), end, [&](const auto &statement) {
                             return touches(*statement, local).branches;
                           });
    const bool isKnown = std::any_of(found.begin(), found.end(),
                                     [&](const ToldLater &other) { return other.place.block == &block; });
    if (isActedOn && !isKnown && (found.empty() || found.front().local->sort == local.sort))
      found.push_back({{&block, static_cast<std::size_t>(last.base() - block.begin()), loops}, &local});
  }

  struct Touch {
    bool assigns = false;
    /// A branch or the end of a loop depends on it.
    bool branches = false;
  };

  static Touch touches(const ir::Statement &statement, const ir::Variable &local) {
    Touch touch;
    const auto visit = [&](const ir::Statement &inner) {
      const auto *assign = dyn_cast<ir::Assign>(&inner);
      touch.assigns |= assign && &assign->target == &local;
      if (llvm::isa<ir::If>(&inner) || llvm::isa<ir::For>(&inner))
        for (const ir::Expression *expression : relational::expressionsOf(inner))
          touch.branches |= ir::reads(*expression, local);
    };
    visit(statement);
    if (const auto *branch = dyn_cast<ir::If>(&statement)) {
      relational::forEachStatement(branch->thenBlock, [&](const auto &inner, unsigned) { visit(inner); });
      relational::forEachStatement(branch->elseBlock, [&](const auto &inner, unsigned) { visit(inner); });
    } else if (const auto *loop = dyn_cast<ir::For>(&statement)) {
      relational::forEachStatement(loop->body, [&](const auto &inner, unsigned) { visit(inner); });
    }
    return touch;
  }

  std::vector<const ir::For *> loops;
};

} // namespace

std::vector<ToldLater> toldLater(ir::Mechanism &mechanism) {
  return std::move(LaterTold(mechanism).found);
}

} // namespace plumb::synthesis
