// SPDX-License-Identifier: Apache-2.0
#include "checked.h"
#include "examples/clickstream/band.h"
#include "personalized_study.h"

namespace local_survey {

namespace {

/// A row of table 1 in the paper: l1(p^, p), and both terms of theorem 1.
struct Published {
  double l1, first, second;
};

/// The same, measured in each run.
struct Measured {
  std::vector<double> l1, first, second;

  /// In how many runs l1(p^, p) exceeds the sum of the terms, by more than rounding.
  std::size_t violations() const {
    std::size_t count = 0;
    for (std::size_t run = 0; run < l1.size(); ++run)
      count += l1[run] > first[run] + second[run] + 1e-12 ? 1 : 0;
    return count;
  }
};

} // namespace

/// For uRR, then uRAP; (I) to (III).
static constexpr Published table1[2][3] = {
    {{6.73e-2, 2.70e-2, 7.34e-2}, {4.24e-2, 2.70e-2, 2.96e-2}, {2.62e-2, 2.70e-2, 0}},
    {{6.77e-2, 2.76e-2, 7.35e-2}, {4.28e-2, 2.76e-2, 2.96e-2}, {2.67e-2, 2.76e-2, 0}}};

static double l1(std::span<const double> estimate, std::span<const double> truth) {
  return 2 * lossesOf(estimate, truth).tv;
}

/// l1 between what stands for each tag in eq. (21) and what is behind its bot. Without knowledge that is r^
/// on X_N.
static std::vector<double> distances(const Homes &homes, const estimate::Personalized &mechanism,
                                     std::span<const double> r, const estimate::Knowledge &knowledge) {
  std::vector<double> alike(homes.truth.size());
  double sum = 0;
  for (Symbol x = homes.alphabet.sensitive; x < alike.size(); ++x)
    sum += alike[x] = r[mechanism.position(x)];
  for (double &share : alike)
    share /= sum;
  std::vector<double> result;
  for (std::size_t tag = 0; tag < tags; ++tag)
    result.push_back(l1(knowledge[tag] ? *knowledge[tag] : alike, homes.behind[tag]));
  return result;
}

static void measure(const PersonalizedStudy &study, const estimate::Personalized &mechanism,
                    std::span<const double> r, const Case &known, Measured &measured) {
  const Homes &homes = study.homes();
  measured.l1.push_back(l1(checked(estimate::personal(mechanism, r, known.knowledge)), homes.truth));
  measured.first.push_back(l1(r, homes.r));
  measured.second.push_back(estimate::tagTerm(mechanism, r, distances(homes, mechanism, r, known.knowledge)));
}

static void print(std::FILE *out, const std::string &method, const Measured &measured,
                  const Published &paper) {
  const clickstream::Band band = clickstream::bandOf(measured.l1);
  std::fprintf(out, "%s,%.4g,%.4g,%.4g,%.4g,%.4g,%zu,%.4g,%.4g,%.4g\n", method.c_str(), band.mean, band.low,
               band.high, clickstream::bandOf(measured.first).mean, clickstream::bandOf(measured.second).mean,
               measured.violations(), paper.l1, paper.first, paper.second);
}

void theoremOne(const Setting &setting, std::FILE *out) {
  PersonalizedStudy study(setting);
  const std::string eps = logarithmOf(study.homes().truth.size());
  const std::size_t runs = setting.isFast ? 10 : 100;
  std::fputs(
      "method,l1,low,high,first_term,second_term,violations,paper_l1,paper_first_term,paper_second_term\n",
      out);
  for (std::size_t k = 0; k < std::size(personalKinds); ++k) {
    const estimate::Personalized mechanism = study.mechanism(personalKinds[k], eps);
    std::vector<Measured> measured(study.cases().size());
    for (std::size_t run = 0; run < runs; ++run) {
      const auto r = estimateWith(Estimator::Likeliest, study.ask(personalKinds[k], eps, 0, run));
      for (std::size_t i = 0; i < measured.size(); ++i)
        measure(study, mechanism, r, study.cases()[i], measured[i]);
    }
    for (std::size_t i = 0; i < measured.size(); ++i)
      print(out, nameOf(personalKinds[k]) + (" " + std::string(study.cases()[i].name)), measured[i],
            table1[k][i]);
  }
}

} // namespace local_survey
