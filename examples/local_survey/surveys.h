// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/surveys.h - What is measured -------*- C++ -*-===//
///
/// \file
/// One function for each row of figures in README.md. Users are drawn from the people without putting them
/// back, as in the paper, and answer through the emitted mechanisms. The randomness comes from seeds, so that
/// the same numbers come out again: this is for figures, and never for a survey.
///
/// Source: Murakami and Kawamoto, "Utility-Optimized Local Differential Privacy Mechanisms for Distribution
/// Estimation", USENIX Security 2019, sections 4.3 and 6, figures 5 to 8 and 10 to 13, table 1.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_SURVEYS_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_SURVEYS_H

#include "population.h"

#include <cstddef>
#include <cstdio>

namespace local_survey {

struct Setting {
  Population population;
  /// How many people are asked; fewer than there are.
  std::size_t users;
  /// Few runs at few points.
  bool isFast;
};

/// Losses by eps, one figure for each estimator.
void byEps(const Setting &setting, std::FILE *out);
/// Losses by the number of sensitive values, which are chosen at random; one figure for each of two eps.
void bySensitive(const Setting &setting, std::FILE *out);
/// Losses by the number of attributes, one figure for each of three eps.
void byAttributes(const Setting &setting, std::FILE *out);
/// Losses of the personalized mechanism by eps, one figure for each of two estimators.
void personalized(const Setting &setting, std::FILE *out);
/// Both sides of theorem 1 for the personalized mechanism, as a table.
void theoremOne(const Setting &setting, std::FILE *out);
/// The losses of "emp" where they are largest, at two eps, as a table: in closed form, as approximated in the
/// paper, and measured with independent users. The values of the people do not matter, but their alphabet.
void worstCases(const Setting &setting, std::FILE *out);

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_SURVEYS_H
