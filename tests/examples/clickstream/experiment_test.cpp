// SPDX-License-Identifier: Apache-2.0
#include "experiment.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using namespace clickstream;

static const std::vector<std::int64_t> counts{10, 50, 40, 30, 20};

TEST_CASE("an outcome is judged against the items' own counts") {
  const Method method{"two items", [](const Question &, figures::SimulationBits &) {
                        return Release{{1, 0}, {53, 10}};
                      }};
  const Outcome outcome = runTopK(method, counts, 2, {3, 1});
  CHECK(outcome.squaredError.mean == Approx(4.5));
  CHECK(outcome.accuracy.mean == Approx(0.5));
  CHECK(outcome.answered == Approx(2));
}

TEST_CASE("items behind the first k are not judged for accuracy") {
  const Method method{"three items", [](const Question &, figures::SimulationBits &) {
                        return Release{{1, 2, 0}, {50, 40, 13}};
                      }};
  const Outcome outcome = runTopK(method, counts, 2, {1, 1});
  CHECK(outcome.accuracy.mean == Approx(1));
  CHECK(outcome.squaredError.mean == Approx(3));
}

TEST_CASE("the band of an accuracy ends at 1") {
  const Method method{"one item", [](const Question &, figures::SimulationBits &bits) {
                        const std::size_t item = bits.below(20) == 0 ? 0 : 1;
                        return Release{{item}, {0}};
                      }};
  const Outcome outcome = runTopK(method, counts, 1, {40, 1});
  CHECK(outcome.accuracy.mean < 1);
  CHECK(outcome.accuracy.high == 1);
}

TEST_CASE("the sparse vector technique is asked in new orders, with thresholds at ranks from k to 2k") {
  std::set<std::vector<std::int64_t>> orders;
  std::set<std::int64_t> thresholds;
  const Method method{"first item", [&](const Question &question, figures::SimulationBits &) {
                        orders.insert(question.counts);
                        thresholds.insert(question.threshold);
                        return Release{{0}, {static_cast<double>(question.counts[0])}};
                      }};
  const Outcome outcome = runSvt(method, counts, 1, {50, 1});
  CHECK(orders.size() > 20);
  for (std::vector<std::int64_t> order : orders)
    CHECK(std::is_permutation(order.begin(), order.end(), counts.begin(), counts.end()));
  // Ranks are counted from 0, as in the published code: rank 1 has the second largest count.
  CHECK(thresholds == std::set<std::int64_t>{40, 30});
  CHECK(outcome.squaredError.mean == 0);
  CHECK(outcome.accuracy.mean > 0);
  CHECK(outcome.accuracy.mean < 0.5);
}

TEST_CASE("orders and thresholds are the same for each method") {
  std::vector<Question> first, second;
  const auto recorder = [](std::vector<Question> &seen, int draws) {
    return Method{"recorder", [&seen, draws](const Question &question, figures::SimulationBits &bits) {
                    for (int i = 0; i < draws; ++i)
                      bits.next_u64();
                    seen.push_back(question);
                    return Release{{0}, {0}};
                  }};
  };
  runSvt(recorder(first, 1), counts, 2, {5, 7});
  runSvt(recorder(second, 3), counts, 2, {5, 7});
  REQUIRE(first.size() == 5);
  for (std::size_t run = 0; run < 5; ++run) {
    CHECK(first[run].counts == second[run].counts);
    CHECK(first[run].threshold == second[run].threshold);
  }
}

TEST_CASE("runs without an answer do not enter the means") {
  int run = 0;
  const Method method{"every second run", [&](const Question &question, figures::SimulationBits &) {
                        if (++run % 2 == 0)
                          return Release{};
                        return Release{{0}, {static_cast<double>(question.counts[0]) + 2}};
                      }};
  const Outcome outcome = runSvt(method, counts, 1, {10, 1});
  CHECK(outcome.squaredError.mean == Approx(4));
  CHECK(outcome.answered == Approx(0.5));
}
