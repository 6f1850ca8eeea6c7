// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

namespace plumb::noise {
namespace {

class Exponential final : public Distribution {
public:
  smt::Term inSupport(smt::TermStore &store, smt::Term draw) const override {
    return store.lessEqual(store.literal(0, draw.sort()), draw);
  }
  std::string_view supportText() const override { return "x >= 0"; }
  std::string_view lawText(bool discrete) const override {
    return discrete ? "one-sided geometric law, P[x] proportional to exp(-x/b) on x >= 0"
                    : "exponential density exp(-x/b)/b on x >= 0";
  }
};

} // namespace

const Distribution &exponentialDistribution() {
  static const Exponential law;
  return law;
}

} // namespace plumb::noise
