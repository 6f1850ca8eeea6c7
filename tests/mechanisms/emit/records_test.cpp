// SPDX-License-Identifier: Apache-2.0
//
// Mechanisms over records: answers are never cut off, because a proof may relate them to each other.
#include "certified.h"
#include "golden/joint_sums.h"
#include "golden/sum_of_a_clamped_field.h"
#include "golden/zeros_stay.h"
#include "mechanisms/plan/value_ranges.h"
#include "reference.h"

using namespace plumb;
using namespace plumb::test;

/// A noisy sum of \p term; \p requirements, \p field and \p adjacency as given.
static std::string sumOf(const std::string &term, const std::string &requirements = "cap >= 1",
                         const std::string &field = "int") {
  return "size cap\nrecord R { a: " + field + " }\nquery s = sum r: R of " + term +
         "\nmechanism m(eps: real)\n  requires eps > 0, " + requirements +
         "\n  adjacency replace R\n  guarantees private(eps)\n{\n"
         "  lam ~ laplace(cap / eps)   align lam' = lam + s - s'\n  output s + lam\n}\n";
}

/// How many bits an answer has at most; 0 if there is no such number.
static unsigned bitsOf(const std::string &program) {
  const Analyzed analyzed(program);
  const plan::Premises premises(*analyzed);
  return plan::ValueRanges(*analyzed, &premises).answerBits(analyzed.variable("s")).value_or(0);
}

TEST_CASE("a sum ends where 2^62 shares of the largest size end") {
  CHECK(bitsOf(sumOf("min(max(r.a, 0), 1)")) == 62);
  CHECK(bitsOf(sumOf("min(max(r.a, 0), 2)")) == 63);
  CHECK(bitsOf(sumOf("min(max(r.a, -2), 1)")) == 63);
  CHECK(bitsOf(sumOf("min(max(r.a, 0), 1000)")) == 72);
  CHECK(bitsOf(sumOf("min(max(r.a, 0), 1024)")) == 72);
  CHECK(bitsOf(sumOf("min(max(r.a, 0), 1025)")) == 73);
  CHECK(bitsOf(sumOf("min(max(r.a, 0), cap)", "cap >= 1, cap <= 1000")) == 72);
  CHECK(bitsOf(sumOf("min(max(r.a, 0), cap)")) == 125);
  CHECK(bitsOf(sumOf("r.a", "cap >= 1, cap <= 9", "int in 0 .. cap")) == 65);
  CHECK(bitsOf(sumOf("r.a > 0 ? 5 : -7")) == 65);
}

TEST_CASE("fields are 64-bit integers") {
  CHECK(bitsOf(sumOf("r.a")) == 125);
  CHECK(bitsOf(sumOf("r.a + r.a")) == 0);
  CHECK(bitsOf(sumOf("r.a * r.a")) == 0);
}

TEST_CASE("a count is any 64-bit integer") {
  const Analyzed program("record R { a: int }\nquery s = count r: R where r.a > 0\nmechanism m(eps: real)\n"
                         "  requires eps > 0\n  adjacency replace R\n  guarantees private(eps)\n{\n"
                         "  lam ~ laplace(1 / eps)   align lam' = lam + s - s'\n  output s + lam\n}\n");
  const plan::Premises premises(*program);
  CHECK(plan::ValueRanges(*program, &premises).answerBits(program.variable("s")) == 62u);
}

TEST_CASE("a sum that might have to be cut off is not emitted, with one message") {
  const Certified proved(
      "record R { a: int, b: int }\npolicy near on R allows r' where r.a = r'.a and abs(r.b - r'.b) <= 1\n"
      "query s = sum r: R of r.a * r.a + r.b\nmechanism m(eps: real)\n  requires eps > 0\n"
      "  adjacency replace R under near\n  guarantees private(eps)\n{\n"
      "  lam ~ laplace(1 / eps)   align lam' = lam + s - s'\n  output s + lam\n}\n");
  const emit::Emission emission = emit::emit(*proved, {});
  CHECK(emission.files.empty());
  REQUIRE(emission.problems.size() == 1);
  CHECK(
      emission.problems.front().message ==
      "the sum `s` may need more than 128 bits, and cutting off an answer may break what the proof knows of "
      "several answers together; bound each record's share with `min`, `max` or the range of a field");
}

