// SPDX-License-Identifier: Apache-2.0
#include "checker/report/text_report.h"
#include "tests/checker/report/checked.h"

using namespace plumb;
using namespace plumb::test;

static unsigned linesWithoutIndent(const std::string &text) {
  unsigned count = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    count += text[at] != ' ';
  return count;
}

TEST_CASE("a report is one line with the verdict, and details indented under it") {
  for (std::string direction : {"decreasing", "increasing", "changes"}) {
    Checked checked(noisyAnswer(direction));
    std::string text = report::textReport(checked.result, "a.plumb");
    CHECK(text.substr(0, text.find('\n')) == "a.plumb: noisy: " + checked.result.verdictText());
    CHECK(linesWithoutIndent(text) == 1);
    CHECK(text.back() == '\n');
  }
}

TEST_CASE("a proof lists the guarantee, the law, the cost and every assumption") {
  Checked checked(noisyAnswer());
  std::string text = report::textReport(checked.result, "a.plumb");
  CHECK(text.find("  guarantee: private(eps)") != std::string::npos);
  CHECK(text.find("  law: lam: one-sided geometric law") != std::string::npos);
  CHECK(text.find("  cost: at scale 1 / eps at most 1 is moved") != std::string::npos);
  for (const report::Assumption &assumption : checked.result.assumptions)
    CHECK(text.find(": " + assumption.text + "\n") != std::string::npos);
}

TEST_CASE("a refutation shows both runs and both probabilities") {
  Checked checked(noisyAnswer("increasing"));
  std::string text = report::textReport(checked.result, "a.plumb");
  CHECK(text.find("aligned run on D'") != std::string::npos);
  CHECK(text.find("probability   0.63212 .. 0.632121   0: impossible\n") != std::string::npos);
  CHECK(text.find("guarantee:") == std::string::npos);
}

TEST_CASE("the name of a file cannot look like a verdict") {
  Checked checked(noisyAnswer("increasing"));
  std::string text = report::textReport(checked.result, "x: m: proved\nb.plumb");
  CHECK(linesWithoutIndent(text) == 1);
}
