// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/tally.h"
#include "tests/mechanisms/estimate/every_report.h"
#include "tests/mechanisms/runtime/aborts.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

TEST_CASE("a tally takes exactly the reports of positive probability") {
  for (double eps : {0.0, 1.0, 50.0})
    for (const auto &[name, channel] : smallChannels(eps))
      for (Report y : everyReport(channel)) {
        INFO(name << ", eps = " << eps << ", report " << y);
        Tally tally(channel);
        const bool isPossible = outputProbability(channel, y, rising(channel.alphabet().size())) > 0;
        CHECK(add(tally, y).has_value() == !isPossible);
        CHECK(tally.reports() == (isPossible ? 1 : 0));
      }
}

TEST_CASE("bits beyond the alphabet and rows of other widths are refused") {
  Tally tally(Channel::rappor(1, 5).value());
  CHECK(add(tally, 1U << 5)->message == "report sets bit 5, outside the alphabet 0 .. 4");
  const std::vector<std::uint64_t> two(2);
  CHECK(tally.add(Bits{two})->message == "report of 2 words of bits; the alphabet takes 1");
  CHECK(tally.reports() == 0);
}

TEST_CASE("reports of the other form abort") {
  using plumb::runtime::test::aborts;
  const std::vector<std::uint64_t> word(1);
  CHECK(aborts([&] { Tally(Channel::rr(1, 3).value()).add(Bits{word}); }));
  CHECK(aborts([&] { Tally(Channel::rappor(1, 3).value()).add(Symbol{0}); }));
}

TEST_CASE("there are at most 2^53 reports") {
  Tally tally(Channel::rr(1, 3).value());
  CHECK_FALSE(tally.add(Symbol{0}, std::uint64_t{1} << 53));
  CHECK(tally.add(Symbol{0})->message == "more than 2^53 reports");
  CHECK(tally.marks()[0] == std::uint64_t{1} << 53);
}
