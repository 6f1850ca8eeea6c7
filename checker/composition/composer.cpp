// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/composer.h"

#include "checker/proof/lemmas.h"

#include <algorithm>
#include <cctype>

namespace plumb::composition {

using smt::Outcome;
using smt::Term;
using verdict::Verdict;

Composed compose(const ir::Composition &composition, const std::vector<const proof::Proof *> &proofs,
                 const proof::EngineMaker &makeEngine) {
  return Composer(composition, proofs, makeEngine).run();
}

Composer::Composer(const ir::Composition &source, const std::vector<const proof::Proof *> &ofParts,
                   const proof::EngineMaker &makeEngine)
    : composition(source), proofs(ofParts), composed([] {
        Composed empty;
        empty.store = std::make_unique<smt::TermStore>();
        return empty;
      }()),
      store(*composed.store), solver(store, makeEngine(store)), symbols(*source.head, store), products(store),
      scales(symbols, products, store), context{store, symbols, products, scales} {}

Composed Composer::run() {
  for (std::size_t i = 0; i < composition.parts.size(); ++i)
    if (proofs.at(i)->verdict() != proof::Verdict::Proved)
      composed.unproved.push_back(i);
  if (composed.unproved.empty()) {
    premises();
    for (const ir::Part &part : composition.parts)
      arguments(part);
    if (composition.head->recordAdjacency)
      changesOfRecords();
    else
      statedDifferences();
    neighbours();
  }
  composed.outcome = conclude();
  composed.counters = solver.statistics();
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
    tooManyRelations();
  coverage();
}

/// Each is compared with each other, on each part's queries.
void Composer::tooManyRelations() {
  Evidence &step = composed.asked.emplace_back(
      Evidence{unique("relations"), Condition::Part, {}, composition.head->nameRange});
  step.engine = "count";
  step.sentence = "the parts have " + std::to_string(relations.size()) +
                  " different neighbouring relations, which are more than the " +
                  std::to_string(mostRelations) + " that are compared with one another";
  step.advice = "state one relation for several parts, as a policy that they share, or compose fewer parts";
}

/// Letters of other alphabets are fit for names of programs only.
std::string Composer::unique(std::string name) {
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-')
      c = '_';
  unsigned uses = ++names[name];
  return uses == 1 ? name : name + "." + std::to_string(uses);
}

Evidence &Composer::record(std::string name, std::string text, SourceRange range, relational::Context of,
                           const std::vector<Term> &facts, Term goal) {
  std::vector<Term> hypotheses = proof::withLemmas(of, facts, {goal});
  smt::Solver::Scope scope(solver, hypotheses);
  smt::Answer answer = solver.proves(goal);
  Evidence step{std::move(name), Condition::Part, {}, range};
  step.sentence = std::move(text);
  step.engine = solver.engineName();
  step.status = answer.outcome;
  step.question = smt::Obligation{step.name, std::move(hypotheses), goal};
  step.logic = smt::logicOf(*step.question);
  if (step.status == Outcome::Unknown)
    step.reason = answer.reason;
  composed.asked.push_back(std::move(step));
  return composed.asked.back();
}

bool Composer::require(std::string name, std::string whenProved, std::string whenOpen, SourceRange range,
                       const std::vector<Term> &facts, Term goal) {
  Evidence &step = record(unique(name), std::move(whenOpen), range, context, facts, goal);
  if (!step.isProved())
    return false;
  step.sentence = std::move(whenProved);
  return true;
}

bool Composer::finds(std::string name, std::string text, SourceRange range, relational::Context of,
                     const std::vector<Term> &facts, Term goal) {
  if (record(std::move(name), std::move(text), range, of, facts, goal).isProved()) {
    composed.asked.back().name = unique(composed.asked.back().name);
    composed.asked.back().question->name = composed.asked.back().name;
    return true;
  }
  composed.asked.pop_back();
  return false;
}

} // namespace plumb::composition
