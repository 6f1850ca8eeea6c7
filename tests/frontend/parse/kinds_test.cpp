// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

#include <catch2/catch.hpp>
#include <map>

using namespace plumb;

namespace {

std::string body(const std::string &text) {
  return "mechanism m() { " + text + " }";
}

// A text for each kind that concerns the text.
const std::map<std::string, std::string> &texts() {
  static const std::map<std::string, std::string> all = {
      {"TextTooLarge", std::string(2'000'000, ' ')},
      {"InvalidUtf8", "\xFF"},
      {"ControlCharacter", "\x01"},
      {"UnclosedComment", "/*"},
      {"NestedTooDeeply", std::string(257, '(')},
      {"UnclosedBracket", "("},
      {"UnopenedBracket", ")"},
      {"UnknownCharacter", body("x := $")},
      {"MalformedNumber", body("x := 2x")},
      {"WordTooLong", body(std::string(300, 'x') + " := 1")},
      {"NoMechanism", ""},
      {"UnexpectedWord", "foo"},
      {"ReservedWord", body("output := 1")},
      {"EqualsForAssignment", body("x = 1")},
      {"CompoundAssignment", body("x += 1")},
      {"ForeignOperator", body("x := a && b")},
      {"MissingRange", body("for i in n {}")},
      {"MisplacedPrime", body("x := f[i]'")},
      {"UnprimedAlignment", body("x ~ laplace(1) align x = x")},
      {"UnknownDirection", "mechanism m() adjacency f falls by 1 {}"},
      {"TagExpected", body("x := y is 3")},
      {"MixedComparison", body("x := a < b is c")},
      {"MisplacedElse", body("else {}")},
      {"SurplusBrace", "mechanism m()\n{\n  stop\n  }\n}"},
  };
  return all;
}

} // namespace

TEST_CASE("every kind of mistake in the text is made by some text") {
  std::size_t kinds = 0;
  for (const DiagnosticKind kind : allDiagnosticKinds()) {
    if (info(kind).code.substr(0, 4) != "PL01")
      continue;
    ++kinds;
    const std::string name(info(kind).name);
    CAPTURE(name);
    REQUIRE(texts().contains(name));
    const std::string mistakes = mistakesIn(texts().at(name));
    CHECK(mistakes.substr(0, mistakes.find('@')) == name);
  }
  CHECK(kinds == texts().size());
}
