// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/derivation.h"

namespace plumb::derivation {

bool isAccepted(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &steps) {
  try {
    kernel::NormalForms normal(terms);
    kernel::Refutation refutation(terms, normal, obligation);
    for (const Step &step : steps)
      refutation.take(step);
    return refutation.isComplete();
  } catch (const kernel::NotShown &) {
    return false;
  } catch (const kernel::Rejected &) {
    return false;
  }
}

namespace {

/// How many cases wait at each step of \p lemma.
std::vector<std::size_t> depthsOf(kernel::Terms &terms, kernel::NormalForms &normal, const Lemma &lemma) {
  kernel::Refutation alone(terms, normal, {"", lemma.hypotheses, lemma.formula});
  std::vector<std::size_t> depths;
  for (const Step &step : *lemma.steps) {
    depths.push_back(alone.waitingCases());
    alone.take(step);
  }
  return depths;
}

} // namespace

std::optional<Steps> joined(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &first,
                            const std::vector<Lemma> &cuts, const Lemma &last) {
  try {
    kernel::NormalForms normal(terms);
    kernel::Refutation refutation(terms, normal, obligation);
    Steps all;
    const auto take = [&](const Step &step, std::size_t depth) {
      if (refutation.isComplete() || refutation.waitingCases() < depth)
        return;
      refutation.take(step);
      all.push_back(step);
    };
    const auto takeAll = [&](const Lemma &lemma, std::size_t depth) {
      const std::vector<std::size_t> depths = depthsOf(terms, normal, lemma);
      for (std::size_t i = 0; i < depths.size(); ++i)
        take((*lemma.steps)[i], depth + depths[i]);
    };
    for (const Step &step : first)
      take(step, 0);
    for (std::size_t at = 0; at < cuts.size(); ++at)
      take({Step::Kind::Split, {cuts[at].formula}}, at);
    takeAll(last, cuts.size());
    for (std::size_t at = cuts.size(); at > 0; --at)
      takeAll(cuts[at - 1], at - 1);
    return refutation.isComplete() ? std::optional<Steps>(all) : std::nullopt;
  } catch (const kernel::NotShown &) {
    return std::nullopt;
  }
}

} // namespace plumb::derivation
