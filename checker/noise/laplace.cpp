// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

namespace plumb::noise {
namespace {

class Laplace final : public Distribution {
public:
  smt::Term inSupport(smt::TermStore &store, smt::Term draw) const override {
    (void)draw;
    return store.boolean(true);
  }
  std::string_view supportText() const override { return "all numbers"; }
  std::string_view lawText(bool discrete) const override {
    return discrete ? "two-sided geometric law, P[x] proportional to exp(-|x|/b)"
                    : "Laplace density exp(-|x|/b)/(2b)";
  }
};

} // namespace

const Distribution &laplaceDistribution() {
  static const Laplace law;
  return law;
}

} // namespace plumb::noise
