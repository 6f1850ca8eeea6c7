// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/homes.h - Secrets of one's own -----*- C++ -*-===//
///
/// \file
/// A made-up model, as no data set at hand says where its people live and work.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_HOMES_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_HOMES_H

#include "plumb/runtime/estimate/background.h"
#include "population.h"

namespace local_survey {

/// People some of whom are at home, some at work: two tags, and the values that the pre-processors make.
struct Homes {
  plumb::runtime::estimate::Alphabet alphabet;
  /// Intermediate values, in the order of `Personalized`: X_S, the two bots, X_N.
  People intermediate;
  /// Of all people: the distribution of values, that of intermediate values, and those behind each bot.
  std::vector<double> truth, r;
  std::vector<std::vector<double>> behind;
};

constexpr std::size_t tags = 2;

/// In the paper 5,040 of 359,054 people are at home and 19,532 at work. Here the same shares are expected:
/// people with values of X_N whose first column is below \p middle are at home, the others at work, each with
/// the probability that makes the shares come out, independently of all else.
Homes withHomes(const Population &population, std::int64_t middle, figures::SimulationBits &bits);

/// For each tag the shares of values in a list of \p places, drawn independently from what is behind its bot.
/// It stands in for a list of points of interest.
plumb::runtime::estimate::Knowledge listedPlaces(const Homes &homes, std::size_t places,
                                                 figures::SimulationBits &bits);

/// What is behind each bot.
plumb::runtime::estimate::Knowledge trueKnowledge(const Homes &homes);

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_HOMES_H
