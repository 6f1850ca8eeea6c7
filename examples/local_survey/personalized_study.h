// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/personalized_study.h - With secrets -*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_PERSONALIZED_STUDY_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_PERSONALIZED_STUDY_H

#include "homes.h"
#include "plumb/runtime/estimate/background.h"
#include "round.h"
#include "surveys.h"

#include <string>
#include <vector>

namespace local_survey {

/// What the collector knows of the places behind the bots.
struct Case {
  /// "(I)" nothing, "(II)" a list of places, "(III)" the truth.
  const char *name;
  estimate::Knowledge knowledge;
};

/// The kinds that can stand behind pre-processors.
constexpr Kind personalKinds[] = {Kind::Urr, Kind::Urap};

/// People with homes and workplaces. The collector of the personalized mechanism knows a common channel on
/// X_S, the bots and X_N; the pre-processors are the clients' secrets, and were applied when the people were
/// made.
class PersonalizedStudy {
public:
  explicit PersonalizedStudy(const Setting &setting);

  const Homes &homes() const { return people; }
  const std::vector<Case> &cases() const { return known; }

  estimate::Personalized mechanism(Kind kind, const std::string &eps) const;
  /// The reports of one run.
  estimate::Tally ask(Kind kind, const std::string &eps, std::uint64_t point, std::uint64_t run);
  /// The mse of "emp", exactly, given knowledge of all tags.
  double expectedMse(const estimate::Personalized &mechanism, const estimate::Knowledge &knowledge) const;

private:
  Homes people;
  std::size_t users;
  std::vector<Case> known;
};

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_PERSONALIZED_STUDY_H
