// SPDX-License-Identifier: Apache-2.0
//
// Data at the ends of their types, and none at all.
#include "golden/asymmetric_laplace.h"
#include "golden/asymmetric_noisy_top_k.h"
#include "golden/asymmetric_svt.h"
#include "golden/monitor_location.h"
#include "golden/monitor_places.h"
#include "seeded_bits.h"
#include "unaccounted.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace plumb;
using runtime::Wide;
using test::SeededBits;
using test::unaccounted;
using Words = std::vector<std::int64_t>;

static constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                              largest = std::numeric_limits<std::int64_t>::max();
TEST_CASE("noise is added to counts at the ends of 64 bits") {
  const auto laplace = asymmetric_laplace::Mechanism::create({runtime::Rational(1), 1});
  REQUIRE(laplace);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto run = [&](std::int64_t count) {
      SeededBits bits(seed);
      return laplace->run(count, unaccounted, bits)->out.value;
    };
    const Wide noise = run(0).wide();
    for (std::int64_t count : {largest, largest / 2 + 2, largest / 2 + 1, least / 2 - 1, least + 1, least})
      CHECK(run(count) == Wide{count} + noise);
  }
}

// "below" claims f[i] < T[i], and noise is at least 0. A count that is cut off at 2^62 would be "below" a
// threshold that it reaches.
TEST_CASE("claims are true of counts and thresholds at the ends of 64 bits") {
  constexpr std::int64_t half = std::int64_t{1} << 62;
  const Words ends{least,    least + 1, -half - 1, -half,       -half + 1,
                   half - 1, half,      half + 1,  largest - 1, largest};
  using Tag = asymmetric_svt::Cell::Tag;
  std::size_t below = 0;
  for (std::int64_t threshold : ends) {
    const auto count = static_cast<std::int64_t>(ends.size());
    const asymmetric_svt::Parameters parameters{runtime::Rational(1), count, count,
                                                Words(ends.size(), threshold)};
    const auto output = *asymmetric_svt::Mechanism::create(parameters)->run(ends, unaccounted);
    auto stream = *asymmetric_svt::Stream::create(parameters, unaccounted);
    REQUIRE(output.out.size() == ends.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
      for (const auto &cell : {output.out[i], *stream.step(ends[i])}) {
        below += cell.tag == Tag::below ? 1 : 0;
        CHECK((cell.tag == Tag::above || ends[i] < threshold));
        CHECK((cell.tag == Tag::below || cell.value >= ends[i]));
      }
  }
  CHECK(below > 50);
}

TEST_CASE("counts at the ends of 64 bits are compared and selected as numbers") {
  const auto svt =
      asymmetric_svt::Mechanism::create({runtime::Rational(1), 3, 4, {largest, least, largest, least}});
  REQUIRE(svt);
  using Tag = asymmetric_svt::Cell::Tag;
  const auto output = *svt->run(Words{least, largest, largest, least}, unaccounted);
  REQUIRE(output.out.size() == 4);
  CHECK(output.out[0].tag == Tag::below);
  CHECK(output.out[1].tag == Tag::above);
  CHECK(output.out[1].value >= largest);
  CHECK(output.out[2].tag == Tag::above);
  CHECK(output.out[3].tag == Tag::above);

  const auto top = asymmetric_noisy_top_k::Mechanism::create({runtime::Rational(1), 2, 4});
  REQUIRE(top);
  const auto selected = top->run(Words{0, largest, least, largest}, unaccounted)->result.indices;
  CHECK((selected == std::vector<std::size_t>{1, 3} || selected == std::vector<std::size_t>{3, 1}));
}

TEST_CASE("a stream takes counts at the ends of 64 bits") {
  auto stream = *monitor_location::Stream::create({2, runtime::Rational(1), 0, {1, 2}}, unaccounted);
  CHECK(stream.step(monitor_location::Vouched(), least).error().message ==
        "`f` counts records, and is below 0");
  CHECK(stream.step(monitor_location::Vouched(), 0)->value >= 0);
  CHECK(stream.step(monitor_location::Vouched(), largest)->value >= largest);
}

TEST_CASE("no queries, no output") {
  const auto svt = asymmetric_svt::Mechanism::create({runtime::Rational(1), 1, 0, {}});
  REQUIRE(svt);
  CHECK(svt->run(Words{}, unaccounted)->out.empty());
  auto nothing = *monitor_location::Stream::create({0, runtime::Rational(1), 0, {}}, unaccounted);
  CHECK(nothing.finished());
  CHECK(nothing.step(monitor_location::Vouched(), 1).error().message == "the stream has finished");
  auto nowhere = *monitor_places::Stream::create({1, 0, runtime::Rational(1), {}, {1}}, unaccounted);
  CHECK(nowhere.step(monitor_places::Vouched(), Words{})->out.empty());
  CHECK(nowhere.finished());
}

TEST_CASE("a wrong number of counts is an error value before anything is paid or drawn") {
  const auto svt = asymmetric_svt::Mechanism::create({runtime::Rational(1), 1, 2, {0, 0}});
  REQUIRE(svt);
  const auto ledger = runtime::Ledger::create({{"data", runtime::Rational(1)}});
  const auto budget = ledger->budget("data");
  SeededBits bits(1);
  // Whatever the answers are, the message is the same.
  for (const Words &wrong : {Words{1}, Words{largest}, Words{1, 2, 3}, Words{least, 0, least}})
    CHECK(svt->run(wrong, *budget, bits).error().message == "the number of counts in `f` is not `n`");
  CHECK(bits.next_u64() == SeededBits(1).next_u64());
  CHECK(*ledger->remaining("data") == 1);
  CHECK(svt->run(Words{1, 2}, *budget));
  CHECK(*ledger->remaining("data") == 0);
}
