// SPDX-License-Identifier: Apache-2.0
//
// What a release costs is part of the mechanism, and is taken before anything is drawn. That the price is the
// guarantee at the parameters is also tested for all examples (tests/mechanisms/audit/translation.py).
#include "formatted.h"
#include "golden/asymmetric_laplace.h"
#include "golden/asymmetric_noisy_top_k.h"
#include "golden/asymmetric_svt.h"
#include "golden/monitor_location.h"
#include "golden/running_total.h"
#include "reference.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <type_traits>

using namespace plumb;
using namespace plumb::test;
using runtime::Exact;
using runtime::Ledger;
using namespace runtime::literals;

TEST_CASE("the price is the guarantee at the parameters") {
  CHECK(asymmetric_laplace::Mechanism::create({1_eps / 2, 3})->epsilon() == 0.5_eps);
  CHECK(running_total::Mechanism::create({30, 3_eps / 7, 7})->epsilon() == 6_eps / 7);
  CHECK(running_total::Stream::create({30, 3_eps / 7, 7}, unaccounted)->epsilon() == 6_eps / 7);
}

TEST_CASE("each release is paid once, and one that cannot be paid draws nothing") {
  const auto ledger = *Ledger::create({{"data", 1_eps}});
  const auto budget = *ledger.budget("data");
  const auto mechanism = *asymmetric_laplace::Mechanism::create({2_eps / 5, 1});
  SeededBits bits(1), again(1);
  for (int release = 0; release < 2; ++release)
    CHECK(mechanism.run(40, budget, bits)->out == mechanism.run(40, unaccounted, again)->out);
  CHECK(*ledger.remaining("data") == 1_eps / 5);
  CHECK(mechanism.run(40, budget, bits).error().message == "`data` has 1/5 left, less than 2/5");
  CHECK(*ledger.remaining("data") == 1_eps / 5);
  CHECK(bits.next_u64() == again.next_u64());
}

TEST_CASE("a release that finds no memory for its arrays is not paid for") {
  const auto ledger = *Ledger::create({{"data", 1_eps}});
  constexpr std::int64_t many = std::int64_t{1} << 60;
  const auto mechanism = *asymmetric_noisy_top_k::Mechanism::create({1_eps, 1, many});
  const std::int64_t first = 0;
  const std::span<const std::int64_t> neverRead(&first, static_cast<std::size_t>(many));
  CHECK_THROWS(mechanism.run(neverRead, *ledger.budget("data")));
  CHECK(*ledger.remaining("data") == 1_eps);
}

// Left without its price it would release for nothing.
TEST_CASE("a mechanism that was moved costs what it did, and draws the same noise") {
  auto mechanism = *asymmetric_svt::Mechanism::create({2_eps / 5, 1, 2, {30, 50}});
  const auto taken = std::move(mechanism);
  CHECK(mechanism.epsilon() == 2_eps / 5);
  SeededBits bits(1), again(1);
  const std::vector<std::int64_t> counts{20, 40};
  for (int release = 0; release < 20; ++release)
    CHECK(mechanism.run(counts, unaccounted, bits)->out == taken.run(counts, unaccounted, again)->out);
}

TEST_CASE("an integer is no budget: 3 / 2 would be 1") {
  using Parameters = asymmetric_laplace::Parameters;
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(Parameters::eps) &, int>);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(Parameters::eps) &, std::int64_t>);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(Parameters::eps) &, double>);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(Parameters::eps) &, bool>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<int, decltype(runtime::Account::budget)>);
  STATIC_REQUIRE(std::is_assignable_v<decltype(Parameters::eps) &, runtime::Rational>);
  const Parameters parameters{{3, 2}, 1};
  CHECK(parameters.eps == 3_eps / 2);
  CHECK(3 / 2_eps == 1.5_eps);
}

TEST_CASE("what is published prints, and is narrowed only if it fits") {
  const auto mechanism = *asymmetric_laplace::Mechanism::create({100_eps, 1});
  const auto output = *mechanism.run(41, unaccounted);
  std::ostringstream stream;
  stream << output.out.value << " " << output;
  CHECK(stream.str() == "41 value 41\n");
  std::ostringstream wide;
  wide << runtime::Integer(runtime::Wide{1} << 63);
  CHECK(wide.str() == "9223372036854775808");
  CHECK(*output.out.value.int64() == 41);
  CHECK(runtime::Integer(runtime::Wide{1} << 63).int64().error().message ==
        "9223372036854775808 needs more than 64 bits");
  CHECK(*runtime::Integer(-(runtime::Wide{1} << 63)).int64() == std::numeric_limits<std::int64_t>::min());
  STATIC_REQUIRE_FALSE(std::is_convertible_v<runtime::Integer, std::int64_t>);

  const monitor_location::Cell below{monitor_location::Cell::Tag::below, 0};
  CHECK(below.text() == "below");
  CHECK(monitor_location::Cell{monitor_location::Cell::Tag::above, 25}.text() == "above 25");
  CHECK(monitor_location::Cell{}.text() == "nothing");
}

#ifdef __cpp_lib_format
TEST_CASE("what is published and what was chosen can be formatted") {
  for (const auto &[text, expected] : formatted())
    CHECK(text == expected);
}
#endif
