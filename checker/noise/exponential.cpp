// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

namespace plumb::noise {
namespace {

/// Up s / b, exactly. Down is a refund of s / b, which the proof does not use: it is charged like a way up.
class Exponential final : public Distribution {
public:
  LawText lawText(bool discrete, const std::string &b) const override {
    return discrete ? LawText{"one-sided geometric law", "P[x] proportional to exp(-x/" + b + ") on x >= 0"}
                    : LawText{"exponential density exp(-x/" + b + ")/" + b + " on x >= 0"};
  }
  Enclosure density(const Rational &x) const override {
    return sgn(x) < 0 ? Enclosure{0, 0} : exponentialOfMinus(abs(x));
  }
  /// (1 - q) * q^|x| with q = e^(-1/b).
  Enclosure mass(const Integer &x, const Rational &scale) const override {
    if (sgn(x) < 0)
      return {0, 0};
    const Enclosure q = exponentialOfMinus(1 / scale);
    return Enclosure{1 - q.high, 1 - q.low} * exponentialOfMinus(Rational(abs(x)) / scale);
  }
};

} // namespace

template <> const Distribution &distributionOf<ir::Law::Exponential>() {
  static const Exponential law;
  return law;
}

} // namespace plumb::noise
