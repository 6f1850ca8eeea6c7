// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/replay_cases.h"

#include "checker/refutation/small_inputs.h"

namespace plumb::tool {

namespace {

using Role = ir::Variable::Role;

void append(std::string &line, const run::Numbers &numbers, const run::Place &place) {
  for (std::size_t i = place.offset; i < place.offset + place.size; ++i)
    line += (line.empty() ? "" : " ") + run::toString(numbers[i]);
}

std::string parametersOf(const run::Instance &instance) {
  std::string line;
  for (bool ofArrays : {false, true})
    for (const auto &variable : instance.mechanism().variables)
      if (variable->role == Role::Parameter && variable->isArray() == ofArrays)
        append(line, instance.parameters(), instance.place(*variable));
  return line;
}

std::string answersOf(const run::Instance &instance, const refutation::Neighbours &neighbours) {
  std::string line;
  for (const run::Numbers *numbers : {&neighbours.first, &neighbours.second})
    for (const auto &variable : instance.mechanism().variables)
      if (variable->role == Role::Query)
        append(line, *numbers, instance.place(*variable));
  return line;
}

emit::ReplayCases casesOf(refutation::SmallInstance &small, refutation::Budget &budget) {
  constexpr unsigned heaviest = 8;
  constexpr std::size_t most = 40;
  emit::ReplayCases cases{parametersOf(small.instance()), {}};
  for (unsigned weight = 0; weight <= heaviest && cases.answers.size() < most && !budget.isSpent(); ++weight)
    small.forEachNeighbours(weight, budget, [&](const refutation::Neighbours &neighbours) {
      cases.answers.push_back(answersOf(small.instance(), neighbours));
      return cases.answers.size() == most;
    });
  return cases;
}

} // namespace

std::vector<emit::ReplayCases> replayCases(const ir::Mechanism &mechanism) {
  std::vector<emit::ReplayCases> all;
  if (!mechanism.recordAdjacency)
    return all;
  constexpr unsigned heaviest = 24;
  constexpr std::size_t most = 60;
  constexpr std::uint64_t unitsForParameters = 20'000, unitsForRecords = 2'000;
  refutation::SmallInstances instances(mechanism, refutation::SmallInstances::Epsilon::Moderate);
  refutation::Budget budget(unitsForParameters);
  for (unsigned weight = 0; weight <= heaviest && all.size() < most && !budget.isSpent(); ++weight)
    for (refutation::SmallInstance &small : instances.ofWeight(weight, budget)) {
      refutation::Budget records(unitsForRecords);
      emit::ReplayCases cases = casesOf(small, records);
      if (!cases.answers.empty() && all.size() < most)
        all.push_back(std::move(cases));
    }
  return all;
}

} // namespace plumb::tool
