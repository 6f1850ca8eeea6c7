// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/estimators.h - From reports to shares *- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_ESTIMATORS_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_ESTIMATORS_H

#include "plumb/runtime/estimate/tally.h"

#include <vector>

namespace local_survey {

/// "emp": the inverse of the channel. "emp+thr": the same where it is significant at the level 0.05 / |X|,
/// and an equal share elsewhere. "EM": the distribution of the largest likelihood.
enum class Estimator { Empirical, Thresholded, Likeliest };
constexpr Estimator estimators[] = {Estimator::Empirical, Estimator::Thresholded, Estimator::Likeliest};

/// As in the names of figures: "emp", "thr", "em".
const char *nameOf(Estimator estimator);

/// For reports of one value "EM" is where EM tends to, in closed form. For reports of bits it is EM from the
/// uniform distribution, extrapolated, until a step is shorter than `stopOfEm` in l1 or after
/// `mostIterations`. Throws std::runtime_error if there is no estimate. \pre for "EM" on reports of bits, \p
/// tally keeps rows
std::vector<double> estimateWith(Estimator estimator, const plumb::runtime::estimate::Tally &tally);
constexpr double stopOfEm = 1e-6;
constexpr unsigned mostIterations = 50;

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_ESTIMATORS_H
