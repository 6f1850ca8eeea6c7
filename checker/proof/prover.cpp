// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/prover.h"

#include "checker/inference/invariants.h"
#include "checker/proof/lemmas.h"
#include "checker/relational/countability.h"
#include "checker/relational/invariant_text.h"
#include "checker/relational/walk.h"
#include "checker/verdict/confirm.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/open_part.h"

namespace plumb::proof {

using relational::Goal;
using relational::Segment;
using relational::TwoRun;
using smt::Outcome;
using smt::Term;

namespace {

/// The branches at which the runs have to decide alike, and are not proved to, where each of them is one that
/// they may go apart; none otherwise.
relational::ApartBranches openBranches(const ir::Mechanism &mechanism, const Proof &proof) {
  const std::vector<const ir::If *> candidates = relational::branchesThatMayPart(mechanism);
  relational::ApartBranches open;
  for (const Evidence &evidence : proof.obligations()) {
    if (evidence.condition != Condition::SameSamples || evidence.isProved())
      continue;
    const auto branch = llvm::find_if(candidates, [&](const ir::If *candidate) {
      bool holds = false;
      relational::forEachIn(*candidate, [&](const ir::Statement &statement) {
        holds = holds || (relational::isFork(statement) && relational::placeOf(statement) == evidence.range);
      });
      return holds;
    });
    if (branch == candidates.end())
      return {};
    open.insert(*branch);
  }
  return open;
}

} // namespace

Proof prove(const ir::Mechanism &mechanism, const EngineMaker &makeEngine) {
  Proof led = Prover(mechanism, makeEngine).run();
  relational::ApartBranches open = openBranches(mechanism, led);
  if (open.empty())
    return led;
  Proof apart = Prover(mechanism, makeEngine, std::move(open)).run();
  return apart.provesGuarantee() || apart.isOpenAlone() ? std::move(apart) : std::move(led);
}

namespace {

std::unique_ptr<smt::TermStore> newStore() {
  return std::make_unique<smt::TermStore>();
}

} // namespace

Prover::Prover(const ir::Mechanism &source, const EngineMaker &makeEngine, relational::ApartBranches branches)
    : mechanism(source), apart(std::move(branches)), proof([] {
        Proof empty;
        empty.store = newStore();
        return empty;
      }()),
      store(*proof.store), solver(store, makeEngine(store)), inquiry(store, solver, proof.evidence),
      symbols(source, store), products(store),
      scales(symbols, products, store), context{store, symbols, products, scales, &apart},
      bounds(relational::movementBounds(context)) {
  using relational::Reading;
  symbols.vocabulary().add(products.quotientOfReals(), Reading{Reading::Kind::Quotient});
  symbols.vocabulary().add(products.quotientOfInts(), Reading{Reading::Kind::IntegerQuotient});
}

Proof Prover::run() {
  holes();
  // Nothing is asked of a mechanism that is not all there.
  if (!allProved()) {
    openGuarantee();
    proof.outcome = conclude();
    proof.words = std::move(symbols.vocabulary());
    return std::move(proof);
  }
  termination();
  records();
  // Nothing is asked of neighbours before it is clear who they are.
  if (allProved())
    twoRuns();
  openGuarantee();
  proof.counters = solver.statistics();
  if (conclude() == Verdict::Proved) {
    solver.close();
    verdict::confirm(proof.evidence);
  }
  proof.outcome = conclude();
  proof.isGuaranteeProved = guaranteeIsProved();
  proof.words = std::move(symbols.vocabulary());
  return std::move(proof);
}

void Prover::twoRuns() {
  auto invariants = inference::findInvariants(context, solver, TwoRun::Mode::Pair);
  if (isGivenUp())
    return;
  TwoRun run(context, invariants, TwoRun::Mode::Pair);
  if (!run.execute()) {
    inquiry.record(Condition::Premises, "paths", mechanism.nameRange).reason =
        "the mechanism has too many paths";
    return;
  }
  if (!segments(run, premises(run)))
    return;
  coverage(run);
  reached();
  acyclicity(run);
  countability();
  // Where no input is known, this may be why, and is told there.
  if (someInputIsKnown)
    shapesAreDefined();
  guaranteeIsDefined();
  cost(run);
  neighboursExist();
  claims();
  remember(invariants);
}

/// The solver has done all that it may for one mechanism: what is not asked by then is not asked at all.
bool Prover::isGivenUp() {
  if (!solver.isSpent() || isSaidToBeGivenUp)
    return solver.isSpent();
  isSaidToBeGivenUp = true;
  Evidence &evidence = inquiry.record(Condition::Coverage, "`" + mechanism.name + "`", mechanism.nameRange);
  evidence.reason = "the proof takes more work than the solver may do for one mechanism, so it was given up";
  evidence.advice =
      "split the mechanism and compose the parts, or write invariants; `--resource-limit N` allows "
      "more work";
  return true;
}

Evidence &Prover::askAlone(Condition condition, std::string subject, SourceRange range,
                           const std::vector<Term> &hypotheses, Term goal) {
  std::vector<Term> facts = withLemmas(hypotheses, {goal});
  smt::Solver::Scope scope(solver, facts);
  return inquiry.ask(condition, std::move(subject), range, facts, goal);
}

std::vector<Term> Prover::withLemmas(std::vector<Term> facts, const std::vector<Term> &goals) {
  return proof::withLemmas(context, std::move(facts), goals);
}

void Prover::holes() {
  const auto open = [&](Condition condition, std::string subject, SourceRange range) {
    Evidence &evidence = inquiry.record(condition, std::move(subject), range);
    evidence.engine = "syntax";
    evidence.status = Outcome::Refuted;
  };
  for (const ir::ExpressionPtr &requirement : mechanism.requirements)
    if (const ir::Variable *part = ir::openPart(*requirement))
      open(Condition::Open, "the part `" + part->name + "` of the guarantee", ir::holeOf(*requirement));
  for (const ir::Difference &difference : mechanism.adjacency) {
    if (difference.openDirection.isOpen)
      open(Condition::Open, "the direction of `" + difference.query->name + "`",
           difference.openDirection.range);
    if (difference.openBound.isOpen)
      open(Condition::Open, "the bound of `" + difference.query->name + "`", difference.openBound.range);
  }
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (sample && sample->openScale.isOpen)
      open(Condition::Open, "the scale of `" + sample->target.name + "`", sample->openScale.range);
    if (sample && !sample->aligned)
      open(Condition::Alignment, sample->target.name, sample->range());
  });
}

