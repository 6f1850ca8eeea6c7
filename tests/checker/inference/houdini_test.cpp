// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/candidates.h"
#include "checker/inference/invariants.h"
#include "tests/checker/relational/proof_tables.h"
#include "tests/checker/smt/scripted_engine.h"

using namespace plumb;
using relational::LoopInvariants;
using relational::TwoRun;
using test::ProofTables;

namespace {

std::string counting(const std::string &invariant = "") {
  return "mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])\n"
         "  requires eps > 0, c >= 1, n >= 0\n"
         "  adjacency f decreasing by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  count := 0\n"
         "  for i in 0 .. n while count < c " +
         invariant +
         " {\n"
         "    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)\n"
         "    if f[i] + lam >= T[i] { output above; count := count + 1 }\n"
         "    else { output below }\n"
         "  }\n"
         "}\n";
}

std::vector<std::string> textsOf(const LoopInvariants &invariants) {
  std::vector<std::string> texts;
  for (const auto &loop : invariants)
    for (const auto &invariant : loop)
      texts.push_back(invariant.text);
  return texts;
}

bool has(const std::vector<std::string> &texts, const std::string &text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

LoopInvariants foundBy(ProofTables &tables, std::function<smt::Satisfiability()> answers) {
  smt::Behaviour behaviour;
  behaviour.check = std::move(answers);
  smt::Solver solver(tables.store, std::make_unique<smt::ScriptedEngine>(behaviour));
  return inference::findInvariants(tables.context(), solver, TwoRun::Mode::Pair);
}

} // namespace

TEST_CASE("what is inductive is found, and what is not is dropped") {
  ProofTables tables(counting());
  const auto tried = textsOf(inference::candidates(tables.context(), TwoRun::Mode::Pair));
  const auto found = textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair));
  CHECK(has(found, "count' = count"));
  // Never more than one per iteration, and the loop stops at c.
  CHECK(has(found, "count <= i"));
  CHECK(has(found, "count <= c"));
  // With it, these say nothing.
  for (const char *weaker : {"count <= c + 1", "count <= c + 2"}) {
    CHECK(has(tried, weaker));
    CHECK_FALSE(has(found, weaker));
  }
  // Tried, and wrong in the first round: one of two iterations may publish.
  CHECK(has(tried, "count < i or it has its value at entry"));
  CHECK_FALSE(has(found, "count < i or it has its value at entry"));
  CHECK(found.size() < tried.size());
}

TEST_CASE("where a test is overshot by one, that is kept, and no more") {
  ProofTables tables(
      "mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])\n"
      "  requires eps > 0, c >= 1, n >= 0\n"
      "  adjacency f decreasing by 1\n"
      "  guarantees private((c + 1) * eps)\n"
      "{\n"
      "  count := 0\n"
      "  for i in 0 .. n while count <= c {\n"
      "    lam ~ exponential(1 / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)\n"
      "    if f[i] + lam >= T[i] { output above; count := count + 1 }\n"
      "    else { output below }\n"
      "  }\n"
      "}\n");
  const auto found = textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair));
  CHECK_FALSE(has(found, "count <= c"));
  CHECK(has(found, "count <= c + 1"));
  CHECK_FALSE(has(found, "count <= c + 2"));
  CHECK(has(found, "moved(1 / eps) grew by at most count - its value at entry"));
}

TEST_CASE("a bound that is a choice is told with its parentheses") {
  ProofTables tables("mechanism m(eps: real, c: int, n: int, f: query)\n"
                     "  requires eps > 0, c >= 1, n >= 0\n"
                     "  adjacency f decreasing by 1\n"
                     "  guarantees private(eps)\n"
                     "{\n"
                     "  x := 0\n"
                     "  lam ~ exponential(1 / eps) align lam' = lam + f - f'\n"
                     "  for i in 0 .. n {\n"
                     "    if x < (c > 3 ? c : 4) { x := x + 2 }\n"
                     "  }\n"
                     "  output f + lam\n"
                     "}\n");
  const auto found = textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair));
  CHECK(has(found, "x <= (c > 3 ? c : 4) + 1"));
  CHECK_FALSE(has(found, "x <= (c > 3 ? c : 4) + 2"));
}

