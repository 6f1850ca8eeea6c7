// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("what was expected is said in the words of the language") {
  CHECK(messagesInBody("z b := 3") == "expected `:=` or `~` after the name `z`, found `b`");
  CHECK(messagesInBody("x := a + * b") == "expected an expression after `+`, found `*`");
  CHECK(messagesInBody("x := a 5") == "expected an operator or a statement after the name `a`, found `5`");
  CHECK(messagesInBody("x := (a b)") ==
        "expected `)` after the name `a`, found `b`; a product is written `a * b`");
  CHECK(messagesInBody("x := f(a b)") ==
        "expected `)` or `,` after the name `a`, found `b`; a product is written `a * b`");
  CHECK(messagesInBody("x := v[]") ==
        "expected an expression after `[`, found `]`; say which element is meant, as in `[i]`");
  CHECK(messagesInBody("x := a ? b") ==
        "expected `:` after the name `b`, found `}`; a choice says both values: `c ? a : b`");
  CHECK(messagesInBody("x := a.+") == "expected a name after `.`, found `+`");
  CHECK(messagesInBody("x := max(k in 0 .. n)") == "expected `:` after the name `n`, found `)`");
  CHECK(messagesInBody("x := max(k in 0 .. n where a)") == "expected `:` after the name `a`, found `)`");
  CHECK(messagesInBody("x := max(v .. n: 1)") ==
        "expected a variable and its range, as in `max(k in 0 .. n: ...)`, found `v`");
  CHECK(messagesInBody("x := max(k' in 0 .. n: 1)") ==
        "expected a variable and its range, as in `max(k in 0 .. n: ...)`, found `k' in 0`");
  CHECK(messagesInBody("x := (a, )") ==
        "expected an expression after `,`, found `)`; nothing is missing behind the "
        "last one: leave out the `,`");
  CHECK(messagesInBody("for i 0 .. n {}") ==
        "expected `in` after the name `i`, found `0`; write `for i in 0 .. n`");
  CHECK(messagesInBody("for i in 0 .. n x := 1") == "expected `{` after the name `n`, found `x`");
  CHECK(messagesInBody("lam ~ exponential align lam' = lam") ==
        "expected `(` after the name `exponential`, found `align`; a law has its scale in parentheses, as in "
        "`exponential(1 / eps)`");
  CHECK(messagesInBody("lam: int ~ laplace(1)") == "expected `real` after `:`, found `int`; noise is an int "
                                                   "unless it is declared as a real: leave out the type");
  CHECK(messagesInBody("lam ~ laplace(1) align lam' + 1") ==
        "expected `=` after `'`, found `+`; an alignment says what the noise is in the second run: "
        "`align lam' = lam + ...`");
  CHECK(messagesInBody("3") == "expected a statement, found `3`");
}

TEST_CASE("what the head lacks is said in the words of the language") {
  CHECK(mistakesIn("mechanism m {}") == "UnexpectedWord@1:13");
  CHECK(mistakesIn("mechanism (a: int) {}") == "UnexpectedWord@1:11");
  CHECK(mistakesIn("mechanism m(a int, b: foo, c: int) {}") == "UnexpectedWord@1:15 UnexpectedWord@1:23");
  CHECK(mistakesIn("mechanism m(T: int[n +, m], b int) {}") == "UnexpectedWord@1:23 UnexpectedWord@1:31");
  CHECK(mistakesIn("mechanism m(a: int b: int) {}") == "UnexpectedWord@1:20");
  CHECK(mistakesIn("mechanism m(a: int,) {}") == "UnexpectedWord@1:20");
  CHECK(mistakesIn("mechanism m() require a {}") == "UnexpectedWord@1:15");
  CHECK(mistakesIn("mechanism m() guarantees private eps {}") == "UnexpectedWord@1:34");
  CHECK(mistakesIn("mechanism m() adjacency {}") == "UnexpectedWord@1:25");
  CHECK(mistakesIn("mechanism m() adjacency f decreasing 1 {}") == "UnexpectedWord@1:38");
}

TEST_CASE("a mistake is shown at the found word, or behind the last one if that is on another line") {
  CHECK(mistakesInBody("x := a + * b") == "UnexpectedWord@2:10");
  CHECK(mistakesInBody("x := (\n)") == "UnexpectedWord@2:6");
  CHECK(mistakesInBody("z") == "UnexpectedWord@2:1");
  CHECK(mistakesIn("mechanism m") == "UnexpectedWord@1:11");
  CHECK(mistakesIn("mechanism m() requires a >\n\n") == "UnexpectedWord@1:26");
}

TEST_CASE("an expression that was forgotten is missed where it was forgotten") {
  CHECK(mistakesInBody("x :=\ny := 3") == "UnexpectedWord@2:3");
  CHECK(mistakesInBody("x := a +\ny ~ laplace(1)") == "UnexpectedWord@2:8");
  CHECK(mistakesInBody("output\nx := 1\ny = 2") == "UnexpectedWord@2:1 EqualsForAssignment@4:3");
}

