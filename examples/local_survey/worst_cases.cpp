// SPDX-License-Identifier: Apache-2.0
#include "checked.h"
#include "examples/clickstream/band.h"
#include "independent_draws.h"
#include "plumb/runtime/estimate/loss.h"
#include "round.h"
#include "seeds.h"
#include "surveys.h"

#include <cmath>
#include <numbers>

namespace local_survey {

/// How the l1 loss in the worst case is simplified in section 4.3: (15) and (18) for eps near 0, and as a
/// multiple of the loss without privacy at eps = ln |X|. There the factor of RAPPOR is |X|^(1/4); the paper
/// has |X|^(1/2), which is the factor for l2^2.
static double approximation(Kind kind, bool isHighPrivacy, const estimate::Alphabet &alphabet, double eps,
                            std::size_t users) {
  const double root = std::sqrt(2 / (static_cast<double>(users) * std::numbers::pi));
  const auto X = static_cast<double>(alphabet.size()), S = static_cast<double>(alphabet.sensitive);
  switch (kind) {
  case Kind::Rr:
    return root * (isHighPrivacy ? X * std::sqrt(X - 1) / eps : 2 * std::sqrt(X - 1));
  case Kind::Rappor:
    return root * (isHighPrivacy ? 2 * X / eps : std::pow(X, 0.25) * std::sqrt(X - 1));
  case Kind::Urr:
    return root * (isHighPrivacy ? S * std::sqrt(S - 1) / eps : std::sqrt(X - 1));
  case Kind::Urap:
    return root * (isHighPrivacy ? 2 * S / eps : std::sqrt(X - 1));
  }
  return 0;
}

void worstCases(const Setting &setting, std::FILE *out) {
  const estimate::Alphabet alphabet = setting.population.alphabet;
  const std::size_t runs = setting.isFast ? 20 : 50;
  std::fputs(
      "mechanism,eps,l1_closed_form,l1_measured,l1_low,l1_high,l1_approximation,l2_closed_form,l2_measured,"
      "l2_low,l2_high\n",
      out);
  for (const std::string &eps : {std::string("0.1"), logarithmOf(alphabet.size())})
    for (Kind kind : kinds) {
      const estimate::Channel channel = Mechanism(kind, alphabet, eps).channel();
      const estimate::WorstCase hardest = checked(estimate::worstL1(channel, setting.users));
      std::vector<double> l1, l2;
      for (std::size_t run = 0; run < runs; ++run) {
        auto drawing = bitsFor(eps == "0.1" ? 1 : 2, run, forUsers);
        const People users = drawIndependently(hardest.p, setting.users, drawing);
        const Round round{alphabet, users, hardest.p, eps, eps == "0.1" ? 1U : 2U, run};
        for (const auto &[estimator, losses] : ask(round, kind, false))
          if (estimator == Estimator::Empirical) {
            l1.push_back(2 * losses.tv);
            l2.push_back(losses.mse);
          }
      }
      const clickstream::Band first = clickstream::bandOf(l1), second = clickstream::bandOf(l2);
      std::fprintf(out, "%s,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", nameOf(kind), eps.c_str(),
                   hardest.loss, first.mean, first.low, first.high,
                   approximation(kind, eps == "0.1", alphabet, std::stod(eps), setting.users),
                   estimate::expectedL2(channel, hardest.p, setting.users), second.mean, second.low,
                   second.high);
    }
}

} // namespace local_survey
