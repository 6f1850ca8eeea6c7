// SPDX-License-Identifier: Apache-2.0
#include "estimators.h"

#include "checked.h"
#include "plumb/runtime/estimate/em.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/water_filling.h"

namespace local_survey {

namespace estimate = plumb::runtime::estimate;

const char *nameOf(Estimator estimator) {
  switch (estimator) {
  case Estimator::Empirical:
    return "emp";
  case Estimator::Thresholded:
    return "thr";
  case Estimator::Likeliest:
    return "em";
  }
  return "";
}

static std::vector<double> likeliest(const estimate::Tally &tally) {
  if (tally.channel().form() == estimate::Channel::Form::OneSymbol)
    return checked(estimate::waterFilling(tally));
  estimate::EmOptions options;
  options.step = stopOfEm;
  options.iterationLimit = mostIterations;
  options.accelerate = true;
  // One thread: other figures are computed at the same time.
  options.threads = 1;
  return checked(estimate::em(tally, estimate::uniformStart(tally.channel()), options)).state.p;
}

std::vector<double> estimateWith(Estimator estimator, const estimate::Tally &tally) {
  switch (estimator) {
  case Estimator::Empirical:
    return checked(estimate::empirical(tally));
  case Estimator::Thresholded:
    return checked(estimate::thresholded(tally));
  case Estimator::Likeliest:
    return likeliest(tally);
  }
  return {};
}

} // namespace local_survey
