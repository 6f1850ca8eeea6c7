// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/running_bests.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/decisions.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

namespace {

/// What a value that is assigned to a local makes of it.
enum class Step : std::uint8_t {
  /// It stays what it is.
  Kept,
  /// It is one of this iteration.
  Taken,
  /// One of the two.
  Chosen,
  /// It is computed from what it is.
  Computed
};

Step both(Step one, Step other) {
  if (one == Step::Computed || other == Step::Computed)
    return Step::Computed;
  return one == other ? one : Step::Chosen;
}

Step stepOf(const ir::Expression &value, const ir::Variable &local) {
  if (isReadOf(value, local))
    return Step::Kept;
  if (!ir::reads(value, local))
    return Step::Taken;
  if (const auto *choice = dyn_cast<ir::Conditional>(&value))
    return both(stepOf(*choice->whenTrue, local), stepOf(*choice->whenFalse, local));
  if (const auto *ofTwo = dyn_cast<ir::Extremum>(&value);
      ofTwo && (isReadOf(*ofTwo->left, local) != isReadOf(*ofTwo->right, local)))
    return both(stepOf(*ofTwo->left, local), stepOf(*ofTwo->right, local));
  return Step::Computed;
}

class Bests {
public:
  explicit Bests(ir::Mechanism &of) : mechanism(of) { walk(of.body); }

  std::vector<RunningBest> found;

private:
  void walk(ir::Block &block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      if (auto *branch = dyn_cast<ir::If>(block[at].get())) {
        walk(branch->thenBlock);
        walk(branch->elseBlock);
      } else if (auto *loop = dyn_cast<ir::For>(block[at].get())) {
        for (const auto &variable : mechanism.variables)
          add(*variable, *loop, block);
        loops.push_back(loop);
        walk(loop->body);
        loops.pop_back();
      }
    }
  }

  void add(const ir::Variable &local, ir::For &loop, ir::Block &block) {
    if (local.role != Role::Local || local.isArray() || local.sort == ir::Sort::Bool)
      return;
    RunningBest best{&local, &loop, &block, loops, {}};
    bool isChosen = false;
    if (!collect(loop.body, false, best, isChosen) || !isChosen || !isReadBehind(best))
      return;
    found.push_back(std::move(best));
  }

  /// The assignments to \p best in \p block. False: it is assigned otherwise, or its index is kept.
  /// \param isUnder whether the block is that of a decision that noise makes.
  static bool collect(ir::Block &block, bool isUnder, RunningBest &best, bool &isChosen) {
    for (const auto &each : block) {
      ir::Statement &statement = *each;
      if (const auto *assign = dyn_cast<ir::Assign>(&statement); assign && &assign->target == best.local) {
        const Step step = stepOf(*assign->value, *best.local);
        if (step == Step::Computed || keepsIndex(block, *best.loop))
          return false;
        isChosen |= step == Step::Chosen ? mayBeNoisy(*assign->value) : step == Step::Taken && isUnder;
        best.choices.push_back({&block, assign});
      } else if (auto *branch = dyn_cast<ir::If>(&statement)) {
        const bool isNoisy = isUnder || mayBeNoisy(*branch->condition);
        if (!collect(branch->thenBlock, isNoisy, best, isChosen) ||
            !collect(branch->elseBlock, isNoisy, best, isChosen))
          return false;
      } else if (const auto *inner = dyn_cast<ir::For>(&statement)) {
        bool isAssigned = false;
        relational::forEachStatement(inner->body, [&](const ir::Statement &inside, unsigned) {
          const auto *other = dyn_cast<ir::Assign>(&inside);
          isAssigned |= other && &other->target == best.local;
        });
        if (isAssigned)
          return false;
      }
    }
    return true;
  }

  static bool keepsIndex(const ir::Block &block, const ir::For &loop) {
    return std::any_of(block.begin(), block.end(), [&](const auto &statement) {
      const auto *assign = dyn_cast<ir::Assign>(statement.get());
      return assign && isReadOf(*assign->value, loop.index);
    });
  }

