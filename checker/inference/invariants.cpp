// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/invariants.h"

#include "checker/inference/candidates.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace plumb::inference {

using relational::Context;
using relational::Goal;
using relational::LoopInvariants;
using relational::Segment;
using relational::TwoRun;
using smt::Outcome;
using smt::Term;

namespace {

class Houdini {
public:
  Houdini(Context context, smt::Solver &solver, TwoRun::Mode mode)
      : context(context), solver(solver), mode(mode), current(candidates(context, mode)) {
    relational::forEachStatement(context.symbols.mechanism().body,
                                 [&](const ir::Statement &statement, unsigned) {
                                   if (const auto *loop = llvm::dyn_cast<ir::For>(&statement))
                                     loops.emplace(loop, loops.size());
                                 });
  }

  LoopInvariants find() {
    while (!solver.isSpent() && round())
      ;
    dropTrivial();
    for (auto &loop : current)
      dropImplied(loop);
    return std::move(current);
  }

private:
  /// What others say at least as well is only a burden for the solver and the reader. What is dropped is no
  /// longer assumed, so a mistake here would prove less.
  static void dropImplied(std::vector<relational::Invariant> &loop) {
    std::set<std::size_t> held;
    for (const relational::Invariant &invariant : loop)
      held.insert(invariant.number);
    std::erase_if(loop, [&](const relational::Invariant &invariant) {
      const auto &stronger = invariant.impliedBy;
      return !stronger.empty() && std::all_of(stronger.begin(), stronger.end(),
                                              [&](std::size_t number) { return held.count(number) != 0; });
    });
  }

  /// What is `true` wherever it is assumed (a variable without a value at the head) says nothing.
  void dropTrivial() {
    for (std::size_t loop = 0; loop < current.size(); ++loop)
      for (std::size_t i = current[loop].size(); i-- > 0;)
        if (!current[loop][i].written && !informative.count({loop, i}))
          current[loop].erase(current[loop].begin() + static_cast<std::ptrdiff_t>(i));
  }

  /// \returns true if something was dropped.
  bool round() {
    TwoRun run(context, current, mode);
    if (!run.execute())
      return false;
    dropped.clear();
    informative.clear();
    hasLapsed = false;
    for (const auto &[loop, number] : loops)
      for (std::size_t i = 0; i < current[number].size(); ++i)
        if (run.saysSomething(*loop, i))
          informative.insert({number, i});
    // Where invariants fell last, more do: the others are asked when these have come to rest.
    const std::vector<Segment> &segments = run.segments();
    for (std::size_t i = 0; i < segments.size() && !hasLapsed; ++i) {
      const std::size_t next = (first + i) % segments.size();
      check(segments[next]);
      if (hasLapsed)
        first = next;
    }
    if (dropped.empty())
      return false;
    LoopInvariants kept(current.size());
    for (std::size_t loop = 0; loop < current.size(); ++loop)
      for (std::size_t i = 0; i < current[loop].size(); ++i)
        if (!dropped.count({loop, i}))
          kept[loop].push_back(current[loop][i]);
    current = std::move(kept);
    return true;
  }

  void check(const Segment &segment) {
    std::vector<const Goal *> open;
    std::vector<Term> terms = segment.facts;
    for (const Goal &goal : segment.goals) {
      if (goal.invariant < 0 || isWritten(goal) || dropped.count(keyOf(goal)))
        continue;
      open.push_back(&goal);
      terms.push_back(goal.formula);
    }
    if (open.empty() || solver.isSpent())
      return;
    std::vector<Term> facts = segment.facts;
    for (Term lemma : context.products.lemmas(terms))
      facts.push_back(lemma);
    smt::Solver::Scope scope(solver, facts);
    // Each question says more than the one before, and stands within it: so the solver goes on from there.
    std::vector<std::unique_ptr<smt::Solver::Scope>> questions;
    do {
      questions.push_back(std::make_unique<smt::Solver::Scope>(solver, std::vector{someIsFalse(open)}));
    } while (!holds(open) && !open.empty());
    while (!questions.empty())
      questions.pop_back();
  }

  Term someIsFalse(const std::vector<const Goal *> &goals) {
    std::vector<Term> formulas;
    for (const Goal *goal : goals)
      formulas.push_back(goal->formula);
    return context.store.negate(context.store.conjunction(std::move(formulas)));
  }

  /// Asks for all open goals at once; if they do not hold, drops at least one of them.
  /// \pre that one of them is false is assumed.
  bool holds(std::vector<const Goal *> &open) {
    smt::Answer answer = solver.proves(context.store.boolean(false));
    if (answer.outcome == Outcome::Proved)
      return true;
    std::vector<const Goal *> kept;
    if (answer.outcome == Outcome::Refuted)
      for (const Goal *goal : open) {
        auto value = solver.value(goal->formula);
        if (value && *value == 0)
          dropped.insert(keyOf(*goal));
        else
          kept.push_back(goal);
      }
    // What is dear is asked no further under assumptions that have fallen.
    if (answer.effort.resourceUnits >= dear && !dropped.empty()) {
      hasLapsed = true;
      return true;
    }
    if (answer.outcome == Outcome::Unknown || kept.size() == open.size()) {
      // No model to learn from: keep only what is proved by itself.
      kept.clear();
      for (const Goal *goal : open)
        if (!solver.isSpent() && solver.proves(goal->formula).outcome == Outcome::Proved)
          kept.push_back(goal);
        else
          dropped.insert(keyOf(*goal));
      open = kept;
      return true;
    }
    open = kept;
    return false;
  }

  std::pair<std::size_t, std::size_t> keyOf(const Goal &goal) const {
    return {loops.at(goal.loop), static_cast<std::size_t>(goal.invariant)};
  }

  bool isWritten(const Goal &goal) const {
    auto [loop, position] = keyOf(goal);
    return current[loop][position].written.has_value();
  }

  Context context;
  smt::Solver &solver;
  TwoRun::Mode mode;
  LoopInvariants current;
  std::map<const ir::For *, std::size_t> loops;
  std::set<std::pair<std::size_t, std::size_t>> dropped, informative;
  static constexpr std::uint64_t dear = 60'000; ///< Resource units, some 20 ms.
  std::size_t first = 0;                        ///< The segment that is asked first.
  bool hasLapsed = false;                       ///< This round is over before all its segments were asked.
};

} // namespace

LoopInvariants findInvariants(Context context, smt::Solver &solver, TwoRun::Mode mode) {
  return Houdini(context, solver, mode).find();
}

} // namespace plumb::inference
