// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using smt::Term;

namespace {

/// `i = out.value.1 and j = out.value.2` in a loop over j: where it is, and what else is asked for.
struct JointPlace {
  const ir::Expression *place;
  std::vector<const ir::Expression *> others;
};

void flatten(const ir::Expression &condition, std::vector<const ir::Expression *> &factors) {
  const auto *both = dyn_cast<ir::Binary>(&condition);
  if (!both || both->op != ir::BinaryOperator::And) {
    factors.push_back(&condition);
    return;
  }
  flatten(*both->left, factors);
  flatten(*both->right, factors);
}

/// What \p condition says is equal to the loop variable; null if it is no such comparison.
const ir::Expression *placeIn(const ir::Expression &condition, const Templates &templates) {
  const auto *comparison = dyn_cast<ir::Binary>(&condition);
  if (!comparison || comparison->op != ir::BinaryOperator::Equal)
    return nullptr;
  const auto isIndex = [&](const ir::Expression &side) {
    const auto *read = dyn_cast<ir::Read>(&side);
    return read && &read->variable == &templates.loop.index;
  };
  for (const auto &[side, other] : {std::pair(comparison->left.get(), comparison->right.get()),
                                    std::pair(comparison->right.get(), comparison->left.get())})
    if (isIndex(*side) && llvm::isa<ir::CellRead, ir::ResultRead>(other) &&
        isFixed(templates.outer(), *other))
      return other;
  return nullptr;
}

bool isSame(const JointPlace &one, const JointPlace &other) {
  return ir::isSameTerm(*one.place, *other.place) &&
         std::equal(one.others.begin(), one.others.end(), other.others.begin(), other.others.end(),
                    [](const ir::Expression *a, const ir::Expression *b) { return ir::isSameTerm(*a, *b); });
}

std::vector<JointPlace> jointPlaces(const Templates &templates) {
  std::vector<JointPlace> found;
  const auto look = [&](const ir::Expression &part) {
    const auto *choice = dyn_cast<ir::Conditional>(&part);
    if (!choice)
      return;
    std::vector<const ir::Expression *> factors;
    flatten(*choice->condition, factors);
    JointPlace joint{nullptr, {}};
    for (const ir::Expression *factor : factors) {
      const ir::Expression *place = joint.place ? nullptr : placeIn(*factor, templates);
      if (place)
        joint.place = place;
      else if (isFixed(templates.outer(), *factor))
        joint.others.push_back(factor);
    }
    if (joint.place && !joint.others.empty() &&
        std::none_of(found.begin(), found.end(),
                     [&](const JointPlace &known) { return isSame(known, joint); }))
      found.push_back(std::move(joint));
  };
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (sample && sample->aligned)
      relational::forEachExpression(*sample->aligned, look);
  });
  return found;
}

} // namespace

std::vector<Counter> jointPlacesPassed(const Templates &templates) {
  std::vector<Counter> result;
  for (const JointPlace &joint : jointPlaces(templates)) {
    std::string text = "[";
    for (const ir::Expression *other : joint.others)
      text += ir::print(*other) + " and ";
    text += ir::print(*templates.loop.low) + " <= " + ir::print(*joint.place) + " < " +
            templates.loop.index.name + "]";
    result.emplace_back(std::move(text), [joint](Context c, const LoopHead &head) {
      relational::Evaluator evaluator(c, head.state);
      const Term at = evaluator.relational(*joint.place);
      std::vector<Term> all = {c.store.lessEqual(head.low, at), c.store.less(at, head.index)};
      for (const ir::Expression *other : joint.others)
        all.push_back(evaluator.relational(*other));
      return c.store.ite(c.store.conjunction(std::move(all)), c.store.real(1), c.store.real(0));
    });
  }
  return result;
}

} // namespace plumb::inference
