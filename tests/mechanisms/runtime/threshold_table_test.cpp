// SPDX-License-Identifier: Apache-2.0

#define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS

#include "enclosure.h"
#include "plumb/runtime/scripted_bits.h"
#include "plumb/runtime/threshold_table.h"
#include "seeded_bits.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <string>

using namespace plumb::runtime;
using test::Enclosure;
using Law = GeometricSurvival::Law;

namespace {

struct Case {
  Law law;
  std::string scale;
  unsigned wordBits;
  Rational b() const { return *Rational::parse(scale); }
  Enclosure survival(unsigned long j) const {
    return law == Law::OneSided ? test::oneSidedSurvival(b(), j) : test::twoSidedSurvival(b(), j);
  }
  ThresholdTable table() const { return ThresholdTable(GeometricSurvival(law, b()), wordBits, 4096); }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char *scale :
       {"1/1000", "1/50", "1/3", "1", "2", "10/3", "100", "200", "256", "3602879701896397/36028797018963968",
        "123456789012345678901234567890123/1000000000000000000000000000000",
        "179.99999999999999999999999999999999999"}) {
    all.push_back({Law::OneSided, scale, 64});
    all.push_back({Law::TwoSided, scale, 63});
  }
  return all;
}

/// The result of `draw` when the words of U are \p words; all must be used.
std::size_t drawOn(const ThresholdTable &table, std::vector<std::uint64_t> words) {
  const std::uint64_t first = words.front();
  words.erase(words.begin());
  ScriptedBits bits = ScriptedBits::fromWords(words);
  const std::size_t value = table.draw(first, bits);
  CHECK(bits.consumed() == 8 * words.size());
  return value;
}

} // namespace

TEST_CASE("thresholds are the leading digits of the survival function") {
  for (const Case &each : cases()) {
    INFO("scale " << each.scale << ", " << each.wordBits << " bits");
    const ThresholdTable table = each.table();
    std::size_t wrong = 0;
    for (std::size_t j = 1; j <= table.length(); ++j)
      wrong += table.threshold(j) != each.survival(j).digits(each.wordBits, 0);
    CHECK(wrong == 0);
    CHECK(each.survival(table.length()).upper() < 1.0 / 4096);
  }
}

TEST_CASE("later digits of the survival function are certified too") {
  for (const Case &each : cases()) {
    INFO("scale " << each.scale);
    const GeometricSurvival survival(each.law, each.b());
    for (std::size_t j : {1U, 2U, 7U})
      if (each.survival(j).lower() > 1e-40)
        for (unsigned block = 0; block < 5; ++block)
          CHECK(survival.digits(j, each.wordBits, block) == each.survival(j).digits(each.wordBits, block));
  }
}

TEST_CASE("a draw counts the thresholds above the word") {
  for (const Case &each : cases()) {
    INFO("scale " << each.scale);
    const ThresholdTable table = each.table();
    std::vector<std::uint64_t> words;
    const auto greatest = ~std::uint64_t{0} >> (64 - each.wordBits);
    for (std::uint64_t bucket = 0; bucket < 4096; ++bucket) {
      const std::uint64_t start = bucket << (each.wordBits - 12);
      words.insert(words.end(), {start, start - 1, start + 1});
    }
    for (std::size_t j = 1; j <= table.length(); ++j)
      words.insert(words.end(), {table.threshold(j) - 1, table.threshold(j) + 1});
    test::SeededBits random(1);
    for (int i = 0; i < 10000; ++i)
      words.push_back(random.next_u64());

    std::vector<std::uint64_t> thresholds;
    for (std::size_t j = 1; j <= table.length(); ++j)
      thresholds.push_back(table.threshold(j));
    std::size_t wrong = 0, ties = 0;
    for (std::uint64_t word : words) {
      word &= greatest;
      if (word == 0 || std::binary_search(thresholds.rbegin(), thresholds.rend(), word)) {
        ++ties;
        continue;
      }
      const auto above = static_cast<std::size_t>(
          std::count_if(thresholds.begin(), thresholds.end(), [&](std::uint64_t t) { return word < t; }));
      ScriptedBits none{{}};
      wrong += table.draw(word, none) != above;
    }
    CHECK(wrong == 0);
    CHECK(ties < 10);
  }
}

TEST_CASE("a tie with a threshold is decided by further digits") {
  for (const Case &each : cases()) {
    const ThresholdTable table = each.table();
    if (table.length() == 1)
      continue; // scales so small that the leading digits are zeros; see below
    INFO("scale " << each.scale);
    for (std::size_t j = 1; j <= table.length(); j += table.length() / 5 + 1) {
      const Enclosure exact = each.survival(j);
      const std::uint64_t first = exact.digits(each.wordBits, 0);
      const std::uint64_t second = exact.digits(each.wordBits, 1);
      const std::uint64_t third = exact.digits(each.wordBits, 2);
      CHECK(drawOn(table, {first, second - 1}) == j);
      CHECK(drawOn(table, {first, second + 1}) == j - 1);
      CHECK(drawOn(table, {first, second, third - 1}) == j);
      CHECK(drawOn(table, {first, second, third + 1}) == j - 1);
    }
  }
}

TEST_CASE("leading zeros of a tiny survival probability are ties") {
  const Case tiny{Law::OneSided, "1/1000", 64};
  const ThresholdTable table = tiny.table();
  REQUIRE(table.length() == 1);
  REQUIRE(table.threshold(1) == 0);
  // e^-1000 is 2^-1442.69...: 22 words of zeros, then a word that is not.
  std::vector<std::uint64_t> words(22, 0);
  words.push_back(1);
  CHECK(drawOn(table, words) == 1);
  words.back() = ~std::uint64_t{0};
  CHECK(drawOn(table, words) == 0);
  CHECK(drawOn(table, {0, 1}) == 0);
}

TEST_CASE("a limited table ends where it is told to") {
  const ThresholdTable table(GeometricSurvival(Law::TwoSided, Rational(1000)), 63, 1);
  CHECK(table.length() == 1);
  CHECK(table.threshold(1) == test::twoSidedSurvival(Rational(1000), 1).digits(63, 0));
  CHECK(drawOn(table, {0x1234}) == 1);
  CHECK(drawOn(table, {table.threshold(1) + 1}) == 0);
}
