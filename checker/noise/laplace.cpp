// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

namespace plumb::noise {
namespace {

/// Both ways |s| / b: |x + s| <= |x| + |s|.
class Laplace final : public Distribution {
public:
  LawText lawText(bool discrete, const std::string &b) const override {
    return discrete ? LawText{"two-sided geometric law", "P[x] proportional to exp(-|x|/" + b + ")"}
                    : LawText{"Laplace density exp(-|x|/" + b + ")/(2" + b + ")"};
  }
  Enclosure density(const Rational &x) const override {
    return Enclosure{Rational(1, 2), Rational(1, 2)} * exponentialOfMinus(abs(x));
  }
  /// (1 - q) / (1 + q) * q^|x| with q = e^(-1/b). The first factor falls as q grows.
  Enclosure mass(const Integer &x, const Rational &scale) const override {
    const Enclosure q = exponentialOfMinus(1 / scale);
    return Enclosure{(1 - q.high) / (1 + q.high), (1 - q.low) / (1 + q.low)} *
           exponentialOfMinus(Rational(abs(x)) / scale);
  }
};

} // namespace

template <> const Distribution &distributionOf<ir::Law::Laplace>() {
  static const Laplace law;
  return law;
}

} // namespace plumb::noise
