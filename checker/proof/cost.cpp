// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/prover.h"

namespace plumb::proof {

using relational::Segment;
using smt::Outcome;
using smt::Term;

namespace {

/// So many combinations of bounds are tried.
constexpr std::size_t combinationLimit = 64;

} // namespace

Term Prover::atMost(Term moved, std::size_t bound) {
  return store.lessEqual(moved, products.term(bounds[bound].value, smt::Sort::Real));
}

Term Prover::movedAt(const Segment &exit, std::size_t scaleClass) {
  return relational::movedInClass(context, scales.classes()[scaleClass], exit.exit->moved);
}

const std::string &Prover::baseText(std::size_t scaleClass) const {
  return scales.all()[scales.classes()[scaleClass].base].text;
}

/// For each class of scales, the smallest bound of each family that holds at every exit.
std::vector<std::vector<std::size_t>> Prover::movementAtExits(const std::vector<Segment> &exits) {
  std::vector<std::size_t> smallest;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (i == 0 || bounds[i].family != bounds[i - 1].family)
      smallest.push_back(i);
  std::vector<std::vector<std::size_t>> holding(scales.classes().size(), smallest);
  for (const Segment &exit : exits) {
    std::vector<Term> questions;
    for (std::size_t scale = 0; scale < holding.size(); ++scale)
      for (std::size_t bound : holding[scale])
        for (std::size_t i = bound; isOfFamily(i, bound); ++i)
          questions.push_back(atMost(movedAt(exit, scale), i));
    smt::Solver::Scope scope(solver, withLemmas(exit.facts, questions));
    for (std::size_t scale = 0; scale < holding.size(); ++scale)
      holding[scale] = smallestThatHold(movedAt(exit, scale), holding[scale]);
  }
  return holding;
}

/// From each of \p from onward in its family; a family without one is left out. What is below a bound is
/// below the larger ones of its family, so it is looked for by halving.
std::vector<std::size_t> Prover::smallestThatHold(Term moved, const std::vector<std::size_t> &from) {
  auto holds = [&](std::size_t bound) {
    return solver.proves(atMost(moved, bound)).outcome == Outcome::Proved;
  };
  std::vector<std::size_t> found;
  for (std::size_t first : from) {
    std::size_t last = first;
    while (isOfFamily(last + 1, first))
      ++last;
    // What held at the exits before is the smallest more often than not.
    if (holds(first)) {
      found.push_back(first);
      continue;
    }
    if (last == first || !holds(last))
      continue;
    std::size_t fails = first;
    while (last - fails > 1) {
      const std::size_t middle = fails + (last - fails) / 2;
      (holds(middle) ? last : fails) = middle;
    }
    found.push_back(last);
  }
  return found;
}

bool Prover::isOfFamily(std::size_t bound, std::size_t other) const {
  return bound < bounds.size() && bounds[bound].family == bounds[other].family;
}

/// The first combination, in the order of the candidates, whose sum the guarantee covers.
std::optional<std::vector<std::size_t>>
Prover::affordable(const std::vector<std::vector<std::size_t>> &candidates,
                   const std::vector<Term> &premises) {
  std::vector<std::size_t> position(candidates.size(), 0);
  for (const auto &list : candidates)
    if (list.empty())
      return std::nullopt;
  for (std::size_t tries = 0; tries < combinationLimit; ++tries) {
    std::vector<std::size_t> chosen;
    std::vector<relational::MovementBound> amounts;
    for (std::size_t scale = 0; scale < candidates.size(); ++scale) {
      chosen.push_back(candidates[scale][position[scale]]);
      amounts.push_back(bounds[chosen.back()]);
    }
    auto formula = relational::costWithinEpsilon(context, amounts);
    if (!formula)
      return std::nullopt;
    smt::Solver::Scope scope(solver, withLemmas(premises, {*formula}));
    if (solver.proves(*formula).outcome == Outcome::Proved)
      return chosen;
    std::size_t scale = 0;
    while (scale < position.size() && ++position[scale] == candidates[scale].size())
      position[scale++] = 0;
    if (scale == position.size())
      return std::nullopt;
  }
  return std::nullopt;
}

void Prover::recordMovement(const std::vector<Segment> &exits, const std::vector<std::size_t> &chosen) {
  for (const Segment &exit : exits)
    for (std::size_t scale = 0; scale < chosen.size(); ++scale) {
      Term goal = atMost(movedAt(exit, scale), chosen[scale]);
      std::vector<Term> facts = withLemmas(exit.facts, {goal});
      smt::Solver::Scope scope(solver, facts);
      inquiry.ask(Condition::Cost, "moved at " + baseText(scale), mechanism.guarantee.range, facts, goal);
    }
}

void Prover::cost(const relational::TwoRun &run) {
  SourceRange range = mechanism.guarantee.range;
  for (const Segment &exit : feasibleExits) {
    Term nothing = store.lessEqual(exit.exit->otherCost, store.real(0));
    if (nothing.op() == smt::Operator::True)
      continue;
    std::vector<Term> facts = withLemmas(exit.facts, {nothing});
    smt::Solver::Scope scope(solver, facts);
    Evidence &evidence = inquiry.ask(Condition::Cost, "other scales", range, facts, nothing);
    if (evidence.status != Outcome::Proved)
      evidence.reason =
          "a sample whose scale is no term over scalar parameters is moved, and its cost is not "
          "bounded; write its scale with the parameters of the mechanism";
  }
  if (feasibleExits.empty()) {
    inquiry.record(Condition::Cost, "exit", range).reason =
        "no way to the end of the mechanism is known to be possible";
    return;
  }
  auto candidates = movementAtExits(feasibleExits);
  auto chosen = affordable(candidates, run.premises());
  if (!chosen && isGivenUp())
    return;
  if (!chosen) {
    Evidence &evidence = inquiry.record(Condition::Cost, "ledger", range);
    evidence.engine = solver.engineName();
    evidence.status = Outcome::Refuted;
    for (std::size_t scale = 0; scale < candidates.size(); ++scale) {
      std::string text = baseText(scale);
      if (candidates[scale].empty())
        evidence.advice = "if less is moved, say so in the loop with `invariant moved(" + text +
                          ") <= ...`; if not, shift fewer draws";
      evidence.reason +=
          (scale ? "; " : "") +
          (candidates[scale].empty()
               ? "no bound is known for what is moved at scale `" + text + "`"
               : "at scale `" + text + "` up to " + bounds[candidates[scale].front()].text + " is moved");
    }
    return;
  }
  recordMovement(feasibleExits, *chosen);
  std::vector<relational::MovementBound> amounts;
  for (std::size_t scale = 0; scale < chosen->size(); ++scale) {
    amounts.push_back(bounds[(*chosen)[scale]]);
    const auto &base = scales.all()[scales.classes()[scale].base];
    proof.entries.push_back(
        {base.written, base.value, {amounts.back().value, relational::Polynomial::constant(1)}});
  }
  proof.smallest = relational::privacyCost(context, amounts);
  if (const auto claimed =
          relational::rationalFunction(*mechanism.guarantee.epsilon, symbols, products, store))
    proof.share = proof.smallest->ratioTo(*claimed);
  Term formula = *relational::costWithinEpsilon(context, amounts);
  std::vector<Term> facts = withLemmas(run.premises(), {formula});
  smt::Solver::Scope scope(solver, facts);
  inquiry.ask(Condition::Cost, "ledger", range, facts, formula);
}

} // namespace plumb::proof