TEST_CASE("a winner so far is an index that was passed, and what falls stays below its start") {
  ProofTables tables("mechanism m(eps: real, n: int, f: query[n])\n"
                     "  requires eps > 0, n >= 1\n"
                     "  adjacency f changes by 1\n"
                     "  guarantees private(n * eps)\n"
                     "{\n"
                     "  arg := -1\n"
                     "  left := n\n"
                     "  for i in 0 .. n {\n"
                     "    lam ~ laplace(1 / eps) align lam' = lam + f[i] - f'[i]\n"
                     "    if arg < 0 or f[i] + lam > 3 { arg := i; left := left - 1 }\n"
                     "  }\n"
                     "  output arg\n"
                     "}\n");
  const auto found = textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair));
  CHECK(has(found, "arg has been passed by i, once it has begun"));
  CHECK(has(found, "left <= its value at entry"));
  CHECK_FALSE(has(found, "arg <= its value at entry"));
}

TEST_CASE("each invariant that is found is a goal that holds, at the entry and behind the body") {
  ProofTables tables(counting());
  const LoopInvariants found = inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair);
  TwoRun run(tables.context(), found, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  std::size_t goals = 0;
  for (const auto &segment : run.segments())
    for (const auto &goal : segment.goals)
      if (goal.invariant >= 0) {
        ++goals;
        INFO(found[0][static_cast<std::size_t>(goal.invariant)].text);
        CHECK(tables.follows(segment.facts, goal.formula));
      }
  CHECK(goals >= 2 * found[0].size());
}

TEST_CASE("what is known at one entry of the loop only is no invariant") {
  ProofTables tables(counting());
  const auto found = textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair));
  CHECK_FALSE(has(found, "count' <= 0"));
  CHECK_FALSE(has(found, "count <= 0"));
}

TEST_CASE("a solver that knows nothing leaves nothing but what is written") {
  using smt::Satisfiability;
  for (Satisfiability answer : {Satisfiability::Unknown, Satisfiability::Sat}) {
    ProofTables nothing(counting());
    CHECK(textsOf(foundBy(nothing, [&] { return answer; })).empty());
    ProofTables written(counting("invariant count <= n"));
    const LoopInvariants kept = foundBy(written, [&] { return answer; });
    REQUIRE(kept.size() == 1);
    REQUIRE(kept[0].size() == 1);
    CHECK(kept[0][0].written.has_value());
  }
}

TEST_CASE("a written invariant is kept although it is wrong: the proof has to say so") {
  ProofTables tables(counting("invariant count = 0"));
  const LoopInvariants found = inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair);
  REQUIRE_FALSE(found[0].empty());
  CHECK(found[0][0].written.has_value());
}

namespace {

/// A visit counts where \p where says so.
std::string visits(const std::string &where) {
  return "size n\nrecord Visit { time: int in 0 .. n, other: int in 0 .. n }\n"
         "query f[i in 0 .. n] = count v: Visit where " +
         where +
         "\nmechanism m(eps: real)\n  requires eps > 0\n  adjacency add Visit\n  guarantees private(3 * "
         "eps)\n{\n"
         "  for i in 0 .. n {\n    lam ~ exponential(1 / eps) align lam' = lam + f[i] - f'[i]\n    output "
         "f[i] + lam\n  }\n}\n";
}

} // namespace

TEST_CASE("what one record adds to an array is read off the condition under which it counts") {
  const std::string grown =
      "moved(1 / eps) grew by at most the number of indices passed at which r counts in f";
  for (const char *where :
       {"v.time <= i and i < v.time + 3", "v.time = i or v.other = i", "i + 3 > v.time and v.time >= i",
        "not (i < v.time or v.time + 1 < i)", "v.time div 2 = i"}) {
    ProofTables tables(visits(where));
    INFO(where);
    CHECK(
        has(textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair)), grown));
  }
  for (const char *where : {"v.time < 7", "v.time != i", "v.time * v.time = i * i"}) {
    ProofTables tables(visits(where));
    INFO(where);
    CHECK_FALSE(has(textsOf(inference::candidates(tables.context(), TwoRun::Mode::Pair)), grown));
  }
}

