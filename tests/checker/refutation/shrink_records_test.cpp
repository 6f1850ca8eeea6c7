// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/shrink_records.h"
#include "checker/refutation/trial.h"
#include "tests/checker/interpreter/program_text.h"
#include "tests/checker/interpreter/record_mechanisms.h"

#include <catch2/catch.hpp>
#include <random>
#include <tuple>

using namespace plumb;
using interpreter::RecordPair;

namespace {

const std::string fields = "record S { c: bool, x: int, p: int in -3 .. 5 or none, q: int in 4 .. 9 }\n"
                           "query answer = count s: S where s.c";

/// Of the other records, the elements that differ, the numbers and what they are away from q's start.
std::tuple<std::int64_t, std::int64_t, interpreter::Exact> sizeOf(const RecordPair &pair) {
  std::int64_t others = 0, differing = 0;
  interpreter::Exact numbers;
  auto count = [&](const interpreter::RecordValue &record) {
    for (std::size_t i = 0; i < record.size(); ++i)
      numbers = numbers + (record[i].value - (i == 3 ? 4 : 0)).absolute();
  };
  for (const interpreter::OtherRecords &other : pair.others) {
    others += other.copies;
    count(other.record);
  }
  for (const auto &record : {pair.first, pair.second})
    if (record)
      count(*record);
  if (pair.first && pair.second)
    for (std::size_t i = 0; i < pair.first->size(); ++i)
      differing += (*pair.first)[i] != (*pair.second)[i];
  return {others, differing, numbers};
}

/// The same choices in every run.
class Choices {
public:
  /// low <= result < high.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low));
  }

  interpreter::RecordValue record() {
    interpreter::RecordValue record{{between(0, 2)}, {between(-9, 10)}, {between(-3, 5)}, {between(4, 9)}};
    if (between(0, 3) == 0)
      record[2] = interpreter::FieldValue::none();
    return record;
  }

private:
  std::mt19937 random{20240};
};

} // namespace

TEST_CASE("each step makes records simpler, so that steps end") {
  test::ProgramText program(test::aboutRecords(fields, "replace S"));
  auto instance = interpreter::Instance::create(*program, {{"eps", {1}}});
  REQUIRE(instance);
  Choices choices;
  for (int round = 0; round < 200; ++round) {
    RecordPair pair{choices.record(), choices.record(), {}};
    for (std::int64_t i = choices.between(0, 3); i > 0; --i)
      pair.others.push_back({choices.record(), choices.between(1, 6)});
    for (const RecordPair &simpler : refutation::simplerPairs(*instance, pair)) {
      CHECK(sizeOf(simpler) < sizeOf(pair));
      CHECK(instance->recordShape()->admits(*simpler.first));
      CHECK(instance->recordShape()->admits(*simpler.second));
    }
  }
}

TEST_CASE("what cannot be simpler has no steps") {
  test::ProgramText program(test::aboutRecords(fields, "add S"));
  auto instance = interpreter::Instance::create(*program, {{"eps", {1}}});
  REQUIRE(instance);
  RecordPair simplest{
      interpreter::RecordValue{{0}, {0}, interpreter::FieldValue::none(), {4}}, std::nullopt, {}};
  CHECK(refutation::simplerPairs(*instance, simplest).empty());
  (*simplest.first)[3] = {6};
  auto steps = refutation::simplerPairs(*instance, simplest);
  REQUIRE(steps.size() == 2);
  CHECK((*steps[0].first)[3] == interpreter::FieldValue{4});
  CHECK((*steps[1].first)[3] == interpreter::FieldValue{5});
}

namespace {

/// Publishes the answer itself.
std::string told(const std::string &adjacency) {
  return fields + "\npolicy big on S allows r' where r.x > 2\nmechanism m(eps: real)\n  requires eps > 0\n" +
         "  adjacency " + adjacency + "\n  guarantees private(eps)\n{ output answer }\n";
}

refutation::Trial trialOf(const ir::Mechanism &mechanism) {
  auto instance = interpreter::Instance::create(mechanism, {{"eps", {1}}});
  REQUIRE(instance);
  RecordPair pair{interpreter::RecordValue{{1}, {7}, {3}, {8}},
                  interpreter::RecordValue{{0}, {2}, interpreter::FieldValue::none(), {4}},
                  {{interpreter::RecordValue{{1}, {5}, {0}, {5}}, 4}}};
  auto trial = refutation::withRecords({*instance, {}, {}, {}, std::nullopt}, pair);
  REQUIRE(trial);
  return *trial;
}

} // namespace

TEST_CASE("a trial is made small, and stays a pair of neighbours") {
  constexpr std::uint64_t steps = 1000;
  for (const std::string adjacency : {"replace S", "replace S under big"}) {
    test::ProgramText program(told(adjacency));
    refutation::Trial trial = trialOf(*program);
    REQUIRE(isAdmissible(trial));
    CHECK(trial.first == interpreter::Numbers{5});
    minimize(trial, interpreter::Condition::Outputs, steps);
    CHECK(isAdmissible(trial));
    CHECK(trial.records->others.empty());
    CHECK(trial.first == interpreter::Numbers{1});
    CHECK(trial.second == interpreter::Numbers{0});
    interpreter::Exact x = adjacency == "replace S" ? 0 : 3;
    CHECK((*trial.records->first)[1].value == x);
    CHECK((*trial.records->second)[1].value == x);
    CHECK((*trial.records->first)[3].value == 4);
  }
}

TEST_CASE("answers that are not those of the records are no input") {
  test::ProgramText program(told("replace S"));
  refutation::Trial trial = trialOf(*program);
  trial.second[0] = trial.second[0] + 1;
  CHECK_FALSE(isAdmissible(trial));
  trial = trialOf(*program);
  trial.records.reset();
  CHECK_FALSE(isAdmissible(trial));
}
