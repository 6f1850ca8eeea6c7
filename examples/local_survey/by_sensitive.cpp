// SPDX-License-Identifier: Apache-2.0
#include "curves.h"
#include "round.h"
#include "seeds.h"
#include "surveys.h"

namespace local_survey {

namespace {

/// One eps, with the name of its figures.
struct Regime {
  std::string name, eps;
};

/// Where one run belongs.
struct Place {
  Regime regime;
  std::size_t sensitive;
  std::uint64_t point, run;
};

} // namespace

static std::vector<std::size_t> sizesUpTo(std::size_t size, bool isFast) {
  if (isFast)
    return {1, size / 5, size};
  std::vector<std::size_t> sizes;
  for (std::size_t sensitive : {1, 5, 10, 20, 50, 100, 200, 300})
    if (sensitive < size)
      sizes.push_back(sensitive);
  sizes.push_back(size);
  return sizes;
}

/// RR and RAPPOR do not know what is sensitive: their lines are level, and two points are enough.
static bool isMeasuredAt(Kind kind, std::size_t sensitive, std::size_t size) {
  return kind == Kind::Urr || kind == Kind::Urap || sensitive == 1 || sensitive == size;
}

/// Each run has sensitive values of its own. "emp+thr" is left out, as in the paper.
static void measure(const Setting &setting, const Place &place, const Effort &effort, Curves &curves) {
  auto drawing = bitsFor(place.point, place.run, forUsers);
  Population population = withRandomSensitive(setting.population, place.sensitive, drawing);
  const std::size_t size = population.alphabet.size();
  const std::vector<double> truth = sharesOf(population.values, size);
  const Sample sample{setting.users, population.values.size()};
  const auto users = drawUsers(population.values, setting.users, drawing);
  const Round round{population.alphabet, users, truth, place.regime.eps, place.point, place.run};
  const auto add = [&](const char *estimator, const std::string &series, Losses losses) {
    curves.add(place.regime.name + "_" + estimator, series, static_cast<double>(place.sensitive), losses);
  };
  for (Kind kind : kinds) {
    if (place.run >= effort.runs(kind) || !isMeasuredAt(kind, place.sensitive, size))
      continue;
    for (const auto &[estimator, losses] : ask(round, kind, effort.hasEm(kind, place.run)))
      if (estimator != Estimator::Thresholded)
        add(nameOf(estimator), nameOf(kind), losses);
    add("emp", closedForm(nameOf(kind)),
        expectedLosses(Mechanism(kind, population.alphabet, round.eps).channel(), truth, sample));
  }
  for (const char *estimator : {"emp", "em"})
    add(estimator, "no privacy", lossesOf(sharesOf(users, size), truth));
}

void bySensitive(const Setting &setting, std::FILE *out) {
  const std::size_t size = setting.population.alphabet.size();
  const Effort effort = setting.isFast ? Effort{10, 10, 1} : Effort{40, 10, 2};
  Curves curves;
  std::uint64_t point = 0;
  for (const Regime &regime : {Regime{"high", "0.1"}, Regime{"low", logarithmOf(size)}})
    for (std::size_t sensitive : sizesUpTo(size, setting.isFast)) {
      ++point;
      for (std::size_t run = 0; run < effort.symbols; ++run)
        measure(setting, {regime, sensitive, point, run}, effort, curves);
    }
  curves.print(out);
}

} // namespace local_survey
