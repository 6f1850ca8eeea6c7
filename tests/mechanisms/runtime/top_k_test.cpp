// SPDX-License-Identifier: Apache-2.0

#include "aborts.h"
#include "plumb/runtime/top_k.h"
#include "seeded_bits.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

using namespace plumb::runtime;

namespace {

/// The definition: sort everything.
TopK bySorting(std::size_t k, const std::vector<Wide> &values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto left, auto right) { return values[left] > values[right]; });
  order.resize(k);
  TopK result{order, {}};
  for (std::size_t index : order)
    result.values.push_back(values[index]);
  return result;
}

} // namespace

TEST_CASE("the largest values come first, ties to the smaller index") {
  const std::vector<Wide> values{5, 9, 5, 9, -1, 5};
  const TopK top = topK(4, values);
  CHECK(top.indices == std::vector<std::size_t>{1, 3, 0, 2});
  CHECK((top.values == std::vector<Integer>{9, 9, 5, 5}));
}

TEST_CASE("top_k equals sorting, for every k and many ties") {
  test::SeededBits bits(1);
  for (std::uint64_t range : {1U, 2U, 5U, 1000U, 1000000U})
    for (std::size_t n : {1U, 2U, 3U, 17U, 100U, 400U}) {
      std::vector<Wide> values(n);
      for (Wide &value : values)
        value = static_cast<Wide>(bits.next_u64() % range) - 2;
      for (std::size_t k = 0; k <= n; ++k)
        REQUIRE(topK(k, values) == bySorting(k, values));
    }
}

TEST_CASE("top_k equals sorting on ascending, descending and wide values") {
  std::vector<Wide> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<Wide>(i) << 80;
  CHECK(topK(10, values) == bySorting(10, values));
  std::reverse(values.begin(), values.end());
  CHECK(topK(10, values) == bySorting(10, values));
}

TEST_CASE("nothing from nothing, and more than there is aborts") {
  CHECK(topK(0, {}) == TopK{});
  CHECK(test::aborts([] { static_cast<void>(topK(1, {})); }));
  CHECK(test::aborts([] { static_cast<void>(topK(3, std::vector<Wide>{1, 2})); }));
}
