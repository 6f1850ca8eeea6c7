// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>

using namespace plumb;

static ir::Program programOf(const std::string &text) {
  static std::vector<std::unique_ptr<SourceFile>> files;
  files.push_back(std::make_unique<SourceFile>("test.plumb", text));
  DiagnosticSink sink;
  syntax::Program written = parse(*files.back(), sink);
  ir::Program program = analyze(written, *files.back(), sink);
  for (const Diagnostic &diagnostic : sink.diagnostics())
    UNSCOPED_INFO(render(diagnostic, *files.back()));
  REQUIRE_FALSE(sink.hasErrors());
  return program;
}

/// The print of `a := value`, without "a := ".
static std::string printed(const std::string &value) {
  ir::Program program =
      programOf("mechanism m(eps: real, n: int, k: int, b: bool, c: bool, d: bool, f: query, q: query real)\n"
                "adjacency f decreasing by 1, q changes by 1 guarantees private(eps) { a := " +
                value + "\noutput 0 }");
  return print(*llvm::cast<ir::Assign>(*program.mechanisms[0]->body[0]).value);
}

TEST_CASE("expressions are printed with no more brackets than needed") {
  for (std::string text : {"n + k * 2",
                           "(n + k) * 2",
                           "n - (k - 1)",
                           "n - k - 1",
                           "-n * k",
                           "-(n * k)",
                           "-(-n)",
                           "n * -k",
                           "b and c or d",
                           "b and (c or d)",
                           "b and (c and d)",
                           "not b and c",
                           "not (b and c)",
                           "not not b",
                           "b implies c implies d",
                           "(b implies c) implies d",
                           "(b iff c) iff d",
                           "b iff (c iff d)",
                           "(n < k) = b",
                           "n < k and b",
                           "not n < k",
                           "b ? 1 : c ? 2 : 3",
                           "b ? (c ? 1 : 2) : 3",
                           "(b ? 1 : 2) + 3",
                           "(b ? c : d) ? 1 : 2",
                           "max(n, k + 1)",
                           "abs(n - k)",
                           "n div k mod 2",
                           "n div (k mod 2)"})
    CHECK(printed(text) == text);
  CHECK(printed("((n + (k * (2))))") == "n + k * 2");
  CHECK(printed("0 <= n <= k") == "0 <= n and n <= k");
}

TEST_CASE("conversions are printed where they are not implied") {
  CHECK(printed("n / eps") == "n / eps");
  CHECK(printed("real(n) / real(k)") == "n / k");
  CHECK(printed("real(f) / eps") == "real(f) / eps");
  CHECK(printed("real(n) + eps") == "n + eps");
  CHECK(printed("real(n) + real(k)") == "real(n) + k");
  CHECK(printed("eps < 1.0") == "eps < 1");
  CHECK(printed("1.0") == "1.0");
  CHECK(printed("-1.0") == "-1.0");
  CHECK(printed("q + (b ? 0.0 : n)") == "q + (b ? 0 : n)");
  CHECK(printed("b ? real(n) : 2") == "b ? real(n) : 2");
  CHECK(printed("0.125 + 2.5") == "0.125 + 2.5");
}

TEST_CASE("aggregates are printed with their ranges, which the short forms leave out") {
  for (std::string text :
       {"max(j in 0 .. n: j * k)", "argmin(j in k .. n + 1 where j != k and b: abs(j - k))",
        "min(j in 0 .. n: j < k ? 1 : q)", "1 + max(j in 0 .. n where b ? c : d: max(i in 0 .. j: i + j))",
        "eps * max(j in 0 .. n: j)", "argmax(j in 0 .. n: real(j))"})
    CHECK(printed(text) == text);
  CHECK(printed("(max(j in (0) .. (n): (j)))") == "max(j in 0 .. n: j)");
}

static const char *const tuples = R"(mechanism m(eps: real, k: int, n: int, T: int[2 * n], f: query[n])
  adjacency f decreasing by 1
  guarantees private(eps)
  claims out.value.1 >= 0 and (out.value.2 = 1 or out[i].many.3 < out[i].one)
{
  s := 0
  for j in 0 .. n {
    if j != k {
      s := s + f[j]
    }
  }
  for i in 0 .. n {
    if f[i] > s {
      output many(1, 2, s)
    } else {
      output one(s)
    }
  }
  best := argmax(k1 in 0 .. 2 * n: T[k1])
  output (best, s)
  stop
}
)";

