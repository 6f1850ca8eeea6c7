// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/solver.h"
#include "checker/synthesis/conflict.h"
#include "checker/synthesis/decisions.h"
#include "checker/synthesis/synthesis.h"
#include "checker/synthesis/turns.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>

using namespace plumb;
using synthesis::Synthesis;

namespace {

ir::Program analyzed(const SourceFile &file) {
  DiagnosticSink sink;
  ir::Program program = analyze(parse(file, sink), file, sink);
  REQUIRE(!sink.hasErrors());
  REQUIRE(program.mechanisms.size() == 1);
  return program;
}

std::string withBody(const std::string &body, const std::string &adjacency) {
  return "mechanism m(eps: real, n: size, f: query[n]) requires eps > 0, n >= 2\n  adjacency " + adjacency +
         " guarantees private(eps) {" + body + "}";
}

Synthesis synthesized(ir::Mechanism &mechanism) {
  return synthesis::synthesize(
      mechanism, [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget()); },
      [](const ir::Mechanism &) { return true; });
}

/// What is found and proved, each clause in a line.
std::string found(const std::string &body, const std::string &adjacency = "f decreasing by 1") {
  const SourceFile file("test.plumb", withBody(body, adjacency));
  ir::Program program = analyzed(file);
  Synthesis made = synthesized(*program.mechanisms.front());
  std::string text;
  for (const synthesis::Found &one : made.found)
    text += (text.empty() ? "" : "\n") + one.clause;
  if (!made.proof)
    return "nothing";
  return (made.proof->verdict() == proof::Verdict::Proved ? "" : "open: ") + text;
}

std::vector<std::string> situationsOf(const std::string &body) {
  const SourceFile file("test.plumb", withBody(body, "f decreasing by 1"));
  ir::Program program = analyzed(file);
  ir::Mechanism &mechanism = *program.mechanisms.front();
  std::vector<std::string> texts;
  for (const synthesis::Situation &situation :
       synthesis::situations(mechanism, synthesis::draws(mechanism).front()))
    texts.push_back(situation.condition ? ir::print(*situation.condition) : "otherwise");
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("the situations of a draw are public conditions on what its iteration publishes") {
  const std::string draw = "for i in 0 .. n { lam ~ exponential(1 / eps) ";
  CHECK(situationsOf(draw + "output f[i] + lam }") == Texts{"otherwise"});
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { output above } else { output below } }") ==
        Texts{"out[i] is above", "out[i] is below"});
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { output above } } output 0") ==
        Texts{"out[i] is above", "out[i] is none"});
  CHECK(situationsOf("for i in 0 .. n { lam[i] ~ exponential(1 / eps) v[i] := f[i] + lam[i] } "
                     "return argmax(v)") == Texts{"i = result", "otherwise"});
  CHECK(situationsOf("for i in 0 .. n { lam[i] ~ exponential(1 / eps) v[i] := f[i] + lam[i] } "
                     "w := argmax(v) output winner(w)") == Texts{"i = out.winner", "otherwise"});
}

TEST_CASE("of a few values that may be published it is asked which") {
  const std::string draw = "for i in 0 .. n { lam ~ exponential(1 / eps) ";
  CHECK(situationsOf(draw + "above := f[i] + lam > 0 output above }") == Texts{"out[i].value", "otherwise"});
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { output 1 } else { output 0 } }") ==
        Texts{"out[i].value = 1", "out[i].value = 0"});
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { output far(true) } else { output far(false) } }") ==
        Texts{"out[i].far", "otherwise"});
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { output far(i < 2) } }") ==
        Texts{"out[i] is far", "out[i] is none"});
  // What is not decided by the draw is no question, nor is what is counted.
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { k := 1 } late := i > 1 output late }") ==
        Texts{"otherwise"});
  CHECK(situationsOf("told := 0 " + draw + "if f[i] + lam > 0 { told := told + 1 } output told }") ==
        Texts{"otherwise"});
  const std::string larger = "lam ~ laplace(1 / eps) who := 0 if f[1] + lam > f[0] { who := 1 } ";
  CHECK(situationsOf(larger + "return who") == Texts{"result = 0", "result = 1"});
  CHECK(situationsOf(larger + "return who = 1 ? n : 2") == Texts{"result = n", "otherwise"});
  CHECK(situationsOf(larger + "return who = 1") == Texts{"result", "otherwise"});
  CHECK(situationsOf(draw + "if f[i] + lam > 0 { return i + 1 } } return 0") ==
        Texts{"i + 1 = result", "otherwise"});
}

