// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/diagnostic_on_terminal.h"
#include "frontend/support/utf8.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

// The source line and the caret line of a rendered diagnostic.
std::pair<std::string, std::string> excerpt(std::string text, SourceRange range) {
  const SourceFile file("f.plumb", std::move(text));
  const std::string all = render({DiagnosticKind::UnclosedComment, range, {}, {}, {}}, file);
  const auto first = all.find('\n') + 1;
  const auto second = all.find('\n', first) + 1;
  return {all.substr(first, second - first - 1), all.substr(second, all.size() - second - 1)};
}

using Lines = std::pair<std::string, std::string>;

} // namespace

TEST_CASE("a diagnostic is printed with place, code, source line, caret, notes and help") {
  const SourceFile file("dir/f.plumb", "a := 1\nb = 2\n");
  Diagnostic diagnostic{DiagnosticKind::EqualsForAssignment, {9, 10}, {"="}, {}, "write `b := 2`"};
  diagnostic.notes.push_back({"like this one", SourceRange{2, 4}});
  diagnostic.notes.push_back({"a note without a place", std::nullopt});
  CHECK(render(diagnostic, file) ==
        "dir/f.plumb:2:3: error[PL0114]: `=` compares; an assignment is written `:=`\n"
        "b = 2\n"
        "  ^\n"
        "dir/f.plumb:1:3: note: like this one\n"
        "a := 1\n"
        "  ^~\n"
        "note: a note without a place\n"
        "help: write `b := 2`\n");
}

TEST_CASE(
    "what follows from a mistake is a note with a code, told once; its advice stays where there is none") {
  const SourceFile file("f.plumb", "a = 1\nb = 2\n");
  Diagnostic diagnostic{DiagnosticKind::EqualsForAssignment, {2, 3}, {"="}, {}, {}};
  const Diagnostic second{DiagnosticKind::EqualsForAssignment, {8, 9}, {"="}, {}, "write `b := 2`"};
  diagnostic.addConsequence(second);
  const std::string told = render(diagnostic, file);
  CHECK(told == "f.plumb:1:3: error[PL0114]: `=` compares; an assignment is written `:=`\n"
                "a = 1\n"
                "  ^\n"
                "f.plumb:2:3: note[PL0114]: `=` compares; an assignment is written `:=`\n"
                "b = 2\n"
                "  ^\n"
                "help: write `b := 2`\n");
  diagnostic.addConsequence(second);
  diagnostic.addConsequence({DiagnosticKind::EqualsForAssignment, {2, 3}, {"="}, {}, "write `a := 1`"});
  CHECK(render(diagnostic, file) == told);
  CHECK(diagnostic.notes.front().text() == "[PL0114] `=` compares; an assignment is written `:=`");
}

TEST_CASE(
    "on a terminal messages are broken between words, and the carets of a long line stand below its words") {
  const SourceFile file("f.plumb", "total := " + std::string(60, 'a') + " + b\n");
  const Diagnostic diagnostic{DiagnosticKind::EqualsForAssignment,
                              {72, 73},
                              {"="},
                              {},
                              "write something that is longer than the line"};
  CHECK(renderOnTerminal(diagnostic, file, {50}) ==
        "f.plumb:1:73: error[PL0114]: `=` compares; an\n"
        "    assignment is written `:=`\n"
        "...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa + b\n" +
            std::string(46, ' ') +
            "^\n"
            "help: write something that is longer than the line\n");
  CHECK(renderOnTerminal(diagnostic, file, {1}) == renderOnTerminal(diagnostic, file, {40}));
  CHECK(renderOnTerminal(diagnostic, file, {200}) == render(diagnostic, file));
  CHECK(brokenForTerminal("a " + std::string(50, 'b') + "  c", 40) ==
        "a\n    " + std::string(50, 'b') + "\n     c\n");
  CHECK(brokenForTerminal("  " + std::string(20, 'a') + " " + std::string(20, 'b'), 40) ==
        "  " + std::string(20, 'a') + "\n      " + std::string(20, 'b') + "\n");
  CHECK(brokenForTerminal("  " + std::string(50, 'b'), 40) == "  " + std::string(50, 'b') + "\n");
}

TEST_CASE("colours take no room, and no word is said by them alone") {
  const SourceFile file("f.plumb", "total = 1\n");
  const Diagnostic diagnostic{
      DiagnosticKind::EqualsForAssignment, {6, 7}, {"="}, {{"here", SourceRange{0, 5}}}, "write `:=`"};
  CHECK(renderOnTerminal(diagnostic, file, {50, true}) ==
        "\x1b[1mf.plumb:1:7:\x1b[0m \x1b[1;31merror[PL0114]:\x1b[0m `=` compares; an\n"
        "    assignment is written `:=`\n"
        "total = 1\n"
        "\x1b[1;31m      ^\x1b[0m\n"
        "\x1b[1mf.plumb:1:1:\x1b[0m \x1b[1mnote:\x1b[0m here\n"
        "total = 1\n"
        "\x1b[1m^~~~~\x1b[0m\n"
        "\x1b[1;32mhelp:\x1b[0m write `:=`\n");
  CHECK(styled("x", Style::Red, false) == "x");
}

