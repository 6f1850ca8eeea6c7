// SPDX-License-Identifier: Apache-2.0
//
// What the parts are given: their theorems hold for arguments that meet their requirements.

#include "checker/composition/composer.h"
#include "checker/proof/concrete_records.h"
#include "checker/proof/lemmas.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <llvm/Support/Casting.h>

namespace plumb::composition {

using relational::Evaluator;
using relational::Side;
using smt::Outcome;
using smt::Term;

namespace {

/// \p requirement with each leading `forall` at an index that may be anything: it has a value there, and is
/// true.
Term atAnyIndex(const ir::Expression &requirement, relational::Context context, Evaluator &evaluator) {
  const auto *forall = llvm::dyn_cast<ir::Forall>(&requirement);
  auto &store = context.store;
  if (!forall) {
    Term holds = evaluator.program(requirement, Side::First);
    return store.conjunction({evaluator.takeDefinedness(), holds});
  }
  Term index = store.freshVariable(forall->variable.name, smt::Sort::Int);
  evaluator.instantiation().at(index);
  evaluator.bind(forall->variable, index);
  Term low = evaluator.program(*forall->low, Side::First);
  Term high = evaluator.program(*forall->high, Side::First);
  Term isDefined = evaluator.takeDefinedness();
  Term within = store.conjunction({store.lessEqual(low, index), store.less(index, high)});
  return store.conjunction({isDefined, store.implies(within, atAnyIndex(*forall->body, context, evaluator))});
}

/// Of arrays. Where there are divisors too, it is told of the indices.
bool readsElements(const ir::Expression &term) {
  return ir::anyPart(term, [](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read && !read->indices.empty();
  });
}

} // namespace

relational::State Composer::headState() {
  relational::State state = relational::startOfAnyData(context);
  state.facts.insert(state.facts.end(), ofDefinitions.begin(), ofDefinitions.end());
  return state;
}

/// The symbols remember a formula that is true or false as a whole, as long as they live; so the copy is
/// kept.
const ir::Expression &Composer::ofPart(const ir::Expression &expression, const ir::Substitution &given) {
  copies.terms.push_back(ir::substituted(expression, given, copies.bound));
  return *copies.terms.back();
}

void Composer::arguments(const ir::Part &part) {
  const std::string &name = part.mechanism->name;
  ir::Substitution given = ir::argumentsOf(composition, part);
  bool haveValues = true;
  for (const ir::Argument &argument : part.arguments)
    haveValues &= !argument.value || isDefined(name, *argument.value);
  if (part.times)
    haveValues &= isDefined(name, *part.times);
  if (!haveValues || !isDefined(name, ofPart(*part.mechanism->guarantee.epsilon, given)))
    return; // What else is asked would be open for the same reason.
  if (part.times)
    timesOf(part);
  requirementsOf(part, given);
  lengthsOf(part, given);
  boundsOf(part, given);
}

bool Composer::isDefined(const std::string &subject, const ir::Expression &term) {
  relational::State state = headState();
  Evaluator evaluator(context, state);
  evaluator.program(term, Side::First);
  Term goal = evaluator.takeDefinedness();
  if (goal.op() == smt::Operator::True)
    return true;
  std::string text = "`" + ir::printPromoted(term) + "`";
  return require("defined." + subject, text + " has a value",
                 text + (readsElements(term) ? " may be undefined: an index may be outside of its array"
                                             : " may be undefined: a divisor may be zero"),
                 term.range(), state.facts, goal);
}

void Composer::timesOf(const ir::Part &part) {
  relational::State state = headState();
  Evaluator evaluator(context, state);
  Term goal = store.lessEqual(store.integer(0), evaluator.relational(*part.times));
  std::string text = "`" + ir::print(*part.times) + "`";
  require("times." + part.mechanism->name, text + " is not negative",
          text + ", how often `" + part.mechanism->name + "` runs, may be negative", part.times->range(),
          state.facts, goal);
}

void Composer::requirementsOf(const ir::Part &part, const ir::Substitution &given) {
  const std::string &name = part.mechanism->name;
  for (const auto &requirement : part.mechanism->requirements) {
    const ir::Expression &due = ofPart(*requirement, given);
    relational::State state = headState();
    Evaluator evaluator(context, state);
    Term goal = atAnyIndex(due, context, evaluator);
    std::string text = "`" + ir::print(*requirement) + "`, which `" + name + "` requires,";
    const bool isMet = require("requires." + name, text + " holds for what it is given",
                               text + " is not proved of what it is given", part.range, state.facts, goal);
    composed.demanded.push_back({composed.asked.size() - 1, requirement.get()});
    if (isMet)
      continue;
    smt::Solver::Scope scope(solver, proof::withLemmas(context, state.facts, {goal}));
    if (!solver.satisfiable(goal).isUnsat())
      continue;
    composed.demanded.back().isExcluded = true;
    composed.asked.back().advice =
        "it fails for all parameters that the composition allows: give the part something else";
  }
}

/// Arrays and queries are as long as they are declared in the part.
void Composer::lengthsOf(const ir::Part &part, const ir::Substitution &given) {
  for (const ir::Argument &argument : part.arguments)
    for (std::size_t i = 0; argument.whole && i < argument.whole->extents.size(); ++i) {
      const ir::Expression &wanted = ofPart(*argument.parameter->extents[i], given);
      relational::State state = headState();
      Evaluator evaluator(context, state);
      Term goal =
          store.equal(evaluator.relational(wanted), evaluator.relational(*argument.whole->extents[i]));
      std::string text = "`" + argument.whole->name + "` ";
      std::string length = " as long as `" + argument.parameter->name + "` of `" + part.mechanism->name + "`";
      require("length." + part.mechanism->name + "." + argument.parameter->name, text + "is" + length,
              text + "is not proved to be" + length, part.range, state.facts, goal);
    }
}

/// All parts state one difference set, so that it is one assumption.
void Composer::boundsOf(const ir::Part &part, const ir::Substitution &given) {
  for (const ir::Difference &clause : part.mechanism->adjacency) {
    const ir::Variable &query = *given.variables.at(clause.query);
    const ir::Expression &bound = ofPart(*clause.bound, given);
    for (const ir::Difference &common : composition.head.adjacency) {
      if (common.query != &query)
        continue;
      relational::State state = headState();
      Evaluator evaluator(context, state);
      Term goal = store.equal(evaluator.relational(bound), evaluator.relational(*common.bound));
      std::string values =
          "`" + ir::printPromoted(bound) + "` and `" + ir::printPromoted(*common.bound) + "`";
      require("bound." + part.mechanism->name + "." + query.name,
              "the parts bound the difference of `" + query.name + "` alike",
              "the parts do not state the same difference set: they bound the difference of `" + query.name +
                  "` by " + values + ", which are not proved to be equal",
              part.range, state.facts, goal);
    }
  }
}

} // namespace plumb::composition
