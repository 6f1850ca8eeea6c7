// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/wide.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;

namespace {

const Wide greatest = static_cast<Wide>(~WideUnsigned{0} >> 1);
const char *const greatestText = "170141183460469231731687303715884105727";
const char *const leastText = "-170141183460469231731687303715884105728";

} // namespace

TEST_CASE("wide integers print in decimal") {
  CHECK(toText(0) == "0");
  CHECK(toText(-1) == "-1");
  CHECK(toText(Wide{1} << 64) == "18446744073709551616");
  CHECK(toText(greatest) == greatestText);
  CHECK(toText(-greatest - 1) == leastText);
}

TEST_CASE("wide integers are read back") {
  for (const char *text :
       {"0", "-1", "18446744073709551616", "-18446744073709551617", greatestText, leastText}) {
    const Expected<Wide> value = parseWide(text);
    REQUIRE(value);
    CHECK(toText(*value) == text);
  }
  const Expected<Wide> plus = parseWide("+5");
  REQUIRE(plus);
  CHECK(toText(*plus) == "5");
}

TEST_CASE("text that is not a wide integer is an error value") {
  for (const char *text :
       {"", "-", "+", "1.5", " 1", "1 ", "--1", "0x10", "170141183460469231731687303715884105728",
        "-170141183460469231731687303715884105729", "1000000000000000000000000000000000000000"})
    CHECK_FALSE(parseWide(text));
}

TEST_CASE("a count plus samples of the largest size does not overflow") {
  const WideUnsigned samples = WideUnsigned{1} << (noiseBits + 29);
  const WideUnsigned counts = WideUnsigned{1} << (63 + 60);
  CHECK(samples + counts < static_cast<WideUnsigned>(greatest));
}
