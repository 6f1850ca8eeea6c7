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
    draws.emplace_back(sample, Dependents(mechanism, sample->target));
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *output = llvm::dyn_cast<ir::Output>(&statement))
      outputs.push_back(output);
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    const bool isLookedFor =
        std::any_of(draws.begin(), draws.end(), [&](const auto &draw) { return draw.first == sample; });
    if (sample && !isLookedFor)
      isUnknown = isUnknown || std::any_of(draws.begin(), draws.end(), [&](const auto &draw) {
                    return draw.second.isRead(*sample->aligned);
                  });
  });
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
        if (!has[e] &&
            (draws[e].second.isRead(*draws[d].first->aligned) || draws[e].second.isDecided(*draws[d].first)))
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
    consider([&](const Dependents &dependents) {
      return std::any_of(draws.begin(), draws.end(), [&](const auto &draw) {
        return draw.first == &moved && &draw.second == &dependents;
      });
    });
  } else if (replay.disagreement->condition == Condition::Outputs) {
    const bool isAtTheEnd = replay.disagreement->range == SourceRange{};
    for (const Cell &cell : replay.first.output.cells) {
      const Cell *other = replay.secondOutput.cell(*cell.transcript, cell.indices);
      // A replay ends where the runs part: what the second one has not published by then says nothing.
      if (!other || *other == cell || (!other->tag && !isAtTheEnd))
        continue;
      std::vector<const ir::Output *> candidates;
      for (const ir::Output *output : outputs)
        if (&output->transcript == cell.transcript && (other->tag != cell.tag || &output->tag == cell.tag))
          candidates.push_back(output);
      const auto decides = [&](const Dependents &dependents) {
        return llvm::any_of(candidates,
                            [&](const ir::Output *output) { return dependents.isDecided(*output); });
      };
      if (other->tag != cell.tag) {
        consider(decides);
        continue;
      }
      // Where the others have it that something else is published, or nothing, the runs part all the more.
      for (std::size_t at = 0; at < cell.values.size(); ++at)
        if (cell.values[at] != other->values[at])
          consider([&](const Dependents &dependents) {
            return (candidates.size() > 1 && decides(dependents)) ||
                   llvm::any_of(candidates, [&](const ir::Output *output) {
                     return dependents.isRead(*output->values[at]);
                   });
          });
    }
  }
  return fewest;
}

} // namespace plumb::synthesis
