// SPDX-License-Identifier: Apache-2.0
// The pieces of the paths of a run: what is asked about each, that no way is left out, and pieces that no run
// takes.
#include "checker/proof/prover.h"

#include <algorithm>
#include <stdexcept>

namespace plumb::proof {

using relational::Goal;
using relational::Segment;
using relational::TwoRun;
using smt::Outcome;
using smt::Term;

/// \returns false if the proof was given up before each piece was asked about; then nothing is known of the
/// ways of this run.
bool Prover::segments(const TwoRun &run, Term differs) {
  for (const Segment &piece : run.segments()) {
    if (isGivenUp())
      return false;
    segment(run, piece, differs);
  }
  return !isGivenUp();
}

/// Asks whether some run can take this piece of a path; if so, its goals are due.
void Prover::segment(const TwoRun &run, const Segment &segment, Term differs) {
  std::vector<Term> formulas = {differs};
  for (const Goal &goal : segment.goals)
    formulas.push_back(goal.formula);
  std::vector<Term> facts = withLemmas(segment.facts, formulas);
  smt::ModelAnswer possible;
  {
    smt::Solver::Scope scope(solver, facts);
    std::vector<Term> example = ofSomeInput;
    example.push_back(differs);
    possible = solver.satisfiable(store.conjunction(std::move(example)));
    // What is too hard with numbers is not asked again without them.
    if (possible.isUnsat() && !ofSomeInput.empty())
      possible = solver.satisfiable(differs);
    bool witnessed = possible.isSat();
    if (possible.isUnsat())
      possible = solver.satisfiable(store.boolean(true));
    if (!possible.isUnsat()) {
      if (witnessed)
        reach(segment, facts, differs);
      else if (possible.isSat())
        reachByOthers(segment, facts);
      if (segment.exit)
        feasibleExits.push_back(segment);
      goals(run, segment, facts, possible.isSat(), witnessed ? std::vector{differs} : std::vector<Term>());
    }
  }
  if (possible.isUnsat())
    deadPath(run, segment, facts);
  else if (!possible.isSat()) {
    doubtfulSites.insert(segment.sites.begin(), segment.sites.end());
    inquiry.settle(inquiry.record(Condition::DeadPath, "path", mechanism.nameRange), possible.asObligation());
  }
  ways.resize(run.forks().size());
  for (const relational::Way &way : segment.ways)
    ways[way.fork].push_back(way.condition);
}

/// Every run goes one of the ways that some segment went. Forks at one place of the text are one obligation.
/// \throws std::logic_error if a way is missing: a path got lost, which is a bug in Plumb, and nothing may
/// be said.
void Prover::coverage(const TwoRun &run) {
  std::vector<std::pair<const relational::Fork *, std::vector<Term>>> places;
  ways.resize(run.forks().size());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const relational::Fork &fork = run.forks()[i];
    auto place = std::find_if(places.begin(), places.end(),
                              [&](const auto &known) { return known.first->range == fork.range; });
    if (place == places.end())
      place = places.insert(places.end(), {&fork, {}});
    place->second.push_back(fork.isCoveredBy(ways[i], store));
  }
  ways.clear();
  for (auto &[fork, goals] : places) {
    const Term goal = store.conjunction(std::move(goals));
    const bool isStart = fork == &run.forks().front();
    if (isStart && goal == store.boolean(true))
      continue;
    if (askAlone(Condition::Coverage, fork->subject, fork->range, {}, goal).status == Outcome::Refuted)
      throw std::logic_error("a way that runs of `" + mechanism.name + "` go at " + fork->subject +
                             " is missing from the proof");
  }
}

/// The goals of a path that no run takes are not due, nor is its cost; that none takes it is an obligation
/// of its own.
void Prover::deadPath(const TwoRun &run, const Segment &segment, const std::vector<Term> &facts) {
  if (segment.goals.empty() && !segment.exit)
    return;
  SourceRange range = segment.goals.empty() ? mechanism.nameRange : segment.goals.front().range;
  Term none = store.negate(store.conjunction(facts));
  askAlone(Condition::DeadPath, "path", range, run.premises(), none).reasons = run.reasonsOfPremises();
}

} // namespace plumb::proof
