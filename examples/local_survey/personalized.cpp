// SPDX-License-Identifier: Apache-2.0
#include "checked.h"
#include "curves.h"
#include "personalized_study.h"

namespace local_survey {

static std::string seriesOf(Kind kind, const Case &known) {
  return nameOf(kind) + (" " + std::string(known.name));
}

/// All runs of one kind at one eps.
static void measure(PersonalizedStudy &study, const Effort &effort, Kind kind, const std::string &eps,
                    std::uint64_t point, Curves &curves) {
  const estimate::Personalized mechanism = study.mechanism(kind, eps);
  const double x = std::stod(eps);
  for (std::size_t run = 0; run < effort.runs(kind); ++run) {
    const estimate::Tally tally = study.ask(kind, eps, point, run);
    for (Estimator estimator : {Estimator::Empirical, Estimator::Likeliest}) {
      if (estimator == Estimator::Likeliest && !effort.hasEm(kind, run))
        continue;
      const std::vector<double> r = estimateWith(estimator, tally);
      for (const Case &known : study.cases())
        curves.add(nameOf(estimator), seriesOf(kind, known), x,
                   lossesOf(checked(estimate::personal(mechanism, r, known.knowledge)), study.homes().truth));
    }
  }
  for (const Case &known : study.cases())
    if (known.knowledge.front())
      curves.addMse("emp", closedForm(seriesOf(kind, known)), x,
                    study.expectedMse(mechanism, known.knowledge));
}

void personalized(const Setting &setting, std::FILE *out) {
  PersonalizedStudy study(setting);
  const Effort effort = setting.isFast ? Effort{20, 20, 2} : Effort{100, 40, 10};
  const std::vector<std::string> budgets = budgetsFor(study.homes().truth.size(), setting.isFast);
  Curves curves;
  for (Kind kind : personalKinds)
    for (std::size_t i = 0; i < budgets.size(); ++i)
      measure(study, effort, kind, budgets[i], i + 1, curves);
  curves.print(out);
}

} // namespace local_survey
