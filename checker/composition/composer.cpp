// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/composer.h"

#include "checker/proof/lemmas.h"

#include <algorithm>
#include <cctype>

namespace plumb::composition {

using smt::Outcome;
using smt::Term;

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
  composed.proved = composed.unproved.empty() && !composed.ledger.empty() &&
                    std::all_of(composed.asked.begin(), composed.asked.end(),
                                [](const Step &step) { return step.status == Outcome::Proved; }) &&
                    std::all_of(composed.ledger.begin(), composed.ledger.end(),
                                [](const Row &row) { return row.isProtected(); });
  composed.counters = solver.statistics();
  return std::move(composed);
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
  Step &step = composed.asked.emplace_back();
  step.name = unique("relations");
  step.range = composition.head->nameRange;
  step.engine = "count";
  step.text = "the parts have " + std::to_string(relations.size()) +
              " different neighbouring relations, which are more than the " + std::to_string(mostRelations) +
              " that are compared with one another";
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

Step &Composer::record(std::string name, std::string text, SourceRange range, alignment::Context of,
                       const std::vector<Term> &facts, Term goal) {
  std::vector<Term> hypotheses = proof::withLemmas(of, facts, {goal});
  smt::Solver::Scope scope(solver, hypotheses);
  smt::Answer answer = solver.proves(goal);
  Step step;
  step.name = std::move(name);
  step.text = std::move(text);
  step.range = range;
  step.engine = solver.engineName();
  step.status = answer.outcome;
  step.question = smt::Obligation{step.name, std::move(hypotheses), goal};
  step.logic = smt::logicOf(*step.question);
  if (step.status == Outcome::Unknown)
    step.text += " (no answer: " + answer.reason + ")";
  composed.asked.push_back(std::move(step));
  return composed.asked.back();
}

bool Composer::require(std::string name, std::string whenProved, std::string whenOpen, SourceRange range,
                       const std::vector<Term> &facts, Term goal) {
  Step &step = record(unique(name), std::move(whenOpen), range, context, facts, goal);
  if (step.status != Outcome::Proved)
    return false;
  step.text = std::move(whenProved);
  return true;
}

bool Composer::finds(std::string name, std::string text, SourceRange range, alignment::Context of,
                     const std::vector<Term> &facts, Term goal) {
  if (record(std::move(name), std::move(text), range, of, facts, goal).status == Outcome::Proved) {
    composed.asked.back().name = unique(composed.asked.back().name);
    composed.asked.back().question->name = composed.asked.back().name;
    return true;
  }
  composed.asked.pop_back();
  return false;
}

} // namespace plumb::composition