  static bool isReadBehind(const RunningBest &best) {
    bool isBehind = false, is = false;
    for (const auto &statement : *best.block) {
      if (isBehind)
        relational::forEachIn(*statement, [&](const ir::Statement &inner) {
          for (const ir::Expression *term : relational::expressionsOf(inner))
            is |= ir::reads(*term, *best.local);
        });
      isBehind |= statement.get() == best.loop;
    }
    return is;
  }

  ir::Mechanism &mechanism;
  std::vector<const ir::For *> loops;
};

/// Which iteration \p best comes from once it is assigned \p value, where \p from says it of what it is.
ExpressionPtr iterationOf(const ir::Expression &value, const RunningBest &best, const ir::Variable &from) {
  const auto choice = [](ExpressionPtr condition, ExpressionPtr then, ExpressionPtr otherwise) {
    return std::make_unique<ir::Conditional>(std::move(condition), std::move(then), std::move(otherwise),
                                             SourceRange{});
  };
  if (isReadOf(value, *best.local))
    return read(from, false);
  if (const auto *chosen = dyn_cast<ir::Conditional>(&value); chosen && ir::reads(value, *best.local))
    return choice(copy(*chosen->condition), iterationOf(*chosen->whenTrue, best, from),
                  iterationOf(*chosen->whenFalse, best, from));
  if (const auto *ofTwo = dyn_cast<ir::Extremum>(&value); ofTwo && ir::reads(value, *best.local)) {
    const ir::Expression &other = isReadOf(*ofTwo->left, *best.local) ? *ofTwo->right : *ofTwo->left;
    return choice(std::make_unique<ir::Binary>(
                      ofTwo->isMaximum ? ir::BinaryOperator::Greater : ir::BinaryOperator::Less,
                      ir::Sort::Bool, copy(other), read(*best.local, false), SourceRange{}),
                  read(best.loop->index, false), read(from, false));
  }
  return read(best.loop->index, false);
}

/// The last number in front of those of \p loop.
ExpressionPtr inFrontOf(const ir::For &loop) {
  if (const auto *low = dyn_cast<ir::Number>(loop.low.get()))
    return number(low->value - 1, ir::Sort::Int);
  return arithmetic(ir::BinaryOperator::Subtract, copy(*loop.low), number(1, ir::Sort::Int));
}

} // namespace

std::vector<RunningBest> runningBests(ir::Mechanism &mechanism) {
  return std::move(Bests(mechanism).found);
}

static std::size_t positionIn(const ir::Block &block, const ir::Statement &statement) {
  const auto at =
      std::find_if(block.begin(), block.end(), [&](const auto &each) { return each.get() == &statement; });
  return static_cast<std::size_t>(at - block.begin());
}

void announceIterations(Announcement &announcement, const std::vector<RunningBest> &bests) {
  std::vector<ExpressionPtr> told;
  for (const RunningBest &best : bests) {
    const ir::Variable &from = announcement.addLocal("arg");
    announcement.assign({best.block, positionIn(*best.block, *best.loop), best.around}, from,
                        inFrontOf(*best.loop));
    std::vector<const ir::For *> inside = best.around;
    inside.push_back(best.loop);
    for (const RunningBest::Choice &choice : best.choices)
      announcement.assign({choice.block, positionIn(*choice.block, *choice.assign), inside}, from,
                          iterationOf(*choice.assign->value, best, from));
    told.push_back(read(from, false));
  }
  const RunningBest &last = bests.back();
  const Place behind{last.block, positionIn(*last.block, *last.loop) + 1, last.around};
  if (announcement.isCellTaken(behind))
    announcement.addWithOwnCell(behind, std::move(told));
  else
    announcement.add(behind, std::move(told));
}

} // namespace plumb::synthesis
