// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

#include <catch2/catch.hpp>

using namespace plumb;

/// The dump of one declaration in front of an empty mechanism.
static std::string declared(const std::string &text) {
  const std::string dump = dumpOf(text + "\nmechanism m() {}");
  const std::string rest = "\n(mechanism m (do))";
  return dump.ends_with(rest) ? dump.substr(0, dump.size() - rest.size()) : dump;
}

TEST_CASE("sizes are declared one by one or in a list") {
  CHECK(declared("size n") == "(size n)");
  CHECK(declared("size n, L size H") == "(size n)\n(size L)\n(size H)");
}

TEST_CASE("a record lists its fields") {
  CHECK(declared("record R {}") == "(record R)");
  CHECK(declared("record R { a: bool[n][2, m], b: int in -1 .. 2 * n + 1 or none, c: int or none }") ==
        "(record R (a bool n 2 m) (b int (in (- 1) (+ (* 2 n) 1)) none) (c int none))");
}

TEST_CASE("a policy has rules for fields or a formula") {
  CHECK(
      declared("policy p on R { public a, b; sensitive c[i][j], d when a and b sensitive e }") ==
      "(policy p R (public a) (public b) (sensitive c i j (and a b)) (sensitive d (and a b)) (sensitive e))");
  CHECK(declared("policy p on R allows r′ where r′.a ≤ r.a ∨ r'.b = none") ==
        "(policy p R (allows r (or (<= (. r' a) (. r a)) (= (. r' b) none))))");
}

TEST_CASE("a query says what it counts or sums, and of which records") {
  CHECK(declared("query f = count x: R") == "(query f count (: x R))");
  CHECK(declared("query f[i in 0 .. n][j in 0 .. m, k in 0 .. 2] = sum x: R of x.a + 1 where x.b") ==
        "(query f (i 0 n) (j 0 m) (k 0 2) sum (: x R) (of (+ (. x a) 1)) (where (. x b)))");
  CHECK(declared("query f = count distinct x: R, y: S") == "(query f count distinct (: x R) (: y S))");
}

TEST_CASE("an adjacency of records names the record and how it may change") {
  CHECK(dumpOfHead("adjacency replace R under p") == "(adjacency replace R under p)");
  CHECK(dumpOfHead("adjacency add or remove R") == "(adjacency add or remove R)");
  CHECK(dumpOfHead("adjacency add R adjacency remove R") == "(adjacency add R) (adjacency remove R)");
  CHECK(dumpOfHead("adjacency replace R when r.a") == "(adjacency replace R when (. r a))");
  CHECK(dumpOfHead("adjacency replace R along r.a = r'.a") ==
        "(adjacency replace R along (= (. r a) (. r' a)))");
}

TEST_CASE("one forall binds several names") {
  CHECK(dumpOfHead("requires forall i in 0 .. n, j in i .. n: T[i] <= T[j], n > 0") ==
        "(requires (forall i 0 n (forall j i n (<= ([] T i) ([] T j))))) (requires (> n 0))");
  CHECK(dumpOfHead("requires forall v in data, t in 0 .. n: v.a > t") ==
        "(requires (forall v data (forall t 0 n (> (. v a) t))))");
}

TEST_CASE("words of the schema that are names elsewhere stay names") {
  CHECK(dumpOfBody("count := 1 sum := 2 of := 3 on := 4") == "(:= count 1) (:= sum 2) (:= of 3) (:= on 4)");
  CHECK(dumpOfBody("output out is none") == "(output (is out none))");
}

TEST_CASE("a wrong word in a declaration is reported there, and the next one is read") {
  const std::string end = "\nmechanism m() {}";
  CHECK(mistakesIn("policy p of R {}" + end) == "UnexpectedWord@1:10");
  CHECK(mistakesIn("policy p on R { secret a }" + end) == "UnexpectedWord@1:17");
  CHECK(mistakesIn("policy p on R { public a when b }" + end) == "UnexpectedWord@1:26");
  CHECK(mistakesIn("query f = x: R" + end) == "UnexpectedWord@1:11");
  CHECK(mistakesIn("query f = sum x: R off x.a" + end) == "UnexpectedWord@1:20");
  CHECK(mistakesIn("query f = average(x)\nrecord R { a: float }\nsize 3" + end) ==
        "UnexpectedWord@1:18 UnexpectedWord@2:15 UnexpectedWord@3:6");
  CHECK(mistakesIn("record R { a: int in n or none }" + end) == "MissingRange@1:22");
  CHECK(mistakesIn("query f[i in n] = count x: R" + end) == "MissingRange@1:14");
  CHECK(mistakesIn("mechanism m() adjacency replace {}") == "UnexpectedWord@1:33");
  CHECK(mistakesIn("mechanism m() adjacency replace R onto p {}") == "UnexpectedWord@1:35");
}

TEST_CASE("what a query may be is said where something else stands") {
  const std::string message = dumpOf("query f = average(x)\nmechanism m() {}");
  CHECK(message.find("expected `count x: Record where ...`, or `sum`, `max` or `min` as in `sum x: Record of "
                     "... where ...`") != std::string::npos);
}

TEST_CASE("a bracket that a record leaves open is found before the next declaration") {
  CHECK(mistakesIn("record R { a: int\nrecord S { b: int }\npolicy p on S { public b }\nmechanism m() {}") ==
        "UnclosedBracket@1:10");
}

TEST_CASE("many names behind one forall are too deep, not a crash") {
  std::string binders = "i in 0 .. 1";
  for (int i = 0; i < 20'000; ++i)
    binders += ", i in 0 .. 1";
  CHECK(mistakesIn("mechanism m() requires forall " + binders + ": true {}").starts_with("NestedTooDeeply"));
}
