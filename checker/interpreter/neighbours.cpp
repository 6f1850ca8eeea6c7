// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/neighbours.h"

#include <algorithm>

namespace plumb::interpreter {

namespace {

DifferenceRange rangeOf(const Instance &instance, const ir::Difference &difference) {
  ParameterScope scope(instance);
  Evaluator evaluator(scope);
  Exact bound = evaluator.evaluate(*difference.bound);
  if (evaluator.failure() || bound.sign() < 0)
    return {1, 0, difference.onlyOne};
  bool down = difference.direction != ir::Difference::Direction::Decreasing;
  bool up = difference.direction != ir::Difference::Direction::Increasing;
  return {down ? -bound : Exact(), up ? bound : Exact(), difference.onlyOne};
}

} // namespace

DifferenceRange differenceRange(const Instance &instance, const ir::Variable &query) {
  std::optional<DifferenceRange> all;
  for (const ir::Difference &difference : instance.neighbourhood().adjacency) {
    if (difference.query != &query)
      continue;
    DifferenceRange range = rangeOf(instance, difference);
    if (!all)
      all = range;
    else
      all = DifferenceRange{std::max(all->lowest, range.lowest), std::min(all->highest, range.highest),
                            all->onlyOne || range.onlyOne};
  }
  return all.value_or(DifferenceRange{});
}

bool areNeighbours(const Instance &instance, const Numbers &first, const Numbers &second) {
  for (const auto &variable : instance.neighbourhood().variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    DifferenceRange range = differenceRange(instance, *variable);
    const Place &place = instance.place(*variable);
    std::size_t changed = 0;
    for (std::size_t i = place.offset; i < place.offset + place.size; ++i) {
      Exact difference = first[i] - second[i];
      changed += !difference.isZero();
      if (range.isEmpty() || !range.contains(difference) || (range.onlyOne && changed > 1))
        return false;
    }
  }
  return true;
}

} // namespace plumb::interpreter
