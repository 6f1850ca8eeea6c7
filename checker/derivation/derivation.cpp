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

std::optional<Steps> joined(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &first,
                            const std::vector<Lemma> &cuts, const Steps &steps) {
  try {
    kernel::NormalForms normal(terms);
    kernel::Refutation refutation(terms, normal, obligation);
    Steps all;
    const auto take = [&](const Step &step) {
      if (refutation.isComplete())
        return;
      refutation.take(step);
      all.push_back(step);
    };
    for (const Step &step : first)
      take(step);
    for (const Lemma &cut : cuts)
      take({Step::Kind::Split, {cut.formula}});
    for (std::size_t left = cuts.size() + 1; left > 0; --left)
      // The case may end before all steps are done, by what else is known.
      for (const Step &step : left > cuts.size() ? steps : *cuts[left - 1].steps)
        if (refutation.waitingCases() + 1 >= left)
          take(step);
    return refutation.isComplete() ? std::optional<Steps>(all) : std::nullopt;
  } catch (const kernel::NotShown &) {
    return std::nullopt;
  }
}

} // namespace plumb::derivation
