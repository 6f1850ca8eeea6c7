// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/blame.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using interpreter::Cell;

Blame::Blame(Table &slots) : table(slots) {
  const ir::Mechanism &mechanism = table.mechanism();
  for (const ir::Sample *sample : table.samples())
    draws.emplace_back(sample, relational::Dependents(mechanism, sample->target));
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    const bool isLookedFor =
        std::any_of(draws.begin(), draws.end(), [&](const auto &draw) { return draw.first == sample; });
    if (sample && !isLookedFor)
      isUnknown = isUnknown || std::any_of(draws.begin(), draws.end(), [&](const auto &draw) {
                    return draw.second.isRead(*sample->aligned);
                  });
  });
  std::vector<const ir::Expression *> conditions;
  findOutputs(mechanism.body, conditions);
}

void Blame::findOutputs(const ir::Block &block, std::vector<const ir::Expression *> &conditions) {
  for (const auto &statement : block)
    if (const auto *output = llvm::dyn_cast<ir::Output>(statement.get())) {
      publications.push_back({output, conditions});
    } else if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      conditions.push_back(branch->condition.get());
      findOutputs(branch->thenBlock, conditions);
      findOutputs(branch->elseBlock, conditions);
      conditions.pop_back();
    } else if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
      std::vector<const ir::Expression *> inside;
      findOutputs(loop->body, inside);
    }
}

/// Is the iteration over to which \p cell belongs? Another of its loop has begun since.
static bool isOver(const interpreter::Output &output, const Cell &cell) {
  const Cell *last = nullptr;
  for (const Cell &other : output.cells)
    if (other.transcript == cell.transcript)
      last = &other;
  return last != &cell;
}

/// Slots of the draws that have a say, and of those that their shifts depend on.
std::vector<std::size_t> Blame::slotsOf(Says says, const std::vector<std::size_t> &exercised) const {
  std::vector<bool> has;
  for (const auto &[sample, dependents] : draws)
    has.push_back(says(dependents));
  for (bool isMore = true; isMore;) {
    isMore = false;
    for (std::size_t d = 0; d < draws.size(); ++d)
      for (std::size_t e = 0; has[d] && e < draws.size(); ++e)
        // Whether a draw is made at all is seen: where the others have it that it is not, the runs part, too.
        if (!has[e] && draws[e].second.isRead(*draws[d].first->aligned))
          has[e] = isMore = true;
  }
  std::vector<std::size_t> found;
  for (std::size_t slot : exercised)
    for (std::size_t d = 0; d < draws.size(); ++d)
      if (has[d] && draws[d].first == &table.sampleOf(slot))
        found.push_back(slot);
  return found;
}

std::vector<std::size_t> Blame::of(const interpreter::Replay &replay,
                                   const std::vector<std::size_t> &exercised) const {
  using interpreter::Condition;
  std::vector<std::size_t> fewest = exercised;
  if (isUnknown || !replay.disagreement || replay.tooLong)
    return fewest;
  const auto consider = [&](Says says) {
    std::vector<std::size_t> slots = slotsOf(says, exercised);
    if (slots.size() < fewest.size())
      fewest = std::move(slots);
  };
  if (replay.disagreement->condition == Condition::Support) {
    const ir::Sample &moved = *replay.second.back().sample;
    consider([&](const relational::Dependents &dependents) {
      return std::any_of(draws.begin(), draws.end(), [&](const auto &draw) {
        return draw.first == &moved && &draw.second == &dependents;
      });
    });
  } else if (replay.disagreement->condition == Condition::Outputs ||
             replay.disagreement->condition == Condition::SameSamples) {
    const bool isAtTheEnd =
        replay.disagreement->condition == Condition::Outputs && replay.disagreement->range == SourceRange{};
    for (const Cell &cell : replay.first.output.cells) {
      const Cell *other = replay.secondOutput.cell(*cell.transcript, cell.indices);
      // A replay ends where the runs part: what the second one has not published by then says nothing.
      if (!other || *other == cell || (!other->tag && !isAtTheEnd && !isOver(replay.secondOutput, *other)))
        continue;
      std::vector<const Publication *> candidates;
      for (const Publication &publication : publications)
        if (&publication.output->transcript == cell.transcript &&
            (other->tag != cell.tag || &publication.output->tag == cell.tag))
          candidates.push_back(&publication);
      // Both runs have come there, and would come there by another way only if they parted on it.
      const auto decides = [&](const relational::Dependents &dependents) {
        return dependents.decidesEnd() || llvm::any_of(candidates, [&](const Publication *publication) {
                 return llvm::any_of(publication->conditions, [&](const ir::Expression *condition) {
                   return dependents.isRead(*condition);
                 });
               });
      };
      if (other->tag != cell.tag) {
        consider(decides);
        continue;
      }
      // Where the others have it that something else is published, or nothing, the runs part all the more.
      for (std::size_t at = 0; at < cell.values.size(); ++at)
        if (cell.values[at] != other->values[at])
          consider([&](const relational::Dependents &dependents) {
            return (candidates.size() > 1 && decides(dependents)) ||
                   llvm::any_of(candidates, [&](const Publication *publication) {
                     return dependents.isRead(*publication->output->values[at]);
                   });
          });
    }
  }
  return fewest;
}

} // namespace plumb::synthesis
