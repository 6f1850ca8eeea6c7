// SPDX-License-Identifier: Apache-2.0
#include "curves.h"
#include "round.h"
#include "seeds.h"
#include "surveys.h"

namespace local_survey {

namespace {

/// The people with some more attributes.
struct Wider {
  Population population;
  std::vector<double> truth;
  double attributes;
};

} // namespace

/// EM on reports of bits takes a time in proportion to users and sensitive values. Where there are more, EM
/// is left out.
static constexpr std::size_t mostSensitive = 2500;

/// The data has four attributes, in the columns in front.
static constexpr unsigned ownAttributes = 4;

/// RAPPOR treats all values as sensitive.
static bool canHaveEm(Kind kind, const estimate::Alphabet &alphabet) {
  return !reportsBits(kind) || (kind == Kind::Rappor ? alphabet.size() : alphabet.sensitive) <= mostSensitive;
}

static Wider widen(const Population &population, unsigned more) {
  auto bits = bitsFor(100 + more, 0, forUsers);
  Wider wider{withAttributes(population, more, bits), {}, ownAttributes + static_cast<double>(more)};
  wider.truth = sharesOf(wider.population.values, wider.population.alphabet.size());
  return wider;
}

/// All runs at one eps.
static void measure(Wider &wider, const Setting &setting, const std::string &eps, std::uint64_t point,
                    Curves &curves) {
  const Effort effort = setting.isFast ? Effort{2, 1, 0} : Effort{10, 2, 1};
  const estimate::Alphabet alphabet = wider.population.alphabet;
  const auto add = [&](const char *estimator, const std::string &series, Losses losses) {
    curves.add("eps" + eps + "_" + estimator, series, wider.attributes, losses);
  };
  for (std::size_t run = 0; run < effort.symbols; ++run) {
    auto drawing = bitsFor(point, run, forUsers);
    const auto users = drawUsers(wider.population.values, setting.users, drawing);
    const Round round{alphabet, users, wider.truth, eps, point, run};
    for (Kind kind : kinds) {
      if (run >= effort.runs(kind))
        continue;
      const bool withEm = effort.hasEm(kind, run) && canHaveEm(kind, alphabet);
      for (const auto &[estimator, losses] : ask(round, kind, withEm))
        add(nameOf(estimator), nameOf(kind), losses);
    }
    for (Estimator estimator : estimators)
      add(nameOf(estimator), "no privacy", lossesOf(sharesOf(users, wider.truth.size()), wider.truth));
  }
  const Sample sample{setting.users, wider.population.values.size()};
  for (Kind kind : kinds)
    add("emp", closedForm(nameOf(kind)),
        expectedLosses(Mechanism(kind, alphabet, eps).channel(), wider.truth, sample));
}

void byAttributes(const Setting &setting, std::FILE *out) {
  const std::vector<unsigned> more =
      setting.isFast ? std::vector<unsigned>{0, 2} : std::vector<unsigned>{0, 1, 2, 3, 4, 5};
  Curves curves;
  std::uint64_t point = 0;
  for (unsigned attributes : more) {
    Wider wider = widen(setting.population, attributes);
    for (const char *eps : {"0.1", "1", "6"})
      measure(wider, setting, eps, ++point, curves);
  }
  curves.print(out);
}

} // namespace local_survey
