// SPDX-License-Identifier: Apache-2.0
// What a proof rests on: premises that some pair of neighbours meets, of answers that differ, and samples and
// publications that such a pair reaches. Without these "proved" would say nothing.
#include "checker/proof/meaning_of_products.h"
#include "checker/proof/met_premises.h"
#include "checker/proof/prover.h"
#include "checker/proof/some_input.h"
#include "checker/relational/evaluator.h"
#include "checker/relational/walk.h"
#include "checker/smt/subterms.h"
#include "checker/verdict/one_more_clause.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::proof {

using relational::Segment;
using relational::TwoRun;
using smt::Outcome;
using smt::Term;

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
  // So has a range of a field that nothing reads; where it is empty, no record exists.
  if (mechanism.recordAdjacency)
    for (const auto &field : mechanism.recordAdjacency->record->fields)
      evaluator.instantiation().atField(*field, std::vector<Term>(field->extents.size(), store.integer(0)));
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
  if (someInputIsKnown)
    keepParametersOfModel();
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
  if (evidence.status == Outcome::Refuted && mechanism.recordAdjacency)
    evidence.advice =
        mechanism.recordAdjacency->policy
            ? "let the policy leave something to protect of what the queries ask for, or correct the "
              "ranges of the fields, `where`, or `requires`"
            : "correct the ranges of the fields, `where` of the queries, or `requires`";
  if (evidence.status == Outcome::Refuted)
    evidence.reason = onlyEmpty ? whyOnlyEmpty(*onlyEmpty) : whyVacuous(run);
  const ir::Expression *contradiction =
      evidence.status == Outcome::Refuted && !onlyEmpty ? firstContradiction() : nullptr;
  if (contradiction) {
    evidence.range = contradiction->range();
    evidence.advice = "`" + ir::print(*contradiction) +
                      "` holds for nothing that meets what is required in front of it: correct one of them";
  }
  return differs;
}