namespace {

std::vector<std::string> foundIn(const std::string &body, const std::string &adjacency = "f changes by 1") {
  ProofTables tables("mechanism m(eps: real, c: int, n: size, m: size, T: int, f: query[n * m])\n"
                     "  requires eps > 0, m >= 1\n  adjacency " +
                     adjacency + "\n  guarantees private(eps) {" + body + "}");
  return textsOf(inference::findInvariants(tables.context(), tables.solver, TwoRun::Mode::Pair));
}

} // namespace

TEST_CASE("what is told behind a loop is the same where the first run has it already") {
  const auto flag = [](const std::string &up, const std::string &down) {
    return foundIn("rho ~ laplace(2 / eps) align rho' = rho + (out.value ? " + up + " : " + down +
                   ") x := false for i in 0 .. n { if not x { x := f[i] >= T + rho } } output x");
  };
  const std::string text = "the runs agree on `x` where it is what out.value says";
  CHECK(has(flag("-1", "1"), text));
  CHECK_FALSE(has(flag("1", "1"), text));
  CHECK_FALSE(has(flag("-1", "0"), text));
  CHECK(has(foundIn("rho ~ laplace(2 / eps) align rho' = rho + (out is some ? -1 : 1) x := false "
                    "for i in 0 .. n { if not x { x := f[i] >= T + rho } } "
                    "if x { output some } else { output nobody }"),
            "the runs agree on `x` where it is what some or nobody says"));
}

TEST_CASE("what is counted beyond an end may differ") {
  const auto count = [](const std::string &announced) {
    return foundIn(
        "h := 0 for i in 0 .. n { lam ~ laplace(c / eps) align lam' = lam + (out[i].announced ? f[i] "
        "- f'[i] : 0) announce " +
            announced + " if f[i] + lam > T { h := h + 1 } } output h >= c",
        "f decreasing by 1");
  };
  CHECK(has(count("h < c and f[i] + lam > T"), "min(h', c) = min(h, c)"));
  // It is not announced that h passes c.
  CHECK_FALSE(has(count("h < c - 1 and f[i] + lam > T"), "min(h', c) = min(h, c)"));
}

TEST_CASE("the second of two loops with one flag has been entered only if the first has not found it") {
  const std::string first =
                        "x := false for i in 0 .. n while not x { lam ~ laplace(1 / eps) align lam' = lam "
                        "x := lam > 3 } ",
                    second =
                        "for j in 0 .. n while not x { mu ~ laplace(1 / eps) align mu' = mu x := mu > 3 } ";
  const std::string text = "its guard held at entry, if an iteration has passed";
  CHECK(has(foundIn(first + second + "output x"), text));
  CHECK_FALSE(has(foundIn(first + "output x"), text));
}

TEST_CASE("a column of a flat table is passed at its number") {
  const auto sums = [](const std::string &subscript) {
    return foundIn("for j in 0 .. m { s := 0 for i in 0 .. n { s := s + f[" + subscript +
                       "] } lam ~ laplace(1 / eps) align lam' = lam + s - s' output s + lam }",
                   "one f changes by 1");
  };
  const auto isPaidOnce = [](const std::vector<std::string> &texts) {
    return std::any_of(texts.begin(), texts.end(), [](const std::string &text) {
      return text.find("moved(1 / eps) grew by at most [f is read at j + multiples of m") == 0;
    });
  };
  CHECK(isPaidOnce(sums("i * m + j")));
  CHECK(isPaidOnce(sums("j + m * i")));
  CHECK_FALSE(isPaidOnce(sums("(n - 1 - i) + j")));
}
