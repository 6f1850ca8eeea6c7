// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/search.h"

#include "checker/derivation/solution.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace plumb::derivation {

using kernel::Term;

namespace {

/// A step, and behind how many splits it stands in whose first case it is.
struct Placed {
  Step step;
  std::size_t depth = 0;
};

/// What shows that a case is impossible.
struct Found {
  std::vector<Placed> steps;
  /// The cases that it rests on, as places of facts.
  std::set<std::size_t> cases;
  /// What was learned in other cases, by its place among that.
  std::set<std::size_t> learned;
};

/// A clause that holds in all cases, since what it denies was found to be impossible in one.
struct Learned {
  Term clause;
  Found found;
};

constexpr std::size_t depthLimit = 200;
/// Longer clauses are seldom of use again.
constexpr std::size_t clauseLimit = 20;
/// So many cases are few: they are told as they are.
constexpr std::size_t fewCases = 12;

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
    return found ? withLearned(obligation, *found) : std::nullopt;
  }

private:
  /// Behind a cut at each clause that was used. A case may end sooner than it did when it was found, as more
  /// is known here; what is left of its steps is passed over.
  std::optional<Steps> withLearned(const kernel::Obligation &obligation, const Found &found) {
    std::set<std::size_t> used = found.learned;
    for (auto at = used.rbegin(); at != used.rend(); ++at)
      used.insert(learned[*at].found.learned.begin(), learned[*at].found.learned.end());
    kernel::Refutation refutation(terms, normal, obligation);
    Steps all;
    const auto take = [&](const Step &step, std::size_t depth) {
      if (refutation.isComplete() || refutation.waitingCases() < depth)
        return;
      refutation.take(step);
      all.push_back(step);
    };
    std::size_t depth = 0;
    for (std::size_t at : used)
      take({Step::Kind::Split, {learned[at].clause}}, depth++);
    for (const Placed &each : found.steps)
      take(each.step, depth + each.depth);
    for (auto at = used.rbegin(); at != used.rend(); ++at) {
      --depth;
      for (const Placed &each : learned[*at].found.steps)
        take(each.step, depth + each.depth);
    }
    return all;
  }

  /// What \p made rests on, with the steps to it from \p given, from cases and from what was learned.
  Found reasons(const Conflict &made, const std::set<std::size_t> &given) const {
    Found found;
    std::set<std::size_t> needed(made.premises.begin(), made.premises.end());
    for (auto at = needed.rbegin(); at != needed.rend(); ++at)
      if (!given.count(*at))
        needed.insert(facts[*at].premises.begin(), facts[*at].premises.end());
    std::set<Term> conjunctions;
    for (std::size_t at : needed) {
      const Fact &fact = facts[at];
      if (given.count(at))
        continue;
      if (fact.isCase)
        found.cases.insert(at);
      if (const auto clause = places.find(fact.formula); clause != places.end() && !fact.step && !fact.isCase)
        found.learned.insert(clause->second);
      if (!fact.step)
        continue;
      const bool isWhole = fact.step->kind == Step::Kind::Unit && fact.premises.size() == 1;
      if (!isWhole || conjunctions.insert(fact.step->terms[0]).second)
        found.steps.push_back({*fact.step});
    }
    // Where one formula tells both, the case has ended with the step above.
    const bool hasEnded = made.steps.size() == 1 && made.steps[0].kind == Step::Kind::Unit &&
                          conjunctions.count(made.steps[0].terms[0]);
    for (std::size_t i = 0; i < made.steps.size() && !hasEnded; ++i)
      found.steps.push_back({made.steps[i]});
    return found;
  }

  Found leaf(const Conflict &made) {
    std::set<std::size_t> given;
    for (std::size_t at : made.premises)
      if (facts[at].restsOnCases)
        given.insert(at);
    learn(given, reasons(made, given));
    return reasons(made, {});
  }

  /// \p found needs nothing but the facts of \p denied and what holds in all cases.
  void learn(const std::set<std::size_t> &denied, Found found) {
    if (cases <= fewCases || denied.empty() || denied.size() > clauseLimit)
      return;
    std::vector<Term> parts;
    for (std::size_t at : denied)
      parts.push_back(facts[at].value ? terms.negation(facts[at].formula) : facts[at].formula);
    const Term clause = parts.size() == 1 ? parts[0] : terms.disjunction(parts);
    if (!places.emplace(literalOf(terms, clause, true).first, learned.size()).second)
      return;
    found.cases.clear();
    if (parts.size() > 1)
      found.steps.insert(found.steps.begin(), Placed{{Step::Kind::Unit, {clause}}});
    learned.push_back({clause, std::move(found)});
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
      simplex.clear();
      for (const KnownRow &row : rows.all())
        simplex.add(row.row);
      const std::uint64_t before = work;
      const Simplex::Result result = simplex.solve(work);
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
      if (!formula)
        formula = solution.toCut();
      return formula ? split(*formula, depth) : std::nullopt;
    }
  }

  std::optional<Found> split(Term formula, std::size_t depth) {
    const std::size_t before = facts.size();
    Found both{{{{Step::Kind::Split, {formula}}}}, {}, {}};
    for (bool value : {true, false}) {
      for (const Learned &each : learned)
        if (facts.valueOf(each.clause) == 0)
          facts.learn(each.clause, true, std::nullopt, {});
      // The other case has shown what it is.
      const bool isKnown = facts.valueOf(formula) != 0;
      const std::size_t mark = facts.size();
      if (!isKnown)
        facts.assume(formula, value);
      auto found = solve(depth + 1);
      facts.forget(before);
      if (!found || isKnown || !found->cases.count(mark))
        return found;
      for (Placed &each : found->steps)
        both.steps.push_back({std::move(each.step), each.depth + (value ? 1 : 0)});
      found->cases.erase(mark);
      both.cases.insert(found->cases.begin(), found->cases.end());
      both.learned.insert(found->learned.begin(), found->learned.end());
    }
    learn(both.cases, both);
    return both;
  }

  void spend(std::uint64_t done) {
    if (allowance)
      allowance->spend(done);
  }

  kernel::Terms &terms;
  kernel::NormalForms normal;
  Facts facts;
  std::vector<Learned> learned;
  std::map<Term, std::size_t> places;
  Simplex simplex;
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
  } catch (const kernel::NotShown &) {
    // Steps of another case that do not fit behind a cut.
    return std::nullopt;
  } catch (const kernel::Rejected &) {
    return std::nullopt;
  }
}

} // namespace plumb::derivation
