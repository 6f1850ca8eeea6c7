// SPDX-License-Identifier: Apache-2.0

#include "aborts.h"
#include "plumb/runtime/ledger.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/rational.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace plumb::runtime;

namespace {

std::string parsed(std::string_view text) {
  const Expected<Rational> value = Rational::parse(text);
  return value ? value->text() : "error: " + value.error().message;
}

} // namespace

static_assert(!std::is_constructible_v<Rational, double>);
static_assert(!std::is_constructible_v<Rational, float>);
static_assert(!std::is_constructible_v<Rational, bool>);

TEST_CASE("decimal literals are exact") {
  CHECK(parsed("0.1") == "1/10");
  CHECK(parsed("0.125") == "1/8");
  CHECK(parsed("-2.50") == "-5/2");
  CHECK(parsed("3.000") == "3");
  CHECK(parsed("0.1000000000000000055511151231257827") ==
        "1000000000000000055511151231257827/10000000000000000000000000000000000");
}

TEST_CASE("quotients are read in lowest terms") {
  CHECK(parsed("1/2") == "1/2");
  CHECK(parsed("6/4") == "3/2");
  CHECK(parsed("-6/3") == "-2");
  CHECK(parsed("+0/7") == "0");
  CHECK(parsed("123456789012345678901234567890/10") == "12345678901234567890123456789");
}

TEST_CASE("text that is not a rational is an error value") {
  for (const char *text : {"", "-", "/", ".", "1/", "/2", ".5", "5.", "1/-2", "1e3", "1/2/3", "1.2.3",
                           "1.5/2", " 1", "1 ", "0x1", "1_000", "inf", "nan"})
    CHECK_THAT(parsed(text), Catch::StartsWith("error: not a rational number"));
  CHECK(parsed("1/0") == "error: denominator 0 in '1/0'");
  CHECK_FALSE(Rational::parse(std::string(Rational::maximalTextLength + 1, '1')));
  CHECK(Rational::parse(std::string(Rational::maximalTextLength, '1')));
}

TEST_CASE("integers of every width convert exactly") {
  CHECK(Rational(std::numeric_limits<std::int64_t>::min()).text() == "-9223372036854775808");
  CHECK(Rational(std::numeric_limits<std::uint64_t>::max()).text() == "18446744073709551615");
  CHECK(Rational(static_cast<std::int8_t>(-5)).text() == "-5");
  CHECK(Rational(-(Wide{1} << 100)).text() == "-1267650600228229401496703205376");
  CHECK(Rational().text() == "0");
}

TEST_CASE("arithmetic is exact and stays in lowest terms") {
  const Rational third = Rational(1) / 3;
  CHECK(third + third + third == 1);
  CHECK(third - 1 == -(Rational(2) / 3));
  CHECK((third * Rational(3) / 2).text() == "1/2");
  CHECK((2 / third).text() == "6");
  Rational value(5);
  value += third;
  value -= 1;
  value *= 3;
  value /= 2;
  CHECK(value.text() == "13/2");
}

TEST_CASE("comparisons agree with the order of the rationals") {
  const Rational third = Rational(1) / 3, half = Rational(1) / 2;
  CHECK(third < half);
  CHECK(-half < -third);
  CHECK(half <= half);
  CHECK(half != third);
  CHECK(half < 1);
  CHECK((Wide{1} << 80) > half);
}

TEST_CASE("division by zero is an error value or, unchecked, an abort") {
  const Expected<Rational> quotient = checkedDivide(Rational(1), Rational(0));
  REQUIRE_FALSE(quotient);
  CHECK(quotient.error().message == "division of 1 by 0");
  CHECK_FALSE(Rational::fraction(3, 0));
  CHECK(Rational::fraction(3, -6).value().text() == "-1/2");
  CHECK(test::aborts([] { static_cast<void>(Rational(1) / Rational(0)); }));
}

TEST_CASE("copies are independent and moved-from values may be assigned") {
  Rational first(3);
  Rational second = first;
  second += 1;
  CHECK(first == 3);
  Rational third = std::move(second);
  CHECK(third == 4);
  second = first;
  CHECK(second == 3);
}

namespace {

template <class Amount>
concept IsScale = requires(Amount amount) {
  OneSidedGeometric::create(amount);
};
template <class Amount>
concept IsSpent = requires(const Budget &budget, Ledger &ledger, Amount amount) {
  budget.spend(amount);
  ledger.spend("visits", amount);
};

template <class Number>
concept IsElement = requires(Number number) {
  std::vector<Rational>{number};
};

} // namespace

// `Rational x = 3 / 2` would be 1, and `std::vector<Rational>{2}` two zeros.
TEST_CASE("no integer becomes a Rational by itself") {
  STATIC_REQUIRE_FALSE(std::is_convertible_v<decltype(3 / 2), Rational>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::int64_t, Rational> ||
                       std::is_convertible_v<Wide, Rational>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<double, Rational> || std::is_convertible_v<bool, Rational>);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<Rational &, decltype(3 / 2)>);
  STATIC_REQUIRE_FALSE(IsElement<int> || IsElement<Wide> || IsElement<double> || IsElement<bool>);
  STATIC_REQUIRE(IsElement<Rational>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<Rational, double> || std::is_constructible_v<Rational, bool>);
  using namespace literals;
  const Rational written = {3, 2};
  CHECK(written == 3 / 2_eps);
  CHECK(written == Rational{3, 2});
  CHECK(written == Rational(3) / 2);
}

TEST_CASE("what 3 / 2 is in C++ becomes no scale and no amount to spend") {
  STATIC_REQUIRE_FALSE(IsScale<decltype(3 / 2)> || IsScale<std::int64_t> || IsScale<double> || IsScale<bool>);
  STATIC_REQUIRE_FALSE(IsSpent<decltype(3 / 2)> || IsSpent<std::int64_t> || IsSpent<double> || IsSpent<bool>);
  STATIC_REQUIRE(IsScale<Rational> && IsSpent<Rational> && IsSpent<Exact>);
}