TEST_CASE("values of locals are followed up to a limit") {
  std::string body = "lam ~ laplace(1 / eps) x0 := 1 ";
  for (int k = 0; k < 40; ++k)
    body += "x" + std::to_string(k + 1) + " := x" + std::to_string(k) + " + x" + std::to_string(k) + " ";
  CHECK(situationsOf(body + "if f[0] + lam > 0 { x40 := 0 } return x40") == Texts{"otherwise"});
}

TEST_CASE("what is true, or one of a few numbers, tells a shift") {
  const std::string threshold = "rho ~ laplace(2 / eps) told := 0 for i in 0 .. n while told < 1 { "
                                "lam ~ laplace(4 / eps) above := f[i] + lam >= 7 + rho ";
  CHECK(found(threshold + "output above if above { told := 1 } }", "f changes by 1") ==
        "align rho' = rho + 1\nalign lam' = lam + (out[i].value ? 2 : 0)");
  CHECK(found("a ~ exponential(1 / eps) b ~ exponential(1 / eps) return f[0] + a >= 7 - b") ==
        "align a' = a\nalign b' = b + (result ? f[0] - f'[0] : 0)");
}

TEST_CASE("what a loop decides and does not publish may be announced, once in each loop") {
  const auto decisions = [](const std::string &body) {
    const SourceFile file("test.plumb", withBody(body, "f decreasing by 1"));
    ir::Program program = analyzed(file);
    Texts texts;
    for (const synthesis::Decision &decision : synthesis::untoldDecisions(*program.mechanisms.front()))
      texts.push_back(ir::print(*decision.condition));
    return texts;
  };
  const std::string loop = "k := 0 for i in 0 .. n { lam ~ exponential(1 / eps) ";
  CHECK(decisions(loop + "if f[i] + lam > 7 { k := 1 } if lam > 8 { k := 2 } } return k") ==
        Texts{"f[i] + lam > 7"});
  CHECK(decisions(loop + "k := k + (lam > 7 ? 1 : 0) } return k") == Texts{"lam > 7"});
  CHECK(decisions(loop + "if n > 7 { x := f[i] + lam if x > 8 { k := 2 } } } return k") == Texts{"x > 8"});
  CHECK(decisions(loop + "if lam > 7 { output above } } return k").empty());
  CHECK(decisions(loop + "if n > 7 { k := k + lam } } return k").empty());
  CHECK(decisions("lam ~ exponential(1 / eps) if lam > 7 { return 1 } return 0").empty());
  // Whether a flag has turned is decided where it turns.
  const std::string flags = "x := false y := false " + loop;
  CHECK(decisions(flags + "if not x { x := lam > 7 } } return x") == Texts{"lam > 7"});
  CHECK(decisions(flags + "x := x or lam > 7 if not x { k := k + 1 } } return k") ==
        Texts{"not x and lam > 7"});
}

