// SPDX-License-Identifier: Apache-2.0

#include "aborts.h"
#include "plumb/runtime/expected.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace plumb::runtime;

TEST_CASE("an Expected holds a value or the reason why there is none") {
  const Expected<int> value = 7;
  REQUIRE(value);
  CHECK(value.has_value());
  CHECK(*value == 7);
  CHECK(Expected<void>().has_value());
  const Expected<int> error = Error{"no value"};
  REQUIRE_FALSE(error);
  CHECK_FALSE(error.has_value());
  CHECK_FALSE(Expected<void>(Error{"no value"}).has_value());
  CHECK(error.error().message == "no value");
}

TEST_CASE("an Expected can hold what cannot be copied or default constructed") {
  struct Unique {
    explicit Unique(int number) : owned(std::make_unique<int>(number)) {}
    std::unique_ptr<int> owned;
  };
  Expected<Unique> value = Unique(7);
  const Unique moved = *std::move(value);
  CHECK(*moved.owned == 7);
}

TEST_CASE("reading the absent side of an Expected aborts") {
  CHECK(test::aborts([] {
    const Expected<int> error = Error{"no value"};
    static_cast<void>(error.value());
  }));
  CHECK(test::aborts([] {
    const Expected<int> value = 7;
    static_cast<void>(value.error());
  }));
}
