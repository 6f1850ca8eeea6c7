// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/population.h - Who may be asked ----*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_POPULATION_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_POPULATION_H

#include "examples/figures/simulation_bits.h"
#include "plumb/runtime/estimate/alphabet.h"

#include <cstdint>
#include <istream>
#include <span>
#include <vector>

namespace local_survey {

using plumb::runtime::estimate::Alphabet;
using plumb::runtime::estimate::Symbol;

/// The values of some people.
using People = std::vector<std::uint32_t>;

/// Everybody with the value that he has. The sensitive values come first.
struct Population {
  Alphabet alphabet;
  People values;
  /// For each value of the alphabet, the first column of its row in the data.
  std::vector<std::int64_t> firstColumn;
};

/// Reads CSV whose first line names the columns, the last two being `sensitive` (0 or 1) and `count`: one
/// value of the alphabet in each line, with the number of people who have it. Throws std::runtime_error with
/// the line where this is not so, or if there is nobody.
Population readPopulation(std::istream &csv);

/// For each of \p size values, the share of people who have it. \pre there are people.
std::vector<double> sharesOf(std::span<const std::uint32_t> people, std::size_t size);

/// \p users different people, each set of them equally likely. Reorders \p people: what the same bits draw
/// next depends on what they drew before, so each draw needs its own. \pre users <= people.size()
std::span<const std::uint32_t> drawUsers(People &people, std::size_t users, figures::SimulationBits &bits);

/// The same people where another \p sensitive of the values are sensitive, each set of them equally likely.
/// \pre sensitive <= population.alphabet.size()
Population withRandomSensitive(const Population &population, std::size_t sensitive,
                               figures::SimulationBits &bits);

/// The same people with \p attributes more attributes, at most five, which they have or not, independently of
/// all else. A value is sensitive if it was.
Population withAttributes(const Population &population, unsigned attributes, figures::SimulationBits &bits);

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_POPULATION_H
