// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/prover.h"

#include "checker/inference/invariants.h"
#include "checker/noise/distribution.h"
#include "checker/proof/lemmas.h"
#include "checker/proof/meaning_of_products.h"
#include "checker/proof/met_premises.h"
#include "checker/proof/premise_fields.h"
#include "checker/proof/some_input.h"
#include "checker/relational/acyclicity.h"
#include "checker/relational/countability.h"
#include "checker/relational/walk.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <stdexcept>

namespace plumb::proof {

using relational::Goal;
using relational::Segment;
using relational::TwoRun;
using smt::Outcome;
using smt::Term;

bool Proof::isOpenAlone() const {
  return !answers.empty() && std::all_of(evidence.begin(), evidence.end(), [](const Evidence &one) {
    return one.isProved() || one.condition == Condition::Open;
  });
}

Proof prove(const ir::Mechanism &mechanism, const EngineMaker &makeEngine) {
  return Prover(mechanism, makeEngine).run();
}

namespace {

std::unique_ptr<smt::TermStore> newStore() {
  return std::make_unique<smt::TermStore>();
}

bool publishes(const ir::Statement &statement) {
  const auto *exit = llvm::dyn_cast<ir::Return>(&statement);
  return llvm::isa<ir::Output>(statement) || (exit && exit->value);
}

} // namespace

Prover::Prover(const ir::Mechanism &source, const EngineMaker &makeEngine)
    : mechanism(source), proof([] {
        Proof empty;
        empty.store = newStore();
        return empty;
      }()),
      store(*proof.store), solver(store, makeEngine(store)), inquiry(store, solver, proof.evidence),
      symbols(source, store), products(store),
      scales(symbols, products, store), context{store, symbols, products, scales},
      bounds(relational::movementBounds(context)) {}

Proof Prover::run() {
  holes();
  // Nothing is asked of a mechanism that is not all there.
  if (!allProved()) {
    openGuarantee();
    proof.outcome = conclude();
    return std::move(proof);
  }
  termination();
  records();
  // Nothing is asked of neighbours before it is clear who they are.
  if (allProved())
    twoRuns();
  openGuarantee();
  proof.outcome = conclude();
  proof.counters = solver.statistics();
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
  reached(run);
  acyclicity(run);
  countability();
  cost(run);
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

/// Two neighbours have different answers.
Term Prover::neighboursDiffer() {
  relational::State state = relational::startState(context);
  relational::Evaluator evaluator(context, state);
  std::vector<Term> parts, differs;
  for (const auto &variable : mechanism.variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    std::vector<Term> index, inRange;
    for (const auto &extent : variable->extents) {
      index.push_back(store.freshVariable("some." + variable->name, smt::Sort::Int));
      evaluator.instantiation().at(index.back());
      inRange.push_back(store.lessEqual(store.integer(0), index.back()));
      inRange.push_back(store.less(index.back(), evaluator.relational(*extent)));
    }
    Term second = evaluator.element(*variable, index, relational::Side::Second);
    Term first = evaluator.element(*variable, index, relational::Side::First);
    inRange.push_back(store.negate(store.equal(first, second)));
    differs.push_back(store.conjunction(std::move(inRange)));
  }
  parts.push_back(store.disjunction(std::move(differs)));
  // A quantified premise has to hold at the ends of its range; elsewhere only where it is read.
  for (const auto &premise : mechanism.requirements)
    if (const auto *forall = llvm::dyn_cast<ir::Forall>(premise.get())) {
      evaluator.instantiation().at(evaluator.relational(*forall->low));
      evaluator.instantiation().at(store.subtract(evaluator.relational(*forall->high), store.integer(1)));
    }
  parts.insert(parts.end(), state.facts.begin(), state.facts.end());
  return store.conjunction(std::move(parts));
}

Term Prover::premises(const TwoRun &run) {
  const Term differs = neighboursDiffer();
  auto [input, onlyEmpty] = meetPremises(context, solver, run.premises(), differs);
  Evidence &evidence = inquiry.record(Condition::Premises, "neighbours", mechanism.nameRange);
  inquiry.keepModelQuestion(evidence, std::move(input.asked));
  evidence.asksForModel = true;
  someInputIsKnown = input.answer.isSat();
  inquiry.settle(evidence, input.answer.asObligation());
  if (evidence.status == Outcome::Unknown && !evidence.question)
    evidence.advice = "ask for less: a `requires` that small parameters meet is found to be possible";
  const ir::Expression *missing = evidence.status == Outcome::Unknown ? withoutValue(run) : nullptr;
  if (missing) {
    evidence.range = missing->range();
    evidence.reason = "`" + ir::print(*missing) +
                      "`, on which the neighbours depend, has no value on any input that meets the premises";
    evidence.advice = "say with `requires` what gives it a value: no divisor in it may be 0";
  } else if (evidence.status == Outcome::Unknown) {
    evidence.reason =
        "it is not known whether the premises hold for neighbours that differ (" + input.answer.reason + ")";
  }
  if (evidence.status == Outcome::Refuted)
    evidence.reason = onlyEmpty.empty() ? whyVacuous(run) : onlyEmpty;
  return differs;
}

/// The first bound of a difference, end of a range or extent of an array that is undefined wherever the
/// premises hold; null if there is none.
const ir::Expression *Prover::withoutValue(const TwoRun &run) {
  std::vector<const ir::Expression *> expressions;
  auto add = [&](const ir::ExpressionPtr &expression) { expressions.push_back(expression.get()); };
  for (const auto &variable : mechanism.variables)
    if (variable->role == ir::Variable::Role::Query || variable->role == ir::Variable::Role::Parameter)
      std::for_each(variable->extents.begin(), variable->extents.end(), add);
  for (const ir::Difference &difference : mechanism.adjacency)
    add(difference.bound);
  if (mechanism.recordAdjacency)
    for (const auto &field : mechanism.recordAdjacency->record->fields) {
      std::for_each(field->extents.begin(), field->extents.end(), add);
      if (field->low) {
        add(field->low);
        add(field->high);
      }
    }
  const auto place = std::find_if(expressions.begin(), expressions.end(), [&](const auto *expression) {
    relational::State state = relational::startState(context);
    relational::Evaluator evaluator(context, state);
    evaluator.program(*expression, relational::Side::First);
    const Term defined = evaluator.takeDefinedness();
    smt::Solver::Scope scope(solver, withLemmas(run.premises(), {defined}));
    return solver.satisfiable(defined).isUnsat();
  });
  return place == expressions.end() ? nullptr : *place;
}

std::string Prover::whyVacuous(const TwoRun &run) {
  const bool withoutRecords = [&] {
    smt::Solver::Scope scope(solver, withLemmas(run.premises(), {}));
    return solver.satisfiable(store.boolean(true)).isUnsat();
  }();
  if (!someInput(context, solver, run.premises(), store.boolean(true)).answer.isUnsat())
    return "no two neighbours have different query answers, so nothing is protected";
  return mechanism.recordAdjacency && !withoutRecords
             ? "no record meets the premises and has another one beside it, so no data have a neighbour"
             : "the premises contradict each other, so they hold for no input";
}

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
      goals(segment, facts, possible.isSat(), witnessed ? std::vector{differs} : std::vector<Term>());
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

/// Something is known of all indices of a range. \p facts have it where it is read, and leave the truth of a
/// `forall` inside of a formula open; an input has to meet it everywhere.
bool Prover::speaksOfAll(const std::vector<Term> &facts) const {
  const auto &requirements = mechanism.requirements;
  const auto &premises = mechanism.premises;
  const std::vector<Term> applications = smt::applications(facts);
  return std::any_of(requirements.begin(), requirements.end(),
                     [](const auto &premise) { return llvm::isa<ir::Forall>(premise.get()); }) ||
         std::any_of(premises.begin(), premises.end(),
                     [](const ir::RecordPremise &premise) { return !premise.indices.empty(); }) ||
         std::any_of(applications.begin(), applications.end(),
                     [&](Term application) { return symbols.quantifiedOf(application) != nullptr; });
}

/// Right after the solver found a model of \p facts and \p wanted: is there such an input?
bool Prover::isOfSomeInput(const std::vector<Term> &facts, Term wanted) {
  return someInputIsKnown && speaksOfAll(facts)
             ? someInput(context, solver, facts, wanted).answer.isSat()
             : meaningOfProducts(context, solver, facts, {wanted}).has_value();
}

/// Right after the solver found that a differing pair takes this piece of a path.
void Prover::reach(const Segment &segment, const std::vector<Term> &facts, Term differs) {
  const bool isNew = std::any_of(segment.sites.begin(), segment.sites.end(),
                                 [&](const ir::Statement *site) { return reachedSites.count(site) == 0; });
  if (!isNew)
    return;
  auto &sites = isOfSomeInput(facts, differs) ? reachedSites : doubtfulSites;
  sites.insert(segment.sites.begin(), segment.sites.end());
}

/// Right after the solver found that some run takes this piece of a path, though no pair that differs does.
void Prover::reachByOthers(const Segment &segment, const std::vector<Term> &facts) {
  if (isOfSomeInput(facts, store.boolean(true)))
    for (const ir::Statement *site : segment.sites)
      reachedByOthers.emplace(site, facts);
}

/// The goals of a path that no run takes are not due, nor is its cost; that none takes it is an obligation
/// of its own.
void Prover::deadPath(const TwoRun &run, const Segment &segment, const std::vector<Term> &facts) {
  if (segment.goals.empty() && !segment.exit)
    return;
  SourceRange range = segment.goals.empty() ? mechanism.nameRange : segment.goals.front().range;
  Term none = store.negate(store.conjunction(facts));
  askAlone(Condition::DeadPath, "path", range, run.premises(), none);
}

void Prover::goals(const Segment &segment, const std::vector<Term> &facts, bool isTaken,
                   const std::vector<Term> &witness) {
  for (std::size_t i = 0; i < segment.goals.size(); ++i) {
    const Goal &goal = segment.goals[i];
    Term formula = goal.formula;
    SourceRange range = goal.range;
    if (goal.invariant >= 0) {
      // The invariants of one loop at one cut are one obligation.
      std::vector<Term> all = {formula};
      while (i + 1 < segment.goals.size() && segment.goals[i + 1].invariant >= 0 &&
             segment.goals[i + 1].loop == goal.loop)
        all.push_back(segment.goals[++i].formula);
      formula = store.conjunction(std::move(all));
    }
    Evidence &evidence = inquiry.ask(goal.condition, goal.subject, range, facts, formula);
    evidence.witness = witness;
    evidence.hypothesesHold = isTaken;
  }
}

/// Every sample and every publication has to be on a piece of a path that some differing pair can take. Where
/// one publication is, others may be on pieces that only other pairs take: `n = 0` is an input like others.
void Prover::reached(const TwoRun &) {
  const bool isPublishedByDiffering = std::any_of(reachedSites.begin(), reachedSites.end(),
                                                  [](const auto *site) { return publishes(*site); });
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if ((!llvm::isa<ir::Sample>(statement) && !publishes(statement)) || reachedSites.count(&statement))
      return;
    const auto others = reachedByOthers.find(&statement);
    if (isPublishedByDiffering && publishes(statement) && others != reachedByOthers.end() &&
        doubtfulSites.count(&statement) == 0) {
      Evidence &evidence = inquiry.record(Condition::Premises, ir::printHead(statement), statement.range());
      inquiry.keepModelQuestion(evidence, others->second);
      evidence.asksForModel = true;
      evidence.engine = solver.engineName();
      evidence.status = Outcome::Proved;
      evidence.sentence =
          "`" + ir::printHead(statement) + "` is reached, but only by neighbours without a difference";
      return;
    }
    const bool doubtful = doubtfulSites.count(&statement) != 0 || invariantIsOpen();
    // No input at all is known, which is said already.
    if (doubtful && !someInputIsKnown)
      return;
    Evidence &evidence = inquiry.record(Condition::Premises, ir::printHead(statement), statement.range());
    evidence.engine = solver.engineName();
    evidence.status = doubtful ? Outcome::Unknown : Outcome::Refuted;
    evidence.reason = "`" + ir::printHead(statement) + "` is " + (doubtful ? "not known to be" : "never") +
                      " reached by a pair of neighbours that differ" +
                      (doubtful ? ": no input was found on which it is" : "");
  });
}

