// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/affordable.h"

#include "checker/interpreter/instance.h"
#include "checker/proof/comparison.h"
#include "checker/refutation/counterexample.h"
#include "checker/refutation/small_inputs.h"
#include "checker/relational/rational_text.h"
#include "checker/synthesis/conflict.h"
#include "checker/synthesis/synthesis.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <map>

namespace plumb::synthesis {

using interpreter::Exact;

namespace {

class Affording {
public:
  Affording(ir::Mechanism &of, const proof::EngineMaker &engines)
      : mechanism(of), makeEngine(engines), sizes(refutation::sizeParameters(of)), comparison(of, engines),
        table(of), search(table) {}

  Answers run() {
    // What moves one draw more may be cheaper somewhere; what moves two more has not been seen to be, but for
    // what costs the same however large sizes are.
    unsigned levels = 0;
    for (std::vector<Choice> found = search.next();
         !found.empty() && proofs < mostProofs && (levels < 2 || allGrow()); found = search.next()) {
      level(found);
      levels += answers.all.empty() ? 0 : 1;
    }
    if (answers.all.empty())
      explain();
    table.clear();
    leastFirst();
    return std::move(answers);
  }

private:
  /// The simplest of those that move the same slots first, then the second of each.
  static std::vector<Choice> inTurns(std::vector<Choice> found) {
    std::map<std::vector<bool>, unsigned> seen;
    std::vector<std::pair<unsigned, Choice>> turns;
    for (Choice &choice : found) {
      const unsigned turn = seen[movedBy(choice)]++;
      turns.emplace_back(turn, std::move(choice));
    }
    std::stable_sort(turns.begin(), turns.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    found.clear();
    for (auto &[turn, choice] : turns)
      found.push_back(std::move(choice));
    return found;
  }

  void level(const std::vector<Choice> &found) {
    unsigned here = 0;
    for (const Choice &choice : inTurns(found)) {
      if (here == mostProofsOfALevel || proofs == mostProofs)
        return;
      if (!search.fits(choice) || !mayBeLess(choice))
        continue;
      table.apply(choice);
      ++here;
      ++proofs;
      const proof::Proof proof = proof::prove(mechanism, makeEngine);
      if (proof.isOpenAlone())
        add(proof);
      else
        learn(proof);
    }
  }

  void learn(const proof::Proof &proof) {
    refutation::CounterexampleLimits limits;
    limits.replays = 10'000;
    if (auto failure = refutation::findFailure(mechanism, limits))
      search.learn(storedRun(*failure));
    else if (open.empty()) {
      for (const ir::Sample *sample : table.samples())
        open += (open.empty() ? "`" : ", `") + ir::printAlignment(*sample) + "`";
      open = (open.empty() ? "" : open + ": ") + whatIsOpen(proof);
    }
  }

  /// Do all answers depend on a size?
  bool allGrow() const {
    return std::all_of(answers.all.begin(), answers.all.end(), [&](const Answer &answer) {
      return ir::anyPart(*answer.epsilon, [&](const ir::Expression &part) {
        const auto *name = llvm::dyn_cast<ir::Read>(&part);
        return name && std::find(sizes.begin(), sizes.end(), &name->variable) != sizes.end();
      });
    });
  }

  bool mayBeLess(const Choice &choice) {
    if (answers.all.empty() || isLessIn(search.stored(), choice))
      return true;
    if (!allGrow())
      return false;
    if (!large)
      large = largeRuns(mechanism);
    return isLessIn(*large, choice);
  }

  /// Is there a group of runs with equal parameters in which it costs less than each answer?
  bool isLessIn(std::vector<StoredRun> &runs, const Choice &choice) {
    std::map<interpreter::Numbers, std::pair<const StoredRun *, Exact>> largest;
    for (const auto &[run, cost] : search.costs(choice, runs)) {
      auto [place, isNew] = largest.try_emplace(run->instance.parameters(), run, cost);
      if (!isNew && place->second.second < cost)
        place->second.second = cost;
    }
    return std::any_of(largest.begin(), largest.end(), [&](const auto &group) {
      const auto &[run, cost] = group.second;
      return std::all_of(answers.all.begin(), answers.all.end(), [&](const Answer &answer) {
        const std::optional<Exact> known = valueOf(*answer.epsilon, run->instance);
        return known && cost < *known;
      });
    });
  }

  static std::optional<Exact> valueOf(const ir::Expression &term, const interpreter::Instance &instance) {
    const interpreter::ParameterScope scope(instance);
    interpreter::Evaluator evaluator(scope);
    Exact value = evaluator.evaluate(term);
    return evaluator.failure() ? std::nullopt : std::optional<Exact>(std::move(value));
  }

  ExpressionPtr term(const relational::RationalFunction &function) {
    return converted(asWritten(*relational::termOf(function, mechanism)), ir::Sort::Real);
  }

  void add(const proof::Proof &proof) {
    for (const proof::Affordable &found : proof.affordable()) {
      Answer answer{term(found.epsilon), {}, {}};
      auto &all = answers.all;
      if (std::any_of(all.begin(), all.end(), [&](const Answer &known) {
            return comparison.isAtMost(*known.epsilon, *answer.epsilon);
          }))
        continue;
      all.erase(std::remove_if(all.begin(), all.end(),
                               [&](const Answer &known) {
                                 return comparison.isAtMost(*answer.epsilon, *known.epsilon);
                               }),
                all.end());
      for (ir::Sample *sample : table.samples())
        answer.alignments.emplace_back(sample, copy(*sample->aligned));
      for (const proof::LedgerEntry &entry : found.ledger)
        answer.ledger.push_back({copy(*entry.written), term(entry.bound)});
      all.push_back(std::move(answer));
    }
  }

  void explain() {
    if (proofs == 0 && search.isSpent())
      answers.conflict.push_back("the search was given up, with more to try than it may");
    else if (proofs == 0)
      answers.conflict = conflictOf(search, table);
    else if (!open.empty())
      answers.conflict.push_back("this follows all runs that were tried, and is not proved: " + open);
  }

  /// Where all sizes are large, and other parameters are 1.
  void leastFirst() {
    interpreter::Inputs inputs;
    constexpr std::int64_t large = 1000;
    for (const auto &variable : mechanism.variables)
      if (variable->role == ir::Variable::Role::Parameter && !variable->isArray())
        inputs[variable->name] = {
            std::find(sizes.begin(), sizes.end(), variable.get()) == sizes.end() ? Exact(1) : Exact(large)};
    const auto instance = interpreter::Instance::create(mechanism, inputs);
    if (!instance)
      return;
    std::stable_sort(answers.all.begin(), answers.all.end(), [&](const Answer &a, const Answer &b) {
      const auto first = valueOf(*a.epsilon, *instance), second = valueOf(*b.epsilon, *instance);
      return first && (!second || *first < *second);
    });
  }

  ir::Mechanism &mechanism;
  const proof::EngineMaker &makeEngine;
  const std::vector<const ir::Variable *> sizes;
  proof::Comparison comparison;
  Table table;
  Search search;
  Answers answers;
  /// Made when it is asked for.
  std::optional<std::vector<StoredRun>> large;
  /// The first alignment that no run refutes, though it is not proved, and what is open.
  std::string open;
  unsigned proofs = 0;
};

} // namespace

Answers affordable(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  return Affording(mechanism, makeEngine).run();
}

void apply(const Answer &answer) {
  for (const auto &[sample, aligned] : answer.alignments)
    sample->aligned = copy(*aligned);
}

std::string whatIsOpen(const proof::Proof &proof) {
  for (const proof::Evidence &evidence : proof.obligations())
    if (!evidence.isProved() && evidence.condition != proof::Condition::Open)
      return evidence.text();
  return "no bound is known for what is moved";
}

} // namespace plumb::synthesis