/// Right after the solver found an input that meets the premises. Sizes and reals are kept, as these make
/// ranges finite and scales numbers.
void Prover::keepParametersOfModel() {
  const auto isSize = [&](const ir::Variable &variable) {
    return variable.fileSize || llvm::any_of(mechanism.variables, [&](const auto &array) {
             return llvm::any_of(array->extents,
                                 [&](const auto &extent) { return ir::reads(*extent, variable); });
           });
  };
  relational::State state = relational::startState(context);
  relational::Evaluator evaluator(context, state);
  for (const auto &variable : mechanism.variables) {
    if (variable->role != ir::Variable::Role::Parameter || variable->isArray() ||
        (variable->sort != ir::Sort::Real && !isSize(*variable)))
      continue;
    const Term parameter = evaluator.element(*variable, {}, relational::Side::First);
    if (const auto value = solver.value(parameter))
      ofSomeInput.push_back(store.equal(
          parameter, variable->sort == ir::Sort::Int ? store.integer(value->get_num()) : store.real(*value)));
  }
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

/// The first of the requirements that those in front of it exclude; null if something else is the reason, or
/// what is required of all elements of an array.
const ir::Expression *Prover::firstContradiction() {
  relational::State state = relational::startState(context);
  relational::Evaluator evaluator(context, state);
  std::vector<Term> facts;
  for (const ir::ExpressionPtr &requirement : mechanism.requirements) {
    if (ir::anyPart(*requirement, [](const ir::Expression &part) { return llvm::isa<ir::Forall>(part); }))
      continue;
    facts.push_back(evaluator.program(*requirement, relational::Side::First));
    smt::Solver::Scope scope(solver, withLemmas(facts, {}));
    if (solver.satisfiable(store.boolean(true)).isUnsat())
      return requirement.get();
  }
  return nullptr;
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
smt::Satisfiability Prover::isOfSomeInput(const std::vector<Term> &facts, Term wanted) {
  if (someInputIsKnown && speaksOfAll(facts))
    return someInput(context, solver, facts, wanted).answer.satisfiability;
  return meaningOfProducts(context, solver, facts, {wanted}) ? smt::Satisfiability::Sat
                                                             : smt::Satisfiability::Unknown;
}

/// Right after the solver found that a differing pair takes this piece of a path.
void Prover::reach(const Segment &segment, const std::vector<Term> &facts, Term differs) {
  const bool isNew = std::any_of(segment.sites.begin(), segment.sites.end(),
                                 [&](const ir::Statement *site) { return reachedSites.count(site) == 0; });
  if (!isNew)
    return;
  const smt::Satisfiability is = isOfSomeInput(facts, differs);
  // What the facts do not say of indices and fields that are not read may exclude it.
  if (is == smt::Satisfiability::Unsat)
    return reachByOthers(segment, facts);
  auto &sites = is == smt::Satisfiability::Sat ? reachedSites : doubtfulSites;
  sites.insert(segment.sites.begin(), segment.sites.end());
}

/// Right after the solver found that some run takes this piece of a path, though no pair that differs does.
void Prover::reachByOthers(const Segment &segment, const std::vector<Term> &facts) {
  // The record in which they might differ need not be read of on this piece.
  const bool isSome = mechanism.recordAdjacency
                          ? someInput(context, solver, facts, store.boolean(true)).answer.isSat()
                          : isOfSomeInput(facts, store.boolean(true)) == smt::Satisfiability::Sat;
  if (isSome)
    for (const ir::Statement *site : segment.sites)
      reachedByOthers.emplace(site, facts);
}

/// What is known on each piece of a path to it that a run by itself may take; nothing if paths are too many.
std::optional<std::vector<std::vector<Term>>> Prover::waysAloneTo(const ir::Statement &statement) {
  TwoRun run(context, invariantsAlone(), TwoRun::Mode::Single);
  if (!run.execute())
    return std::nullopt;
  std::vector<std::vector<Term>> ways;
  for (const Segment &segment : run.segments())
    if (llvm::is_contained(segment.sites, &statement))
      ways.push_back(segment.facts);
  return ways;
}

Evidence &Prover::recordReached(const ir::Statement &statement, std::vector<Term> asked, const char *whom) {
  Evidence &evidence = inquiry.record(Condition::Premises, ir::printHead(statement), statement.range());
  inquiry.keepModelQuestion(evidence, std::move(asked));
  evidence.engine = solver.engineName();
  evidence.status = Outcome::Proved;
  evidence.sentence = "`" + ir::printHead(statement) + "` is reached " + whom;
  return evidence;
}

/// Data without a record meet all premises on records, and may have no neighbour: what only they reach is no
/// empty part of a proof. Data with a record that are in no pair are what the premises or an edge leave out,
/// and nothing is proved of what they reach.
/// \returns Sat and records both obligations if data without a record reach it and no others do, Unsat if
/// that is not so, Unknown if it is not known.
smt::Satisfiability Prover::isReachedWithoutRecordsAlone(const ir::Statement &statement) {
  using smt::Satisfiability;
  const auto ways = waysAloneTo(statement);
  if (!ways)
    return Satisfiability::Unknown;
  Satisfiability reached = Satisfiability::Unsat;
  std::vector<Term> byNone;
  for (const std::vector<Term> &facts : *ways) {
    SomeInput input = someInputWithoutRecords(context, solver, facts, store.boolean(true));
    if (!input.answer.isUnsat())
      reached = input.answer.satisfiability;
    if (input.answer.isSat()) {
      byNone = std::move(input.asked);
      break;
    }
  }
  if (reached != Satisfiability::Sat)
    return reached;
  std::vector<Term> byOthers;
  for (const std::vector<Term> &facts : *ways) {
    SomeInput input = someInputWithRecord(context, solver, facts, store.boolean(true));
    if (!input.answer.isUnsat())
      return input.answer.isSat() ? Satisfiability::Unsat : Satisfiability::Unknown;
    byOthers.push_back(store.conjunction(std::move(input.asked)));
  }
  recordReached(statement, std::move(byNone), "by data without a record").asksForModel = true;
  recordReached(statement, {store.disjunction(std::move(byOthers))}, "by no data with a record");
  return reached;
}

/// Every sample and every publication has to be on a piece of a path that some differing pair can take. Where
/// one publication is, others may be on pieces that only other data take: `n = 0` is an input like others,
/// and so are data without a record.
void Prover::reached() {
  const auto isPublished = [](const ir::Statement *site) {
    const auto *output = llvm::dyn_cast<ir::Output>(site);
    return publishes(*site) && !(output && ir::isAnnounced(output->tag));
  };
  const bool isPublishedByDiffering = llvm::any_of(reachedSites, isPublished);
  // Where the only one is in doubt, so is whether the proof is empty.
  const bool mayBePublished = isPublishedByDiffering || llvm::any_of(doubtfulSites, isPublished);
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if ((!llvm::isa<ir::Sample>(statement) && !publishes(statement)) || reachedSites.count(&statement))
      return;
    bool doubtful = doubtfulSites.count(&statement) != 0;
    if (mayBePublished && publishes(statement) && !doubtful) {
      if (const auto others = reachedByOthers.find(&statement); others != reachedByOthers.end()) {
        doubtful = !isPublishedByDiffering;
        if (!doubtful) {
          recordReached(statement, others->second, "but only by neighbours without a difference")
              .asksForModel = true;
          return;
        }
      } else if (mechanism.recordAdjacency) {
        const smt::Satisfiability alone = isReachedWithoutRecordsAlone(statement);
        if (alone == smt::Satisfiability::Sat)
          return;
        doubtful = alone == smt::Satisfiability::Unknown;
      }
    }
    doubtful = doubtful || invariantIsOpen();
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

/// Where the requirements hold, and have a value.
relational::State Prover::allowed() {
  relational::State state = relational::startOfAnyData(context);
  for (const auto &requirement : mechanism.requirements) {
    // Of these only something that suffices for a value is known, and not what a value means.
    if (ir::anyPart(*requirement,
                    [](const ir::Expression &part) { return llvm::isa<ir::Forall, ir::Aggregate>(part); }))
      continue;
    relational::Evaluator ofRequirement(context, state);
    ofRequirement.program(*requirement, relational::Side::First);
    // May be assumed: a requirement that has no value is not met, and nothing is promised then.
    state.know(ofRequirement.takeDefinedness());
  }
  return state;
}

/// Whatever meets the requirements has data: how long arrays are, and what a field may hold, has a value.
void Prover::shapesAreDefined() {
  const auto ask = [&](const ir::ExpressionPtr &expression) {
    relational::State state = allowed();
    relational::Evaluator evaluator(context, state);
    evaluator.program(*expression, relational::Side::First);
    const Term defined = evaluator.takeDefinedness();
    if (defined.op() != smt::Operator::True)
      askAlone(Condition::Defined, "`" + ir::printPromoted(*expression) + "`", expression->range(),
               state.facts, defined)
          .reasons = state.reasons;
  };
  for (const auto &variable : mechanism.variables)
    if (variable->role == ir::Variable::Role::Query || variable->role == ir::Variable::Role::Parameter)
      llvm::for_each(variable->extents, ask);
  if (!mechanism.recordAdjacency)
    return;
  for (const auto &field : mechanism.recordAdjacency->record->fields) {
    llvm::for_each(field->extents, ask);
    if (field->low) {
      ask(field->low);
      ask(field->high);
    }
  }
}

/// Whatever meets the requirements is promised something: `private(c / n)` is no promise for n = 0.
void Prover::guaranteeIsDefined() {
  if (mechanism.guarantee.hole.isOpen)
    return;
  relational::State state = allowed();
  relational::Evaluator evaluator(context, state);
  evaluator.program(*mechanism.guarantee.epsilon, relational::Side::First);
  const Term defined = evaluator.takeDefinedness();
  if (defined.op() != smt::Operator::True)
    askAlone(Condition::Defined, "`private(" + ir::print(*mechanism.guarantee.epsilon) + ")`",
             mechanism.guarantee.range, state.facts, defined)
        .reasons = state.reasons;
}

/// What is proved of pairs is said of all data only if these are in a pair: with bounds that are not negative
/// all are their own neighbours. The bound of an array without elements says nothing.
void Prover::neighboursExist() {
  for (const ir::Difference &stated : mechanism.adjacency) {
    if (stated.openBound.isOpen)
      continue;
    relational::State state = allowed();
    relational::Evaluator evaluator(context, state);
    const Term bound = evaluator.program(*stated.bound, relational::Side::First);
    const Term defined = evaluator.takeDefinedness();
    std::vector<Term> hasElements;
    for (const auto &extent : stated.query->extents)
      hasElements.push_back(store.less(store.integer(0), evaluator.relational(*extent)));
    const Term isMet = store.lessEqual(store.literal(0, bound.sort()), bound);
    const Term goal =
        store.conjunction({defined, store.implies(store.conjunction(std::move(hasElements)), isMet)});
    if (goal.op() == smt::Operator::True)
      continue;
    const std::string text = ir::printPromoted(*stated.bound);
    Evidence &evidence = askAlone(Condition::Defined, "the bound of `" + stated.query->name + "`",
                                  stated.bound->range(), state.facts, goal);
    evidence.reasons = state.reasons;
    const std::string all = "`" + text + "` bounds how `" + stated.query->name + "` differs";
    const std::string what = defined.op() == smt::Operator::True ? "negative" : "negative or undefined";
    evidence.sentence =
        all + (evidence.isProved() ? " and is not negative, so that all data have a neighbour"
                                   : " and may be " + what + ", and then no data have a neighbour");
    const bool isChoice = llvm::isa<ir::Conditional>(*stated.bound);
    if (evidence.status == Outcome::Refuted)
      evidence.advice = verdict::requireToo(mechanism, "let the premises say that it is not",
                                            (isChoice ? "(" + text + ")" : text) + " >= 0");
  }
}

/// Then what is assumed at the head of its loop may be contradictory.
bool Prover::invariantIsOpen() const {
  return std::any_of(proof.evidence.begin(), proof.evidence.end(), [](const Evidence &evidence) {
    return evidence.condition == Condition::Invariant && !evidence.isProved();
  });
}

} // namespace plumb::proof