TEST_CASE("what an iteration turns for good is said of all flags and counts at once") {
  const auto turned = [](const std::string &body) {
    const SourceFile file("test.plumb", withBody("x := false y := false h := 0 for i in 0 .. n { "
                                                 "a ~ exponential(1 / eps) " +
                                                     body,
                                                 "f decreasing by 1"));
    ir::Program program = analyzed(file);
    Texts texts;
    for (const synthesis::Turns &turns :
         synthesis::turns(*program.mechanisms.front(), synthesis::Told::Whole)) {
      if (!turns.isFirst)
        texts.push_back("then");
      for (const auto &condition : turns.conditions)
        texts.push_back(ir::print(*condition));
    }
    return texts;
  };
  CHECK(turned("x := x or a > 7 y := y or a > 8 } return (x ? 1 : 0) + (y ? 2 : 0)") ==
        Texts{"not x and a > 7", "not y and a > 8"});
  // What a flag or a count has come to on the way is written out.
  CHECK(turned("if not x { x := a > 7 } if not y { y := a > 8 and x } } return (x ? 1 : 0) + (y ? 2 : 0)") ==
        Texts{"not x and a > 7", "not y and a > 8 and (x or a > 7)"});
  CHECK(turned("if a > 7 { h := h + 1 } if a > 8 { h := h + 1 } } return h >= 3") ==
        Texts{"h < 3 and a > 7", "(a > 7 ? h + 1 : h) < 3 and a > 8"});
  // Whatever stands in front of the first is known.
  CHECK(turned("c := a > 7 if c and not x { x := true } if c { h := h + 1 } } return x and h >= 3") ==
        Texts{"c and not x", "h < 3 and c"});
  CHECK(turned("h := h + (a > 7 ? 1 : 0) x := x and a > 8 } return x or min(h, 2) = 2") ==
        Texts{"h < 2 and a > 7", "x and not a > 8"});
  // Behind another draw is another place.
  CHECK(turned(
            "if a > 7 { x := true } b ~ exponential(1 / eps) if b > 8 { h := h + 1 } } return x and h > 2") ==
        Texts{"not x and a > 7", "then", "h < 3 and b > 8"});
  CHECK(turned("if not x { b ~ exponential(1 / eps) x := b > 7 } } return x") == Texts{"b > 7"});
  // Flags that are told as one turn as one.
  CHECK(turned("x := x or a > 7 y := y or a > 8 } return x or y") ==
        Texts{"not (x or y) and a > 7", "not (x or a > 7 or y) and a > 8"});
  CHECK(turned("x := x or a > 7 y := y or a > 8 } return x and y") ==
        Texts{"not x and a > 7", "not y and a > 8"});
  // What is told already, and a count without an end, are not told again.
  CHECK(turned("if a > 7 and not x { x := true } else { if not y { y := true } } } return x and y") ==
        Texts{"a > 7 and not x", "not (a > 7 and not x) and not y"});
  CHECK(turned("if not x { if a > 7 { x := true y := true } } } return x and y") ==
        Texts{"not x and a > 7", "not y and not x and a > 7"});
  CHECK(turned("if not x { if a > 7 { x := true } if a > 7 { h := h + 1 } } } return x and h = 3") ==
        Texts{"not x and a > 7"});
  // Nothing turns for good, no noise decides, or the iteration tells.
  CHECK(turned("x := a > 7 } return x").empty());
  CHECK(turned("if a > 7 { x := true } else { x := false } } return x").empty());
  CHECK(turned("if i > 7 { x := true h := h + 1 } } return x").empty());
  CHECK(turned("if a > 7 { x := true } output x }").empty());
}

