// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/record_neighbours.h"
#include "tests/checker/interpreter/fixed_seed.h"
#include "tests/checker/interpreter/program_text.h"
#include "tests/checker/interpreter/record_mechanisms.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::FieldValue;
using interpreter::Numbers;
using interpreter::RecordValue;
using test::aboutRecords;

namespace {

const FieldValue none = FieldValue::none();

RecordValue record(const std::vector<std::int64_t> &numbers) {
  RecordValue result;
  for (std::int64_t number : numbers)
    result.push_back({number});
  return result;
}

/// A program with values for its parameters.
class Data {
public:
  explicit Data(const std::string &text, interpreter::Inputs inputs = {}) : program(text) {
    inputs["eps"] = {1};
    instance = interpreter::Instance::create(*program, inputs);
    REQUIRE(instance);
    REQUIRE(instance->recordShape());
  }

  const interpreter::Instance &operator*() const { return *instance; }

  bool replaces(const RecordValue &first, const RecordValue &second) const {
    return areNeighbours(*instance, {first, second, {}});
  }
  bool lacks(const RecordValue &first) const { return areNeighbours(*instance, {first, std::nullopt, {}}); }
  bool gains(const RecordValue &second) const { return areNeighbours(*instance, {std::nullopt, second, {}}); }
  bool has(const RecordValue &one) const { return isPossible(*instance, one); }
  std::optional<Numbers> adds(const RecordValue &one) const { return contribution(*instance, one); }

private:
  test::ProgramText program;
  std::optional<interpreter::Instance> instance;
};

const std::string flag = "record S { c: bool, x: int }\nquery answer = count s: S where s.c";

} // namespace

TEST_CASE("attribute form: an element becomes anything if its rule holds of r, and stays otherwise") {
  Data data(test::visitedPlaces(), {{"n", {2}}});
  CHECK(data.replaces(record({1, 0}), record({0, 0})));
  CHECK(data.replaces(record({1, 1}), record({0, 0})));
  CHECK(data.replaces(record({1, 1}), record({1, 1})));
  CHECK_FALSE(data.replaces(record({0, 0}), record({1, 0})));
  CHECK_FALSE(data.replaces(record({1, 0}), record({0, 1})));
}

TEST_CASE("attribute form: the reversed rule allows the other direction") {
  Data data(test::visitedPlaces("visited[i] when not visited[i]"), {{"n", {2}}});
  CHECK(data.replaces(record({0, 0}), record({1, 0})));
  CHECK_FALSE(data.replaces(record({1, 0}), record({0, 0})));
}

TEST_CASE("attribute form: public and sensitive without a rule") {
  Data data(aboutRecords(flag + "\npolicy p on S { public c; sensitive x }", "replace S under p"));
  CHECK(data.replaces(record({1, 3}), record({1, 8})));
  CHECK_FALSE(data.replaces(record({1, 3}), record({0, 3})));
}

TEST_CASE("attribute form: a rule reads r, also where another field decides") {
  Data data(aboutRecords(flag + "\npolicy p on S { public x; sensitive c when x > 2 }", "replace S under p"));
  CHECK(data.replaces(record({0, 3}), record({1, 3})));
  CHECK_FALSE(data.replaces(record({0, 2}), record({1, 2})));
  CHECK_FALSE(data.replaces(record({0, 3}), record({1, 4})));
}

TEST_CASE("formula form: a place may become none, and none stays none") {
  Data data(test::markedPlaces(), {{"L", {3}}});
  CHECK(data.replaces({{1}}, {none}));
  CHECK(data.replaces({{1}}, {{1}}));
  CHECK(data.replaces({none}, {none}));
  CHECK_FALSE(data.replaces({none}, {{1}}));
  CHECK_FALSE(data.replaces({{1}}, {{2}}));
}

TEST_CASE("formula form: a field that is not mentioned may change") {
  Data data(aboutRecords(flag + "\npolicy p on S allows r' where r.c or not r'.c", "replace S under p"));
  CHECK(data.replaces(record({1, 3}), record({0, 8})));
  CHECK_FALSE(data.replaces(record({0, 3}), record({1, 3})));
}

