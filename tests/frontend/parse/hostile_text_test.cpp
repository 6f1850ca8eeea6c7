// SPDX-License-Identifier: Apache-2.0
// Texts that nobody writes in good faith: each is answered, soon, without a crash.
#include "frontend/parse/parser.h"
#include "syntax_dump.h"

#include <catch2/catch.hpp>
#include <ctime>
#include <functional>
#include <random>

using namespace plumb;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr double secondsAllowed = 20;
#else
constexpr double secondsAllowed = 1;
#endif

std::string repeated(const std::string &text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i)
    result += text;
  return result;
}

std::string body(const std::string &text) {
  return "mechanism m() {\n" + text + "\n}\n";
}

// The names of the first mistake, after checking that it came in time and can be printed.
std::string firstMistake(const std::string &text) {
  const SourceFile file("f", text);
  DiagnosticSink sink;
  const std::clock_t begin = std::clock();
  parse(file, sink);
  std::string rendered;
  for (const Diagnostic &diagnostic : sink.diagnostics())
    rendered += render(diagnostic, file);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  CHECK(seconds < secondsAllowed);
  CHECK(rendered.size() < 20'000);
  return sink.diagnostics().empty() ? "" : std::string(info(sink.diagnostics().front().kind).name);
}

} // namespace

TEST_CASE("ten megabytes of parentheses") {
  CHECK(firstMistake(std::string(10'000'000, '(')) == "TextTooLarge");
}

TEST_CASE("two hundred thousand brackets that are never closed, never opened, or balanced") {
  for (const char bracket : {'(', '[', '{'})
    CHECK(firstMistake(std::string(200'000, bracket)) == "NestedTooDeeply");
  for (const char bracket : {')', ']', '}'})
    CHECK(firstMistake(std::string(200'000, bracket)) == "UnopenedBracket");
  CHECK(firstMistake(std::string(100'000, '(') + std::string(100'000, ')')) == "NestedTooDeeply");
  CHECK(firstMistake(repeated("()", 100'000)) == "UnexpectedWord");
}

TEST_CASE("a hundred thousand operators in a row") {
  CHECK(firstMistake(body("x := " + std::string(100'000, '-') + "1")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("not ", 100'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("a + ", 100'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("a implies ", 50'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("a < ", 50'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("a ? b : ", 50'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("a ? ", 50'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("forall i in 0 .. n: ", 20'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := " + repeated("forall i in ", 20'000) + "a")) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := a" + repeated(".b", 50'000))) == "NestedTooDeeply");
  CHECK(firstMistake(body("x := a" + std::string(100'000, '\''))) == "MisplacedPrime");
}

TEST_CASE("expressions up to the limits are read, also in the deepest brackets") {
  CHECK(firstMistake(body("x := " + repeated("a + ", 500) + "a")) == "");
  CHECK(firstMistake(body("x := " + std::string(500, '-') + "a")) == "");
  CHECK(firstMistake(body("x := " + repeated("(a + ", 250) + "a" + std::string(250, ')'))) == "");
  CHECK(firstMistake(body("x := " + repeated("f(a - ", 250) + "a" + std::string(250, ')'))) == "");
}

TEST_CASE("comparison chains in comparison chains do not explode") {
  CHECK(firstMistake(body("x := " + repeated("a < (", 200) + "a" + repeated(") < a", 200))) ==
        "NestedTooDeeply");
}

TEST_CASE("long chains of else if") {
  CHECK(firstMistake(body("if a { }" + repeated(" else if a { }", 20'000))) == "NestedTooDeeply");
  CHECK(firstMistake(body("if a { }" + repeated(" else if a { }", 200))) == "");
  CHECK(firstMistake(body(repeated("if a { ", 100'000))) == "NestedTooDeeply");
  CHECK(firstMistake(body(repeated("if a { } else { ", 254) + repeated("}", 254))) == "");
}

TEST_CASE("a comment that never ends") {
  CHECK(firstMistake("/*" + std::string(1'000'000, '*')) == "UnclosedComment");
  CHECK(firstMistake(repeated("/*", 500'000)) == "UnclosedComment");
}

TEST_CASE("long lines of words, signs and blanks") {
  CHECK(firstMistake(repeated("a b c ", 80'000)) == "UnexpectedWord");
  CHECK(firstMistake(body(repeated("a b c ", 80'000))) == "UnexpectedWord");
  CHECK(firstMistake(body(repeated("if ", 80'000))) == "UnexpectedWord");
  CHECK(firstMistake(body(repeated("x := {}", 80'000))) == "UnexpectedWord");
  CHECK(firstMistake(body("x := + " + repeated("a[b] ", 80'000))) == "UnexpectedWord");
  CHECK(firstMistake(std::string(400'000, '#')) == "UnknownCharacter");
  CHECK(firstMistake(body(std::string(1'000'000, 'a') + " := 1")) == "WordTooLong");
  CHECK(firstMistake(std::string(1'000'000, ' ')) == "NoMechanism");
}

TEST_CASE("random bytes") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (int i = 0; i < 500; ++i)
      text += static_cast<char>(random());
    CHECK(firstMistake(text) != "");
  }
}

TEST_CASE("a program with words left out, doubled or exchanged is answered without a crash") {
  const std::vector<std::string> words = {
      "mechanism", "m",         "(",          "n",       ":",  "int",        ",",       "f",     ":",
      "query",     "[",         "n",          "]",       ")",  "requires",   "n",       ">=",    "0",
      "adjacency", "f",         "decreasing", "by",      "1",  "guarantees", "private", "(",     "eps",
      ")",         "claims",    "out",        "[",       "i",  "]",          "is",      "a",     "{",
      "for",       "i",         "in",         "0",       "..", "n",          "while",   "c",     "<",
      "1",         "invariant", "x",          "'",       "<=", "x",          "{",       "lam",   "[",
      "i",         "]",         "~",          "laplace", "(",  "b",          ")",       "align", "lam",
      "'",         "[",         "i",          "]",       "=",  "lam",        "[",       "i",     "]",
      "+",         "1",         "if",         "not",     "a",  "{",          "output",  "a",     "(",
      "z",         ")",         "}",          "else",    "{",  "x",          ":=",      "a",     "?",
      "b",         ":",         "c",          "}",       "}",  "return",     "top_k",   "(",     "k",
      ",",         "v",         ")",          "}"};
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> changed = words;
    for (unsigned change = 0; change <= random() % 4; ++change) {
      const std::size_t at = random() % changed.size();
      switch (random() % 3) {
      case 0:
        changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), words[random() % words.size()]);
        break;
      default:
        std::swap(changed[at], changed[random() % changed.size()]);
      }
    }
    std::string text;
    for (const std::string &word : changed)
      text.append(word).append(random() % 8 == 0 ? "\n" : " ");
    accepted += firstMistake(text).empty() ? 1 : 0;
  }
  CHECK(accepted > 0);
  CHECK(accepted < 3000);
}
