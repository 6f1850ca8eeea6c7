// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/schema.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>

using namespace plumb;
using namespace plumb::test;

TEST_CASE("a query counts records or sums what they hold") {
  Analyzed analyzed(declarations + publishing("h", "adjacency replace S"));
  REQUIRE(analyzed.mistakes() == Told{});
  REQUIRE(analyzed.program.queries.size() == 3);
  const ir::SchemaQuery &f = *analyzed.program.queries[0], &g = *analyzed.program.queries[1];
  CHECK(f.aggregate == ir::SchemaQuery::Aggregate::Count);
  CHECK(f.indices.size() == 2);
  CHECK(print(*f.extents[1]) == "2 * n");
  CHECK(print(*f.where) == "x.A[i] = j");
  CHECK_FALSE(f.term);
  CHECK(g.aggregate == ir::SchemaQuery::Aggregate::Sum);
  CHECK(print(*g.term) == "x.a + 1");
  CHECK_FALSE(g.where);
  CHECK(g.record->record == analyzed.program.records[0].get());
}

TEST_CASE("what is not a count or sum of single records is refused as not additive") {
  CHECK(mistakesInDeclaration("query z = average x: R of x.a") == Told{"NotAdditive `average`"});
  CHECK(mistakesInDeclaration("query z = count distinct x: R") == Told{"NotAdditive `count distinct`"});
  CHECK(mistakesInDeclaration("query z = count x: R, y: S where x.b and y.c") == Told{"NotAdditive `y: S`"});
}

TEST_CASE("a sum has a term that is a number, a count has none") {
  CHECK(mistakesInDeclaration("query z = sum x: R where x.b") == Told{"MissingTerm `sum`"});
  CHECK(mistakesInDeclaration("query z = count x: R of x.a") == Told{"SurplusTerm `of`"});
  CHECK(mistakesInDeclaration("query z = sum x: R of x.b") == Told{"SortMismatch `x.b`"});
  CHECK(mistakesInDeclaration("query z = sum x: R of x.o") == Told{"MayBeNone `x.o`"});
  CHECK(mistakesInDeclaration("query z = sum x: R of 0.5").empty());
  CHECK(mistakesInDeclaration("record X { w: real } query z = sum x: X of 2 * x.w").empty());
  CHECK(mistakesInDeclaration("query z = sum x: R of (x.b ? x.a : -n) where x.o != none").empty());
}

TEST_CASE("the largest and smallest are asked of a field with a range") {
  CHECK(mistakesInDeclaration("query z = max x: R of x.a") == Told{"UnboundedExtremum `x.a`"});
  CHECK(mistakesInDeclaration("query z = min x: R of x.a + 1 where x.b") ==
        Told{"UnboundedExtremum `x.a + 1`"});
  CHECK(mistakesInDeclaration("query z = max x: R where x.b") == Told{"UnboundedExtremum `max`"});
  CHECK(mistakesInDeclaration("query z = max x: R of x.b") == Told{"SortMismatch `x.b`"});
  CHECK(mistakesInDeclaration(
            "record X { w: int in 0 .. n, v: real[n] in -1 .. n }\n"
            "query z = max x: X of x.w where x.w < n query y[i in 0 .. n] = min x: X of x.v[i]")
            .empty());
}

TEST_CASE("an extremum of nobody is an end of the range, one below the written one for ints") {
  Analyzed analyzed("size n\nrecord X { w: int in 2 .. n, v: real in 0 .. 7.5 }\n"
                    "query a = max x: X of x.w query b = min x: X of x.w query c = min x: X of x.v\n" +
                    publishing("a", "adjacency add X"));
  REQUIRE(analyzed.mistakes() == Told{});
  const auto &queries = analyzed.program.queries;
  CHECK(print(queries[0]->ofNobody()) == "2");
  CHECK(print(queries[1]->ofNobody()) == "n - 1");
  CHECK(print(queries[2]->ofNobody()) == "7.5");
  CHECK(queries[2]->sort() == ir::Sort::Real);
}

