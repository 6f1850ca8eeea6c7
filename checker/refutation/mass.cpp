// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/mass.h"

#include <cassert>

namespace plumb::refutation {

static Enclosure massOfZero(ir::Law law, const Enclosure &q) {
  Rational low = 1 - q.high, high = 1 - q.low;
  if (law != ir::Law::Laplace)
    return {low, high};
  // (1 - q) / (1 + q) falls as q grows.
  return {low / (1 + q.high), high / (1 + q.low)};
}

Mass::Mass(ir::Law law, const run::Exact &scale) {
  assert(scale.sign() > 0);
  Enclosure q = exponentialOfMinus(1 / scale.rational());
  ratio = Probability(q);
  masses.emplace_back(massOfZero(law, q));
}

const Probability &Mass::at(std::size_t magnitude) {
  while (masses.size() <= magnitude)
    masses.push_back(masses.back() * ratio);
  return masses[magnitude];
}

} // namespace plumb::refutation
