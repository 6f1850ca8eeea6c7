// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/telling_pair.h"

#include "checker/refutation/small_inputs.h"

#include <algorithm>
#include <set>

namespace plumb::refutation {

namespace {

constexpr unsigned heaviest = 9;
/// What is looked at for the first time; a pair of runs takes several of them.
constexpr std::uint64_t units = 8'000;
/// Statements of one run: a reader goes through them one by one.
constexpr std::uint64_t longestRun = 120;
/// Ways in which noise is drawn for one input.
constexpr std::size_t patterns = 4;

/// Small draws, in turn; the first pattern draws zeros alone.
class Draws final : public interpreter::NoiseSource {
public:
  explicit Draws(std::size_t ofPattern) : pattern(ofPattern) {}

  interpreter::Exact draw(const interpreter::Machine::Request &request) override {
    constexpr std::size_t ofEach = 5;
    const Candidates all = noiseCandidates(request.sample->law, request.sample->target.sort);
    const std::size_t which = pattern * (pattern + made.size()) % std::min(ofEach, all.size());
    made.push_back(all[which].value);
    return made.back();
  }

  interpreter::Numbers made;

private:
  const std::size_t pattern;
};

/// How much a reader sees: which samples and publications there are, that noise moves, and that answers
/// differ in more than one place; but not how often all of that is done again.
int worthOf(const interpreter::Replay &replay) {
  constexpr std::size_t enough = 3;
  std::set<const void *> seen;
  std::size_t moved = 0;
  for (std::size_t i = 0; i < replay.second.size(); ++i) {
    seen.insert(replay.second[i].sample);
    moved += replay.second[i].value != replay.first.samples[i].value ? 1 : 0;
  }
  for (const interpreter::Cell &cell : replay.first.output.cells)
    seen.insert(cell.tag);
  const std::size_t cells = std::min(enough, replay.first.output.cells.size());
  const std::size_t rest = replay.second.size() - moved;
  return static_cast<int>(4 * seen.size() + 3 * std::min(moved, enough) + 2 * cells + (rest != 0 ? 2 : 0));
}

class Choice {
public:
  explicit Choice(const ir::Mechanism &mechanism) : instances(mechanism), budget(units) {}

  std::optional<Trial> run() {
    for (unsigned weight = 0; weight <= heaviest && !budget.isSpent(); ++weight)
      for (unsigned parameters = 0; parameters <= weight; ++parameters)
        for (SmallInstance &small : instances.ofWeight(parameters, budget))
          small.forEachNeighbours(weight - parameters, budget, [&](const Neighbours &neighbours) {
            if (neighbours.first != neighbours.second)
              look(small.instance(), neighbours);
            return !budget.spend();
          });
    return std::move(best);
  }

private:
  void look(const interpreter::Instance &instance, const Neighbours &neighbours) {
    for (std::size_t pattern = 0; pattern < patterns && budget.spend(); ++pattern) {
      Draws draws(pattern);
      const interpreter::Execution first =
          interpreter::execute(instance, neighbours.first, draws, interpreter::Tracing::Off, longestRun);
      Trial trial{instance, neighbours.first, neighbours.second, std::move(draws.made), neighbours.records};
      const interpreter::Replay replay = interpreter::alignedReplay(
          instance, trial.first, trial.second, first, interpreter::Tracing::Off, longestRun);
      if (replay.disagreement || replay.tooLong)
        continue;
      if (const int worth = worthOf(replay); worth > most) {
        most = worth;
        best = std::move(trial);
      }
    }
  }

  SmallInstances instances;
  Budget budget;
  std::optional<Trial> best;
  int most = -1;
};

} // namespace

std::optional<Trial> findTellingPair(const ir::Mechanism &mechanism) {
  return Choice(mechanism).run();
}

} // namespace plumb::refutation
