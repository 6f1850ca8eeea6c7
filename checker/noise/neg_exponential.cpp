// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

namespace plumb::noise {
namespace {

class NegExponential final : public Distribution {
public:
  smt::Term inSupport(smt::TermStore &store, smt::Term draw) const override {
    return store.lessEqual(draw, store.literal(0, draw.sort()));
  }
  std::string_view supportText() const override { return "x <= 0"; }
  std::string_view lawText(bool discrete) const override {
    return discrete ? "mirrored geometric law, P[x] proportional to exp(x/b) on x <= 0"
                    : "mirrored exponential density exp(x/b)/b on x <= 0";
  }
};

} // namespace

const Distribution &negExponentialDistribution() {
  static const NegExponential law;
  return law;
}

} // namespace plumb::noise
