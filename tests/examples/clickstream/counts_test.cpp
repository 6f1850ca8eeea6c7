// SPDX-License-Identifier: Apache-2.0
#include "counts.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace clickstream;
using Numbers = std::vector<std::int64_t>;

static Counts read(const std::string &text) {
  std::istringstream stream(text);
  auto result = readCounts(stream);
  if (const auto *problem = std::get_if<Malformed>(&result))
    throw std::runtime_error(problem->message);
  return std::get<Counts>(result);
}

/// "LINE:COLUMN: message", or "accepted".
static std::string problem(const std::string &text) {
  std::istringstream stream(text);
  auto result = readCounts(stream);
  const auto *malformed = std::get_if<Malformed>(&result);
  if (!malformed)
    return "accepted";
  return std::to_string(malformed->line) + ":" + std::to_string(malformed->column) + ": " +
         malformed->message;
}

TEST_CASE("counts are read with or without a heading, in any order") {
  const Counts counts = read("item,count\n7,30\n3,0\n\n12,5\r\n");
  CHECK(counts.items == Numbers{3, 7, 12});
  CHECK(counts.values == Numbers{0, 30, 5});
  CHECK(read("7,30\n3,0").items == Numbers{3, 7});
}

TEST_CASE("further columns are skipped") {
  CHECK(read("item,count,source\n1,5,exact\n2,4,scaled\n").values == Numbers{5, 4});
}

TEST_CASE("transactions are counted by record") {
  const Counts counts = read("1 2 3\n2 3\n3\n");
  CHECK(counts.items == Numbers{1, 2, 3});
  CHECK(counts.values == Numbers{1, 2, 3});
}

TEST_CASE("the last item of a line that ends in a blank counts once") {
  CHECK(read("1 2 \n2 \n").values == Numbers{1, 2});
  CHECK(read("1 2 \r\n2\t \r\n").values == Numbers{1, 2});
}

TEST_CASE("an item counts once per record, so that one record changes a count by 1 at most") {
  CHECK(read("5 5 5\n5\n").values == Numbers{2});
}

TEST_CASE("malformed input is reported with line and column") {
  CHECK(problem("1,5\n2;6\n") == "2:2: expected ',' behind the item, found ';'");
  CHECK(problem("1,5\n2,\n") == "2:3: expected a count, found the end of the line");
  CHECK(problem("1,5\n2,-6\n") == "2:3: expected a count, found '-'");
  CHECK(problem("1,5\nx,6\n") == "2:1: expected an item number, found 'x'");
  CHECK(problem("1,5 6\n") == "1:5: expected the end of the line, found '6'");
  CHECK(problem("1,5\n2,6\n1,7\n") == "3:1: item 1 has a count already");
  CHECK(problem("1,4611686018427387904\n") == "1:3: a count of 2^62 or more");
  CHECK(problem("1,99999999999999999999999\n") == "1:3: a count of 2^62 or more");
  CHECK(problem("1 2\n3 b\n") == "2:3: expected an item number, found 'b'");
  CHECK(problem("1 2\n3x\n") == "2:2: expected an item number, found 'x'");
  CHECK(problem(std::string("1 \x00\n", 4)) ==
        "1:3: expected an item number, found something that is no digit");
}

TEST_CASE("a file without items is malformed") {
  CHECK(problem("") == "1:1: no item in the whole file");
  CHECK(problem("\n\n") == "3:1: no item in the whole file");
  CHECK(problem("item,count\n") == "2:1: no item in the whole file");
}

TEST_CASE("the shipped file has the 156 most frequent items") {
  std::ifstream stream(PLUMB_SOURCE_DIR "/examples/clickstream/kosarak_exact_top156.csv");
  auto result = readCounts(stream);
  REQUIRE(std::holds_alternative<Counts>(result));
  const Counts &counts = std::get<Counts>(result);
  REQUIRE(counts.items.size() == 156);
  CHECK(counts.items[5] == 6);
  CHECK(counts.values[5] == 601374);
}
