// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/round.h - One run of a survey ------*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_ROUND_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_ROUND_H

#include "estimators.h"
#include "losses.h"
#include "mechanism.h"
#include "population.h"

#include <string>
#include <utility>
#include <vector>

namespace local_survey {

/// How often a point is measured.
struct Effort {
  /// With reports of one value; with reports of bits; and the latter with EM, at most as often.
  std::size_t symbols, bits, emOnBits;

  std::size_t runs(Kind kind) const { return reportsBits(kind) ? bits : symbols; }
  bool hasEm(Kind kind, std::size_t run) const { return !reportsBits(kind) || run < emOnBits; }
};

/// What all mechanisms of one run have in common.
struct Round {
  estimate::Alphabet alphabet;
  std::span<const std::uint32_t> users;
  /// Of all people.
  std::span<const double> truth;
  std::string eps;
  /// The point of the figure, different for different ones, and the run there.
  std::uint64_t point, run;
};

/// Asks all users through one mechanism. Returns how far each of the estimates is off: "EM" only if \p
/// withEm.
std::vector<std::pair<Estimator, Losses>> ask(const Round &round, Kind kind, bool withEm);

/// ln |X| to four digits: clients take rational eps.
std::string logarithmOf(std::size_t size);

/// The eps of a figure over an alphabet of \p size, from high to low privacy.
std::vector<std::string> budgetsFor(std::size_t size, bool isFast);

/// The name of the line that theory gives.
std::string closedForm(const std::string &series);

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_ROUND_H