TEST_CASE("both forms of one policy allow the same") {
  const std::string fields = "record S { c: bool, x: int in 0 .. 3 or none }\n"
                             "query answer = count s: S where s.c\npolicy p on S ";
  Data attributes(aboutRecords(fields + "{ public c; sensitive x when c or x = 1 }", "replace S under p"));
  Data formula(aboutRecords(fields + "allows r' where (r'.c iff r.c) and (r.c or r.x = 1 or r'.x = r.x)",
                            "replace S under p"));
  auto some = [](int number) {
    return RecordValue{{number % 2}, number / 2 % 4 == 3 ? none : FieldValue{number / 2 % 4}};
  };
  CHECK(test::holds([&] {
    RecordValue first = some(*rc::gen::inRange(0, 8)), second = some(*rc::gen::inRange(0, 8));
    RC_ASSERT(attributes.replaces(first, second) == formula.replaces(first, second));
  }));
}

TEST_CASE("replace alone allows any record, but some record") {
  Data data(aboutRecords(flag, "replace S"));
  CHECK(data.replaces(record({0, 3}), record({1, 8})));
  CHECK_FALSE(data.lacks(record({1, 0})));
  CHECK_FALSE(data.gains(record({1, 0})));
}

TEST_CASE("add: D has one record more; remove: D' has") {
  Data add(aboutRecords(flag, "add S")), remove(aboutRecords(flag, "remove S"));
  Data either(aboutRecords(flag, "add or remove S"));
  CHECK(add.lacks(record({1, 0})));
  CHECK_FALSE(add.gains(record({1, 0})));
  CHECK(remove.gains(record({1, 0})));
  CHECK_FALSE(remove.lacks(record({1, 0})));
  CHECK(either.lacks(record({1, 0})));
  CHECK(either.gains(record({1, 0})));
  for (const Data *data : {&add, &remove, &either}) {
    CHECK_FALSE(data->replaces(record({1, 0}), record({1, 0})));
    CHECK_FALSE(areNeighbours(**data, {std::nullopt, std::nullopt, {}}));
  }
}

TEST_CASE("when: a sensitive record becomes anything, another one stays") {
  Data data(aboutRecords(flag, "replace S when r.x > k", "", ", k: int"), {{"k", {4}}});
  CHECK(data.replaces(record({0, 5}), record({1, 0})));
  CHECK(data.replaces(record({0, 4}), record({0, 4})));
  CHECK_FALSE(data.replaces(record({0, 4}), record({1, 4})));
}

TEST_CASE("along: an edge between r and r'") {
  Data data(aboutRecords(flag, "replace S along abs(r.x - r'.x) <= k", "", ", k: int"), {{"k", {2}}});
  CHECK(data.replaces(record({0, 5}), record({1, 3})));
  CHECK_FALSE(data.replaces(record({0, 5}), record({0, 2})));
}

TEST_CASE("a field holds what its declaration says") {
  Data data(aboutRecords("size n\nrecord S { p: int in 1 .. n, q: int in 1 .. n or none, b: bool, x: int }\n"
                         "query answer = count s: S where s.b",
                         "add S"),
            {{"n", {3}}});
  CHECK(data.has({{1}, {2}, {0}, {-70}}));
  CHECK(data.has({{1}, none, {1}, {0}}));
  CHECK_FALSE(data.has({{0}, {1}, {0}, {0}}));
  CHECK_FALSE(data.has({{3}, {1}, {0}, {0}}));
  CHECK_FALSE(data.has({{1}, {3}, {0}, {0}}));
  CHECK_FALSE(data.has({none, {1}, {0}, {0}}));
  CHECK_FALSE(data.has({{1}, {1}, {2}, {0}}));
  CHECK_FALSE(data.has({{1}, {1}, {0}, {interpreter::Exact(1) / interpreter::Exact(2)}}));
  CHECK_FALSE(data.has({{1}, {1}, {0}}));
}

TEST_CASE("premises hold of every record: of r, of r', and of the others") {
  Data data(test::monitor(), {{"H", {2}}, {"clear", {2, 2}}});
  RecordValue there = record({0, 2, 1}), gone = record({0, 2, 0}), late = record({0, 3, 0});
  CHECK(data.replaces(there, gone));
  CHECK_FALSE(data.has(late));
  CHECK(data.has(record({2, 9, 1})));
  CHECK_FALSE(areNeighbours(*data, {there, gone, {{late, 1}}}));
  CHECK(areNeighbours(*data, {there, gone, {{gone, 2}}}));
  CHECK_FALSE(areNeighbours(*data, {there, gone, {{gone, 0}}}));
  CHECK_FALSE(data.replaces(record({0, 3, 1}), late));
}

