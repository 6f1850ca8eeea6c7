// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/two_run.h"
#include "tests/checker/relational/proof_tables.h"

using namespace plumb;
using relational::Goal;
using relational::Invariant;
using relational::LoopHead;
using relational::LoopInvariants;
using relational::Segment;
using relational::TwoRun;
using smt::Term;
using test::ProofTables;
using verdict::Condition;

namespace {

std::string laplace(const std::string &shift, const std::string &rest = "output f + lam") {
  return "mechanism m(eps: real, t: int, f: query)\n"
         "  requires eps > 0\n"
         "  adjacency f decreasing by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  x := 0\n"
         "  lam ~ exponential(1 / eps) align lam' = lam + " +
         shift + "\n  " + rest + "\n}\n";
}

std::string loop(const std::string &body) {
  return "mechanism m(eps: real, n: int, f: query[n])\n"
         "  requires eps > 0, n >= 0\n"
         "  adjacency one f decreasing by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  count := 0\n"
         "  for i in 0 .. n {\n"
         "    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])\n    " +
         body + "\n  }\n}\n";
}

using Names = std::vector<std::string>;

Names goalsOf(const Segment &segment) {
  Names names;
  for (const Goal &goal : segment.goals)
    names.emplace_back(verdict::info(goal.condition).shortName);
  return names;
}

/// Whether each goal of that condition follows from the facts of its segment.
bool holds(ProofTables &tables, const TwoRun &run, Condition condition) {
  bool all = true, any = false;
  for (const Segment &segment : run.segments())
    for (const Goal &goal : segment.goals)
      if (goal.condition == condition) {
        any = true;
        all &= tables.follows(segment.facts, goal.formula);
      }
  REQUIRE(any);
  return all;
}

Invariant saying(const std::string &text,
                 std::function<Term(relational::Context, const LoopHead &)> formula) {
  Invariant invariant;
  invariant.text = text;
  invariant.formula = std::move(formula);
  return invariant;
}

const Segment *exitOf(const TwoRun &run) {
  for (const Segment &segment : run.segments())
    if (segment.exit)
      return &segment;
  return nullptr;
}

} // namespace

TEST_CASE("a sample and a publication call for the conditions of the theorem, in one segment") {
  ProofTables tables(laplace("f - f'"));
  LoopInvariants none;
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  REQUIRE(run.segments().size() == 1);
  CHECK(goalsOf(run.segments()[0]) == Names{"defined", "same-law", "support", "outputs"});
  CHECK(run.segments()[0].sites.size() == 2);
  CHECK(run.shifts().size() == 1);
  for (Condition condition : {Condition::SameLaw, Condition::Support, Condition::Outputs})
    CHECK(holds(tables, run, condition));
}

TEST_CASE("the first run's output is a hypothesis, the second run's is a goal") {
  for (const char *shift : {"0", "1", "f' - f"}) {
    ProofTables tables(laplace(shift));
    LoopInvariants none;
    TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
    REQUIRE(run.execute());
    CHECK_FALSE(holds(tables, run, Condition::Outputs));
  }
}

TEST_CASE("one-sided noise that is moved against the adjacency leaves its support") {
  ProofTables tables(laplace("f' - f"));
  LoopInvariants none;
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  CHECK_FALSE(holds(tables, run, Condition::Support));
}

TEST_CASE("what is moved is at the exit, and is bounded by the adjacency alone") {
  ProofTables tables(laplace("f - f'"));
  LoopInvariants none;
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  const Segment *exit = exitOf(run);
  REQUIRE(exit);
  REQUIRE(exit->exit->moved.size() == 1);
  auto &store = tables.store;
  CHECK(tables.follows(exit->facts, store.lessEqual(exit->exit->moved[0], store.real(1))));
  CHECK_FALSE(tables.follows(exit->facts, store.lessEqual(exit->exit->moved[0], store.real(Rational(1, 2)))));
}

TEST_CASE("a branch that publishes is two paths, and both runs have to decide alike") {
  const std::string branch = "if f + lam >= t { output f + lam } else { output 0 }";
  for (const auto &[shift, alike] : {std::pair("f - f'", true), std::pair("0", false)}) {
    ProofTables tables(laplace(shift, branch));
    LoopInvariants none;
    TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
    REQUIRE(run.execute());
    CHECK(run.segments().size() == 2);
    CHECK(run.forks().size() == 2); // The start, and the branch.
    CHECK(holds(tables, run, Condition::SameSamples) == alike);
  }
}