/// Then what is assumed at the head of its loop may be contradictory.
bool Prover::invariantIsOpen() const {
  return std::any_of(proof.evidence.begin(), proof.evidence.end(), [](const Evidence &evidence) {
    return evidence.condition == Condition::Invariant && !evidence.isProved();
  });
}

void Prover::acyclicity(const TwoRun &run) {
  std::vector<relational::Dependency> edges;
  for (relational::Dependency &edge : relational::dependencies(run, context)) {
    if (edge.independent) {
      std::vector<Term> lemmas = withLemmas({}, {*edge.independent});
      smt::Solver::Scope scope(solver, lemmas);
      if (inquiry
              .ask(Condition::Acyclic, edge.from->target.name, edge.from->aligned->range(), lemmas,
                   *edge.independent)
              .isProved())
        continue;
      inquiry.withdraw();
    }
    edges.push_back(edge);
  }
  for (const auto &order : relational::lastInstanceOrders(run, context)) {
    bool needed = std::any_of(edges.begin(), edges.end(), [&](const relational::Dependency &edge) {
      return edge.from == order.sample && edge.to == order.sample && !edge.before;
    });
    if (!needed)
      continue;
    std::vector<Term> lemmas = withLemmas({}, {order.condition});
    smt::Solver::Scope scope(solver, lemmas);
    if (inquiry
            .ask(Condition::Acyclic, order.sample->target.name, order.sample->aligned->range(), lemmas,
                 order.condition)
            .isProved())
      relational::reorder(edges, *order.sample);
    else
      inquiry.withdraw();
  }
  auto undrawn = relational::readersOfUndrawn(run);
  auto ring = relational::cycle(edges);
  const ir::Sample *culprit = !undrawn.empty() ? undrawn.front() : !ring.empty() ? ring.front() : nullptr;
  if (culprit && isGivenUp())
    return;
  Evidence &evidence = inquiry.record(Condition::Acyclic, culprit ? culprit->target.name : "",
                                      culprit ? culprit->aligned->range() : mechanism.nameRange);
  evidence.engine = "dependency graph";
  evidence.status = culprit ? Outcome::Refuted : Outcome::Proved;
  if (!undrawn.empty()) {
    evidence.reason = "it reads an aligned draw that is not made yet, or a quantifier";
  } else if (ring.size() == 1) {
    evidence.reason = "it reads its own draw, or an instance of it that is not known to be drawn before";
  } else if (culprit) {
    for (const ir::Sample *sample : ring)
      evidence.reason += "`" + sample->target.name + "` reads ";
    evidence.reason += "`" + ring.front()->target.name + "`";
  }
}

