// SPDX-License-Identifier: Apache-2.0
#include "personalized_study.h"

#include "checked.h"
#include "seeds.h"

#include <algorithm>

namespace local_survey {

/// How many places stand in the list of each tag.
static constexpr std::size_t listed = 500;

/// Seeds that no point has.
static constexpr std::uint64_t makingPeople = 900, makingLists = 901;

static Homes homesIn(const Population &population) {
  const auto last = std::max_element(population.firstColumn.begin(), population.firstColumn.end());
  auto bits = bitsFor(makingPeople, 0, forUsers);
  return withHomes(population, (*last + 1) / 2, bits);
}

PersonalizedStudy::PersonalizedStudy(const Setting &setting)
    : people(homesIn(setting.population)), users(setting.users) {
  auto bits = bitsFor(makingLists, 0, forUsers);
  known = {{"(I)", estimate::Knowledge(tags)},
           {"(II)", listedPlaces(people, listed, bits)},
           {"(III)", trueKnowledge(people)}};
}

estimate::Personalized PersonalizedStudy::mechanism(Kind kind, const std::string &eps) const {
  const double budget = std::stod(eps);
  return checked(kind == Kind::Urr ? estimate::Personalized::urr(budget, people.alphabet, tags)
                                   : estimate::Personalized::urap(budget, people.alphabet, tags));
}

estimate::Tally PersonalizedStudy::ask(Kind kind, const std::string &eps, std::uint64_t point,
                                       std::uint64_t run) {
  auto drawing = bitsFor(point, run, forUsers);
  auto bits = bitsFor(point, run, forReports + static_cast<std::uint64_t>(kind));
  const Mechanism common(kind, mechanism(kind, eps).common().alphabet(), eps);
  return common.ask(drawUsers(people.intermediate, users, drawing), estimate::Tally::Keep::Rows, bits);
}

/// As in `expectedLosses`, with the function of a user whose mean is the estimate of x: 1 for those who
/// report under the name of x, and what is known of x for those behind a bot.
double PersonalizedStudy::expectedMse(const estimate::Personalized &mechanism,
                                      const estimate::Knowledge &knowledge) const {
  const Sample sample{users, people.intermediate.size()};
  const auto independent =
      checked(estimate::expectedLoss(mechanism, people.r, people.truth, knowledge, users));
  double saved = 0;
  for (Symbol x = 0; x < people.truth.size(); ++x) {
    double mean = people.r[mechanism.position(x)], square = mean;
    for (std::size_t tag = 0; tag < tags; ++tag) {
      const double share = (*knowledge[tag])[x], bot = people.r[mechanism.bot(tag)];
      mean += bot * share;
      square += bot * share * share;
    }
    saved += sample.saved(square - mean * mean);
  }
  return independent.l2 - saved;
}

} // namespace local_survey