TEST_CASE("what a proof knows of two answers together holds for the largest ones") {
  // Neighbours: one record spends 9 more and has 9 less left. Their total was proved to tell nothing. A clamp
  // of the first answer to 2^62, or to 2^63, would tell them apart.
  auto mechanism = *joint_sums::Mechanism::create({10, rational("1")});
  for (unsigned bits : {62U, 63U, 64U, 100U, 120U}) {
    const runtime::Wide spent = (runtime::Wide{1} << bits) - 4, left = (runtime::Wide{1} << 65) + 50;
    SeededBits some(bits), same(bits);
    const auto first = mechanism.run(spent, left, unaccounted, some)->out,
               second = mechanism.run(spent + 9, left - 9, unaccounted, same)->out;
    CHECK(first.value2 == second.value2);
    CHECK(second.value - first.value == 9);
  }
}

TEST_CASE("an answer out of its range is clamped, not wrapped") {
  auto mechanism = *sum_of_a_clamped_field::Mechanism::create({1000, rational("100")});
  constexpr runtime::Wide limit = runtime::Wide{1} << 125;
  for (runtime::Wide extreme : {limit + 1, 2 * limit - 1 + 2 * limit / 2}) {
    SeededBits bits(7), again(7);
    CHECK(mechanism.run(extreme, unaccounted, bits)->out.value ==
          mechanism.run(limit, unaccounted, again)->out.value);
    CHECK(mechanism.run(-extreme, unaccounted, bits)->out.value ==
          mechanism.run(-limit, unaccounted, again)->out.value);
  }
}

TEST_CASE("the emitted noisy sum is that of the program") {
  const Reference reference("sum_of_a_clamped_field");
  Values values(1);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t cap = values.between(1, 9), spent = values.between(0, 1000);
    auto mechanism = sum_of_a_clamped_field::Mechanism::create({cap, rational(eps)});
    SeededBits bits(seed);
    CHECK("out = " + text(mechanism->run(spent, unaccounted, bits)->out.value) ==
          reference.run({{"eps", exact(eps)}, {"cap", {cap}}, {"spent", {spent}}}, seed));
  }
}

TEST_CASE("the head of a header says who is a neighbour and what the caller has to see to") {
  const Certified proved(readFile(PLUMB_SOURCE_DIR "/tests/mechanisms/emit/programs/monitor_location.plumb"));
  const std::string header = emit::emit(*proved, {}).files.at(0).text;
  for (const char *words :
       {"Neighbours differ in one record (event level): replace Visit under hide_presence.",
        "record Visit { enter: int, leave: int, there: bool }",
        "policy hide_presence on Visit { public enter; public leave; sensitive there when there }",
        "query f[t in 0 .. H] = count v: Visit where v.there and v.enter <= t and t < v.leave",
        "Assumed of every record, before and after the change; `Data` tests it, and `run` with answers does "
        "not:\n"
        "///   - forall v in data, t in 0 .. H: v.enter <= t and t < v.leave implies v.leave <= clear[t]",
        "Answers are any 64-bit integers, and counts of records at least 0."}) {
    INFO(words);
    CHECK(header.find(words) != std::string::npos);
  }
  // A premise about the data is no premise of the constructor.
  CHECK(header.substr(header.find("Mechanism::create(Parameters parameters) {")).find(".leave") >
        header.find("class Mechanism::Data") - header.find("Mechanism::create(Parameters parameters) {"));
}

TEST_CASE("counts of records below 0 are refused") {
  const auto mechanism = *zeros_stay::Mechanism::create({2, rational("1")});
  std::vector<std::int64_t> counts{3, -1};
  SeededBits bits(1);
  const auto refused = mechanism.run(zeros_stay::Vouched(), counts, unaccounted, bits);
  REQUIRE(!refused);
  CHECK(refused.error().message == "`f` counts records, and is below 0");
  counts[1] = 0;
  CHECK(mechanism.run(zeros_stay::Vouched(), counts, unaccounted, bits)->out[1].value == 0);
}