TEST_CASE("assignment has one spelling, and the others are answered with it") {
  CHECK(messagesInBody("x = 3") == "`=` compares; an assignment is written `:=`");
  CHECK(messagesInBody("x == 3") == "`==` compares; an assignment is written `:=`");
  CHECK(messagesInBody("x += 3") == "there is no `+=`; an assignment is written `:=`; write `x := x + ...`");
  CHECK(messagesInBody("v[i] /= 3") == "there is no `/=`; an assignment is written `:=`");
  CHECK(mistakesInBody("x = y = 3") == "EqualsForAssignment@2:3");
}

TEST_CASE("operators of other languages are answered with ours") {
  CHECK(messagesInBody("x := a == b") == "`==` is written `=` here");
  CHECK(messagesInBody("x := a && !b || c") ==
        "`&&` is written `and` here\n`!` is written `not` here\n`||` is written `or` here");
  CHECK(messagesInBody("lam ~ laplace(1) align lam' := lam") == "`:=` is written `=` here");
}

TEST_CASE("a range has two ends and two dots") {
  CHECK(messagesInBody("for i in n {}") == "`for` runs over a range `a .. b`; write `0 .. n`");
  CHECK(messagesInBody("for i in n + 1 while a {}") ==
        "`for` runs over a range `a .. b`; write `0 .. n + 1`");
  CHECK(mistakesInBody("for i in n + 1 while a {}") == "MissingRange@2:10");
  CHECK(mistakesInBody("for i in 0 to n {}") == "MissingRange@2:12");
  CHECK(mistakesInBody("for i in 0, n {}") == "MissingRange@2:11");
  CHECK(mistakesInBody("for i in 0 ... n {}") == "MissingRange@2:12");
  CHECK(messagesInBody("x := forall i in n: a") == "`forall` runs over a range `a .. b`; write `0 .. n`");
  CHECK(messagesInBody("x := max(k in n + 1: a)") == "`max` runs over a range `a .. b`; write `0 .. n + 1`");
  CHECK(messagesInBody("x := sum(k in n where b: a)") == "`sum` runs over a range `a .. b`; write `0 .. n`");
}

TEST_CASE("reserved words cannot be names") {
  CHECK(messagesInBody("output := 3") ==
        "`output` is a word of the language, choose another name; for instance `output1`");
  CHECK(mistakesInBody("real := 3") == "ReservedWord@2:1");
  CHECK(mistakesInBody("by ~ laplace(1)") == "ReservedWord@2:1");
  CHECK(mistakesInBody("stop[i] := 2") == "ReservedWord@2:1");
  CHECK(mistakesInBody("x := output + 1\ny := 2") == "ReservedWord@2:6");
  CHECK(mistakesInBody("for for in 0 .. n { x = 1 }") == "ReservedWord@2:5 EqualsForAssignment@2:23");
  CHECK(mistakesIn("mechanism m(size: int, for: real, int: bool) {}") ==
        "ReservedWord@1:13 ReservedWord@1:24 ReservedWord@1:35");
  CHECK(mistakesIn("mechanism output() {}") == "ReservedWord@1:11");
}

TEST_CASE("a word of the language where an expression is missing is not taken for a name") {
  CHECK(mistakesInBody("x := if c then 1 else 2\ny = 2") == "UnexpectedWord@2:6 EqualsForAssignment@3:3");
  CHECK(mistakesInBody("x := a and and b") == "UnexpectedWord@2:12");
  CHECK(mistakesInBody("for in 0 .. n {}") == "UnexpectedWord@2:5");
}

TEST_CASE("primes stand behind names, once") {
  CHECK(mistakesInBody("x := f[i]' + g'[i]") == "MisplacedPrime@2:10");
  CHECK(mistakesInBody("x := lam''") == "MisplacedPrime@2:10");
  CHECK(mistakesInBody("x := result.indices'") == "MisplacedPrime@2:20");
  CHECK(mistakesInBody("lam[i] ~ laplace(1) align lam[i]' = lam[i]") == "MisplacedPrime@2:33");
}

TEST_CASE("align gives the primed sample") {
  CHECK(messagesInBody("lam ~ laplace(1) align lam = lam") ==
        "`align` gives the noise of the second run, `lam'`");
  CHECK(mistakesInBody("lam[i] ~ laplace(1) align lam[i] = lam[i]") == "UnprimedAlignment@2:27");
}

