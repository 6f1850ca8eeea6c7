// SPDX-License-Identifier: Apache-2.0
#include "plumb/runtime/replay/gap.h"
#include "plumb/runtime/replay/published.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime::replay;

TEST_CASE("integers of a program never wrap") {
  const Int largest = Int(static_cast<plumb::runtime::Wide>(~plumb::runtime::WideUnsigned{0} >> 1));
  CHECK_THROWS_AS(largest + 1, Undefined);
  CHECK_THROWS_AS(-largest - 2, Undefined);
  CHECK_THROWS_AS(largest * 2, Undefined);
  CHECK_THROWS_AS(largest.word(), Undefined);
  CHECK(largest + 0 == largest);
}

TEST_CASE("remainders are not negative, whatever the signs") {
  for (int a = -7; a <= 7; ++a)
    for (int b : {-3, -1, 2, 5}) {
      CHECK(quotient(a, b) * b + plumb::runtime::replay::remainder(a, b) == Int(a));
      CHECK(plumb::runtime::replay::remainder(a, b) >= 0);
      CHECK(plumb::runtime::replay::remainder(a, b) < absolute(Int(b)));
    }
  CHECK_THROWS_AS(quotient(1, 0), Undefined);
}

TEST_CASE("arrays are in row-major order, and know their rows") {
  Array<Int> array(Indices{2, 3});
  at(array, {1, 0}) = 7;
  CHECK(array.items[3] == 7);
  CHECK(array.row(1).front() == 7);
  CHECK(array.row(1).size() == 3);
  CHECK_THROWS_AS(at(array, {2, 0}), Undefined);
  CHECK_THROWS_AS(array.row(-1), Undefined);
  CHECK_THROWS_AS(array.resize(Indices{1'000'000'000, 1'000'000'000}), Undefined);
}

TEST_CASE("of equal values the one with the smaller index is chosen") {
  Array<Int> array(Indices{4});
  array.items = {5, 9, 5, 9};
  Published published(0);
  select(published, 3, array);
  CHECK(published.indices == std::vector<Int>{1, 3, 0});
  CHECK(published.values == std::vector<Int>{9, 9, 5});
  CHECK_THROWS_AS(select(published, 5, array), Undefined);
}

TEST_CASE("a gap is 0 exactly where a condition holds, or where it does not") {
  for (int a = -4; a <= 4; ++a)
    for (int b = -4; b <= 4; ++b) {
      const auto agrees = [](Gap gap, bool holds) {
        return (gap.toTrue == 0) == holds && (gap.toFalse == 0) == !holds;
      };
      const Int x = a, y = b;
      CHECK(agrees(below(x, y), a < b));
      CHECK(agrees(opposite(below(x, y)), a >= b));
      CHECK(agrees(equal(x, y), a == b));
      CHECK(agrees(both(below(x, y), below(y, Int(3))), a < b && b < 3));
      CHECK(agrees(either(below(x, y), equal(y, Int(3))), a < b || b == 3));
      CHECK(
          agrees(everywhere(0, 3, [&](Int i) { return below(x, y + i); }), a < b && a < b + 1 && a < b + 2));
    }
}

TEST_CASE("what is nearer has the smaller gap") {
  CHECK(below(Int(9), Int(2)).toTrue > below(Int(5), Int(2)).toTrue);
  CHECK(equal(Int(-9), Int(2)).toTrue > equal(Int(1), Int(2)).toTrue);
}
