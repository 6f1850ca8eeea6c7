// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/met_premises.h"

#include <algorithm>

namespace plumb::proof {

using smt::Term;

namespace {

struct Elements {
  const std::string *array;
  Term exist;
};

/// One for arrays of the same extents.
std::vector<Elements> elementsOf(relational::Context context) {
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  smt::TermStore &store = context.store;
  relational::State state = relational::startState(context);
  relational::Evaluator evaluator(context, state);
  std::vector<Elements> all;
  const auto add = [&](const std::string &name, const std::vector<ir::ExpressionPtr> &extents) {
    std::vector<Term> positive;
    for (const auto &extent : extents)
      positive.push_back(store.lessEqual(store.integer(1), evaluator.relational(*extent)));
    const Term exist = store.conjunction(std::move(positive));
    if (std::none_of(all.begin(), all.end(), [&](const Elements &known) { return known.exist == exist; }))
      all.push_back({&name, exist});
  };
  if (neighbourhood.recordAdjacency)
    for (const auto &field : neighbourhood.recordAdjacency->record->fields)
      add(field->name, field->extents);
  for (const auto &variable : neighbourhood.variables)
    if (variable->role == ir::Variable::Role::Parameter || variable->role == ir::Variable::Role::Query)
      add(variable->name, variable->extents);
  return all;
}

} // namespace

std::string whyOnlyEmpty(const std::string &array) {
  return "the premises hold only where `" + array +
         "` has no elements, and what is required of its elements then says nothing";
}

MetPremises meetPremises(relational::Context context, smt::Solver &solver, const std::vector<Term> &facts,
                         Term wanted) {
  const std::vector<Elements> arrays = elementsOf(context);
  std::vector<Term> together = {wanted};
  for (const Elements &elements : arrays)
    together.push_back(elements.exist);
  // Mostly there is one for all of them.
  SomeInput input = someInput(context, solver, facts, context.store.conjunction(std::move(together)));
  if (input.answer.isSat())
    return {std::move(input)};
  SomeInput any = someInput(context, solver, facts, wanted);
  if (!any.answer.isSat())
    return {std::move(any)};
  for (const Elements &elements : arrays) {
    SomeInput one = someInput(context, solver, facts, elements.exist);
    if (one.answer.isUnsat())
      return {std::move(one), elements.array};
    if (!one.answer.isSat()) {
      one.answer.reason += ", and on which `" + *elements.array + "` has elements";
      return {std::move(one)};
    }
  }
  return {std::move(any)};
}

} // namespace plumb::proof