TEST_CASE("the indices of a query run from 0 to a term over sizes") {
  CHECK(mistakesInDeclaration("query z[i in 1 .. n] = count x: R") == Told{"NoIndexRange `i in 1 .. n`"});
  CHECK(mistakesInDeclaration("query z[i in data] = count x: R") == Told{"NoIndexRange `i in data`"});
  CHECK(mistakesInDeclaration("query z[i in 0 .. k] = count x: R") == Told{"UnknownName `k`"});
  CHECK(mistakesInDeclaration("query z[i in 0 .. n, j in 0 .. i] = count x: R") == Told{"NotAParameter `i`"});
  CHECK(mistakesInDeclaration("query z[n in 0 .. n] = count x: R") == Told{"DuplicateName `n`"});
  CHECK(mistakesInDeclaration("query z[x in 0 .. n] = count x: R") == Told{"DuplicateName `x`"});
}

TEST_CASE("a query reads one record, sizes and its indices") {
  CHECK(mistakesInDeclaration("query z = count x: T") == Told{"UnknownRecord `T`"});
  CHECK(mistakesInDeclaration("query z = count x: R where h > 0") == Told{"UnknownName `h`"});
  CHECK(mistakesInDeclaration("query z = count x: R where x.a") == Told{"SortMismatch `x.a`"});
  CHECK(mistakesInDeclaration("query z = count x: R where out is none") == Told{"OutputNotYetKnown `out`"});
  CHECK(mistakesInDeclaration("query z = count x: R where forall i in 0 .. n: x.A[i] > 0").empty());
}

TEST_CASE("a mechanism has the queries and sizes of the file that it mentions as variables") {
  Analyzed analyzed("size unused\n" + declarations +
                    publishing("f[0, k] + g", "requires k > 0 adjacency replace R"));
  REQUIRE(analyzed.mistakes() == Told{});
  const ir::Mechanism &mechanism = analyzed.only();
  std::vector<std::string> names;
  for (const auto &variable : mechanism.variables)
    names.push_back(variable->name);
  CHECK(names == Told{"n", "f", "g", "eps", "k", "T"});
  const ir::Variable &n = *mechanism.variables[0], &f = *mechanism.variables[1];
  CHECK(n.fileSize == analyzed.program.sizes[1].get());
  CHECK(f.role == ir::Variable::Role::Query);
  CHECK(f.definition == analyzed.program.queries[0].get());
  REQUIRE(f.extents.size() == 2);
  CHECK(&llvm::cast<ir::Read>(*f.extents[0]).variable == &n);
  CHECK(mechanism.fileSizeCount() == 1);
  REQUIRE(mechanism.requirements.size() == 2);
  CHECK(print(*mechanism.requirements[0]) == "n >= 0");
}

TEST_CASE("a size that only a record or a policy mentions is a variable of the mechanism, too") {
  Analyzed analyzed(
      "size n, m\nrecord R { a: int[n] }\npolicy p on R allows r' where m > 0 query q = count x: R\n"
      "mechanism one(eps: real) adjacency replace R under p guarantees private(eps) { output q }\n"
      "mechanism two(eps: real) adjacency replace R guarantees private(eps) { output q }");
  REQUIRE(analyzed.mistakes() == Told{});
  CHECK(analyzed.program.mechanisms[0]->fileSizeCount() == 2);
  CHECK(analyzed.program.mechanisms[1]->fileSizeCount() == 1);
}

TEST_CASE("nothing in a mechanism takes the name of a size or query of the file") {
  CHECK(mistakesInMechanism("h", "adjacency replace S", ", g: int") == Told{"DuplicateName `g`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S", ", n: size") == Told{"DuplicateName `n`"});
  CHECK(mistakesInMechanism("h n := 1", "adjacency replace S") == Told{"NotAssignable `n`"});
  CHECK(mistakesInMechanism("h for g in 0 .. 1 {}", "adjacency replace S") == Told{"DuplicateName `g`"});
  CHECK(mistakesInMechanism("g g ~ laplace(1) align g' = g", "adjacency replace R") ==
        Told{"DuplicateName `g`"});
}