TEST_CASE("sums, tuples and whole arrays are printed as what they stand for") {
  std::string text = tuples;
  CHECK(print(programOf(text)) == text);
  auto replace = [&](const std::string &from, const std::string &to) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("s := 0\n  for j in 0 .. n {\n    if j != k {\n      s := s + f[j]\n    }\n  }\n",
          "s := sum(j in 0 .. n where j != k: f[j])\n");
  replace("argmax(k1 in 0 .. 2 * n: T[k1])", "argmax(T)");
  replace("output (best, s)\n  stop", "return (best, s)");
  CHECK(print(programOf(text)) == tuples);
}

TEST_CASE("a number that has no decimals is printed as a quotient") {
  CHECK(print(ir::Number(Rational(1, 3), ir::Sort::Real, {})) == "1 / 3");
  CHECK(print(ir::Number(Rational(-7, 2), ir::Sort::Real, {})) == "-3.5");
  CHECK(print(ir::Number(Rational(-3), ir::Sort::Int, {})) == "-3");
}

static const char *const sparseVector =
    R"(mechanism svt(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0
  requires c >= 1
  adjacency f decreasing by 1
  guarantees private(eps)
  claims out[i] is below implies f[i] < T[i]
{
  count := 0
  for i in 0 .. n while count < c
    invariant count = count'
    invariant moved(c / eps) <= real(count)
  {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] {
      output above(z)
      count := count + 1
    } else {
      output below
    }
  }
}
)";

TEST_CASE("a program in the printer's own style is printed as it stands") {
  CHECK(print(programOf(sparseVector)) == sparseVector);
}

static const char *const monitor =
    R"(size n
size H
record Trajectory { visited: bool[n], place: int in 0 .. n or none }
record Visit { enter: int, leave: int, there: bool }
policy hide_visits on Trajectory { sensitive visited[i] when visited[i]; public place }
policy hide_place on Trajectory allows r' where r'.place = r.place or r'.place = none
policy hide_presence on Visit { public enter; public leave; sensitive there when there }
query seen[i in 0 .. n][j in 0 .. 2 * n] = count x: Trajectory where x.visited[i] and not x.place = none
query f[t in 0 .. H] = sum v: Visit of v.leave - v.enter where v.there and v.enter <= t
query everybody = count x: Trajectory

mechanism monitor(eps: real, clear: int[H])
  requires eps > 0
  requires forall v in data, t in 0 .. H: v.enter <= t and t < v.leave implies v.leave <= clear[t]
  adjacency replace Visit under hide_presence
  guarantees private(eps)
{
  output f[0]
}

mechanism visits(eps: real)
  adjacency replace Trajectory when r.place = 0 or r.visited[0]
  guarantees private(eps)
{
  output everybody
}

mechanism more(eps: real)
  adjacency add or remove Trajectory
  guarantees private(eps)
{
  output seen[0][1]
}
)";

TEST_CASE("declarations are printed in front of the mechanisms, each in a line") {
  CHECK(print(programOf(monitor)) == monitor);
}

TEST_CASE("a requirement that a size of the file implies is not printed") {
  ir::Program program = programOf(monitor);
  const ir::Mechanism &mechanism = *program.mechanisms[0];
  REQUIRE(mechanism.requirements.size() == 2);
  CHECK(print(*mechanism.requirements[0]) == "H >= 0");
  CHECK(print(mechanism).find("H >= 0") == std::string::npos);
}

TEST_CASE("programs are printed one after another, with an empty line between them") {
  std::string one = sparseVector;
  std::string two = one;
  two.replace(two.find("svt"), 3, "sv2");
  CHECK(print(programOf(one + two)) == one + "\n" + two);
}

TEST_CASE("the head of a statement is one line") {
  ir::Program program = programOf(sparseVector);
  const auto &loop = llvm::cast<ir::For>(*program.mechanisms[0]->body[1]);
  CHECK(printHead(loop) == "for i in 0 .. n while count < c");
  CHECK(printHead(*loop.body[0]) ==
        "lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)");
  CHECK(printHead(*loop.body[2]) == "if z >= T[i]");
}

TEST_CASE("a mechanism is discrete if none of its data and noise is real") {
  CHECK(programOf(sparseVector).mechanisms[0]->isDiscrete());
  CHECK_FALSE(
      programOf("mechanism m(q: query real) adjacency q changes by 1 guarantees private(1) { output 0 }")
          .mechanisms[0]
          ->isDiscrete());
  CHECK_FALSE(programOf("mechanism m(q: query) adjacency q changes by 1 guarantees private(1)\n"
                        "{ lam: real ~ laplace(1) align lam' = lam output 0 }")
                  .mechanisms[0]
                  ->isDiscrete());
}