TEST_CASE("the caret stands under the first code point and waves run to the last") {
  CHECK(excerpt("lam ~ laplace(b)", {6, 13}) == Lines{"lam ~ laplace(b)", "      ^~~~~~~"});
  CHECK(excerpt("λ ≤ ε", {3, 6}) == Lines{"λ ≤ ε", "  ^"});
  CHECK(excerpt("∧∧ λλ", {7, 11}) == Lines{"∧∧ λλ", "   ^~"});
}

TEST_CASE("tabs are repeated in the caret line, so that it is aligned at any tab width") {
  CHECK(excerpt("\tx\ty", {3, 4}) == Lines{"\tx\ty", "\t \t^"});
}

TEST_CASE("a range over several lines is clipped to its first") {
  CHECK(excerpt("if x {\n  y\n}", {5, 12}) == Lines{"if x {", "     ^"});
}

TEST_CASE("an empty range and the end of the file have a caret of their own") {
  CHECK(excerpt("ab", {1, 1}) == Lines{"ab", " ^"});
  CHECK(excerpt("ab", {2, 2}) == Lines{"ab", "  ^"});
  CHECK(excerpt("", {0, 0}) == Lines{"", "^"});
  CHECK(excerpt("ab\n", {3, 3}) == Lines{"", "^"});
  CHECK(excerpt("ab\ncd", {2, 3}) == Lines{"ab", "  ^"});
}

TEST_CASE("control characters and invalid bytes are printed as hexadecimal numbers") {
  CHECK(excerpt(std::string("a\x1b[0m\0b", 7), {6, 7}) == Lines{"a\\x1B[0m\\x00b", "            ^"});
  CHECK(excerpt("a\xff\xfe z", {4, 5}) == Lines{"a\\xFF\\xFE z", "          ^"});
  CHECK(excerpt("a\xff z", {1, 2}) == Lines{"a\\xFF z", " ^~~~"});
  CHECK(excerpt("a\u202Eb", {4, 5}) == Lines{"a<U+202E>b", "         ^"});
}

TEST_CASE("the name of a file stays on one line and moves no cursor") {
  const SourceFile file("a\nb\x1b[31m\t\u202E.plumb", "/*");
  const std::string text = render({DiagnosticKind::UnclosedComment, {0, 2}, {}, {}, {}}, file);
  CHECK(text.substr(0, text.find(": error")) == "a\\x0Ab\\x1B[31m\\x09<U+202E>.plumb:1:1");
}

TEST_CASE("glyphs of two columns get two") {
  CHECK(excerpt("漢字 x", {7, 8}) == Lines{"漢字 x", "     ^"});
}

TEST_CASE("a long line is cut around the caret to at most 120 columns") {
  const std::string line = std::string(5000, 'a') + "λλλ" + std::string(5000, 'b');
  const auto [source, carets] = excerpt(line, {5000, 5006});
  CHECK(countCodePoints(source) <= 120);
  CHECK(source.substr(0, 3) == "...");
  CHECK(source.substr(source.size() - 3) == "...");
  const auto caret = carets.find('^');
  REQUIRE(caret != std::string::npos);
  CHECK(carets.substr(caret) == "^~~");
  CHECK(source.substr(caret, 2) == "λ");
}

TEST_CASE("a line of many wide cells is cut by columns, not by characters") {
  const auto [source, carets] = excerpt(std::string(4000, '\xff'), {2000, 2001});
  CHECK(source.size() <= 120);
  CHECK(carets.size() <= 120);
  CHECK(carets.find('^') != std::string::npos);
}

TEST_CASE("a long range of a long line stays within the cut") {
  const auto [source, carets] = excerpt(std::string(3000, 'x'), {100, 2900});
  CHECK(source.size() <= 120);
  CHECK(carets.size() <= source.size());
}

TEST_CASE("the end of a long line keeps its caret behind the last character") {
  const auto [source, carets] = excerpt(std::string(3000, 'x'), {3000, 3000});
  CHECK(source.size() <= 120);
  CHECK(carets.size() == source.size() + 1);
}

TEST_CASE("a file name cannot smuggle control sequences onto the terminal") {
  const SourceFile file("a\x1b[2J\nb", "x");
  const std::string text = render({DiagnosticKind::UnclosedComment, {0, 1}, {}, {}, {}}, file);
  CHECK(text.find('\x1b') == std::string::npos);
}
