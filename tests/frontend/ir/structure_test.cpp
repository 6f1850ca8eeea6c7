// SPDX-License-Identifier: Apache-2.0
//
// The structure of a mechanism is the identity of its saved streams: layout is no part of it, everything else
// is.
#include "frontend/ir/structure.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>
#include <map>

namespace plumb {

static const char *const monitor =
    "size H\n"
    "record Visit { enter: int, leave: int in 0 .. 9, there: bool }\n"
    "policy hide on Visit { public enter, leave; sensitive there when there }\n"
    "query f[t in 0 .. H] = count v: Visit where v.there and v.enter <= t and t < v.leave\n"
    "mechanism monitor(eps: real, threshold: int, clear: int[H])\n"
    "  requires eps > 0, forall t in 0 .. H: t <= clear[t]\n"
    "  requires forall v in data, t in 0 .. H: v.enter <= t implies v.leave <= clear[t]\n"
    "  adjacency replace Visit under hide\n"
    "  guarantees private(2 * eps)\n"
    "  claims out[t] = below implies f[t] < threshold\n"
    "{ silent := 0\n"
    "  for t in 0 .. H while silent < 100 {\n"
    "    if t < silent { output quiet }\n"
    "    else { lam ~ exponential(1 / eps) align lam' = lam + (out[t] is above ? f[t] - f'[t] : 0)\n"
    "           z := max(f[t], 3) + lam\n"
    "           if z >= threshold { output above(z); silent := clear[t] } else { output below } } } }\n";

static const char *const textbook = "mechanism top(eps: real, k: int, n: size, f: query[n])\n"
                                    "  requires eps > 0, 0 <= k and k <= n\n"
                                    "  adjacency one f decreasing by 1\n"
                                    "  guarantees private(k * eps)\n"
                                    "{ for i in 0 .. n { lam ~ laplace(k / eps) align lam' = lam + 1\n"
                                    "                    v[i] := f[i] + lam }\n"
                                    "  return top_k(k, v) }\n";

/// Words, numbers and signs; a line feed is one of them, because statements end there.
static std::vector<std::string> tokensOf(const std::string &text) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const std::string two = text.substr(at, 2);
    if (isWord(text[at]))
      while (end < text.size() && isWord(text[end]))
        ++end;
    else if (two == ":=" || two == ".." || two == "<=" || two == ">=" || two == "!=")
      ++end;
    if (text[at] != ' ')
      tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

static std::string joined(const std::vector<std::string> &tokens, const std::string &between) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool isPrime = tokens[i] == "'" || (i + 1 < tokens.size() && tokens[i + 1] == "'");
    const bool isInName = tokens[i] == "." || (i + 1 < tokens.size() && tokens[i + 1] == ".");
    text += tokens[i] + (isPrime && tokens[i] != "'" ? "" : isInName ? "" : between);
  }
  return text;
}

/// Of the one mechanism in \p text; empty if there is a mistake in it.
static std::string structureOf(const std::string &text) {
  const SourceFile file("test.plumb", text);
  DiagnosticSink sink;
  auto written = parse(file, sink);
  if (sink.hasErrors())
    return {};
  const ir::Program program = analyze(written, file, sink);
  return sink.hasErrors() || program.mechanisms.size() != 1 ? std::string()
                                                            : structure(*program.mechanisms[0]);
}

TEST_CASE("comments, blanks and the declarations of others are no part of a structure") {
  for (const std::string text : {monitor, textbook}) {
    const std::string original = structureOf(text);
    REQUIRE_FALSE(original.empty());
    CHECK(structureOf("// A comment.\n\n" + joined(tokensOf(text), "   ") + "\n// Another.\n") == original);
    CHECK(structureOf("size unused\nrecord Other { a: int }\n" + text) == original);
  }
  std::string brackets = textbook;
  brackets.replace(brackets.find("f[i] + lam"), 10, "(f[i]) + (lam)");
  CHECK(structureOf(brackets) == structureOf(textbook));
}

/// What stands for \p token in another program; empty if there is nothing.
static std::string otherFor(const std::string &token) {
  static const std::map<std::string, std::string> others{{"<", "<="},
                                                         {"<=", "<"},
                                                         {">", ">="},
                                                         {">=", ">"},
                                                         {"+", "-"},
                                                         {"-", "+"},
                                                         {"*", "/"},
                                                         {"/", "*"},
                                                         {"=", "!="},
                                                         {"and", "or"},
                                                         {"implies", "and"},
                                                         {"exponential", "neg_exponential"},
                                                         {"laplace", "exponential"},
                                                         {"max", "min"},
                                                         {"sensitive", "public"},
                                                         {"decreasing", "increasing"},
                                                         {"count", "sum"},
                                                         {"replace", "add"},
                                                         {"is", "="},
                                                         {"above", "higher"},
                                                         {"quiet", "still"},
                                                         {"hide", "veil"},
                                                         {"monitor", "watch"},
                                                         {"H", "Z"},
                                                         {"one", ""},
                                                         {"there", "here"}};
  if (std::isdigit(static_cast<unsigned char>(token[0])))
    return token + "1";
  const auto found = others.find(token);
  return found == others.end() ? "" : found->second;
}

TEST_CASE("whatever else is changed gives another structure") {
  std::size_t tried = 0;
  for (const std::string text : {monitor, textbook}) {
    const std::string original = structureOf(text);
    const std::vector<std::string> tokens = tokensOf(text);
    const auto expectOther = [&](const std::vector<std::string> &changed) {
      const std::string other = structureOf(joined(changed, " "));
      tried += other.empty() ? 0 : 1;
      INFO(joined(changed, " "));
      CHECK(other != original);
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      // One word changed, one left out, and one name changed wherever it stands.
      std::vector<std::string> one = tokens, without = tokens, all = tokens;
      const std::string other = otherFor(tokens[i]);
      // `a is b` and `a = b` are one test of a cell, and brackets and line feeds are layout.
      const bool isSpelling = tokens[i] == "is" || (tokens[i] == "=" && tokens[i + 1] == "below");
      one[i] = other;
      if (!other.empty() && !isSpelling)
        expectOther(one);
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (tokens[i] != "(" && tokens[i] != ")" && tokens[i] != "\n" && tokens[i] != ";")
        expectOther(without);
      if (!other.empty() && std::isalpha(static_cast<unsigned char>(tokens[i][0]))) {
        std::replace(all.begin(), all.end(), tokens[i], other);
        if (!isSpelling)
          expectOther(all);
      }
    }
  }
  CHECK(tried > 60);
}

} // namespace plumb