TEST_CASE("an adjacency clause names the query and how it changes") {
  CHECK(mistakesIn("mechanism m() adjacency f falls by 1 {}") == "UnknownDirection@1:27");
  CHECK(mistakesIn("mechanism m() adjacency f by 1 {}") == "UnknownDirection@1:25");
  CHECK(mistakesIn("mechanism m() adjacency decreasing by 1 {}") == "UnexpectedWord@1:25");
  CHECK(mistakesIn("mechanism m() adjacency all f changes by 1 {}") == "UnexpectedWord@1:25");
  CHECK(mistakesIn("mechanism m() adjacency one f g changes by 1 {}") == "UnexpectedWord@1:31");
}

TEST_CASE("`is` is followed by a bare tag, and takes no part in chains") {
  CHECK(mistakesInBody("x := out[i] is above(z)") == "TagExpected@2:21");
  CHECK(mistakesInBody("x := out[i] is 3") == "TagExpected@2:16");
  CHECK(mistakesInBody("x := out[i] is not above") == "TagExpected@2:16");
  CHECK(mistakesInBody("x := out[i] is true") == "TagExpected@2:16");
  CHECK(mistakesInBody("x := out[i] is (above)") == "TagExpected@2:16");
  CHECK(mistakesInBody("x := out[i] is above - 1") == "TagExpected@2:22");
  CHECK(mistakesInBody("x := out[i] is above'") == "TagExpected@2:21");
  CHECK(mistakesInBody("x := out[i] is output") == "ReservedWord@2:16");
  CHECK(mistakesInBody("x := a < b is c") == "MixedComparison@2:12");
  CHECK(mistakesInBody("x := i in s in t") == "MixedComparison@2:8");
}

TEST_CASE("a bracket too many is told where the layout shows it") {
  CHECK(mistakesInBody("  if a {\n    stop\n  }}\n  else { stop }") == "SurplusBrace@4:4");
  CHECK(mistakesInBody("stop\n  }") == "SurplusBrace@3:3");
}

TEST_CASE("one bracket that is wrong is told once") {
  CHECK(mistakesIn("channel c(k: int]\n{}") == "UnopenedBracket@1:17");
  CHECK(mistakesInBody("x := (f[i( + 1)") == "UnclosedBracket@2:8");
  CHECK(mistakesIn("mechanism m(a: {, b: int)\n{ stop }") == "UnclosedBracket@1:12");
}

TEST_CASE("what has no word in front of it is looked at all the same") {
  for (const char *text : {"(", ":", ".", "else", "f.size()", "-> a"})
    CHECK(!mistakesIn(text).empty());
}

TEST_CASE("an else needs its if") {
  CHECK(mistakesInBody("else { stop }") == "MisplacedElse@2:1");
  CHECK(mistakesInBody("if a { } else { } else { x = 1 }") == "MisplacedElse@2:19 EqualsForAssignment@2:28");
  CHECK(mistakesInBody("if a { } else { } else if b { }") == "MisplacedElse@2:19");
}

TEST_CASE("numbers and characters that are none") {
  CHECK(messagesInBody("x := a # b") == "`#` is not a character of the language; a comment begins with `//`");
  CHECK(mistakesInBody("x := a # ) b\ny = 2 # c") == "UnknownCharacter@2:8 EqualsForAssignment@3:3");
  CHECK(mistakesInBody("x := \"text\"") == "UnknownCharacter@2:6");
  CHECK(mistakesInBody("é := 1") == "UnknownCharacter@2:1");
  CHECK(mistakesInBody("x := 2x + 1") == "MalformedNumber@2:6");
  CHECK(mistakesInBody("x := 1.5e3") == "MalformedNumber@2:6");
  CHECK(messagesInBody("x := .5") == "`.5` is not a number; write `0.5`");
}

TEST_CASE("Greek letters that look like Latin ones make no names") {
  CHECK(mistakesInBody("\u03BF := 1") == "UnknownCharacter@2:1"); // omicron
  CHECK(mistakesInBody("\u0391 := 1") == "UnknownCharacter@2:1"); // capital alpha
}

TEST_CASE("a word longer than 255 characters is refused, and 255 are not") {
  CHECK(mistakesInBody(std::string(255, 'a') + " := " + std::string(255, '9')) == "");
  CHECK(mistakesInBody(std::string(256, 'a') + " := 1") == "WordTooLong@2:1");
  CHECK(mistakesInBody("x := " + std::string(256, '9')) == "WordTooLong@2:6");
}

TEST_CASE("a long word is cut in a message") {
  CHECK(messagesInBody("x " + std::string(100, 'a')).find(std::string(40, 'a') + "...`") !=
        std::string::npos);
}

TEST_CASE("a file without a mechanism says so") {
  CHECK(mistakesIn("") == "NoMechanism@1:1");
  CHECK(mistakesIn("// mechanism m() {}\n/* more */\n") == "NoMechanism@1:1");
  CHECK(mistakesIn("\xEF\xBB\xBF") == "NoMechanism@1:1");
}