TEST_CASE("of a branch on an answer nothing is assumed for the second run") {
  // Run 2 is led; that it decides alike is what fails.
  ProofTables tables(laplace("f - f'", "if f >= t { output f + lam } else { output f + lam }"));
  LoopInvariants none;
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  CHECK(holds(tables, run, Condition::Outputs));
  CHECK_FALSE(holds(tables, run, Condition::SameSamples));
}

TEST_CASE("sides that only assign are merged, each run by its own condition") {
  const std::string merged = "if f >= t { x := 1 } else { x := 2 }\n  output x";
  ProofTables tables(laplace("0", merged));
  LoopInvariants none;
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  CHECK(run.segments().size() == 1);
  CHECK(run.forks().size() == 1);
  CHECK_FALSE(holds(tables, run, Condition::Outputs));

  ProofTables alike(laplace("0", "if t >= 0 { x := 1 } else { x := 2 }\n  output x"));
  TwoRun other(alike.context(), none, TwoRun::Mode::Pair);
  REQUIRE(other.execute());
  CHECK(holds(alike, other, Condition::Outputs));
}

TEST_CASE("what is assumed at the head of a loop is a goal at its entry and behind its body") {
  ProofTables tables(loop("output f[i] + lam"));
  const LoopInvariants wrong = {
      {saying("false", [](relational::Context c, const LoopHead &) { return c.store.boolean(false); })}};
  TwoRun run(tables.context(), wrong, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  unsigned goals = 0, failed = 0;
  for (const Segment &segment : run.segments())
    for (const Goal &goal : segment.goals)
      if (goal.invariant == 0) {
        ++goals;
        failed += !tables.follows(segment.facts, goal.formula);
      }
  CHECK(goals == 2);
  CHECK(failed == 1); // At the entry, where it is not assumed.
  CHECK(run.saysSomething(*run.segments()[0].goals.back().loop, 0));
}

TEST_CASE("without an invariant nothing is known of what a loop changes") {
  const std::string counting = "count := count + 1\n    output f[i] + lam";
  ProofTables tables(loop(counting));
  const LoopInvariants none(1);
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  const Segment *exit = exitOf(run);
  REQUIRE(exit);
  auto &store = tables.store;
  CHECK_FALSE(tables.follows(exit->facts, store.lessEqual(exit->exit->moved[0], store.real(1000))));

  const LoopInvariants bounded = {{saying("moved <= 0", [](relational::Context c, const LoopHead &head) {
    return c.store.lessEqual(head.state.moved[0], c.store.real(0));
  })}};
  ProofTables same(loop(counting));
  TwoRun other(same.context(), bounded, TwoRun::Mode::Pair);
  REQUIRE(other.execute());
  CHECK(same.follows(exitOf(other)->facts,
                     same.store.lessEqual(exitOf(other)->exit->moved[0], same.store.real(0))));
  CHECK_FALSE(holds(same, other, Condition::Invariant)); // It is used, and it is not true.
}

TEST_CASE("a loop is gone on with or left, whatever is known at its head") {
  ProofTables tables(loop("output f[i] + lam"));
  const LoopInvariants none(1);
  TwoRun run(tables.context(), none, TwoRun::Mode::Pair);
  REQUIRE(run.execute());
  REQUIRE(run.forks().size() == 2);
  std::vector<std::vector<Term>> ways(2);
  for (const Segment &segment : run.segments())
    for (const relational::Way &way : segment.ways)
      ways[way.fork].push_back(way.condition);
  REQUIRE(ways[1].size() == 2);
  auto &store = tables.store;
  CHECK(tables.follows({}, run.forks()[1].isCoveredBy(ways[1], store)));
  for (Term way : ways[1])
    CHECK_FALSE(tables.follows({}, run.forks()[1].isCoveredBy({way}, store)));
}

TEST_CASE("a claim is about one run: no output is held fixed, and no adjacency is known") {
  ProofTables tables("mechanism m(eps: real, t: int, f: query)\n  requires eps > 0\n"
                     "  adjacency f decreasing by 1\n  guarantees private(eps)\n"
                     "  claims out is below implies f < t\n{\n"
                     "  lam ~ exponential(1 / eps) align lam' = lam + (f - f')\n"
                     "  if f + lam >= t { output above } else { output below }\n}\n");
  LoopInvariants none;
  TwoRun run(tables.context(), none, TwoRun::Mode::Single);
  REQUIRE(run.execute());
  CHECK(run.shifts().empty());
  for (const Segment &segment : run.segments())
    CHECK(goalsOf(segment) == Names{"defined", "claim"});
  CHECK(holds(tables, run, Condition::Claim));
}
