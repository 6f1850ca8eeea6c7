// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/search.h"

#include "checker/derivation/solution.h"

#include <algorithm>
#include <set>

namespace plumb::derivation {

using kernel::Term;

namespace {

/// What shows that a case is impossible.
struct Found {
  Steps steps;
  /// The cases that it rests on, as places of facts.
  std::set<std::size_t> cases;
};

constexpr std::size_t depthLimit = 200;

/// To make them, and to look at them.
std::uint64_t costOf(const Rows &rows) {
  std::uint64_t cost = 0;
  for (const KnownRow &row : rows.all())
    cost += row.row.polynomial.summands().size();
  return cost;
}

/// One use: make it, call run().
class Search {
public:
  Search(kernel::Terms &ofTerms, bool multipliesRows, const Limits &upTo, Allowance *ofAll)
      : terms(ofTerms), normal(ofTerms), facts(ofTerms, normal), multiplies(multipliesRows), limits(upTo),
        allowance(ofAll), work(ofAll ? std::min(upTo.work, ofAll->left) : upTo.work) {}

  std::optional<Steps> run(const kernel::Obligation &obligation) {
    for (Term hypothesis : obligation.hypotheses)
      facts.learn(hypothesis, true, std::nullopt, {});
    facts.learn(obligation.goal, false, std::nullopt, {});
    const auto found = solve(0);
    return found ? std::optional<Steps>(found->steps) : std::nullopt;
  }

private:
  std::optional<Found> leaf(const Conflict &made) const {
    Found found;
    std::set<std::size_t> needed(made.premises.begin(), made.premises.end());
    for (auto at = needed.rbegin(); at != needed.rend(); ++at)
      needed.insert(facts[*at].premises.begin(), facts[*at].premises.end());
    std::set<Term> conjunctions;
    for (std::size_t at : needed) {
      const Fact &fact = facts[at];
      if (fact.isCase)
        found.cases.insert(at);
      if (!fact.step)
        continue;
      const bool isWhole = fact.step->kind == Step::Kind::Unit && fact.premises.size() == 1;
      if (!isWhole || conjunctions.insert(fact.step->terms[0]).second)
        found.steps.push_back(*fact.step);
    }
    // Where one formula tells both, the case has ended with the step above.
    const bool hasEnded = made.steps.size() == 1 && made.steps[0].kind == Step::Kind::Unit &&
                          conjunctions.count(made.steps[0].terms[0]);
    if (!hasEnded)
      found.steps.insert(found.steps.end(), made.steps.begin(), made.steps.end());
    return found;
  }

  std::optional<Found> solve(std::size_t depth) {
    for (;;) {
      facts.propagate();
      if (facts.contradiction())
        return leaf(*facts.contradiction());
      const Rows rows(terms, normal, facts, multiplies);
      for (std::size_t at = 0; at < rows.all().size(); ++at)
        if (kernel::isAbsurd(rows.all()[at].row))
          return leaf(rows.absurdSum({{at, 1}}));
      spend(costOf(rows));
      if (allowance && allowance->isSpent())
        return std::nullopt;
      Simplex simplex(work);
      for (const KnownRow &row : rows.all())
        simplex.add(row.row);
      const std::uint64_t before = work;
      const Simplex::Result result = simplex.solve();
      spend(before - work);
      if (result == Simplex::Result::Infeasible)
        return leaf(rows.absurdSum(simplex.multipliers()));
      if (result == Simplex::Result::Spent || depth > depthLimit || cases++ > limits.cases)
        return std::nullopt;
      const std::size_t known = facts.size();
      Solution solution(terms, normal, facts, rows, simplex);
      auto formula = solution.toSplit();
      if (facts.size() > known || facts.contradiction())
        continue;
      if (!formula && multiplies)
        formula = solution.toSplitForProducts();
      return formula ? split(*formula, depth) : std::nullopt;
    }
  }

  std::optional<Found> split(Term formula, std::size_t depth) {
    const std::size_t mark = facts.size();
    Steps steps{{Step::Kind::Split, {formula}}};
    std::set<std::size_t> rest;
    for (bool value : {true, false}) {
      facts.assume(formula, value);
      auto found = solve(depth + 1);
      facts.forget(mark);
      if (!found || !found->cases.count(mark))
        return found;
      steps.insert(steps.end(), found->steps.begin(), found->steps.end());
      rest.insert(found->cases.begin(), found->cases.end());
    }
    rest.erase(mark);
    return Found{std::move(steps), std::move(rest)};
  }

  void spend(std::uint64_t done) {
    if (allowance)
      allowance->spend(done);
  }

  kernel::Terms &terms;
  kernel::NormalForms normal;
  Facts facts;
  bool multiplies;
  Limits limits;
  Allowance *allowance;
  std::uint64_t work;
  std::size_t cases = 0;
};

} // namespace

std::optional<Steps> derive(kernel::Terms &terms, const kernel::Obligation &obligation, bool multiplies,
                            const Limits &limits, Allowance *allowance) {
  if (allowance && allowance->isSpent())
    return std::nullopt;
  try {
    auto steps = Search(terms, multiplies, limits, allowance).run(obligation);
    return steps && isAccepted(terms, obligation, *steps) ? steps : std::nullopt;
  } catch (const kernel::Rejected &) {
    return std::nullopt;
  }
}

} // namespace plumb::derivation
