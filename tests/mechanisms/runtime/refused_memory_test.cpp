// SPDX-License-Identifier: Apache-2.0
//
// Memory that is refused at every allocation, one after the other.

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/state_file.h"
#include "plumb/runtime/top_k.h"
#include "refused_memory.h"
#include "state_folder.h"

#include <catch2/catch.hpp>
#include <string>

using namespace plumb::runtime;
using plumb::test::endsWith;
using test::StateFolder;

TEST_CASE("a state that found no memory is stored when it is tried again, and the file opens") {
  const std::string first(100, 'a'), second(200, 'b');
  long count = 0;
  for (bool isOver = false; !isOver; ++count) {
    INFO("after " << count << " allocations");
    const StateFolder folder;
    {
      StateFile file = StateFile::open(folder.file()).value();
      REQUIRE(file.replace(1, first));
      isOver = endsWith(count, [&] { static_cast<void>(file.replace(2, second)); });
      if (!isOver) {
        CHECK(file.generation() == 1);
        CHECK(file.content() == first);
        CHECK(file.replace(2, second));
      }
    }
    CHECK(StateFile::open(folder.file())->content() == second);
    REQUIRE(count < 100);
  }
  CHECK(count > 1);
}

TEST_CASE("a budget is assigned as a whole or not at all") {
  const std::string name(40, 'n');
  auto mine = Ledger::create({{"visits", Rational(1)}}).value();
  auto other = Ledger::create({{"visits", Rational(1)}, {name, Rational(1)}}).value();
  Budget budget = mine.budget("visits").value(), &same = budget;
  const Budget next = other.budget(name).value();
  CHECK_FALSE(endsWith(0, [&] { budget = next; }));
  budget = std::move(same);
  CHECK(budget.spend(Rational(1)));
  CHECK(mine.remaining("visits").value() == 0);
  CHECK(other.remaining("visits").value() == 1);
  CHECK(endsWith(1, [&] { budget = next; }));
  CHECK(budget.spend(Rational(1)));
  CHECK(other.remaining(name).value() == 0);
}

TEST_CASE("what an Expected holds is assigned as a whole or not at all") {
  const Expected<TopK> next = TopK{{1, 2, 3, 4}, {Integer(1), Integer(2), Integer(3), Integer(4)}};
  long count = 0;
  for (bool isOver = false; !isOver; ++count) {
    INFO("after " << count << " allocations");
    Expected<TopK> held = TopK{{1}, {Integer(5)}};
    isOver = endsWith(count, [&] { held = next; });
    CHECK(held->indices.size() == (isOver ? 4 : 1));
    CHECK(held->values.size() == held->indices.size());
    REQUIRE(count < 100);
  }
  CHECK(count > 1);
}
