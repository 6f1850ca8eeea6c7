// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/schema.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>

using namespace plumb;
using namespace plumb::test;

TEST_CASE("a field has a sort, extents, perhaps a range, and perhaps none besides") {
  Analyzed analyzed(declarations + publishing("h", "adjacency replace S"));
  REQUIRE(analyzed.mistakes() == Told{});
  const ir::Record &record = *analyzed.program.records.at(0);
  REQUIRE(record.fields.size() == 4);
  const ir::Field &o = *record.field("o");
  CHECK(o.sort == ir::Sort::Int);
  CHECK(o.orNone);
  CHECK(print(*o.low) == "0");
  CHECK(&llvm::cast<ir::Read>(*o.high).variable == analyzed.program.sizes.at(0).get());
  CHECK_FALSE(record.field("a")->low);
  CHECK_FALSE(record.field("a")->orNone);
  CHECK(record.field("b")->sort == ir::Sort::Bool);
  CHECK(record.field("A")->extents.size() == 1);
  CHECK(record.field("z") == nullptr);
}

TEST_CASE("declarations may stand in any order, before and behind the mechanisms") {
  std::string text = publishing("h", "adjacency replace S under q") +
                     "query h = count x: S where x.c and k0 > 0\npolicy q on S allows s' where s.c\n"
                     "record S { c: bool }\nsize n, k0\n";
  CHECK(Analyzed(text).mistakes() == Told{});
}

TEST_CASE("fields are ints, reals and bools, and only numbers have a range") {
  CHECK(mistakesInDeclaration("record X { w: real, u: real[n] or none, v: real in -0.5 .. n }").empty());
  CHECK(mistakesInDeclaration("record X { w: int in 0 .. 0.5 }") == Told{"SortMismatch `0.5`"});
  CHECK(mistakesInDeclaration("record X { w: bool in 0 .. 2 }") == Told{"SortMismatch `w`"});
  CHECK(mistakesInDeclaration("record X { w: int in 0 .. true }") == Told{"SortMismatch `true`"});
  CHECK(mistakesInDeclaration("record X { w: bool[n] or none, v: int[n][2] in -n .. n }").empty());
}

TEST_CASE("extents and ranges of fields are made of sizes") {
  CHECK(mistakesInDeclaration("record X { w: int[m] }") == Told{"UnknownName `m`"});
  CHECK(mistakesInDeclaration("record X { w: int in 0 .. m }") == Told{"UnknownName `m`"});
  CHECK(mistakesInDeclaration("record X { w: int, v: int in 0 .. w }") == Told{"UnknownName `w`"});
  CHECK(mistakesInDeclaration("record X { w: int in 0 .. h }") == Told{"UnknownName `h`"});
}

TEST_CASE("names of one kind are declared once") {
  CHECK(mistakesInDeclaration("size n") == Told{"DuplicateName `n`"});
  CHECK(mistakesInDeclaration("record S { d: int }") == Told{"DuplicateName `S`"});
  CHECK(mistakesInDeclaration("record X { a: int, a: bool }") == Told{"DuplicateName `a`"});
  CHECK(mistakesInDeclaration("policy q on S { public c }") == Told{"DuplicateName `q`"});
  CHECK(mistakesInDeclaration("query h = count x: R") == Told{"DuplicateName `h`"});
  CHECK(mistakesInDeclaration("query n = count x: R") == Told{"DuplicateName `n`"});
}

TEST_CASE("a field does not hide a size, and none of them takes a reserved name") {
  CHECK(mistakesInDeclaration("record X { n: int }") == Told{"DuplicateName `n`"});
  CHECK(mistakesInDeclaration("record X { out: int }") == Told{"ReservedName `out`"});
  CHECK(mistakesInDeclaration("size result") == Told{"ReservedName `result`"});
  CHECK(mistakesInDeclaration("query cost = count x: S") == Told{"ReservedName `cost`"});
  CHECK(mistakesInDeclaration("query z = count max: S") == Told{"ReservedName `max`"});
}