void Prover::countability() {
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    const ir::Expression *use = relational::uncountableUse(*sample, mechanism);
    Evidence &evidence = inquiry.record(Condition::Countable, sample->target.name,
                                        use ? use->range() : sample->aligned->range());
    evidence.engine = "syntax";
    evidence.status = use ? Outcome::Refuted : Outcome::Proved;
  });
}

/// The claims are about the first run alone: no adjacency, no output held fixed, and invariants of their own.
void Prover::claims() {
  if (mechanism.claims.empty())
    return;
  auto invariants = inference::findInvariants(context, solver, TwoRun::Mode::Single);
  if (isGivenUp())
    return;
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
  for (const auto &loop : invariants) {
    std::vector<std::string> texts;
    for (const relational::Invariant &invariant : loop)
      texts.push_back(invariant.text);
    proof.loopInvariants.push_back(std::move(texts));
  }
}

/// Nothing may be missing: every sample has its law and its support, every publication its equality, and so
/// on.
bool Prover::complete() const {
  std::map<Condition, unsigned> count;
  // Names of variables and fields are unique in a mechanism; statements and claims that read alike are not
  // one, so these go by where they stand.
  std::set<std::pair<Condition, std::string>> about;
  std::set<std::pair<Condition, std::size_t>> at;
  for (const Evidence &evidence : proof.evidence) {
    ++count[evidence.condition];
    about.insert({evidence.condition, evidence.subject});
    at.insert({evidence.condition, evidence.range.begin});
  }
  bool all = true;
  for (Condition condition :
       {Condition::Termination, Condition::Premises, Condition::Acyclic, Condition::Cost})
    all &= count[condition] > 0;
  bool publishesSomething = false;
  // Where runs part, it was asked whether some way was left out.
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (relational::isFork(statement))
      all &= at.count({Condition::Coverage, relational::placeOf(statement).begin}) > 0;
  });
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement)) {
      for (Condition condition : {Condition::SameLaw, Condition::Support, Condition::Countable})
        all &= about.count({condition, sample->target.name}) > 0;
      all &= !noise::hasForbiddenDirection(sample->law) ||
             about.count({Condition::Direction, sample->target.name}) > 0;
    }
    if (publishes(statement)) {
      publishesSomething = true;
      all &= at.count({Condition::Outputs, statement.range().begin}) > 0;
    }
  });
  if (const auto &adjacency = mechanism.recordAdjacency) {
    all &= !adjacency->along || count[Condition::Symmetric] > 0;
    for (const PremiseField &premise : premiseFields(mechanism))
      all &= about.count({Condition::PremiseFixed, "`" + premise.field->name + "`"}) > 0;
  }
  for (const ir::Claim &claim : mechanism.claims)
    all &= at.count({Condition::Claim, claim.range.begin}) > 0;
  return all && publishesSomething;
}

bool Prover::allProved() const {
  return std::all_of(proof.evidence.begin(), proof.evidence.end(),
                     [](const Evidence &evidence) { return evidence.isProved(); });
}

Verdict Prover::conclude() const {
  bool vacuous = std::any_of(proof.evidence.begin(), proof.evidence.end(), [](const Evidence &evidence) {
    return evidence.condition == Condition::Premises && evidence.status == Outcome::Refuted;
  });
  const bool isDone = allProved() && complete() && !mechanism.hasHoles();
  return vacuous ? Verdict::Vacuous : isDone ? Verdict::Proved : Verdict::NotProved;
}

} // namespace plumb::proof
