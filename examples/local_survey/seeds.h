// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/seeds.h - Randomness of a run ------*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_SEEDS_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_SEEDS_H

#include "examples/figures/simulation_bits.h"

#include <cstdint>

namespace local_survey {

/// What randomness is drawn for: who is asked, or the reports of one of the mechanisms.
constexpr std::uint64_t forUsers = 0, forReports = 1;

/// Different for each point of a figure, run below 1,000 and purpose below 8.
inline figures::SimulationBits bitsFor(std::uint64_t point, std::uint64_t run, std::uint64_t purpose) {
  return figures::SimulationBits((point * 1000 + run) * 8 + purpose);
}

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_SEEDS_H
