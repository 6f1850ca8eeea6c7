// SPDX-License-Identifier: Apache-2.0

#include "aborts.h"
#include "plumb/runtime/constant_work_top_k.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

using namespace plumb::runtime;

TEST_CASE("constant work selection is the other selection, for all zeros and ones") {
  // A network that sorts all of these sorts everything (Knuth, vol. 3, Theorem 5.3.4Z).
  for (std::size_t n = 0; n <= 11; ++n)
    for (unsigned pattern = 0; pattern < 1U << n; ++pattern) {
      std::vector<Wide> values;
      for (std::size_t i = 0; i < n; ++i)
        values.push_back(pattern >> i & 1U);
      REQUIRE(constantWorkTopK(n, values) == topK(n, values));
    }
}

TEST_CASE("constant work selection is the other selection, at every size and with ties") {
  test::SeededBits bits(11);
  for (std::size_t n = 0; n < 70; ++n)
    for (std::uint64_t range : {std::uint64_t{3}, std::uint64_t{50}, ~std::uint64_t{0}}) {
      std::vector<Wide> values;
      for (std::size_t i = 0; i < n; ++i)
        values.push_back((static_cast<Wide>(bits.next_u64() % range) - static_cast<Wide>(range / 2)) *
                         (range == 50 ? Wide{1} << 70 : 1));
      for (std::size_t k = 0; k <= n; k += 1 + n / 8)
        REQUIRE(constantWorkTopK(k, values) == topK(k, values));
      REQUIRE(constantWorkTopK(n, values) == topK(n, values));
    }
}

TEST_CASE("constant work selection of more than there is aborts") {
  CHECK(test::aborts([] { static_cast<void>(constantWorkTopK(2, std::vector<Wide>{1})); }));
}