TEST_CASE("a premise speaks of all its index tuples") {
  Data data(aboutRecords("record S { x: int }\nquery answer = count s: S", "add S",
                         "requires forall v in data, i in 0 .. k, j in i .. v.x: i + j != 5", ", k: int"),
            {{"k", {2}}});
  CHECK(data.has(record({4})));
  CHECK_FALSE(data.has(record({5})));
}

TEST_CASE("none is compared, and beside all values") {
  auto counts = [](const std::string &where, const FieldValue &a, const FieldValue &b) {
    Data data(aboutRecords("record S { a: int or none, b: int or none, c: bool or none }\n"
                           "query answer = count s: S where " +
                               where,
                           "add S"));
    return data.adds({a, b, none}) == Numbers{1};
  };
  CHECK(counts("s.a = none", none, {0}));
  CHECK_FALSE(counts("s.a = none", {0}, {0}));
  CHECK(counts("s.a != none", {0}, {0}));
  CHECK(counts("s.a = s.b", none, none));
  CHECK(counts("s.a = s.b", {2}, {2}));
  CHECK_FALSE(counts("s.a = s.b", none, {0}));
  CHECK(counts("s.a != s.b", none, {0}));
  CHECK(counts("s.a != 3", none, none));
  CHECK_FALSE(counts("s.a = 0", none, none));
  for (const std::string op : {"<", "<=", ">", ">="}) {
    CHECK_FALSE(counts("s.a " + op + " s.b", none, none));
    CHECK_FALSE(counts("s.a " + op + " s.b", none, {1}));
    CHECK_FALSE(counts("s.a " + op + " s.b", {1}, none));
    CHECK(counts("s.a " + op + " s.b", {1}, {2}) == (op[0] == '<'));
    CHECK(counts("s.a " + op + " s.b", {1}, {1}) == (op.size() == 2));
  }
  CHECK_FALSE(counts("s.c = true", {0}, {0}));
  CHECK(counts("s.c != true", {0}, {0}));
}

TEST_CASE("a record adds one to a count, and its term to a sum") {
  Data data(aboutRecords("size n\nrecord S { A: int[n][2], b: bool }\n"
                         "query answer = sum s: S of s.A[0][1] * 2 where s.b\n"
                         "query f[i in 0 .. n][j in 0 .. 2] = count s: S where s.A[i][j] > i",
                         "add S", "claims out.value > f[0][0] or true"),
            {{"n", {2}}});
  CHECK(data.adds(record({1, 7, 1, 2, 1})) == Numbers{14, 1, 1, 0, 1});
  CHECK(data.adds(record({1, 7, 1, 2, 0})) == Numbers{0, 1, 1, 0, 1});
}

TEST_CASE("the answers are sums over all records") {
  Data data(test::visitedPlaces(), {{"n", {2}}});
  auto answers =
      answersOf(*data, {record({1, 1}), record({0, 1}), {{record({0, 1}), 3}, {record({1, 0}), 1}}});
  REQUIRE(answers);
  CHECK(answers->first == Numbers{2, 4});
  CHECK(answers->second == Numbers{1, 4});
}

TEST_CASE("a record that D or D' lacks adds nothing there") {
  Data data(aboutRecords(flag, "add or remove S"));
  auto more = answersOf(*data, {record({1, 0}), std::nullopt, {{record({1, 5}), 2}}});
  auto less = answersOf(*data, {std::nullopt, record({1, 0}), {}});
  REQUIRE((more && less));
  CHECK(more->first == Numbers{3});
  CHECK(more->second == Numbers{2});
  CHECK(less->first == Numbers{0});
  CHECK(less->second == Numbers{1});
}

TEST_CASE("where a definition is undefined there is no answer and no pair") {
  Data data(
      aboutRecords("record S { A: bool[2], x: int }\nquery answer = count s: S where s.A[s.x]", "add S"));
  CHECK(data.adds(record({0, 1, 1})) == Numbers{1});
  CHECK_FALSE(data.adds(record({0, 1, 2})));
  CHECK_FALSE(data.adds(record({0, 1, -1})));
  CHECK(data.lacks(record({0, 1, 1})));
  CHECK_FALSE(data.lacks(record({0, 1, 2})));
  CHECK_FALSE(areNeighbours(*data, {record({0, 1, 1}), std::nullopt, {{record({0, 1, 2}), 1}}}));
  CHECK_FALSE(answersOf(*data, {record({0, 1, 1}), std::nullopt, {{record({0, 1, 2}), 1}}}));
}

