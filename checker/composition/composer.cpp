// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/composer.h"

#include "checker/proof/lemmas.h"
#include "checker/verdict/confirm.h"
#include "frontend/ir/stated_neighbours.h"

#include <algorithm>

namespace plumb::composition {

using smt::Outcome;
using smt::Term;
using verdict::Verdict;

Composed compose(const ir::Composition &composition, const std::vector<const proof::Proof *> &proofs,
                 const proof::EngineMaker &makeEngine, const proof::WitnessCheck &check) {
  return Composer(composition, proofs, makeEngine, check).run();
}

Composer::Composer(const ir::Composition &source, const std::vector<const proof::Proof *> &ofParts,
                   const proof::EngineMaker &makeEngine, const proof::WitnessCheck &check)
    : composition(source), proofs(ofParts), confirms(check), composed([] {
        Composed empty;
        empty.store = std::make_unique<smt::TermStore>();
        return empty;
      }()),
      store(*composed.store), solver(store, makeEngine(store)), inquiry(store, solver, composed.asked),
      symbols(ir::Setting::alone(source.head), store), products(store),
      scales(symbols, products, store), context{store, symbols, products, scales},
      powers(source, [this, makeEngine](const smt::Budget &) { return makeEngine(store); }) {}

Composed Composer::run() {
  for (std::size_t i = 0; i < composition.parts.size(); ++i)
    if (proofs.at(i)->verdict() != proof::Verdict::Proved)
      composed.unproved.push_back(i);
  if (composed.unproved.empty()) {
    premises();
    definitions();
    for (const ir::Part &part : composition.parts)
      arguments(part);
    if (composition.sampling && !isSampled())
      ; // Of no change is anything known.
    else if (ir::statesNeighbours(composition))
      statedNeighbours();
    else if (composition.head.recordAdjacency)
      changesOfRecords();
    else
      statedDifferences();
    neighbours();
  }
  composed.counters = solver.statistics();
  if (conclude() == Verdict::Proved) {
    solver.close();
    verdict::confirm(composed.asked);
  }
  composed.outcome = conclude();
  return std::move(composed);
}

Verdict Composer::conclude() const {
  const auto &[asked, ledger] = std::tie(composed.asked, composed.ledger);
  if (std::any_of(asked.begin(), asked.end(),
                  [](const Evidence &step) { return step.asksForModel && step.status == Outcome::Refuted; }))
    return Verdict::Vacuous;
  const bool isProved =
      composed.unproved.empty() && !ledger.empty() &&
      std::all_of(asked.begin(), asked.end(), [](const Evidence &step) { return step.isProved(); }) &&
      std::all_of(ledger.begin(), ledger.end(), [](const Row &row) { return row.isProtected(); });
  return isProved ? Verdict::Proved : Verdict::NotProved;
}

void Composer::changesOfRecords() {
  findRelations();
  premisesStay();
  if (std::all_of(composition.parts.begin(), composition.parts.end(), isByAttributes))
    byAttributes();
  else if (relations.size() <= mostRelations)
    byRelation();
  else
    return tooManyRelations();
  coverage();
}

/// Each is compared with each other, on each part's queries.
void Composer::tooManyRelations() {
  Evidence &step = inquiry.recordAs("relations", Condition::Part, {}, composition.head.nameRange);
  step.engine = "count";
  step.sentence = "the parts have " + std::to_string(relations.size()) +
                  " different neighbouring relations, which are more than the " +
                  std::to_string(mostRelations) + " that are compared with one another";
  step.advice = "state one relation for several parts, as a policy that they share, or compose fewer parts";
}

Evidence &Composer::record(std::string name, std::string text, SourceRange range, relational::Context of,
                           const std::vector<Term> &facts, Term goal) {
  std::vector<Term> hypotheses = proof::withLemmas(of, facts, {goal});
  Evidence &step = inquiry.recordAs(std::move(name), Condition::Part, {}, range);
  step.sentence = std::move(text);
  // Of parts that are given the same, the same is asked.
  std::vector<std::uint32_t> question{goal.id()};
  for (const Term hypothesis : hypotheses)
    question.push_back(hypothesis.id());
  if (const auto known = provedBefore.find(question); known != provedBefore.end()) {
    step.question = smt::Obligation{step.name, std::move(hypotheses), goal};
    step.logic = known->second.logic;
    step.engine = known->second.engine;
    step.status = smt::Outcome::Proved;
    return step;
  }
  smt::Solver::Scope scope(solver, hypotheses);
  inquiry.ask(step, std::move(hypotheses), goal);
  if (step.isProved())
    provedBefore.emplace(std::move(question), ProvedQuestion{step.logic, step.engine});
  return step;
}

bool Composer::require(std::string name, std::string whenProved, std::string whenOpen, SourceRange range,
                       const std::vector<Term> &facts, Term goal) {
  Evidence &step = record(std::move(name), std::move(whenOpen), range, context, facts, goal);
  if (step.isProved())
    step.sentence = std::move(whenProved);
  return step.isProved();
}

bool Composer::finds(std::string name, std::string text, SourceRange range, relational::Context of,
                     const std::vector<Term> &facts, Term goal) {
  const bool isFound = record(std::move(name), std::move(text), range, of, facts, goal).isProved();
  if (!isFound)
    inquiry.withdraw();
  return isFound;
}

} // namespace plumb::composition