void Prover::openGuarantee() {
  if (!mechanism.guarantee.hole.isOpen)
    return;
  Evidence &evidence = inquiry.record(Condition::Open, "the guarantee", mechanism.guarantee.range);
  evidence.engine = "syntax";
  evidence.status = Outcome::Refuted;
}

void Prover::termination() {
  Evidence &evidence = inquiry.record(Condition::Termination, "", mechanism.nameRange);
  // The IR has no other loop than `for`, and sema no assignment to its variable.
  evidence.engine = "syntax";
  evidence.status = Outcome::Proved;
}

/// Is the statement at \p range one that announces something?
static bool isAnnouncement(const ir::Mechanism &mechanism, SourceRange range) {
  bool found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = llvm::dyn_cast<ir::Output>(&statement);
    found = found || (output && ir::isAnnounced(output->tag) && output->range() == range);
  });
  return found;
}

/// Those of \p goals that are to blame: all, where the answer to the question for all of them at once does
/// not tell.
std::vector<const Goal *> Prover::openOf(llvm::ArrayRef<Goal> goals, Outcome together) {
  std::vector<const Goal *> open;
  for (const Goal &goal : goals)
    if (together != Outcome::Refuted || solver.proves(goal.formula).outcome != Outcome::Proved)
      open.push_back(&goal);
  return open;
}

