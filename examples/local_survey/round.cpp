// SPDX-License-Identifier: Apache-2.0
#include "round.h"

#include "seeds.h"

#include <cmath>
#include <cstdio>

namespace local_survey {

std::vector<std::pair<Estimator, Losses>> ask(const Round &round, Kind kind, bool withEm) {
  auto bits = bitsFor(round.point, round.run, forReports + static_cast<std::uint64_t>(kind));
  const Mechanism mechanism(kind, round.alphabet, round.eps);
  const auto keep = withEm ? estimate::Tally::Keep::Rows : estimate::Tally::Keep::Marks;
  const estimate::Tally tally = mechanism.ask(round.users, keep, bits);
  std::vector<std::pair<Estimator, Losses>> losses;
  for (Estimator estimator : estimators)
    if (estimator != Estimator::Likeliest || withEm)
      losses.emplace_back(estimator, lossesOf(estimateWith(estimator, tally), round.truth));
  return losses;
}

std::string logarithmOf(std::size_t size) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", std::log(static_cast<double>(size)));
  return text;
}

std::vector<std::string> budgetsFor(std::size_t size, bool isFast) {
  if (isFast)
    return {"0.1", "1", logarithmOf(size)};
  return {"0.1", "0.2", "0.5", "1", "2", "4", logarithmOf(size), "10"};
}

std::string closedForm(const std::string &series) {
  return series + ", closed form";
}

} // namespace local_survey
