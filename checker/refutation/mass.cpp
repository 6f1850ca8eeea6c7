// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/mass.h"

#include <cassert>

namespace plumb::refutation {

Mass::Mass(ir::Law law, const interpreter::Exact &at)
    : distribution(noise::distribution(law)), scale(at.rational()) {
  assert(sgn(scale) > 0 && ir::row(law).isOver(ir::Sort::Int));
}

const Probability &Mass::at(std::int64_t value) {
  auto found = known.find(value);
  if (found == known.end())
    found =
        known.emplace(value, Probability(distribution.mass(Integer(static_cast<long>(value)), scale))).first;
  return found->second;
}

} // namespace plumb::refutation