TEST_CASE("a mistake in a declaration is told once, not again where it is used") {
  std::string text =
      "record R { w: bool in 0 .. 1 }\npolicy p on R { public v }\nquery f = count x: R where x.v\n" +
      std::string("mechanism m(eps: real) adjacency replace R under p\n"
                  "requires forall v in data: v.z > 0 guarantees private(eps) { output f }");
  Analyzed analyzed(text);
  CHECK(analyzed.mistakes() == Told{"SortMismatch `w`"});
  CHECK(analyzed.program.mechanisms.empty());
}

TEST_CASE("a comparison with a field that may be none is a node of its own") {
  Analyzed analyzed(declarations + "query z = count x: R where x.o = 3 and 0 <= x.o and x.o = none\n" +
                    publishing("h", "adjacency replace S"));
  REQUIRE(analyzed.mistakes() == Told{});
  const auto &all = llvm::cast<ir::Binary>(*analyzed.program.queries.back()->where);
  const auto &comparisons = llvm::cast<ir::Binary>(*all.left);
  CHECK(llvm::cast<ir::FieldComparison>(*comparisons.left).op == ir::BinaryOperator::Equal);
  CHECK(llvm::cast<ir::FieldComparison>(*comparisons.right).op == ir::BinaryOperator::LessEqual);
  CHECK(mayBeNone(*llvm::cast<ir::NoneTest>(*all.right).operand));
}

static Told mistakesInCondition(const std::string &condition) {
  return mistakesInDeclaration("query z = count x: R where " + condition);
}

TEST_CASE("a field that may be none is compared and nothing else") {
  CHECK(mistakesInCondition("x.o != x.o and x.o < n and none = x.o and x.o != none").empty());
  CHECK(mistakesInCondition("x.o + 1 > 0") == Told{"MayBeNone `x.o`"});
  CHECK(mistakesInCondition("max(1, x.o) > 0") == Told{"MayBeNone `x.o`"});
  CHECK(mistakesInCondition("(x.b ? x.o : 1) = 1") == Told{"MayBeNone `x.o`"});
  CHECK(mistakesInCondition("x.A[x.o] = 1") == Told{"MayBeNone `x.o`"});
  CHECK(mistakesInCondition("forall i in 0 .. x.o: x.b") == Told{"MayBeNone `x.o`"});
  CHECK(mistakesInCondition("x.o = true") == Told{"SortMismatch `true`"});
}

TEST_CASE("none is compared with what may be none, for equality") {
  CHECK(mistakesInCondition("x.a = none") == Told{"NeverNone `x.a`"});
  CHECK(mistakesInCondition("3 != none") == Told{"NeverNone `3`"});
  CHECK(mistakesInCondition("n + 1 = none") == Told{"NeverNone `n + 1`"});
  CHECK(mistakesInCondition("none = none") == Told{"MisplacedNone `none`"});
  CHECK(mistakesInCondition("x.o < none") == Told{"MisplacedNone `none`"});
  CHECK(mistakesInCondition("abs(none) = 1") == Told{"MisplacedNone `none`"});
  CHECK(mistakesIn("x0 := none output 0") == Told{"MisplacedNone `none`"});
}

TEST_CASE("only records have fields") {
  CHECK(mistakesInCondition("n.a > 0") == Told{"NotARecord `n`"});
  CHECK(mistakesInCondition("y.a > 0") == Told{"UnknownName `y`"});
  CHECK(mistakesInCondition("x.z > 0") == Told{"UnknownField `z`"});
  CHECK(mistakesInCondition("x > 0") == Told{"UnknownName `x`"});
  CHECK(mistakesInCondition("b") == Told{"UnknownName `b`"});
  CHECK(mistakesInCondition("x'.b") == Told{"PrimedRecord `x'`"});
  CHECK(mistakesIn("y := g.a output 0") == Told{"NotARecord `g`"});
}

TEST_CASE("elements of a field take as many indices as it has") {
  CHECK(mistakesInCondition("x.A > 0") == Told{"WrongIndexCount `x.A`"});
  CHECK(mistakesInCondition("x.A[0][0] > 0") == Told{"WrongIndexCount `x.A[0][0]`"});
  CHECK(mistakesInCondition("x.a[0] > 0") == Told{"WrongIndexCount `x.a[0]`"});
  CHECK(mistakesInCondition("x.A[x.b] > 0") == Told{"SortMismatch `x.b`"});
}
