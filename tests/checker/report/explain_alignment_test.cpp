// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_alignment.h"
#include "checker/report/explain_markdown.h"
#include "tests/checker/report/checked.h"

#include <llvm/Support/Casting.h>

using namespace plumb;
using namespace plumb::test;
using namespace plumb::report;

namespace {

std::string textOf(const Line &line) {
  std::string text;
  for (const Span &span : line)
    text += span.text;
  return text;
}

/// "condition: shift (bound)" for each case of the first sample.
std::vector<std::string> casesOf(const std::string &shift, const std::string &adjacency = "decreasing by 1") {
  SourceFile file("a.plumb",
                  "mechanism m(eps: real, k: int, f: query)\n  requires eps > 0\n  adjacency f " + adjacency +
                      "\n  guarantees private(eps)\n{\n  lam ~ exponential(1 / eps) align lam' = " + shift +
                      "\n  if f + lam > 0 { output high(f + lam) } else { output low }\n}\n");
  ir::Program program = Checked::analyzed(file);
  const ir::Mechanism &mechanism = *program.mechanisms.front();
  std::vector<std::string> texts;
  for (const AlignmentCase &one :
       alignmentCases(mechanism, *llvm::cast<ir::Sample>(mechanism.body.front().get())))
    texts.push_back(textOf(one.condition) + ": " + textOf(one.shift) + " (" +
                    (one.atMost ? textOf(*one.atMost) : "?") + ")");
  return texts;
}

using Texts = std::vector<std::string>;

/// What the first case costs with this law, scale and shift; "?" where that is not known.
std::string costOf(const std::string &draw, const std::string &shift,
                   const std::string &adjacency = "changes by 1") {
  SourceFile file("a.plumb",
                  "mechanism m(eps: real, k: int, f: query)\n  requires eps > 0, k > 0\n  adjacency f " +
                      adjacency + "\n  guarantees private(eps)\n{\n  lam ~ " + draw +
                      " align lam' = " + shift + "\n  output f + lam\n}\n");
  ir::Program program = Checked::analyzed(file);
  const ir::Mechanism &mechanism = *program.mechanisms.front();
  return alignmentCases(mechanism, *llvm::cast<ir::Sample>(mechanism.body.front().get()))
      .front()
      .cost.value_or("?");
}

} // namespace

TEST_CASE("an alignment without conditions is one case") {
  CHECK(casesOf("lam") == Texts{"always: 0 (0)"});
  CHECK(casesOf("lam + f - f'") == Texts{"always: f - f' (1)"});
  CHECK(casesOf("f - f' + lam + 2") == Texts{"always: f - f' + 2 (3)"});
}

TEST_CASE("what goes one way takes away from what goes the other") {
  CHECK(casesOf("lam + 1 + f - f'", "increasing by 1") == Texts{"always: 1 + f - f' (1)"});
  CHECK(casesOf("lam + 1 + f' - f", "increasing by 1") == Texts{"always: 1 + f' - f (2)"});
  CHECK(casesOf("lam - 1 + f - f'", "decreasing by 1") == Texts{"always: -1 + f - f' (1)"});
  CHECK(casesOf("lam - 3 + f - f'", "decreasing by 1") == Texts{"always: -3 + f - f' (3)"});
  CHECK(casesOf("lam + 1 + f - f'", "changes by 1") == Texts{"always: 1 + f - f' (2)"});
  // Neither is known to be the larger.
  CHECK(casesOf("lam + 1 + f - f'", "increasing by k") == Texts{"always: 1 + f - f' (k + 1)"});
}

TEST_CASE("a case costs its bound at the scale, in lowest terms") {
  CHECK(costOf("laplace(2 / eps)", "lam + 1") == "eps / 2");
  CHECK(costOf("laplace(2 / eps)", "lam + f - f'") == "eps / 2");
  CHECK(costOf("laplace(2 * k / eps)", "lam + f - f'", "changes by k") == "eps / 2");
  CHECK(costOf("exponential(1 / eps)", "lam + 3 - (f - f')", "changes by 2") == "5 * eps");
  CHECK(costOf("laplace(1 / eps)", "lam") == "0");
  CHECK(costOf("laplace(1 / eps)", "lam + f") == "?");
}

TEST_CASE("each condition of a shift is a case, and the last is everything else") {
  CHECK(casesOf("lam + (out is high ? f - f' : 0)") == Texts{"out is high: f - f' (1)", "otherwise: 0 (0)"});
  CHECK(casesOf("out is high ? lam + 1 : lam") == Texts{"out is high: 1 (1)", "otherwise: 0 (0)"});
  CHECK(casesOf("lam + (out is high ? (k > 0 ? 1 : 2) : 3)") ==
        Texts{"out is high, k > 0: 1 (1)", "out is high, not k > 0: 2 (2)", "otherwise: 3 (3)"});
}

TEST_CASE("conditions that contradict each other make no case") {
  CHECK(casesOf("lam + (k > 0 ? 1 : 2) + (k > 0 ? 10 : 20)") ==
        Texts{"k > 0: 1 + 10 (11)", "otherwise: 2 + 20 (22)"});
}

TEST_CASE("a subtracted case keeps its sign") {
  CHECK(casesOf("lam - (k > 0 ? f' - f : 3)") == Texts{"k > 0: -f' + f (1)", "otherwise: -3 (3)"});
}

TEST_CASE("a bound is stated only where the difference set gives it") {
  CHECK(casesOf("lam + f - f'", "changes by k") == Texts{"always: f - f' (k)"});
  CHECK(casesOf("lam + f") == Texts{"always: f (?)"});
  CHECK(casesOf("lam + f + f'") == Texts{"always: f + f' (?)"});
  CHECK(casesOf("lam + f - f") == Texts{"always: f - f (?)"});
  CHECK(casesOf("lam + 2 * (f - f')") == Texts{"always: 2 * (f - f') (?)"});
  CHECK(casesOf("lam + abs(f - f')") == Texts{"always: abs(f - f') (?)"});
}

TEST_CASE("noise that is forgotten is part of the shift") {
  CHECK(casesOf("f - f'") == Texts{"always: f - f' - lam (?)"});
}

TEST_CASE("an alignment with very many cases is left whole") {
  std::string shift = "lam";
  for (int i = 0; i < 5; ++i)
    shift += " + (k > " + std::to_string(i) + " ? 1 : 0)";
  CHECK(casesOf(shift).size() == 1);
}
