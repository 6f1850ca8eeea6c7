// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/independent_draws.h - From a law ---*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_INDEPENDENT_DRAWS_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_INDEPENDENT_DRAWS_H

#include "population.h"

#include <span>

namespace local_survey {

/// In [0, 1), a multiple of 2^-53. For simulated people only: reports are drawn exactly.
double uniform(figures::SimulationBits &bits);

/// \p count values, independently from the distribution \p p.
People drawIndependently(std::span<const double> p, std::size_t count, figures::SimulationBits &bits);

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_INDEPENDENT_DRAWS_H
