// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_html.h"
#include "checker/report/explain_markdown.h"
#include "checker/report/explain_mathml.h"
#include "tests/checker/report/checked.h"

using namespace plumb;
using namespace plumb::test;
using namespace plumb::report;

namespace {

std::string withoutTags(const std::string &markup) {
  std::string text;
  bool inTag = false;
  for (char c : markup) {
    inTag = inTag || c == '<';
    text += inTag ? "" : std::string(1, c);
    inTag = inTag && c != '>';
  }
  return text;
}

/// MathML of \p term as a premise, without tags.
std::string shown(const std::string &term) {
  SourceFile file("a.plumb",
                  "mechanism m(eps: real, k: int, n: size, f: query[n])\n  requires " + term +
                      "\n  adjacency f decreasing by 1\n  guarantees private(eps)\n{ output k }\n");
  ir::Program program = Checked::analyzed(file);
  return withoutTags(mathml(*program.mechanisms.front()->requirements.back()));
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("formulas keep their parentheses where they matter") {
  CHECK(shown("k * (k + 1) > 0") == "k·(k+1)&gt;0");
  CHECK(shown("k - (k - 1) > 0") == "k−(k−1)&gt;0");
  CHECK(shown("k - k - 1 > 0") == "k−k−1&gt;0");
  CHECK(shown("-(k + 1) < 0") == "−(k+1)&lt;0");
  CHECK(shown("k > 0 and (k > 1 or k > 2)") == "k&gt;0∧(k&gt;1∨k&gt;2)");
  CHECK(shown("(k > 0 and k > 1) or k > 2") == "(k&gt;0∧k&gt;1)∨k&gt;2");
  CHECK(shown("k > 0 and k > 1 and k > 2") == "k&gt;0∧k&gt;1∧k&gt;2");
  CHECK(shown("not (k > 0 and k > 1)") == "¬(k&gt;0∧k&gt;1)");
  CHECK(shown("(k > 0 implies k > 1) implies k > 2") == "(k&gt;0⇒k&gt;1)⇒k&gt;2");
}

TEST_CASE("a quotient is a fraction, an index a subscript, the second run a prime") {
  SourceFile file("a.plumb", noisyAnswer("decreasing", "1 / (eps + 1)"));
  ir::Program program = Checked::analyzed(file);
  const auto &sample = static_cast<const ir::Sample &>(*program.mechanisms.front()->body.front());
  CHECK(contains(mathml(*sample.scale), "<mfrac><mrow><mrow><mn>1</mn></mrow></mrow><mrow>"));
  CHECK(contains(mathml(*sample.aligned), "<msup><mi>f</mi><mo>\u2032</mo></msup>"));
}

TEST_CASE("the range of a maximum stands below it, and its body ends before a sum") {
  SourceFile file("a.plumb",
                  "mechanism m(eps: real, k: int, n: size, f: query[n])\n  adjacency f decreasing by 1\n"
                  "  guarantees private(eps)\n{\n  x := max(j in 0 .. n where j != k: f[j] + j) - 1\n"
                  "  y := 2 * argmin(j in k .. n: j * f[j])\n  output pair(x, y)\n}\n");
  ir::Program program = Checked::analyzed(file);
  auto value = [&](std::size_t i) {
    return mathml(*static_cast<const ir::Assign &>(*program.mechanisms.front()->body[i]).value);
  };
  CHECK(withoutTags(value(0)) == "max0\u2264j&lt;n,j\u2260k(fj+j)\u22121");
  CHECK(withoutTags(value(1)) == "2\u00b7(argmink\u2264j&lt;nj\u00b7fj)");
  CHECK(
      contains(value(0), "<munder><mtext>max</mtext><mrow><mrow><mn>0</mn></mrow><mo>\u2264</mo><mi>j</mi>"));
}

TEST_CASE("a value of a cell goes by its tag in a formula, too") {
  SourceFile file(
      "a.plumb",
      "mechanism m(eps: real, f: query)\n  adjacency f decreasing by 1\n  guarantees private(eps)\n"
      "  claims out.pair.2 > 0\n{\n  output pair(f, 2)\n}\n");
  ir::Program program = Checked::analyzed(file);
  CHECK(withoutTags(mathml(*program.mechanisms.front()->claims.front().formula)) == "out.pair.2&gt;0");
}

TEST_CASE("Markdown escapes prose, and fences code with enough backticks") {
  Document document;
  document.heading(2, line("a_b *c* `d|e`"));
  document.table({{line("x|y"), code("p|q")}, {line(""), code("a`b")}});
  document.code("```\nfence\n", "text");
  CHECK(markdown(document) ==
        "## a\\_b \\*c\\* `d|e`\n\n| x\\|y | `p\\|q` |\n| --- | --- |\n|  | ``a`b`` |\n\n"
        "````text\n```\nfence\n````\n");
}

TEST_CASE("HTML holds no markup of a program, and no byte that a browser may not see") {
  Document document;
  document.paragraph(line("<script>&\"\x01\xff") + code("</code>"));
  document.code("</pre>", "text");
  std::string text = html(document, "</title>");
  for (const char *part : {"<script>", "</code></code>", "</pre></pre>", "</title></title>", "\x01", "\xff"})
    CHECK_FALSE(contains(text, part));
  CHECK(contains(text, "&lt;script&gt;&amp;&quot;\uFFFD\uFFFD"));
}
