// SPDX-License-Identifier: Apache-2.0
#include "plumb/runtime/index_range.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace plumb::runtime;

static std::vector<std::int64_t> listed(const IndexRange<std::int64_t> &range) {
  std::vector<std::int64_t> indices;
  for (const std::int64_t index : range)
    indices.push_back(index);
  return indices;
}

TEST_CASE("bounds leave the indices between them") {
  const IndexRange<std::int64_t> all(-2, 3);
  using List = std::vector<std::int64_t>;
  for (std::int64_t bound = -4; bound <= 5; ++bound) {
    List atLeast, above, below, atMost;
    for (std::int64_t i = -2; i < 3; ++i) {
      if (i >= bound)
        atLeast.push_back(i);
      if (i > bound)
        above.push_back(i);
      if (i < bound)
        below.push_back(i);
      if (i <= bound)
        atMost.push_back(i);
    }
    CHECK(listed(all.atLeast(bound)) == atLeast);
    CHECK(listed(all.above(bound)) == above);
    CHECK(listed(all.below(bound)) == below);
    CHECK(listed(all.atMost(bound)) == atMost);
    CHECK(listed(all.below(bound).above(bound)).empty());
  }
}

TEST_CASE("the largest bounds do not wrap") {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                         most = std::numeric_limits<std::int64_t>::max();
  constexpr Wide widest = ~(Wide{1} << 127);
  const IndexRange<std::int64_t> all(least, Wide{most} + 1);
  CHECK(listed(all.atLeast(most)) == std::vector{most});
  CHECK(listed(all.atMost(least)) == std::vector{least});
  CHECK(listed(all.above(widest)).empty());
  CHECK(listed(all.above(-widest - 1).atMost(widest).below(Wide{least} + 1)) == std::vector{least});
}

TEST_CASE("a range that is too long is not looked at") {
  Effort effort;
  CHECK(listed(IndexRange<std::int64_t>(0, Effort::mostIndices - 2).within(effort)).size() ==
        Effort::mostIndices - 2);
  CHECK(!effort.isExceeded());
  CHECK(holdsForEach(IndexRange<std::int64_t>(0, 2), effort, [](std::int64_t i) { return i < 2; }));
  CHECK(!holdsForEach(IndexRange<std::int64_t>(0, 1), effort, [](std::int64_t) { return true; }));
  CHECK(effort.isExceeded());
  Effort other;
  CHECK(listed(IndexRange<std::int64_t>(5, 2).within(other)).empty());
  CHECK(!other.isExceeded());
  // From one end to the other there are more than a Wide can say.
  constexpr Wide farthest = Wide{1} << 126;
  CHECK(!holdsForEach(IndexRange<Wide>(-farthest, farthest), other, [](Wide) { return true; }));
  CHECK(other.isExceeded());
}

TEST_CASE("the elements of an array are counted without overflow") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(elementsOf({}) == 1);
  CHECK(elementsOf({3, 4}) == 12);
  CHECK(elementsOf({most, 0}) == 0);
  CHECK(elementsOf({0, -1}) == -1);
  CHECK(elementsOf({most, most, most}) == -1);
  CHECK(elementsOf({Effort::mostIndices, 1}) == Effort::mostIndices);
  CHECK(elementsOf({Effort::mostIndices, 2}) == -1);
}
