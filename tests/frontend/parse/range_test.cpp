// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/parser.h"

#include <catch2/catch.hpp>

using namespace plumb;
using syntax::Expression;

namespace {

struct Value {
  explicit Value(const std::string &text) : file("f", "mechanism m() { x := " + text + "}") {
    program = parse(file, sink);
    REQUIRE_FALSE(sink.hasErrors());
  }
  const Expression &root() const { return *program.mechanisms.at(0).body.at(0)->value; }
  std::string text(const Expression &expression) const { return std::string(file.text(expression.range)); }
  std::string word(const Expression &expression) const {
    return std::string(file.text(expression.wordRange));
  }

  SourceFile file;
  DiagnosticSink sink;
  syntax::Program program;
};

} // namespace

TEST_CASE("the range of a node covers its text, and its word range the operator or name") {
  const Value value("a + f'[i] * 2");
  const Expression &product = *value.root().operands[1];
  const Expression &index = *product.operands[0];
  CHECK(value.text(value.root()) == "a + f'[i] * 2");
  CHECK(value.word(value.root()) == "+");
  CHECK(value.text(product) == "f'[i] * 2");
  CHECK(value.text(index) == "f'[i]");
  CHECK(value.text(*index.operands[0]) == "f'");
  CHECK(value.word(*index.operands[0]) == "f");
}

TEST_CASE("parentheses belong to the range of what is around them") {
  const Value value("(a + b) * (c)");
  CHECK(value.text(value.root()) == "(a + b) * (c)");
  CHECK(value.text(*value.root().operands[0]) == "a + b");
  CHECK(value.text(*value.root().operands[1]) == "c");
}

TEST_CASE("ranges count bytes, also behind code points of several bytes") {
  const Value value("λ ≤ σ ∧ out[i] is above");
  const Expression &test = *value.root().operands[1];
  CHECK(value.text(value.root()) == "λ ≤ σ ∧ out[i] is above");
  CHECK(value.word(*value.root().operands[0]) == "≤");
  CHECK(value.text(test) == "out[i] is above");
  CHECK(value.word(test) == "above");
}

TEST_CASE("calls, members, conditionals and quantifiers cover all their words") {
  for (const char *text : {"max(a, b)", "result.indices", "a ? b : c", "forall i in 0 .. n: a", "not a", "-a",
                           "i in s", "f(1)[2].z", "0 <= a <= 1"}) {
    const Value value(text);
    CHECK(value.text(value.root()) == text);
  }
}

TEST_CASE("a byte order mark in front moves the ranges and is no part of the program") {
  const SourceFile file("f", "\xEF\xBB\xBFmechanism m() {}");
  DiagnosticSink sink;
  const syntax::Program program = parse(file, sink);
  REQUIRE(program.mechanisms.size() == 1);
  CHECK(file.text(program.mechanisms[0].name.range) == "m");
}

TEST_CASE("statements, parameters and clauses cover their text") {
  const SourceFile file(
      "f", "mechanism m(T: int[n]) requires n > 0 adjacency one f changes by 1, g decreasing by 2\n"
           "guarantees private(e) { lam ~ law(b) align lam' = lam; if a { stop } else if b { stop } }");
  DiagnosticSink sink;
  const syntax::Program program = parse(file, sink);
  REQUIRE(program.mechanisms.size() == 1);
  const syntax::Mechanism &m = program.mechanisms[0];
  CHECK(file.text(m.range) == file.text());
  CHECK(file.text(m.parameters[0].range) == "T: int[n]");
  CHECK(file.text(m.adjacency[0].range) == "one f changes by 1");
  CHECK(file.text(m.adjacency[0].query.range) == "f");
  CHECK(file.text(m.adjacency[1].range) == "g decreasing by 2");
  CHECK(file.text(m.guarantees[0].range) == "guarantees private(e)");
  CHECK(file.text(m.body[0]->range) == "lam ~ law(b) align lam' = lam");
  CHECK(file.text(m.body[0]->alignTarget->range) == "lam'");
  CHECK(file.text(m.body[1]->range) == "if a { stop } else if b { stop }");
  CHECK(file.text(m.body[1]->elseBlock[0]->range) == "if b { stop }");
}
