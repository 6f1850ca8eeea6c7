// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/distribution.h"

#include "checker/interpreter/noise.h"

#include <cassert>

namespace plumb::refutation {

const Distribution::Entry *Distribution::find(const std::string &key) const {
  auto found = places.find(key);
  return found == places.end() ? nullptr : &entries[found->second];
}

namespace {

template <typename T> void appendBytes(std::string &key, const T &value) {
  key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

void appendNumber(std::string &key, const interpreter::Exact &number) {
  if (auto small = number.toInt64()) {
    key += 'i';
    appendBytes(key, *small);
  } else {
    key += 'q' + interpreter::toString(number) + ';';
  }
}

class Walk {
public:
  Walk(unsigned deepest, Masses &known, Budget &spent, Distribution &into)
      : depth(deepest), masses(known), budget(spent), distribution(into) {}

  void go(interpreter::Machine machine, const Probability &likelihood) {
    std::uint64_t before = machine.remainingSteps();
    interpreter::Machine::Event event = machine.advance();
    if (!budget.spend(workOf(before - machine.remainingSteps()))) {
      distribution.isIncomplete = true;
      return;
    }
    switch (event) {
    case interpreter::Machine::Event::AwaitsDraw:
      return branch(machine, likelihood);
    case interpreter::Machine::Event::Finished:
      return leaf(machine.output(), likelihood);
    case interpreter::Machine::Event::Failed:
    case interpreter::Machine::Event::Executed:
      distribution.isIncomplete = true;
    }
  }

  Probability walked;

private:
  void branch(const interpreter::Machine &machine, const Probability &likelihood) {
    const interpreter::Machine::Request &request = machine.request();
    ir::Law law = request.sample->law;
    auto known = masses.find({law, request.scale});
    if (known == masses.end())
      known = masses.emplace(std::pair(law, request.scale), Mass(law, request.scale)).first;
    // Outward from 0, up to the first distance at which nothing is likely. A law with likely draws behind
    // that is explored less than it could be; what is not explored counts against every finding.
    bool isLikely = true;
    for (std::int64_t distance = 0; isLikely && !distribution.isIncomplete; ++distance) {
      isLikely = follow(machine, distance, likelihood, known->second);
      if (distance != 0)
        isLikely |= follow(machine, -distance, likelihood, known->second);
    }
  }

  /// \returns false for a draw that cannot be or is not likely, which is not followed.
  bool follow(const interpreter::Machine &machine, std::int64_t value, const Probability &likelihood,
              Mass &mass) {
    const ir::Sample &sample = *machine.request().sample;
    if (!interpreter::inSupport(sample.law, sample.target.sort, value))
      return false;
    Probability here = likelihood * mass.at(value);
    if (here.isBelow(depth))
      return false;
    interpreter::Machine fork = machine;
    budget.spend(workOfCopies(fork.state().size()));
    fork.draw(value);
    go(std::move(fork), here);
    return true;
  }

  void leaf(interpreter::Output output, const Probability &likelihood) {
    walked = walked + likelihood;
    std::string key = keyOf(output);
    auto [place, isNew] = distribution.places.emplace(std::move(key), distribution.entries.size());
    if (isNew)
      distribution.entries.push_back({std::move(output), likelihood});
    else
      distribution.entries[place->second].explored =
          distribution.entries[place->second].explored + likelihood;
  }

  unsigned depth;
  Masses &masses;
  Budget &budget;
  Distribution &distribution;
};

} // namespace

std::string keyOf(const interpreter::Output &output) {
  std::string key;
  for (const interpreter::Cell &cell : output.cells) {
    appendBytes(key, cell.transcript);
    appendBytes(key, cell.tag);
    for (std::int64_t index : cell.indices)
      appendBytes(key, index);
    for (const interpreter::Exact &value : cell.values)
      appendNumber(key, value);
  }
  key += static_cast<char>('0' + static_cast<int>(output.result.kind));
  appendNumber(key, output.result.scalar);
  for (std::int64_t index : output.result.selection.indices)
    appendBytes(key, index);
  for (const interpreter::Exact &value : output.result.selection.values)
    appendNumber(key, value);
  return key;
}

Distribution distributionOf(const interpreter::Instance &instance, const interpreter::Numbers &answers,
                            unsigned depth, Masses &masses, Budget &budget) {
  assert(instance.mechanism().isDiscrete() && "densities have no masses");
  constexpr std::uint64_t stepLimit = 5'000;
  Distribution distribution;
  Walk walk(depth, masses, budget, distribution);
  walk.go(interpreter::Machine(instance, answers, stepLimit), Probability::one());
  distribution.unexplored = walk.walked.unexplored();
  return distribution;
}

} // namespace plumb::refutation
