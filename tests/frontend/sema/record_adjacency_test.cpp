// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/schema.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::test;

static std::string printed(const std::string &adjacency) {
  Analyzed analyzed(declarations + publishing("h", "adjacency " + adjacency));
  for (const Diagnostic &diagnostic : analyzed.sink.diagnostics())
    UNSCOPED_INFO(render(diagnostic, analyzed.file));
  REQUIRE_FALSE(analyzed.sink.hasErrors());
  CHECK(analyzed.only().adjacency.empty());
  return print(*analyzed.only().recordAdjacency);
}

TEST_CASE("one record is replaced, more, or less") {
  for (const char *text : {"replace S", "add S", "remove S", "add or remove S", "replace S under q",
                           "replace S when r.c or k > n", "replace S along r.c = r'.c and T[0] > 0"})
    CHECK(printed(text) == text);
}

TEST_CASE("the record and the policy of an adjacency are declared, and fit") {
  CHECK(mistakesInMechanism("h", "adjacency replace T") == Told{"UnknownRecord `T`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S under z") == Told{"UnknownPolicy `z`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S under p") == Told{"PolicyOfOtherRecord `p`"});
  CHECK(mistakesInMechanism("h", "adjacency add S under q") == Told{"MisplacedDetail `under`"});
  CHECK(mistakesInMechanism("h", "adjacency remove S when r.c") == Told{"MisplacedDetail `when`"});
  CHECK(mistakesInMechanism("h", "adjacency add or remove S along r.c") == Told{"MisplacedDetail `along`"});
}

TEST_CASE("a sensitive record is told by itself, an edge by both ends") {
  CHECK(mistakesInMechanism("h", "adjacency replace S when r'.c") == Told{"PrimedRecord `r'`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S when s.c") == Told{"UnknownName `s`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S along r.c = r.c") == Told{"SameOnBothSides `r.c`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S along r.c and h > 0") == Told{"NotAParameter `h`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S when r.c", ", r: int") == Told{"DuplicateName `when`"});
}

TEST_CASE("every query of a mechanism is about the records that change") {
  CHECK(mistakesInMechanism("h + g", "adjacency replace S") == Told{"QueryOfOtherRecord `g`"});
  CHECK(mistakesInMechanism("f[0][0] + g", "adjacency replace R under p").empty());
  CHECK(mistakesInMechanism("1", "adjacency replace S") == Told{"NoQuery `m`"});
}

TEST_CASE("a query over records needs an adjacency of records") {
  CHECK(mistakesInMechanism("h", "") == Told{"MissingAdjacency `h`"});
  CHECK(mistakesInMechanism("h + w", "adjacency w changes by 1", ", w: query") ==
        Told{"MissingAdjacency `h`"});
  CHECK(mistakesInMechanism("w", "adjacency w changes by 1", ", w: query").empty());
}

TEST_CASE("a mechanism is in textbook form or about records, not both") {
  CHECK(mistakesInMechanism("h", "adjacency replace S", ", w: query") == Told{"MixedAdjacency `w: query`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S adjacency h changes by 1") ==
        Told{"MixedAdjacency `h changes by 1`"});
  CHECK(mistakesInMechanism("h", "adjacency h changes by 1") == Told{"MixedAdjacency `h changes by 1`"});
  CHECK(mistakesInMechanism("h", "adjacency replace S adjacency add S") ==
        Told{"SecondRecordAdjacency `add S`"});
}

static std::string premise(const std::string &text) {
  Analyzed analyzed(declarations + publishing("g", "adjacency replace R requires " + text));
  for (const Diagnostic &diagnostic : analyzed.sink.diagnostics())
    UNSCOPED_INFO(render(diagnostic, analyzed.file));
  REQUIRE_FALSE(analyzed.sink.hasErrors());
  REQUIRE(analyzed.only().premises.size() == 1);
  return print(analyzed.only().premises[0]);
}

TEST_CASE("a premise is about every record, over its fields and parameters") {
  CHECK(premise("forall v in data: v.a <= k") == "forall v in data: v.a <= k");
  CHECK(premise("forall v in data, t in 0 .. n: v.a <= T[t]") ==
        "forall v in data, t in 0 .. n: v.a <= T[t]");
  CHECK(premise("forall t in 0 .. n, v in data: v.a <= T[t]") ==
        "forall v in data, t in 0 .. n: v.a <= T[t]");
  CHECK(premise("forall v in data: forall t in v.a .. n: v.b") == "forall v in data, t in v.a .. n: v.b");
}

static Told mistakesInPremise(const std::string &text) {
  return mistakesInMechanism("g", "adjacency replace R requires " + text);
}

TEST_CASE("a premise speaks of no answers, and of one record") {
  CHECK(mistakesInPremise("forall v in data: g > v.a") == Told{"PremiseAboutData `g`"});
  CHECK(mistakesInPremise("v.a > 0") == Told{"PremiseAboutData `v`"});
  CHECK(mistakesInPremise("forall v in data, w in data: v.a = w.a") == Told{"PremiseAboutPairs `w`"});
  CHECK(mistakesInPremise("forall v in data: v'.b") == Told{"PrimedRecord `v'`"});
  CHECK(mistakesInPremise("forall v in data: v.c") == Told{"UnknownField `c`"});
  CHECK(mistakesInPremise("forall k in data: k.b") == Told{"DuplicateName `k`"});
  CHECK(mistakesInPremise("forall v in data: v.a") == Told{"SortMismatch `v.a`"});
  CHECK(mistakesInPremise("forall v in data, t in 0 .. v.b: v.b") == Told{"SortMismatch `v.b`"});
}

TEST_CASE("the data are quantified over in front of a whole requirement only") {
  CHECK(mistakesInPremise("k > 0 or forall v in data: v.b") == Told{"MisplacedRecordForall `v`"});
  CHECK(mistakesInMechanism("g", "adjacency replace R claims out is none or forall v in data: v.b") ==
        Told{"MisplacedRecordForall `v`"});
  CHECK(mistakesIn("output 0", "requires forall v in data: v.b") == Told{"NoRecords `v`"});
}