TEST_CASE("an undefined rule, edge or premise allows nothing, not even the same record") {
  const std::string array = "record S { A: bool[2], x: int }\nquery answer = count s: S where s.A[0]";
  RecordValue inside = record({0, 1, 1}), outside = record({0, 1, 2});
  Data rule(
      aboutRecords(array + "\npolicy p on S { public x; sensitive A[i] when A[x] }", "replace S under p"));
  Data formula(aboutRecords(array + "\npolicy p on S allows r' where r.A[r.x] or true", "replace S under p"));
  Data when(aboutRecords(array, "replace S when r.A[r.x]"));
  Data along(aboutRecords(array, "replace S along r.A[r.x] = r'.A[r'.x]"));
  Data premise(aboutRecords(array, "replace S", "requires forall v in data: v.A[v.x] or true"));
  for (const Data *data : {&rule, &formula, &when, &along, &premise}) {
    CHECK(data->replaces(inside, inside));
    CHECK_FALSE(data->replaces(outside, outside));
  }
  Data lazy(
      aboutRecords(array + "\npolicy p on S allows r' where r.x >= 2 or r.A[r.x]", "replace S under p"));
  CHECK(lazy.replaces(outside, inside));
}

TEST_CASE("a size without elements, and sizes that no array can have") {
  Data data(test::visitedPlaces(), {{"n", {0}}});
  CHECK(data.replaces({}, {}));
  test::ProgramText program(test::visitedPlaces());
  CHECK_FALSE(interpreter::Instance::create(*program, {{"n", {-1}}}));
}

TEST_CASE("records are told field by field") {
  Data data(aboutRecords(flag, "add S"));
  const interpreter::RecordShape &shape = *(*data).recordShape();
  auto fields = shape.named(record({1, 5}));
  CHECK(fields["c"] == record({1}));
  CHECK(fields["x"] == record({5}));
  CHECK(shape.unnamed(fields) == record({1, 5}));
  fields.erase("c");
  CHECK_FALSE(shape.unnamed(fields));
  CHECK(interpreter::print(none, ir::Sort::Int) == "none");
  CHECK(interpreter::print(FieldValue{1}, ir::Sort::Bool) == "true");
}

TEST_CASE("a range of reals has both ends in it, and one of ints leaves out its end") {
  Data data(aboutRecords(
      "record S { x: real in 0 .. 2, k: int in 0 .. 2 }\nquery answer = count s: S where s.x >= 0.5",
      "add S"));
  const interpreter::Exact half = interpreter::Exact(1) / interpreter::Exact(2);
  CHECK(data.has({{half}, {1}}));
  CHECK(data.has({{2}, {0}}));
  CHECK_FALSE(data.has({{2 + half}, {0}}));
  CHECK_FALSE(data.has({{half}, {2}}));
  CHECK_FALSE(data.has({{half}, {half}}));
  CHECK(data.adds({{half}, {1}}) == Numbers{1});
  CHECK(data.adds({{half - half}, {1}}) == Numbers{0});
}

TEST_CASE("the largest and smallest of records, and of nobody") {
  const std::string fields = "record S { x: int in 3 .. 8, c: bool }\n";
  Data least(aboutRecords(fields + "query answer = min s: S of s.x", "add S"));
  CHECK(interpreter::answersOfNobody(*least) == Numbers{7});
  CHECK(interpreter::withMore(*least, {4}, {5}) == Numbers{4});
  Data data(aboutRecords(fields + "query answer = max s: S of s.x where s.c", "add S"));
  CHECK(interpreter::answersOfNobody(*data) == Numbers{3});
  CHECK(data.adds(record({5, 0})) == Numbers{3});
  CHECK(data.adds(record({5, 1})) == Numbers{5});
  interpreter::RecordPair pair{record({7, 1}), std::nullopt, {{record({6, 1}), 3}, {record({4, 1}), 1}}};
  auto answers = answersOf(*data, pair);
  REQUIRE(answers);
  CHECK(answers->first == Numbers{7});
  CHECK(answers->second == Numbers{6});
  pair.others.clear();
  answers = answersOf(*data, pair);
  REQUIRE(answers);
  CHECK(answers->second == Numbers{3});
}