TEST_CASE("a count of which only an end is told is announced up to there") {
  const auto decision = [](const std::string &told, const std::string &raised = "k := k + 1") {
    const SourceFile file("test.plumb",
                          withBody("k := 0 for i in 0 .. n { lam ~ exponential(1 / eps) if lam > 7 { " +
                                       raised + " } } " + told,
                                   "f decreasing by 1"));
    ir::Program program = analyzed(file);
    return ir::print(*synthesis::untoldDecisions(*program.mechanisms.front()).front().condition);
  };
  CHECK(decision("return k >= 3") == "k < 3 and lam > 7");
  CHECK(decision("return n <= k") == "k < n and lam > 7");
  CHECK(decision("return k > 3") == "k < 4 and lam > 7");
  CHECK(decision("return min(k, n)") == "k < n and lam > 7");
  CHECK(decision("if k < n { output few } else { output many(min(n, k)) }") == "k < n and lam > 7");
  // Of several ends the last.
  CHECK(decision("output (k >= 3, k >= 5)") == "k < 5 and lam > 7");
  CHECK(decision("output (k > 3, k > n)") == "k < max(4, n + 1) and lam > 7");
  // Down as well.
  CHECK(decision("return k <= 0", "k := k - 1") == "k > 0 and lam > 7");
  CHECK(decision("return k >= 3", "k := k - 1") == "k > 2 and lam > 7");
  CHECK(decision("output (max(k, 2), k > 0)", "k := k - 1") == "k > 0 and lam > 7");
  // What does not go on tells no more.
  CHECK(decision("return k", "k := min(k + 1, n)") == "k < n and lam > 7");
  CHECK(decision("return k = 0", "k := max(k - 1, 0)") == "k > 0 and lam > 7");
  // More is told of it, or it goes both ways.
  for (const char *more : {"return k", "return max(k, 3)", "return k = 3", "return k >= k + 1"})
    CHECK(decision(more) == "lam > 7");
  CHECK(decision("return k = 0", "k := k - 1") == "lam > 7");
  CHECK(decision("return k >= 3", "k := k + 1 k := k - 1") == "lam > 7");
  CHECK(decision("return k", "k := max(k + 1, n)") == "lam > 7");
}

TEST_CASE("a shift makes up for what differs where the draw is used") {
  CHECK(found("lam ~ exponential(1 / eps) output f[0] + lam") == "align lam' = lam + f[0] - f'[0]");
  CHECK(found("for i in 0 .. n { lam[i] ~ exponential(1 / eps) v[i] := f[i] + lam[i] } return argmax(v)") ==
        "align lam'[i] = lam[i] + (i = result ? f[i] - f'[i] : 0)");
  // A draw that nothing depends on stays, and so does what is published without any.
  CHECK(found("lam ~ exponential(1 / eps) mu ~ laplace(1 / eps) output (f[0] + lam, mu)") ==
        "align lam' = lam + f[0] - f'[0]\nalign mu' = mu");
}

TEST_CASE("written alignments stay, and others are found around them") {
  CHECK(found("rho: real ~ laplace(2 / eps) align rho' = rho + 1 "
              "lam: real ~ laplace(4 / eps) "
              "if real(f[0]) + lam >= rho { output above } else { output below }",
              "f changes by 1") == "align lam' = lam + (out is above ? 2 : 0)");
}

TEST_CASE("where nothing fits the runs that are at odds are told, and the holes stay") {
  const SourceFile file("test.plumb",
                        withBody("lam ~ laplace(1 / (2 * eps)) output f[0] + lam", "f changes by 1"));
  ir::Program program = analyzed(file);
  ir::Mechanism &mechanism = *program.mechanisms.front();
  Synthesis made = synthesized(mechanism);
  CHECK(made.found.empty());
  CHECK(!made.proof);
  CHECK(!made.conflict.empty());
  CHECK(mechanism.hasHoles());
  // A hole never reaches the prover's questions: it is an open obligation by itself.
  proof::Proof proof =
      proof::prove(mechanism, [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget()); });
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  REQUIRE(proof.obligations().size() == 1);
  CHECK(proof.obligations().front().condition == proof::Condition::Alignment);
  CHECK(proof.statistics().questions == 0);
}

TEST_CASE("an alignment that cannot be written as text is no alignment") {
  const SourceFile file("test.plumb",
                        withBody("lam ~ exponential(1 / eps) output f[0] + lam", "f decreasing by 1"));
  ir::Program program = analyzed(file);
  Synthesis made = synthesis::synthesize(
      *program.mechanisms.front(), [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget()); },
      [](const ir::Mechanism &) { return false; });
  CHECK(made.found.empty());
  CHECK(program.mechanisms.front()->hasHoles());
}
