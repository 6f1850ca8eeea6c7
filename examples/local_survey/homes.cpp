// SPDX-License-Identifier: Apache-2.0
#include "homes.h"

#include "independent_draws.h"

#include <stdexcept>

namespace local_survey {

/// Of all people, those who are at home and those who are at work.
static constexpr double tagShare[tags] = {5040.0 / 359054, 19532.0 / 359054};

/// Where one may carry which tag.
static std::size_t tagOf(const Population &population, Symbol x, std::int64_t middle) {
  return population.firstColumn[x] < middle ? 0 : 1;
}

/// For each tag, how many people could carry it.
static std::vector<double> possible(const Population &population, std::int64_t middle) {
  std::vector<double> people(tags);
  for (std::uint32_t x : population.values)
    if (!population.alphabet.isSensitive(x))
      ++people[tagOf(population, x, middle)];
  return people;
}

Homes withHomes(const Population &population, std::int64_t middle, figures::SimulationBits &bits) {
  const std::vector<double> people = possible(population, middle);
  const auto everybody = static_cast<double>(population.values.size());
  const std::size_t sensitive = population.alphabet.sensitive, size = population.alphabet.size();
  Homes homes{population.alphabet, {}, sharesOf(population.values, size), {}, {}};
  homes.behind.assign(tags, std::vector<double>(size));
  std::vector<double> tagged(tags);
  for (std::uint32_t x : population.values) {
    const std::size_t tag = tagOf(population, x, middle);
    const bool isTagged = x >= sensitive && uniform(bits) < tagShare[tag] * everybody / people[tag];
    if (isTagged) {
      ++homes.behind[tag][x];
      ++tagged[tag];
    }
    const std::size_t own = x < sensitive ? x : x + tags;
    homes.intermediate.push_back(static_cast<std::uint32_t>(isTagged ? sensitive + tag : own));
  }
  for (std::size_t tag = 0; tag < tags; ++tag) {
    if (tagged[tag] == 0)
      throw std::runtime_error("nobody is at home, or nobody at work: there are too few people");
    for (double &share : homes.behind[tag])
      share /= tagged[tag];
  }
  homes.r = sharesOf(homes.intermediate, size + tags);
  return homes;
}

plumb::runtime::estimate::Knowledge listedPlaces(const Homes &homes, std::size_t places,
                                                 figures::SimulationBits &bits) {
  plumb::runtime::estimate::Knowledge knowledge;
  for (const std::vector<double> &pi : homes.behind)
    knowledge.emplace_back(sharesOf(drawIndependently(pi, places, bits), pi.size()));
  return knowledge;
}

plumb::runtime::estimate::Knowledge trueKnowledge(const Homes &homes) {
  return {homes.behind.begin(), homes.behind.end()};
}

} // namespace local_survey