void Prover::goals(const TwoRun &run, const Segment &segment, const std::vector<Term> &facts, bool isTaken,
                   const std::vector<Term> &witness) {
  for (std::size_t i = 0; i < segment.goals.size(); ++i) {
    const Goal &goal = segment.goals[i];
    Term formula = goal.formula;
    llvm::ArrayRef<Goal> invariants;
    if (goal.invariant >= 0) {
      // The invariants of one loop at one cut are one obligation.
      const std::size_t first = i;
      std::vector<Term> all = {formula};
      while (i + 1 < segment.goals.size() && segment.goals[i + 1].invariant >= 0 &&
             segment.goals[i + 1].loop == goal.loop)
        all.push_back(segment.goals[++i].formula);
      formula = store.conjunction(std::move(all));
      invariants = llvm::ArrayRef(segment.goals).slice(first, i + 1 - first);
    }
    Evidence &evidence = inquiry.ask(goal.condition, goal.subject, goal.range, facts, formula);
    if (!evidence.isProved() && !invariants.empty()) {
      const auto open = openOf(invariants, evidence.status);
      if (!open.empty())
        evidence.range = open.front()->range;
      for (const Goal *one : open)
        if (run.pairs())
          proof.openOnes.insert({one->loop, static_cast<std::size_t>(one->invariant)});
    }
    evidence.witness = witness;
    evidence.reasons = segment.reasons;
    evidence.hypothesesHold = isTaken;
    if (evidence.status == Outcome::Refuted && goal.condition == Condition::Outputs &&
        isAnnouncement(mechanism, goal.range))
      evidence.advice = "announce what both runs have in common, such as the index of a winner that the "
                        "alignment keeps; what "
                        "may differ between them helps no proof";
  }
}

static std::vector<std::vector<std::string>> textsOf(const relational::LoopInvariants &invariants) {
  std::vector<std::vector<std::string>> all;
  for (const auto &loop : invariants) {
    std::vector<std::string> &texts = all.emplace_back();
    for (const relational::Invariant &invariant : loop)
      texts.push_back(invariant.text);
  }
  return all;
}

/// Of the loops of a run by itself.
const relational::LoopInvariants &Prover::invariantsAlone() {
  if (!foundAlone)
    foundAlone = inference::findInvariants(context, solver, TwoRun::Mode::Single);
  return *foundAlone;
}

/// The claims, and that each run has a meaning, are about the first run alone: no adjacency, no output held
/// fixed, and invariants of their own. Where neighbours differ in a record, what is known of that record is
/// known of data in which there is one: fields have values, so that ranges are not empty, and premises can be
/// met. Data without records, and data without neighbours, have a run, too.
void Prover::claims() {
  if (mechanism.claims.empty() && !mechanism.recordAdjacency)
    return;
  const relational::LoopInvariants &invariants = invariantsAlone();
  if (isGivenUp())
    return;
  proof.textsAlone = relational::invariantTexts(context, invariants);
  proof.loopInvariantsAlone = textsOf(invariants);
  TwoRun run(context, invariants, TwoRun::Mode::Single);
  if (!run.execute()) {
    inquiry.record(Condition::Claim, "paths", mechanism.nameRange).reason =
        "the mechanism has too many paths";
    return;
  }
  auto pairExits = std::move(feasibleExits);
  if (segments(run, store.boolean(true)))
    coverage(run);
  feasibleExits = std::move(pairExits);
}

void Prover::remember(const relational::LoopInvariants &invariants) {
  proof.texts = relational::invariantTexts(context, invariants);
  proof.loopInvariants = textsOf(invariants);
  for (const ir::If *branch : relational::branchesThatMayPart(mechanism))
    if (apart.count(branch) != 0)
      proof.apartOnes.push_back(branch);
}

} // namespace plumb::proof
