// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/invariants.h"
#include "checker/relational/two_run.h"
#include "tests/checker/proof/checked_program.h"

using namespace plumb;
using namespace plumb::test;
using relational::Segment;
using relational::TwoRun;
using smt::Outcome;

namespace {

/// The paths of a mechanism, and which of its forks they cover.
struct Paths {
  explicit Paths(const std::string &text, TwoRun::Mode mode = TwoRun::Mode::Pair)
      : checked(text), solver(store, smt::makeZ3Engine(smt::Budget{})), symbols(checked.mechanism(), store),
        products(store), scales(symbols, products, store), context{store, symbols, products, scales},
        invariants(inference::findInvariants(context, solver, mode)), run(context, invariants, mode) {
    REQUIRE(run.execute());
  }

  /// What is found of each fork by a proof that goes \p segments.
  std::vector<Outcome> covered(const std::vector<Segment> &segments) {
    std::vector<std::vector<smt::Term>> ways(run.forks().size());
    for (const Segment &segment : segments)
      for (const relational::Way &way : segment.ways)
        ways[way.fork].push_back(way.condition);
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < ways.size(); ++i)
      outcomes.push_back(solver.proves(run.forks()[i].isCoveredBy(ways[i], store)).outcome);
    return outcomes;
  }
  bool hasGap(const std::vector<Segment> &segments) {
    const auto outcomes = covered(segments);
    return std::find(outcomes.begin(), outcomes.end(), Outcome::Refuted) != outcomes.end();
  }

  CheckedProgram checked;
  smt::TermStore store;
  smt::Solver solver;
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
  relational::Context context;
  relational::LoopInvariants invariants;
  TwoRun run;
};

/// A guard, three publications, a merged branch, and a loop behind the first.
const char *const manyWays =
    "mechanism m(eps: real, n: int, k: int, f: query[n])\n"
    "  requires eps > 0\n"
    "  adjacency one f decreasing by 1\n"
    "  guarantees private(eps)\n"
    "  claims out[i] = skipped implies i = 4\n"
    "{ told := 0\n"
    "  for i in k .. n while told < 3 {\n"
    "    lam ~ exponential(1 / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)\n"
    "    if i = 4 { output skipped }\n"
    "    else if f[i] + lam >= 2 { output above told := told + 1 }\n"
    "    else { output below } }\n"
    "  if k > 2 { told := 1 } else { told := 2 }\n"
    "  for j in 0 .. k { mu ~ exponential(1 / eps) align mu' = mu } }";

std::vector<std::string> placesOfCoverage(const proof::Proof &proof) {
  std::vector<std::string> places;
  for (const proof::Evidence &evidence : proof.obligations())
    if (evidence.condition == proof::Condition::Coverage) {
      CHECK(evidence.status == smt::Outcome::Proved);
      places.push_back(evidence.subject);
    }
  return places;
}

} // namespace

TEST_CASE("the ways that a proof goes are all there are") {
  for (TwoRun::Mode mode : {TwoRun::Mode::Pair, TwoRun::Mode::Single}) {
    Paths paths(manyWays, mode);
    // The start, two loops and two tests. The branch that only assigns is merged.
    CHECK(paths.run.forks().size() == 5);
    for (Outcome outcome : paths.covered(paths.run.segments()))
      CHECK(outcome == Outcome::Proved);
  }
}

TEST_CASE("a path that gets lost leaves a gap") {
  for (TwoRun::Mode mode : {TwoRun::Mode::Pair, TwoRun::Mode::Single}) {
    Paths paths(manyWays, mode);
    REQUIRE(paths.run.segments().size() == 7);
    for (std::size_t lost = 0; lost < paths.run.segments().size(); ++lost) {
      INFO("segment " << lost);
      std::vector<Segment> rest = paths.run.segments();
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(lost));
      CHECK(paths.hasGap(rest));
    }
  }
}

TEST_CASE("a way that is narrower than it was leaves a gap") {
  Paths paths(manyWays);
  const smt::Term n = paths.store.freshVariable("some", smt::Sort::Bool);
  for (std::size_t narrowed = 1; narrowed < paths.run.segments().size(); ++narrowed) {
    INFO("segment " << narrowed);
    std::vector<Segment> some = paths.run.segments();
    for (relational::Way &way : some[narrowed].ways)
      way.condition = paths.store.conjunction({way.condition, n});
    CHECK(paths.hasGap(some));
  }
}

TEST_CASE("coverage is an obligation wherever runs part") {
  CheckedProgram checked(manyWays);
  const std::vector<std::string> places = placesOfCoverage(proveWithZ3(checked));
  // For the pair of runs and, because of the claim, for one run.
  const std::vector<std::string> once = {"loop `i`", "`if i = 4`", "`if f[i] + lam >= 2`", "loop `j`"};
  std::vector<std::string> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  std::vector<std::string> sorted = places;
  std::sort(sorted.begin(), sorted.end());
  std::sort(twice.begin(), twice.end());
  CHECK(sorted == twice);
}

TEST_CASE("forks at one place of the text are one obligation") {
  CheckedProgram checked("mechanism m(eps: real, k: int, f: query)\n"
                         "  requires eps > 0\n"
                         "  adjacency f decreasing by 1\n"
                         "  guarantees private(eps)\n"
                         "{ lam ~ exponential(1 / eps) align lam' = lam + f - f'\n"
                         "  if k > 0 { output above } else { output below }\n"
                         "  if k > 1 { return f + lam } else { return f + lam } }");
  CHECK(placesOfCoverage(proveWithZ3(checked)).size() == 2);
}
