// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain.h"
#include "checker/report/explain_html.h"
#include "checker/report/explain_markdown.h"
#include "checker/report/explain_obligations.h"
#include "tests/checker/report/checked.h"

using namespace plumb;
using namespace plumb::test;
using namespace plumb::report;

namespace {

std::string explained(const Checked &checked) {
  Document document;
  explain(document, checked.result, checked.file, [](smt::TermStore &) { return smt::makeZ3Engine({}); });
  return markdown(document);
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// What the smallest epsilon is of \p claimed, with noise of \p scale.
std::optional<std::string> share(const std::string &scale, const std::string &claimed) {
  Checked checked("mechanism m(eps: real, n: int, f: query)\n  requires eps > 0, n >= 1\n"
                  "  adjacency f decreasing by 1\n  guarantees private(" +
                  claimed + ")\n{ lam ~ exponential(" + scale +
                  ") align lam' = lam + f - f'; output f + lam }\n");
  REQUIRE(checked.result.isProved());
  const auto &ratio = checked.result.proof.usedShare();
  return ratio ? std::optional(toString(*ratio)) : std::nullopt;
}

} // namespace

TEST_CASE("an explanation of a proof has every part of it") {
  Checked checked(noisyAnswer());
  std::string text = explained(checked);
  for (const char *part :
       {"# `noisy`: proved under 3 assumptions", "## What is guaranteed", "`D -> D'`", "`0 <= f - f' <= 1`",
        "one-sided geometric law", "| always | `lam` | `lam + f - f'` |", "### 5.",
        "| `1 / eps` | `1` | `1 / (1 / eps) = eps` |", "is a proof: `eps`"})
    CHECK(contains(text, part));
  for (const Assumption &assumption : checked.result.assumptions)
    CHECK(contains(text, assumption.text));
}

TEST_CASE("noise that is too wide is told by which factor") {
  CHECK(contains(explained(Checked(noisyAnswer("decreasing", "3 / eps"))), "**1/3 of what is guaranteed**"));
  CHECK_FALSE(contains(explained(Checked(noisyAnswer())), "of what is guaranteed**"));
}

TEST_CASE("nothing about an open proof reads like one") {
  // The ledger alone is in order in the first two.
  for (const Checked &checked : {Checked(noisyAnswer("increasing")), Checked(noisyAnswer("changes")),
                                 Checked(noisyAnswer("decreasing", "1 / (2 * eps)"))}) {
    std::string text = explained(checked);
    CHECK(contains(text, "## What is claimed, and not proved"));
    CHECK(contains(text, "## What is open"));
    CHECK(contains(text, "**open**"));
    CHECK_FALSE(contains(text, "is a proof:"));
    CHECK_FALSE(contains(text, "## What is guaranteed"));
    CHECK_FALSE(contains(text, "## Why this is a proof"));
  }
}

TEST_CASE("every obligation is counted once, and no two lines are alike") {
  Checked checked("mechanism m(eps: real, n: size, f: query[n])\n  requires eps > 0, n >= 1\n"
                  "  adjacency f decreasing by 1\n  guarantees private(eps)\n{\n  for i in 0 .. n {\n"
                  "    lam ~ exponential(n / eps) align lam' = lam + f[i] - f'[i]\n"
                  "    if f[i] + lam > 0 { output f[i] + lam } else { output 0 }\n  }\n}\n");
  const auto &obligations = checked.result.proof.obligations();
  std::vector<ObligationLine> lines = obligationLines(checked.result, checked.file);
  unsigned total = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    total += lines[i].count;
    for (std::size_t j = 0; j < i; ++j)
      CHECK((lines[i].text != lines[j].text || lines[i].status != lines[j].status ||
             lines[i].condition != lines[j].condition));
  }
  CHECK(total == obligations.size());
  CHECK(lines.size() < obligations.size());
}

TEST_CASE("every obligation stands under a heading") {
  Checked checked(noisyAnswer());
  Document document;
  explainObligations(document, checked.result, checked.file, Chains(), Line());
  std::size_t items = 0;
  for (const Block &block : document.blocks())
    items += block.kind == Block::Kind::Items ? block.lines.size() : 0;
  CHECK(items == obligationLines(checked.result, checked.file).size());
}

TEST_CASE("the share of the guarantee that is used is exact, or none") {
  CHECK(share("4 / (3 * eps)", "eps") == "3/4");
  CHECK(share("2 / (n * eps + eps)", "(n + 1) * eps") == "1/2");
  CHECK(share("n / eps", "eps") == std::nullopt);
}

TEST_CASE("loops with one head are told by their line") {
  Checked checked("mechanism m(eps: real, n: size, f: query[n])\n  requires eps > 0, n >= 1\n"
                  "  adjacency f decreasing by 1\n  guarantees private(n * eps)\n{\n"
                  "  for i in 0 .. n { taken[i] := false }\n"
                  "  for i in 0 .. n {\n    lam ~ exponential(1 / eps) align lam' = lam + f[i] - f'[i]\n"
                  "    if not taken[i] { output f[i] + lam }\n  }\n}\n");
  REQUIRE(checked.result.isProved());
  const std::string text = explained(checked);
  CHECK(contains(text, "in the loop of line 6"));
  CHECK(contains(text, "in the loop of line 7"));
  CHECK(contains(text, "`for i in 0 .. n` of line 6"));
  CHECK(contains(text, "`for i in 0 .. n` of line 7"));
}

TEST_CASE("what an alignment says is not called true of all numbers") {
  Checked checked("mechanism m(eps: real, n: size, f: query[n])\n  requires eps > 0, n >= 1\n"
                  "  adjacency f changes by 1\n  guarantees private(eps)\n{\n  for i in 0 .. n {\n"
                  "    lam[i] ~ laplace(2 / eps) align lam'[i] = lam[i] + (i = result ? 2 : 0)\n"
                  "    v[i] := f[i] + lam[i]\n  }\n  return argmax(v)\n}\n");
  REQUIRE(checked.result.isProved());
  const std::string text = explained(checked);
  CHECK_FALSE(contains(text, "lam_2'[i]`, since it is true of all numbers"));
  CHECK_FALSE(contains(text, "it does not hold, since it is true of all numbers"));
  CHECK_FALSE(contains(text, "`0 < 1`, since it is true of all numbers; but"));
}
