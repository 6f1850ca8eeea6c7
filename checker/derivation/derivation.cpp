// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/derivation.h"

namespace plumb::derivation {

void replay(kernel::Refutation &refutation, const Step &step) {
  switch (step.kind) {
  case Step::Kind::Unit:
    return refutation.unit(step.terms[0]);
  case Step::Kind::Whole:
    return refutation.whole(step.terms[0]);
  case Step::Kind::Apart:
    return refutation.apart(step.terms[0], step.terms[1]);
  case Step::Kind::Alike:
    return refutation.alike(step.terms[0], step.terms[1]);
  case Step::Kind::Split:
    return refutation.split(step.terms[0]);
  case Step::Kind::Sum:
    return refutation.sum(step.sources);
  case Step::Kind::Times:
    return refutation.times(step.sources[0].second, step.sources[1].second);
  case Step::Kind::Multiple:
    return refutation.multiple(step.sources[0].second, step.terms[0]);
  case Step::Kind::Round:
    return refutation.round(step.sources[0].second);
  }
}

bool isAccepted(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &steps) {
  try {
    kernel::NormalForms normal(terms);
    kernel::Refutation refutation(terms, normal, obligation);
    for (const Step &step : steps)
      replay(refutation, step);
    return refutation.isComplete();
  } catch (const kernel::NotShown &) {
    return false;
  } catch (const kernel::Rejected &) {
    return false;
  }
}

} // namespace plumb::derivation
