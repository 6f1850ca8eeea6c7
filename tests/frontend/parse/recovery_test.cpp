// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("one mistake in each statement is reported once for each") {
  CHECK(mistakesInBody("x := a + * b\ny := (a b) + 1\nz := 2\nw z\nv[ ] := 3\nlam ~ 3") ==
        "UnexpectedWord@2:10 UnexpectedWord@3:9 UnexpectedWord@5:3 UnexpectedWord@6:4 UnexpectedWord@7:7");
}

TEST_CASE("a broken head of a loop or branch does not hide mistakes in its block") {
  CHECK(mistakesInBody("for i = 0 .. n {\n  x = 1\n}\ny = 2") ==
        "MissingRange@2:7 EqualsForAssignment@3:5 EqualsForAssignment@5:3");
  CHECK(mistakesInBody("if a + {\n  x = 1\n} else if {\n  y = 1\n}") ==
        "UnexpectedWord@2:8 EqualsForAssignment@3:5 UnexpectedWord@4:11 EqualsForAssignment@5:5");
  CHECK(mistakesInBody("while ) {\n  x = 1\n}") == "UnopenedBracket@2:7");
}

TEST_CASE("mistakes in different clauses, parameters and mechanisms are all reported") {
  CHECK(mistakesIn("mechanism a(x int, y: real, z: foo)\n"
                   "  requires >, 1\n"
                   "  adjacency f rises by 1\n"
                   "  guarantees (eps)\n"
                   "{ x = 1 }\n"
                   "mechanism (y: int) { z := }\n") ==
        "UnexpectedWord@1:15 UnexpectedWord@1:32 UnexpectedWord@2:12 UnknownDirection@3:15 "
        "UnexpectedWord@4:14 EqualsForAssignment@5:5 UnexpectedWord@6:11 UnexpectedWord@6:27");
}

TEST_CASE("a block behind an unknown word is skipped as a whole") {
  CHECK(mistakesInBody("until x {\n  y := 1\n}\nz = 2") == "UnexpectedWord@2:7 EqualsForAssignment@5:3");
  CHECK(mistakesInBody("x := { a b c }\nz = 2") == "UnexpectedWord@2:6 EqualsForAssignment@3:3");
}

TEST_CASE("text between mechanisms is one mistake") {
  CHECK(mistakesIn("theorem R { a: bool }\nmechanism m() { x = 2 }\nfoo bar\nmechanism k() { x = 2 }") ==
        "UnexpectedWord@1:1 EqualsForAssignment@2:19 UnexpectedWord@3:1 EqualsForAssignment@4:19");
}

TEST_CASE("reading stops at twenty mistakes") {
  std::string body;
  for (int i = 0; i < 50; ++i)
    body += "x = 1\n";
  const SourceFile file("f", "mechanism m() {\n" + body + "}");
  DiagnosticSink sink;
  parse(file, sink);
  CHECK(sink.diagnostics().size() == 20);
  CHECK(sink.errorCount() == 20);
}

TEST_CASE("names of statements that follow on the same line are found again") {
  CHECK(mistakesInBody("x := + ; y = 1; z := 2") == "UnexpectedWord@2:6 EqualsForAssignment@2:12");
  CHECK(mistakesInBody("x := ) y") == "UnopenedBracket@2:6");
  CHECK(mistakesInBody("x := * 2 y := + z = 1") == "UnexpectedWord@2:6 UnexpectedWord@2:15");
}
