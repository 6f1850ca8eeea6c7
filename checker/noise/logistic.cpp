// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

#include <cassert>

namespace plumb::noise {
namespace {

/// With b = 1, ln p has the slope -tanh(x/2), which lies between -1 and 1: both ways at most |s|.
class Logistic final : public Distribution {
public:
  LawText lawText(bool discrete, const std::string &b) const override {
    assert(!discrete);
    (void)discrete;
    return {"logistic density exp(-x/" + b + ")/(" + b + " (1 + exp(-x/" + b + "))^2)"};
  }
  /// q / (1 + q)^2 with q = e^-|x|, which grows with q up to q = 1.
  Enclosure density(const Rational &x) const override {
    const Enclosure q = exponentialOfMinus(abs(x));
    return {q.low / ((1 + q.low) * (1 + q.low)), q.high / ((1 + q.high) * (1 + q.high))};
  }
};

} // namespace

template <> const Distribution &distributionOf<ir::Law::Logistic>() {
  static const Logistic law;
  return law;
}

} // namespace plumb::noise
