// SPDX-License-Identifier: Apache-2.0
#include "curves.h"
#include "round.h"
#include "seeds.h"
#include "surveys.h"

namespace local_survey {

/// All runs at one eps. Reorders \p people.
static void measure(const Setting &setting, People &people, std::span<const double> truth,
                    const std::string &eps, std::uint64_t point, Curves &curves) {
  const Effort effort = setting.isFast ? Effort{20, 20, 1} : Effort{60, 12, 4};
  const estimate::Alphabet alphabet = setting.population.alphabet;
  const auto add = [&](const char *estimator, const std::string &series, Losses losses) {
    curves.add(estimator, series, std::stod(eps), losses);
  };
  for (std::size_t run = 0; run < effort.symbols; ++run) {
    auto drawing = bitsFor(point, run, forUsers);
    const Round round{alphabet, drawUsers(people, setting.users, drawing), truth, eps, point, run};
    for (Kind kind : kinds)
      if (run < effort.runs(kind))
        for (const auto &[estimator, losses] : ask(round, kind, effort.hasEm(kind, run)))
          add(nameOf(estimator), nameOf(kind), losses);
    for (Estimator estimator : estimators)
      add(nameOf(estimator), "no privacy", lossesOf(sharesOf(round.users, truth.size()), truth));
  }
  const Sample sample{setting.users, people.size()};
  for (Kind kind : kinds)
    add("emp", closedForm(nameOf(kind)),
        expectedLosses(Mechanism(kind, alphabet, eps).channel(), truth, sample));
  add("emp", closedForm("no privacy"), expectedLossesWithoutPrivacy(truth, sample));
}

void byEps(const Setting &setting, std::FILE *out) {
  People people = setting.population.values;
  const std::vector<double> truth = sharesOf(people, setting.population.alphabet.size());
  const std::vector<std::string> budgets = budgetsFor(truth.size(), setting.isFast);
  Curves curves;
  for (std::size_t i = 0; i < budgets.size(); ++i)
    measure(setting, people, truth, budgets[i], i + 1, curves);
  curves.print(out);
}

} // namespace local_survey
