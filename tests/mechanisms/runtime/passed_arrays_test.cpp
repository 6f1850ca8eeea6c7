// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/passed_arrays.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>

using namespace plumb::runtime;

namespace {

struct Cell {
  std::int64_t value;
};

} // namespace

TEST_CASE("arrays are counted on behind single values, in their order") {
  const auto places = placesOf(3, {{Wide{2}}, {Wide{-5}}, {Wide{0}}, {Wide{4}}});
  REQUIRE(places);
  CHECK(places->first == std::vector<std::size_t>{3, 5, 5, 5, 9});
  CHECK(numbersOf({1}, *places, {{0, 2}, {3, 4}}) == std::vector<std::size_t>{1, 3, 4, 5, 6, 7, 8});
  CHECK(numbersOf({}, *places, {{1, 3}}).empty());
}

TEST_CASE("what no run can keep is refused") {
  const Wide most = Wide{1} << 20;
  CHECK(placesOf(2, {{most}}));
  CHECK_FALSE(placesOf(2, {{most + 1}}));
  CHECK_FALSE(placesOf(2, {{most}, {Wide{1}}}));
  CHECK_FALSE(placesOf(2, {{Wide{1} << 100}}));
  CHECK(placesOf(2, {{Wide{1} << 10, Wide{1} << 10}}));
  CHECK_FALSE(placesOf(2, {{Wide{1} << 10, (Wide{1} << 10) + 1}}));
  CHECK_FALSE(placesOf(2, {{Wide{1} << 62, Wide{1} << 62, Wide{1} << 62}}));
  CHECK(placesOf(2, {{Wide{1} << 62, Wide{0}, Wide{1} << 62}}));
  CHECK(placesOf(2, {{Wide{-3}, Wide{-7}}})->first == std::vector<std::size_t>{2, 2});
}

TEST_CASE("what a part publishes in a loop comes to later parts as an array, with 0 where there is no cell") {
  const ArrayPlaces places = placesOf(2, {{Wide{4}}, {Wide{2}}}).value();
  Ledger ledger = Ledger::create({{"a", Rational(10)}}).value();
  const auto turns = [](std::size_t, const std::vector<ComposedRun::Value> &) -> Expected<ComposedRun::Turn> {
    return ComposedRun::Turn{1, Rational(1)};
  };
  auto run = ComposedRun::create(
      {{"a", {1}, {}, numbersOf({}, places, {{0, 2}})}, {"b", {1}, numbersOf({}, places, {{0, 2}})}},
      *ledger.budget("a"));
  REQUIRE(run);
  const std::vector<Cell> cells = {{7}, {-8}};
  const auto published = run->run(
      0, turns,
      [&](const Budget &budget) -> Expected<std::vector<Cell>> {
        if (auto paid = budget.spend(Rational(1)); !paid)
          return paid.error();
        return cells;
      },
      [&](const std::vector<Cell> &output) {
        ComposedRun::Passed passed(0);
        addArray(passed, places, 0, output, 1, [](const Cell &cell) { return passedOn(cell.value); });
        addArray(passed, places, 1, output, 0, [](const Cell &cell) { return passedOn(cell.value < 0); });
        return passed;
      });
  REQUIRE(published);
  CHECK(arrayOf<std::int64_t>(run->values(), places, 0) == std::vector<std::int64_t>{0, 7, -8, 0});
  CHECK(arrayOf<bool>(run->values(), places, 1) == std::vector<bool>{false, true});
  CHECK(run->next(turns) == 1U);
}

TEST_CASE("cells of loops in each other come to the elements of their indices") {
  struct Indexed {
    std::array<Integer, 2> index;
    std::int64_t value;
  };
  const ArrayPlaces places = placesOf(2, {{Wide{2}, Wide{3}}}).value();
  Ledger ledger = Ledger::create({{"a", Rational(10)}}).value();
  const auto turns = [](std::size_t, const std::vector<ComposedRun::Value> &) -> Expected<ComposedRun::Turn> {
    return ComposedRun::Turn{1, Rational(1)};
  };
  auto run = ComposedRun::create(
      {{"a", {1}, {}, numbersOf({}, places, {{0, 1}})}, {"b", {1}, numbersOf({}, places, {{0, 1}})}},
      *ledger.budget("a"));
  REQUIRE(run);
  // One that ran outside of the array would be lost.
  const std::vector<Indexed> cells = {{{0, 2}, 7}, {{1, 0}, -8}, {{1, 2}, 9},
                                      {{2, 0}, 1}, {{0, 3}, 2},  {{-1, 4}, 3}};
  const auto published = run->run(
      0, turns,
      [&](const Budget &budget) -> Expected<std::vector<Indexed>> {
        if (auto paid = budget.spend(Rational(1)); !paid)
          return paid.error();
        return cells;
      },
      [&](const std::vector<Indexed> &output) {
        ComposedRun::Passed passed(0);
        addArray(passed, places, 0, output, [](const Indexed &cell) { return passedOn(cell.value); });
        return passed;
      });
  REQUIRE(published);
  CHECK(arrayOf<std::int64_t>(run->values(), places, 0) == std::vector<std::int64_t>{0, 0, 7, -8, 0, 9});
}

TEST_CASE("a part is left out that reads an array with an element of more than 64 bits") {
  const ArrayPlaces places = placesOf(2, {{Wide{2}}}).value();
  Ledger ledger = Ledger::create({{"a", Rational(10)}}).value();
  const auto turns = [](std::size_t, const std::vector<ComposedRun::Value> &) -> Expected<ComposedRun::Turn> {
    return ComposedRun::Turn{1, Rational(1)};
  };
  auto run = ComposedRun::create(
      {{"a", {1}, {}, numbersOf({}, places, {{0, 1}})}, {"b", {1}, numbersOf({}, places, {{0, 1}})}},
      *ledger.budget("a"));
  REQUIRE(run);
  const auto published = run->run(
      0, turns,
      [&](const Budget &budget) -> Expected<int> {
        if (auto paid = budget.spend(Rational(1)); !paid)
          return paid.error();
        return 0;
      },
      [&](int) {
        ComposedRun::Passed passed(0);
        passed.add(3);
        passed.add(std::nullopt);
        return passed;
      });
  REQUIRE(published);
  CHECK_FALSE(run->next(turns));
}
