// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/scan.h"
#include "syntax_dump.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("a text of one mebibyte is read and a byte more is not") {
  const std::string program = "mechanism m() {}";
  const std::string blanks(maximalTextSize - program.size(), ' ');
  CHECK(mistakesIn(program + blanks) == "");
  CHECK(mistakesIn(program + blanks + " ") == "TextTooLarge@1:1");
}

TEST_CASE("the first byte that is not UTF-8 is shown") {
  CHECK(mistakesIn("mechanism m() {\n  λ\xFF\xFE\n}") == "InvalidUtf8@2:4");
  CHECK(mistakesIn("// caf\xE9") == "InvalidUtf8@1:7");
  CHECK(mistakesIn("\xC0\xAF") == "InvalidUtf8@1:1");
  CHECK(mistakesIn("mechanism m() {} \xE2\x89") == "InvalidUtf8@1:18");
}

TEST_CASE("characters that nobody sees are refused, in comments too") {
  CHECK(mistakesIn(std::string("mechanism\0m() {}", 16)) == "ControlCharacter@1:10");
  CHECK(mistakesIn("// \x1b[31m") == "ControlCharacter@1:4");
  CHECK(mistakesIn("/* \u202E */ mechanism m() {}") == "ControlCharacter@1:4");
  CHECK(mistakesIn("mechanism m() {} // a\rmechanism k() {}") == "ControlCharacter@1:22");
  CHECK(mistakesIn("mechanism m() {} \xEF\xBB\xBF") == "ControlCharacter@1:18");
}

TEST_CASE("tabs, both kinds of line ends and a byte order mark in front are text") {
  CHECK(mistakesIn("\xEF\xBB\xBFmechanism m()\r\n\t{\r\n}\n") == "");
}

TEST_CASE("an open comment is shown where it begins") {
  CHECK(mistakesIn("mechanism m() {}\n  /* foo\n * /") == "UnclosedComment@2:3");
  CHECK(mistakesIn("mechanism m() {} /*/") == "UnclosedComment@1:18");
  CHECK(mistakesIn("mechanism m() {} // /*") == "");
}

TEST_CASE("a bracket without partner is shown") {
  CHECK(mistakesInBody("x := (a + b") == "UnclosedBracket@2:6");
  CHECK(mistakesInBody("x := a + b)") == "UnopenedBracket@2:11");
  CHECK(mistakesInBody("x := v[i + 1)") == "UnopenedBracket@2:13");
  CHECK(mistakesInBody("x := f(v[i)") == "UnclosedBracket@2:9");
  CHECK(mistakesInBody("if (a { stop }") == "UnclosedBracket@2:4");
  CHECK(mistakesIn("mechanism m() { } }") == "UnopenedBracket@1:19");
  CHECK(mistakesIn("mechanism m(a: int[n) {}") == "UnclosedBracket@1:19");
}

TEST_CASE("brackets in comments do not count") {
  CHECK(mistakesInBody("x := (a /* ) */ + b) // }") == "");
}

TEST_CASE("a missing end of a block is looked for by indentation") {
  CHECK(mistakesIn("mechanism m() {\n  if a {\n    x := 1\n  y := 2\n}\n") == "UnclosedBracket@2:8");
  CHECK(mistakesIn("mechanism m() {\n  for i in 0 .. n {\n    if a {\n      x := 1\n  }\n}\n") ==
        "UnclosedBracket@3:10");
  CHECK(mistakesIn("mechanism m() {\n  x := 1\n") == "UnclosedBracket@1:15");
}

TEST_CASE("a missing end of a block does not spoil the next mechanism") {
  CHECK(mistakesIn("mechanism a() {\n  if x {\n}\n\nmechanism b() {\n  y := (1\n}\n") ==
        "UnclosedBracket@2:8 UnclosedBracket@6:8");
  CHECK(mistakesIn("mechanism a() {\nmechanism b() {\n}\n}\n") == "UnclosedBracket@1:15");
}

TEST_CASE("brackets may be nested 256 deep and no deeper") {
  const auto nested = [](std::size_t depth) {
    return "x := " + std::string(depth, '(') + "a" + std::string(depth, ')');
  };
  CHECK(mistakesInBody(nested(255)) == ""); // and the block itself
  CHECK(mistakesInBody(nested(256)) == "NestedTooDeeply@2:261");
}

TEST_CASE("open conditionals and quantifiers count as brackets") {
  std::string open, closed;
  for (int i = 0; i < 300; ++i) {
    open += "a ? ";
    closed += "(a ? b : c) + ";
  }
  CHECK(mistakesInBody("x := " + open + "b") == "NestedTooDeeply@2:1028");
  CHECK(mistakesInBody("x := " + closed + "d") == "");
}
