// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

#include <cassert>

namespace plumb::noise {
namespace {

/// With b = 1, ln p(x) - ln p(x + s) = s - e^-x (1 - e^-s). For s >= 0 what is subtracted is not negative,
/// so up costs at most s. For s < 0 it is -e^-x (e^|s| - 1), beyond all bounds far to the left of 0: no way
/// down.
class Gumbel final : public Distribution {
public:
  LawText lawText(bool discrete, const std::string &b) const override {
    assert(!discrete);
    (void)discrete;
    return {"Gumbel density exp(-x/" + b + " - exp(-x/" + b + "))/" + b};
  }
  Enclosure density(const Rational &x) const override {
    const Enclosure inner = exponentialOf(Enclosure{-x, -x});
    return exponentialOf(Enclosure{-x - inner.high, -x - inner.low});
  }
};

} // namespace

template <> const Distribution &distributionOf<ir::Law::Gumbel>() {
  static const Gumbel law;
  return law;
}

} // namespace plumb::noise
